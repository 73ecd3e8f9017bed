"""How long a look-up takes, as a ratio to a bare interpreter start of the same environment.

    python benchmarks/start.py

Builds the wheel, installs it into an empty environment, and prints medians of 31 runs each.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 31
COMMANDS = {
    "law 6D1": ["law", "6D1"],
    "law 27B1b --lang da --also pt": ["law", "27B1b", "--lang", "da", "--also", "pt"],
    "walk": ["walk", "card-seen-before-auction", "--answer", "when=shuffle-or-deal"],
    "situations": ["situations"],
    "ask": ["ask", "a card was seen while dealing"],
    "ask, with a typing error": ["ask", "a cadr was seen while daeling"],
    "search": ["search", "penalty card"],
    "term": ["term", "revoke"],
}


def medians(commands: dict[str, list[str]], folder: str) -> dict[str, float]:
    """The median wall-clock seconds of each command.

    One run of each in turn, so that whatever else the machine does meets all of them alike.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(
                command, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False
            )
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) for name, each in times.items()}


def run(*words: str) -> None:
    """Run a command quietly; raises where it fails."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Build, install, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, str(ROOT))
        wheel = next(Path(folder).glob("*.whl"))
        run(sys.executable, "-m", "venv", f"{folder}/env")
        python, ruling = f"{folder}/env/bin/python", f"{folder}/env/bin/ruling"
        run(python, "-m", "pip", "install", "-q", str(wheel))
        commands = {"bare start": [python, "-c", "pass"], "import typer": [python, "-c", "import typer"]}
        commands |= {f"ruling {name}": [ruling, *words] for name, words in COMMANDS.items()}
        found = medians(commands, folder)
        bare = found.pop("bare start")
        print(f"bare start {bare * 1000:.1f} ms; the rest as a ratio to it, medians of {RUNS}")
        for name, seconds in found.items():
            print(f"{seconds / bare:5.1f}  {name}")


if __name__ == "__main__":
    main()

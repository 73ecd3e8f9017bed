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


def median(command: list[str], folder: str) -> float:
    """The median wall-clock seconds of a command."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


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
        bare = median([python, "-c", "pass"], folder)
        print(f"bare start: {bare * 1000:.1f} ms; all else as a ratio to it, medians of {RUNS}")
        print(f"{median([python, '-c', 'import typer'], folder) / bare:5.1f}  import typer")
        for name, words in COMMANDS.items():
            print(f"{median([ruling, *words], folder) / bare:5.1f}  ruling {name}")


if __name__ == "__main__":
    main()

"""How often `ask` finds the situation: first, and among the first three, per language.

    python benchmarks/asking.py [--misses] [LANG …]

The questions are those of tests/data/questions, which the matcher never reads. `nothing` counts the
questions that must find nothing. The last line of a language times one look-up in a warm process.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from assistant.asking import match  # noqa: E402
from assistant.words import LANGUAGES  # noqa: E402

QUESTIONS = ROOT / "tests" / "data" / "questions"


def questions(lang: str) -> Iterator[tuple[str, str]]:
    """Situation id (or `nothing`) and question, in the order of the file."""
    path = QUESTIONS / f"{lang}.yaml"
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) if path.exists() else {}
    for situation, texts in (data or {}).items():
        for text in texts:
            yield situation, text


def measure(index: match.Index, lang: str, misses: bool = False) -> dict[str, int | float]:
    """The counts of one language; `misses` prints what was not first."""
    counts: dict[str, int | float] = dict.fromkeys(
        ("asked", "first", "three", "nothing", "kept", "skipped"), 0
    )
    known = set(index["situations"])
    started = time.perf_counter()
    for situation, text in questions(lang):
        found = [found_id for found_id, _ in match.ask(index, text)]
        if situation == "nothing":
            counts["nothing"] += 1
            counts["kept"] += not found
            right = not found
        elif situation not in known:
            counts["skipped"] += 1
            continue
        else:
            counts["asked"] += 1
            counts["first"] += found[:1] == [situation]
            counts["three"] += situation in found[:3]
            right = found[:1] == [situation]
        if misses and not right:
            print(f"    {situation}: {text!r} -> {found[:3]}")
    total = counts["asked"] + counts["nothing"]
    counts["ms"] = (time.perf_counter() - started) * 1000 / total if total else 0.0
    return counts


def report(lang: str, counts: dict[str, int | float]) -> str:
    """One line of the report."""
    asked, nothing = counts["asked"] or 1, counts["nothing"] or 1
    return (
        f"{lang}  top-1 {counts['first']}/{counts['asked']} ({counts['first'] / asked:.0%})"
        f"  top-3 {counts['three']}/{counts['asked']} ({counts['three'] / asked:.0%})"
        f"  nothing {counts['kept']}/{counts['nothing']} ({counts['kept'] / nothing:.0%})"
        f"  no such situation yet {counts['skipped']}  {counts['ms']:.1f} ms each"
    )


def main(arguments: list[str]) -> None:
    """Measure the languages named, or all five, on the compiled store."""
    from assistant.reference.opening import open_store

    store = open_store()
    for lang in [name for name in arguments if name in LANGUAGES] or LANGUAGES:
        print(report(lang, measure(store.index(lang, "ask"), lang, "--misses" in arguments)))


if __name__ == "__main__":
    main(sys.argv[1:])

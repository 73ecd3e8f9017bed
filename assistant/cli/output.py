"""Printing: 80 columns, plain characters where a terminal has no others, JSON."""

import codecs
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

# What a terminal that cannot print these characters gets in their place.
_PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "“": '"', "”": '"', "‘": "'", "’": "'", "«": '"', "»": '"',
    "–": "-", "—": "-", "…": "...", "→": "->", "·": "-", "≠": "!=", "•": "*", "≤": "<=", "\u00a0": " ", "\u202f": " ",
    "œ": "oe", "Œ": "OE", "§": "par. ",
}  # fmt: skip


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    piece = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in piece), error.end


def prepare_streams() -> None:
    """Make standard output and error print any text, whatever their encoding."""
    codecs.register_error("ruling-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="ruling-plain")


def width() -> int:
    """The columns to fill: the terminal's, but never more than 80."""
    return max(40, min(80, shutil.get_terminal_size((80, 24)).columns))


def say(text: str = "", indent: int = 0, hang: int | None = None) -> None:
    """Print a paragraph, wrapped; `hang` is the indent of its further lines (default: the same)."""
    first, rest = " " * indent, " " * (indent if hang is None else hang)
    if not text:
        print()
        return
    for line in text.split("\n"):
        if line.startswith("| "):
            print(first + line)  # a table row is never broken
            continue
        print(
            textwrap.fill(
                line, width(), initial_indent=first, subsequent_indent=rest,
                break_long_words=True, break_on_hyphens=False,
            )
        )  # fmt: skip


def say_command(words: str, indent: int = 4) -> None:
    """Print a command to copy: on one line, however long."""
    print(" " * indent + words)


def on_terminal() -> bool:
    """Whether a person sits at both ends: types the answers and reads the questions."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def columns(rows: Iterable[tuple[str, str]], indent: int = 2) -> None:
    """Print pairs in two columns, the second one wrapped."""
    pairs = list(rows)
    if not pairs:
        return
    left = min(max(len(first) for first, _ in pairs), 30)
    for first, second in pairs:
        say(f"{first:<{left}}  {second}", indent, indent + left + 2)


def say_json(value: Any, compact: bool = False) -> None:
    """Print a value as JSON, indented for people or on one line."""
    print(json.dumps(value, ensure_ascii=False, indent=None if compact else 2))

"""The words around a law's number, one small table per language (`citation_words.toml`)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("citation_words.toml")

#: The lists that every language's table has.
LISTS = (
    "law",
    "laws",
    "sign",
    "before",
    "and",
    "or",
    "to",
    "above",
    "below",
    "of_this_law",
    "not_a_section",
    "not_a_law",
)


@cache
def words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The table: language, name of the list, its words.

    The file keeps to lines of the form `name = [list]`, which JSON can read: a look-up has no time
    to import a TOML parser (tests prove that one reads the same).
    """
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    section: dict[str, tuple[str, ...]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = table.setdefault(line.strip("[] "), {})
        elif line and not line.startswith("#"):
            name, _, value = line.partition(" = ")
            section[name] = tuple(json.loads(value))
    return table


@cache
def law_words(language: str | None = None) -> tuple[str, ...]:
    """Every word that announces a law, longest first; without `language`, of all languages."""
    chosen = [language] if language else list(words())
    found = {w for lang in chosen for name in ("law", "laws", "sign") for w in words()[lang][name]}
    return tuple(sorted(found, key=lambda word: (-len(word), word)))

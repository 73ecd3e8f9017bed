"""Ids of provisions: `6D1`, `12C1e(i)`, `introduction`, `def/adjusted-score`; the same in every language."""

import re
import unicodedata
from functools import cache
from typing import NewType

from assistant.errors import UsageError
from assistant.laws.wording import law_words
from assistant.words import t

#: A string that went through `clean_id`, so that the type checker can tell it from any other.
ProvisionId = NewType("ProvisionId", str)

INTRODUCTION = ProvisionId("introduction")
DEFINITIONS = ProvisionId("definitions")

#: How deep a law goes: law, section, number, letter, roman number.
MAX_DEPTH = 5

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣－"), "-")
# Printed forms: 12C1e(i), but also 12 C 1 (e) (i), 12-C-1-e-i, 27 B 1 a).
_CLEAN = r"""0*(?P<law>[1-9][0-9]{0,2})
    (?:[\s.-]*\(?(?P<section>[a-z])\)?
      (?:[\s.-]*\(?0*(?P<number>[1-9][0-9]?)\)?
        (?:[\s.-]*\(?(?P<letter>[a-z])\)?
          (?:[\s.-]*\(?(?P<roman>[ivx]+)\)?)?)?)?)?
    \.?"""
_PARTS = re.compile(r"([1-9][0-9]{0,2})(?:([A-Z])(?:([1-9][0-9]?)(?:([a-z])(\([ivx]+\))?)?)?)?", re.ASCII)
_DEFINITION = re.compile(r"def/[a-z0-9]+(?:-[a-z0-9]+)*")
_ROMAN = {"i": 1, "v": 5, "x": 10}


class InvalidProvisionId(UsageError):
    """The text is not the number of a law, section or clause."""


def plain(text: str) -> str:
    """The text with full-width letters, no-break spaces and every kind of dash made plain."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES)


def clean_id(text: str) -> ProvisionId:
    """The id that `text` means: `12 C 1 (c)`, `L12C1c`, `§12C1c` and `Loi 12 C1c` are all `12C1c`.

    Raises:
        InvalidProvisionId: there is no such number in the text, or more than that.
    """
    bare = plain(text).strip()
    lowered = bare.lower()
    if lowered in (INTRODUCTION, DEFINITIONS) or _DEFINITION.fullmatch(lowered):
        return ProvisionId(lowered)
    found = re.fullmatch(_CLEAN, _law_prefix().sub("", bare, count=1), re.VERBOSE | re.IGNORECASE)
    if found is None or not _is_roman(found["roman"]):
        raise InvalidProvisionId(
            t("“{text}” is not the number of a law; write it like 6, 6D, 6D1 or 12C1e(i).", text=shown(text))
        )
    return join(found["law"], found["section"], found["number"], found["letter"], found["roman"])


def join(
    law: str, section: str | None, number: str | None, letter: str | None, roman: str | None
) -> ProvisionId:
    """The id of these labels, which may come in any case; the first missing one ends it."""
    spelled = str(int(law))
    if section:
        spelled += section.upper()
        if number:
            spelled += str(int(number))
            if letter:
                spelled += letter.lower()
                if roman:
                    spelled += f"({roman.lower()})"
    return ProvisionId(spelled)


@cache
def parts(id: ProvisionId) -> tuple[str, ...]:
    """The labels on the way down: `12C1e(i)` gives `("12", "C", "1", "e", "(i)")`."""
    if id in (INTRODUCTION, DEFINITIONS):
        return (str(id),)
    if id.startswith("def/"):
        return (str(DEFINITIONS), id.removeprefix("def/"))
    found = _PARTS.fullmatch(id)
    if found is None:
        raise InvalidProvisionId(t("“{text}” is not the id of a provision.", text=shown(id)))
    return tuple(part for part in found.groups() if part)


def parent(id: ProvisionId) -> ProvisionId | None:
    """The provision that this one is a part of; None for a law, the introduction, the definitions."""
    above = parts(id)[:-1]
    return ProvisionId("".join(above)) if above else None


def ancestors(id: ProvisionId) -> tuple[ProvisionId, ...]:
    """The provisions around this one, the law first, without itself."""
    labels = parts(id)
    return tuple(ProvisionId("".join(labels[:depth])) for depth in range(1, len(labels)))


def law_of(id: ProvisionId) -> ProvisionId:
    """The law that the provision stands in; for a definition, `definitions`."""
    return ProvisionId(parts(id)[0])


def is_within(id: ProvisionId, ancestor: ProvisionId) -> bool:
    """Whether the provision is `ancestor` or a part of it."""
    labels = parts(ancestor)
    return parts(id)[: len(labels)] == labels


def sort_key(id: ProvisionId) -> tuple[tuple[int, str], ...]:
    """Orders ids as the code does: introduction, definitions, Law 2 before Law 10, (iv) before (v)."""
    if id == INTRODUCTION:
        return ((-2, ""),)
    if id == DEFINITIONS or id.startswith("def/"):
        return ((-1, ""), *((0, slug) for slug in parts(id)[1:]))
    return tuple(_label_key(label) for label in parts(id))


@cache
def roman_value(numeral: str) -> int:
    """The value of a small roman number below forty, written with or without brackets; 0 if it is none."""
    digits = numeral.strip("()")
    if not digits:
        return 0
    total = 0
    for here, following in zip(digits, digits[1:] + " ", strict=True):
        value = _ROMAN.get(here, 0)
        total += -value if _ROMAN.get(following, 0) > value else value
    return total if total > 0 and roman(total) == digits else 0


def roman(number: int) -> str:
    """The small roman numeral of a number below forty."""
    ones = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * (number // 10) + ones[number % 10]


def shown(text: str, length: int = 40) -> str:
    """The text as a message may quote it: one line, no control characters, cut where it is long."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    kept = " ".join(kept.split())
    return kept if len(kept) <= length else kept[: length - 1] + "…"


def _label_key(label: str) -> tuple[int, str]:
    if label.isdigit():
        return int(label), ""
    return (roman_value(label), "") if label.startswith("(") else (ord(label), "")


def _is_roman(numeral: str | None) -> bool:
    return numeral is None or roman_value(numeral.lower()) > 0


@cache
def _law_prefix() -> re.Pattern[str]:
    """A law word, or the L of "L12C1c", in front of the number."""
    spelled = "|".join(re.escape(word) for word in law_words())
    return re.compile(rf"(?:(?:{spelled})\.?|L\.?)\s*(?=[0-9])", re.IGNORECASE)

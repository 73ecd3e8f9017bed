"""How a document is laid out: data, written by a person in a TOML file beside it.

language = "en"

[[editions]]                      # one or more: the codes whose wording the document holds
year = "2007"
title = "Laws of Duplicate Bridge 2007"
in_force_from = "2008-01-01"
in_force_to = "2017-09-30"
source = "where the text comes from"
notice = "whose text it is, and what that means for its use"

[outline]                         # all of it optional; what is not said is as in a cleanly labelled text
law = "LAW {n}"                   # how a law's line begins; without it: a law word of the language, a number
headings = {number = "run-in"}    # per depth: auto, line, none, run-in
wrapped = true                    # lines are broken at a width; without it every line is a paragraph
bullets = "layout"                # "- " stands before anything; without it: before the items of a list
note = "*"                        # how a note is marked: "*", "{n})"
like = "en/1997"                  # the labels are lost: take those of this edition, in its order
lost = "1."                       # what stands where the labels were
marks = {"(Old law)" = "1997"}    # a line that announces the wording of one of several codes
gaps = true                       # numbers may be left out
furniture = ["Chapter 3"]         # lines that are not law text

[[corrections]]                   # see corrections.py
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assistant.errors import RulingError
from assistant.importing.corrections import Correction, read_corrections
from assistant.importing.source import collapsed
from assistant.laws.editions import check_facts
from assistant.words import LANGUAGES, t

HEADINGS = ("auto", "line", "none", "run-in")
DEPTHS = ("section", "number", "letter", "roman")

_TOP = {"language", "editions", "outline", "corrections"}
_OUTLINE: Mapping[str, type] = {
    "law": str,
    "headings": dict,
    "wrapped": bool,
    "bullets": str,
    "note": str,
    "like": str,
    "lost": str,
    "marks": dict,
    "gaps": bool,
    "furniture": list,
}


class ProfileError(RulingError):
    """The TOML file beside a document is missing or wrong."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person says about a document, so that it can be read."""

    language: str
    editions: tuple[Mapping[str, str], ...]  # the facts of edition.toml, each
    law: str = ""
    headings: Mapping[str, str] = field(default_factory=dict)
    wrapped: bool = False
    bullets: str = "list"
    note: str = ""
    like: str = ""
    lost: str = "1."
    marks: Mapping[str, str] = field(default_factory=dict)
    gaps: bool = False
    furniture: frozenset[str] = frozenset()
    corrections: Mapping[int, Correction] = field(default_factory=dict)

    @property
    def years(self) -> tuple[str, ...]:
        """The codes whose wording the document holds."""
        return tuple(facts["year"] for facts in self.editions)


def profile_path(source: Path) -> Path:
    """Where the profile of a document lies: beside it, under the same name with `.toml`."""
    return source.with_suffix(".toml")


def load_profile(source: Path, language: str | None = None, year: str | None = None) -> Profile:
    """The profile of a document; where none lies beside it, that of a clean text in a language and year.

    Raises:
        ProfileError: there is none and language or year are not given, or it is wrong.
    """
    path = profile_path(source)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if language and year:
            return _plain_profile(source, language, year)
        raise ProfileError(
            t(
                '{source} has no description beside it. Write {path} with “language = "en"” and, below '
                "“[[editions]]”, its year, title, in_force_from, in_force_to, source and notice.",
                source=source.name,
                path=path,
            )
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileError(t("{path} is not TOML: {error}", path=path, error=error)) from None
    if source.suffix == ".toml":
        raise ProfileError(t("{path} is a description; import the document beside it.", path=path))
    return _profile(raw, path)


def _plain_profile(source: Path, language: str, year: str) -> Profile:
    facts: dict[str, object] = {
        "language": language,
        "year": year,
        "kind": "official",
        "title": year,
        "in_force_from": "",
        "in_force_to": "",
        "source": source.name,
        "notice": "",
    }
    return Profile(language, (check_facts(facts, source),))


def _profile(raw: Mapping[str, object], path: Path) -> Profile:
    _known(raw, _TOP, path)
    language = raw.get("language")
    if language not in LANGUAGES:
        raise ProfileError(
            t("{path}: “language” should be one of {languages}.", path=path, languages=", ".join(LANGUAGES))
        )
    editions = raw.get("editions")
    if not isinstance(editions, list) or not editions or not all(isinstance(e, dict) for e in editions):
        raise ProfileError(t("{path}: it needs at least one “[[editions]]”.", path=path))
    facts = tuple(check_facts({"language": language, "kind": "official", **e}, path) for e in editions)
    years = [each["year"] for each in facts]
    if len(set(years)) < len(years):
        raise ProfileError(t("{path}: a year stands in two “[[editions]]”.", path=path))
    outline = raw.get("outline", {})
    if not isinstance(outline, dict):
        raise ProfileError(t("{path}: “outline” should be a table: [outline].", path=path))
    _check_outline(outline, years, path)
    return Profile(
        str(language),
        facts,
        outline.get("law", ""),
        outline.get("headings", {}),
        outline.get("wrapped", False),
        outline.get("bullets", "list"),
        outline.get("note", ""),
        outline.get("like", ""),
        outline.get("lost", "1."),
        outline.get("marks", {}),
        outline.get("gaps", False),
        frozenset(collapsed(line) for line in outline.get("furniture", [])),
        read_corrections(raw.get("corrections", []), years, path),
    )


def _check_outline(outline: Mapping[str, object], years: list[str], path: Path) -> None:
    _known(outline, set(_OUTLINE), path)
    for key, value in outline.items():
        if not isinstance(value, _OUTLINE[key]):
            raise ProfileError(
                t(
                    "{path}: “{key}” should be of the form {form}.",
                    path=path,
                    key=key,
                    form=_FORMS[_OUTLINE[key]],
                )
            )
    headings, marks, furniture = (outline.get(key, {}) for key in ("headings", "marks", "furniture"))
    assert isinstance(headings, dict)
    assert isinstance(marks, dict)
    for depth, way in headings.items():
        if depth not in DEPTHS or way not in HEADINGS:
            raise ProfileError(
                t(
                    "{path}: headings are given as {depths} = {ways}.",
                    path=path,
                    depths=" / ".join(DEPTHS),
                    ways=" / ".join(HEADINGS),
                )
            )
    for mark, year in marks.items():
        if year not in years:
            raise ProfileError(
                t(
                    "{path}: “{mark}” names the code {year}, of which there is no edition here.",
                    path=path,
                    mark=mark,
                    year=year,
                )
            )
    if not all(isinstance(line, str) for line in furniture):  # type: ignore[attr-defined]
        raise ProfileError(t("{path}: “furniture” is a list of lines, each in quotes.", path=path))
    if outline.get("bullets", "list") not in ("list", "layout"):
        raise ProfileError(t("{path}: “bullets” should be list or layout.", path=path))
    if "{n}" not in str(outline.get("law", "{n}")):
        raise ProfileError(t("{path}: “law” shows with {{n}} where the number stands.", path=path))


_FORMS = {str: '"…"', bool: "true / false", dict: "{…}", list: "[…]"}


def _known(table: Mapping[str, object], keys: set[str], path: Path) -> None:
    for key in table:
        if key not in keys:
            raise ProfileError(
                t(
                    "{path}: “{key}” is not known; known are {keys}.",
                    path=path,
                    key=key,
                    keys=", ".join(sorted(keys)),
                )
            )

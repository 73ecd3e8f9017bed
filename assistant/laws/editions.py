"""Editions on disk: a folder `<lang>/<year>` with `edition.toml` and one Markdown file a law."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.ids import DEFINITIONS, INTRODUCTION, ProvisionId, sort_key
from assistant.laws.markdown import SourceError, read_law
from assistant.laws.tree import Edition, Provision
from assistant.words import LANGUAGES, t

FACTS = "edition.toml"
KINDS = ("official", "digest")
_KEYS = ("language", "year", "kind", "title", "in_force_from", "in_force_to", "source", "notice")
_YEAR = re.compile(r"[12][0-9]{3}", re.ASCII)
_DATE = re.compile(r"(?:[12][0-9]{3}(?:-[01][0-9]-[0-3][0-9])?)?", re.ASCII)


class EditionError(RulingError):
    """An edition's folder or its `edition.toml` is not as it should be."""


def load_edition(folder: Path) -> Edition:
    """The edition in a folder, all its laws in order.

    Raises:
        EditionError: the folder lies in the wrong place, or its edition.toml is missing or wrong.
        SourceError: a law is not in the canonical form.
    """
    facts = read_facts(folder / FACTS)
    if (folder.parent.name, folder.name) != (facts["language"], facts["year"]):
        raise EditionError(
            t(
                "{folder} holds the edition {name}; its folder should be …/{name}.",
                folder=folder,
                name="/".join((facts["language"], facts["year"])),
            )
        )
    laws = sorted((load_law(path) for path in sorted(folder.glob("*.md"))), key=lambda law: sort_key(law.id))
    return Edition(
        facts["language"],
        facts["year"],
        facts["kind"],
        facts["title"],
        facts["in_force_from"],
        facts["in_force_to"],
        facts["source"],
        facts["notice"],
        tuple(laws),
    )


def edition_folders(laws_dir: Path) -> Iterator[Path]:
    """The folders of all editions below a laws folder, by language and year."""
    for language in LANGUAGES:
        for facts in sorted((laws_dir / language).glob(f"*/{FACTS}")):
            yield facts.parent


def load_editions(laws_dir: Path) -> list[Edition]:
    """All editions below a laws folder, by language and year."""
    return [load_edition(folder) for folder in edition_folders(laws_dir)]


def file_name(law: ProvisionId) -> str:
    """The name of the file of a law: `06.md`, `introduction.md`."""
    return f"{law}.md" if law in (INTRODUCTION, DEFINITIONS) else f"{int(law):02}.md"


def read_facts(path: Path) -> dict[str, str]:
    """The checked content of an `edition.toml`.

    Raises:
        EditionError: the file is missing, is no TOML, or a value is missing, unknown or malformed.
    """
    import tomllib  # a look-up never loads editions, and has no time for a parser

    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise EditionError(t("{path} is missing; it says which edition this is.", path=path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise EditionError(t("{path} is not TOML: {error}", path=path, error=error)) from None
    return check_facts(raw, path)


def check_facts(raw: Mapping[str, object], path: Path) -> dict[str, str]:
    """The facts of an edition, each a string, none missing, none unknown.

    Raises:
        EditionError: otherwise.
    """
    for key in raw:
        if key not in _KEYS:
            raise EditionError(
                t(
                    "{path}: “{key}” is not known; known are {keys}.",
                    path=path,
                    key=key,
                    keys=", ".join(_KEYS),
                )
            )
    facts: dict[str, str] = {}
    for key in _KEYS:
        value = raw.get(key)
        if not isinstance(value, str):
            raise EditionError(t("{path}: “{key}” is missing, or is not text in quotes.", path=path, key=key))
        facts[key] = value
    if facts["language"] not in LANGUAGES:
        raise EditionError(
            t(
                "{path}: the language “{language}” is not known; known are {languages}.",
                path=path,
                language=facts["language"],
                languages=", ".join(LANGUAGES),
            )
        )
    if not _YEAR.fullmatch(facts["year"]):
        raise EditionError(t("{path}: the year should have four digits, like 2017.", path=path))
    if facts["kind"] not in KINDS:
        raise EditionError(t("{path}: the kind should be {kinds}.", path=path, kinds=" / ".join(KINDS)))
    for key in ("in_force_from", "in_force_to"):
        if not _DATE.fullmatch(facts[key]):
            raise EditionError(
                t("{path}: “{key}” should be a date like 2017-09-30, a year, or empty.", path=path, key=key)
            )
    if not facts["title"].strip():
        raise EditionError(t("{path}: the title is empty.", path=path))
    return facts


def write_facts(facts: Mapping[str, str]) -> str:
    """The text of an `edition.toml`, its keys in their fixed order."""
    return "".join(f"{key} = {_quoted(facts[key])}\n" for key in _KEYS)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def load_law(path: Path) -> Provision:
    """The law in a file.

    Raises:
        SourceError: the file is not UTF-8, not in the canonical form, or misnamed.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise SourceError(path, line, t("the file is not UTF-8; save it as UTF-8.")) from None
    law = read_law(text, path)
    if path.name != file_name(law.id):
        raise SourceError(
            path, 1, t("this is {id}; its file is named {name}.", id=law.id, name=file_name(law.id))
        )
    return law

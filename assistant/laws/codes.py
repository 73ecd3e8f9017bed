"""The registers of the codes: which provisions a year's laws have, whether or not we hold their text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.ids import (
    DEFINITIONS,
    InvalidProvisionId,
    ProvisionId,
    ancestors,
    clean_id,
    law_of,
    parent,
    parts,
    sort_key,
)
from assistant.laws.markdown import SourceError
from assistant.words import t

#: Stands before a title in the register where the code itself prints no heading.
UNPRINTED = "~"
#: The source of an entry that stands in a text we hold.
HELD = "text"


class UnknownProvision(RulingError):
    """The code has no such provision; the message says what it has."""


@dataclass(frozen=True)
class Code:
    """One year's laws: its provisions in order, with a title or a hint of the content for each.

    `complete` tells a register of the whole code from one of what is held, cited or mapped.
    """

    year: str
    name: str
    in_force_from: str
    in_force_to: str
    complete: bool
    titles: Mapping[ProvisionId, str]
    sources: Mapping[ProvisionId, str] = field(default_factory=dict)

    def __contains__(self, id: object) -> bool:
        return id in self.titles

    @property
    def ids(self) -> tuple[ProvisionId, ...]:
        """All provisions, in the order of the code."""
        return tuple(self.titles)

    @property
    def laws(self) -> tuple[ProvisionId, ...]:
        """The laws alone (and introduction and definitions, where the register has them)."""
        return tuple(id for id in self.titles if parent(id) is None)

    def title(self, id: ProvisionId) -> str:
        """The provision's heading in English, or a hint of its content where the code prints none."""
        return self.titles[id].removeprefix(UNPRINTED)

    def children(self, id: ProvisionId) -> tuple[ProvisionId, ...]:
        """The parts right below a provision, in order."""
        return self._children.get(id, ())

    def nearest(self, id: ProvisionId) -> ProvisionId | None:
        """The provision itself, or the smallest one around it that the register has."""
        return next((near for near in (id, *reversed(ancestors(id))) if near in self.titles), None)

    def require(self, id: ProvisionId) -> ProvisionId:
        """The id again.

        Raises:
            UnknownProvision: the register does not have it. Nothing is widened: a part that does not
                exist is not answered with the whole.
        """
        if id not in self.titles:
            raise UnknownProvision(self.missing(id))
        return id

    def missing(self, id: ProvisionId) -> str:
        """A sentence on why the register does not have this id, and what it has instead."""
        near = self.nearest(id)
        if near is None:
            return self._no_such_law(id)
        label = parts(id)[len(parts(near))]
        if near == DEFINITIONS:
            return t("The {year} code has no definition “{term}”.", year=self.year, term=label)
        values = {"id": near, "label": label, "year": self.year}
        if not self.complete and not self.sources.get(near, "").startswith(HELD):
            return t("Of {id} in the {year} code we hold no text, and know of no {label} in it.", **values)
        have = [parts(child)[-1] for child in self.children(near)]
        if not have:
            return t("{id} has no {label}; it has no parts (code of {year}).", **values)
        if len(have) == 1:
            return t("{id} has no {label}; it has only {first} (code of {year}).", **values, first=have[0])
        return t(
            "{id} has no {label}; it has {first} to {last} (code of {year}).",
            **values,
            first=have[0],
            last=have[-1],
        )

    def _no_such_law(self, id: ProvisionId) -> str:
        laws = [law for law in self.laws if law.isdigit()]
        if self.complete and laws:
            return t(
                "The {year} code has no Law {law}; it has Laws {first} to {last}.",
                year=self.year,
                law=law_of(id),
                first=laws[0],
                last=laws[-1],
            )
        return t(
            "Law {law} of the {year} code is neither held nor cited here; we hold only a part of that code.",
            law=law_of(id),
            year=self.year,
        )

    @cached_property
    def _children(self) -> dict[ProvisionId, tuple[ProvisionId, ...]]:
        found: dict[ProvisionId, list[ProvisionId]] = {}
        for id in self.titles:
            if above := parent(id):
                found.setdefault(above, []).append(id)
        return {id: tuple(below) for id, below in found.items()}


def load_codes(laws_dir: Path) -> dict[str, Code]:
    """All registers, by year, from `codes/codes.toml` and `codes/<year>.tsv`.

    Raises:
        SourceError: a line of a register is malformed, out of order, double, or hangs in the air.
    """
    import tomllib  # a look-up never loads registers, and has no time for a parser

    folder = laws_dir / "codes"
    about = tomllib.loads((folder / "codes.toml").read_text(encoding="utf-8"))
    return {
        year: Code(
            year,
            facts["title"],
            facts["in_force_from"],
            facts["in_force_to"],
            facts["complete"],
            *_register(folder / f"{year}.tsv"),
        )
        for year, facts in about.items()
    }


def read_table(path: Path, columns: Iterable[str]) -> list[tuple[int, list[str]]]:
    """The rows of a tab-separated file with their line numbers, its first line being the names given.

    Raises:
        SourceError: the first line is another, or a row has another number of columns.
    """
    wanted = list(columns)
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"), 1):
        cells = line.split("\t")
        if number == 1:
            if cells != wanted:
                raise SourceError(path, 1, t("the columns should be: {columns}", columns=" · ".join(wanted)))
        elif len(cells) != len(wanted):
            raise SourceError(
                path,
                number,
                t("{count} columns where there should be {wanted}.", count=len(cells), wanted=len(wanted)),
            )
        else:
            rows.append((number, cells))
    return rows


def checked_id(text: str, path: Path, line: int) -> ProvisionId:
    """The text as an id, which it must already be.

    Raises:
        SourceError: it is none, or is spelled in another way.
    """
    try:
        id = clean_id(text)
    except InvalidProvisionId as error:
        raise SourceError(path, line, str(error)) from None
    if id != text:
        raise SourceError(path, line, t("write {id}, not {text}.", id=id, text=text))
    return id


def _register(path: Path) -> tuple[dict[ProvisionId, str], dict[ProvisionId, str]]:
    titles: dict[ProvisionId, str] = {}
    sources: dict[ProvisionId, str] = {}
    before: ProvisionId | None = None
    for number, (text, title, source) in read_table(path, ("id", "title", "source")):
        id = checked_id(text, path, number)
        above = parent(id)
        if id in titles:
            raise SourceError(path, number, t("{id} stands here a second time.", id=id))
        if above is not None and above not in titles:
            raise SourceError(
                path, number, t("{id} stands here, but {parent} does not; add it.", id=id, parent=above)
            )
        # Definitions stand in the order of the English alphabet of terms, not of their ids.
        if before and not id.startswith("def/") and sort_key(before) > sort_key(id):
            raise SourceError(
                path, number, t("{id} stands behind {other}; put it before.", id=id, other=before)
            )
        if not source:
            raise SourceError(path, number, t("{id} has no source.", id=id))
        titles[id], sources[id], before = title, source, id
    return titles, sources

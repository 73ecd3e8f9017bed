"""Reading the compiled reference: one SQLite file, opened read-only.

Everything in it is ready to show: texts are linked, sentences translated, words stemmed. The
classes and functions here are what the command line and the site are built on.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from assistant.errors import RulingError
from assistant.words import t

Json = dict[str, Any]

# Raised when the tables or documents change, so that a store of an older shape is compiled anew.
SCHEMA = "1"


class EditionRow(NamedTuple):
    """One language's text of a code: `kind` is `official` or `digest` (our own words)."""

    lang: str
    year: str
    kind: str
    title: str
    in_force_from: str
    in_force_to: str
    source: str
    notice: str


class SituationRow(NamedTuple):
    """One line of the map: `codes` are the years that the situation answers for."""

    id: str
    stage: str
    title: str
    codes: tuple[str, ...]


class Store:
    """A compiled store. `path` must exist; raises RulingError where it is not a store of this version."""

    def __init__(self, path: Path) -> None:
        try:
            # A path may hold characters that a URI reads as its own, so it is quoted by as_uri.
            self._db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            shape = self._one("SELECT value FROM meta WHERE key = 'schema'")
        except sqlite3.Error as error:
            raise RulingError(
                t("{path} is not a compiled store. Delete it and try again.", path=path)
            ) from error
        if shape != SCHEMA:
            raise RulingError(t("{path} is not a compiled store. Delete it and try again.", path=path))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def stamp(self) -> str:
        """What the store was compiled from, see `assistant.reference.stamp`."""
        return self._one("SELECT value FROM meta WHERE key = 'stamp'") or ""

    def _one(self, query: str, *values: str) -> str | None:
        row = self._db.execute(query, values).fetchone()
        return None if row is None else str(row[0])

    def _document(self, query: str, *values: str) -> Any:
        found = self._one(query, *values)
        return None if found is None else json.loads(found)

    # Editions and their texts

    def editions(self) -> list[EditionRow]:
        """All editions held, by language in our order, newest code first."""
        rows = self._db.execute(
            "SELECT lang, year, kind, title, in_force_from, in_force_to, source, notice"
            " FROM editions ORDER BY position"
        )
        return [EditionRow(*row) for row in rows]

    def edition(self, lang: str, year: str) -> EditionRow | None:
        """One edition, or None where it is not held."""
        return next((row for row in self.editions() if (row.lang, row.year) == (lang, year)), None)

    def provision(self, lang: str, year: str, id: str) -> Json | None:
        """A provision's own document: id, heading, text, notes, refs, terms; None where not held."""
        found: Json | None = self._document(
            "SELECT doc FROM provisions WHERE lang = ? AND year = ? AND id = ?", lang, year, id
        )
        return found

    def within(self, lang: str, year: str, law: str) -> list[Json]:
        """All provisions of one law, in order, as `provision` gives them."""
        rows = self._db.execute(
            "SELECT doc FROM provisions WHERE lang = ? AND year = ? AND law = ? ORDER BY position",
            (lang, year, law),
        )
        return [json.loads(row[0]) for row in rows]

    def holders(self, id: str) -> list[tuple[str, str]]:
        """The (lang, year) of every edition that holds a provision of this id."""
        rows = self._db.execute(
            "SELECT p.lang, p.year FROM provisions p JOIN editions e ON e.lang = p.lang AND e.year = p.year"
            " WHERE p.id = ? ORDER BY e.position",
            (id,),
        )
        return [(lang, year) for lang, year in rows]

    def laws(self, lang: str, year: str) -> list[Json]:
        """The top-level provisions of an edition in order: its laws, introduction and definitions."""
        rows = self._db.execute(
            "SELECT doc FROM provisions WHERE lang = ? AND year = ? AND id = law ORDER BY position",
            (lang, year),
        )
        return [json.loads(row[0]) for row in rows]

    def cited_by(self, lang: str, year: str, id: str) -> list[str]:
        """The ids of the provisions of an edition whose text cites this one."""
        rows = self._db.execute(
            "SELECT source FROM citations WHERE lang = ? AND year = ? AND target = ? ORDER BY position",
            (lang, year, id),
        )
        return [row[0] for row in rows]

    # Codes

    def codes(self) -> list[Json]:
        """The codes, oldest first: year, title, in_force_from, in_force_to."""
        return [json.loads(row[0]) for row in self._db.execute("SELECT doc FROM codes ORDER BY year")]

    def registered(self, year: str, id: str) -> bool:
        """Whether a code has a provision of this id, whether or not we hold its text."""
        return self._one("SELECT id FROM register WHERE year = ? AND id = ?", year, id) is not None

    def register(self, year: str) -> list[str]:
        """All ids of a code, in its order."""
        return [
            row[0]
            for row in self._db.execute("SELECT id FROM register WHERE year = ? ORDER BY position", (year,))
        ]

    def register_rows(self, year: str) -> list[tuple[str, str, str]]:
        """The register of a code in its order: id, title, source."""
        rows = self._db.execute(
            "SELECT id, title, source FROM register WHERE year = ? ORDER BY position", (year,)
        )
        return [(id, title, source) for id, title, source in rows]

    def parts(self, year: str, id: str) -> list[str]:
        """The ids of a provision's direct parts in the register of a code."""
        rows = self._db.execute(
            "SELECT id FROM register WHERE year = ? AND parent = ? ORDER BY position", (year, id)
        )
        return [row[0] for row in rows]

    def concordance(self) -> list[list[str]]:
        """The rows of the concordance, for `assistant.laws.concordance`."""
        return list(self._document("SELECT value FROM meta WHERE key = 'concordance'") or [])

    # Situations

    def situations(self, lang: str) -> list[SituationRow]:
        """The map: every situation, by stage, in order."""
        rows = self._db.execute(
            "SELECT situation, stage, title, codes FROM flows WHERE lang = ? ORDER BY position", (lang,)
        )
        return [SituationRow(id, stage, title, tuple(codes.split())) for id, stage, title, codes in rows]

    def flow(self, situation: str, lang: str) -> Json | None:
        """The compiled flow of a situation in a language, or None where there is no such situation."""
        found: Json | None = self._document(
            "SELECT doc FROM flows WHERE situation = ? AND lang = ?", situation, lang
        )
        return found

    def laws_of(self, situation: str, year: str) -> list[str]:
        """The provisions of a code that the steps of a situation's rulings cite, in their order."""
        rows = self._db.execute(
            "SELECT id FROM flow_laws WHERE situation = ? AND year = ? ORDER BY position", (situation, year)
        )
        return [row[0] for row in rows]

    def situations_citing(self, year: str, id: str) -> list[str]:
        """The situations whose rulings cite this provision of a code, itself or a part of it."""
        rows = self._db.execute(
            "SELECT DISTINCT situation FROM flow_laws WHERE year = ? AND (id = ? OR instr(above, ?))"
            " ORDER BY position",
            (year, id, f" {id} "),
        )
        return [row[0] for row in rows]

    # Words

    def messages(self, lang: str) -> Mapping[str, str | list[str]]:
        """The interface's sentences in a language, for `assistant.words.use`."""
        return self._document("SELECT doc FROM messages WHERE lang = ?", lang) or {}

    def index(self, lang: str, kind: str) -> Json:
        """The index of a language: `ask` (situations) or `search` (law texts)."""
        found: Json = self._document("SELECT doc FROM indexes WHERE lang = ? AND kind = ?", lang, kind) or {}
        return found

    def glossary(self) -> list[Json]:
        """The glossary: concept, definition id or "", and per language preferred term and synonyms."""
        return [json.loads(row[0]) for row in self._db.execute("SELECT doc FROM glossary ORDER BY position")]


def tree_of(rows: list[Json]) -> list[Json]:
    """Provisions in order, as the store gives them, made into trees by their `parent`."""
    by_id: dict[str, Json] = {}
    roots: list[Json] = []
    for row in rows:
        node = {**row, "children": []}
        by_id[row["id"]] = node
        parent = by_id.get(row["parent"])
        (parent["children"] if parent else roots).append(node)
    return roots


def walk_tree(node: Json) -> Iterator[Json]:
    """A provision and all its parts, in order."""
    yield node
    for child in node["children"]:
        yield from walk_tree(child)

"""Compiling everything that people edit into one SQLite file that everything else reads.

The file is made under another name and put in place by one `os.replace`, so a reader sees the old
store or the new one, never half of one, however many compile at once.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from assistant.asking import index as asking
from assistant.asking.normalise import fold, raw_words
from assistant.errors import RulingError
from assistant.laws.codes import Code, load_codes
from assistant.laws.concordance_files import load_concordance
from assistant.laws.editions import load_editions
from assistant.laws.ids import ancestors, law_of, parent, sort_key
from assistant.laws.links import Ref, note_refs, refs
from assistant.laws.terms import Glossary, TermSpan, load_glossary
from assistant.laws.tree import Edition, Provision, walk
from assistant.reference import catalogues, search
from assistant.reference.store import SCHEMA, Json
from assistant.situations.build import build_all, catalogue
from assistant.situations.loader import load
from assistant.situations.model import Sources
from assistant.situations.vocabulary import stages
from assistant.words import LANGUAGES, t

SITUATIONS = Path(__file__).resolve().parent.parent / "situations" / "flows"

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE codes (year TEXT PRIMARY KEY, doc TEXT);
CREATE TABLE register (year TEXT, id TEXT, parent TEXT, title TEXT, source TEXT, position INTEGER, PRIMARY KEY (year, id));
CREATE INDEX register_parent ON register (year, parent);
CREATE TABLE editions (lang TEXT, year TEXT, kind TEXT, title TEXT, in_force_from TEXT, in_force_to TEXT,
    source TEXT, notice TEXT, position INTEGER, PRIMARY KEY (lang, year));
CREATE TABLE provisions (lang TEXT, year TEXT, id TEXT, law TEXT, doc TEXT, position INTEGER, PRIMARY KEY (lang, year, id));
CREATE INDEX provisions_law ON provisions (lang, year, law);
CREATE INDEX provisions_id ON provisions (id);
CREATE TABLE citations (lang TEXT, year TEXT, target TEXT, source TEXT, position INTEGER);
CREATE INDEX citations_target ON citations (lang, year, target);
CREATE TABLE flows (situation TEXT, lang TEXT, stage TEXT, title TEXT, codes TEXT, doc TEXT, position INTEGER,
    PRIMARY KEY (situation, lang));
CREATE TABLE flow_laws (situation TEXT, year TEXT, id TEXT, above TEXT, position INTEGER);
CREATE INDEX flow_laws_situation ON flow_laws (situation, year);
CREATE TABLE messages (lang TEXT PRIMARY KEY, doc TEXT);
CREATE TABLE indexes (lang TEXT, kind TEXT, doc TEXT, PRIMARY KEY (lang, kind));
CREATE TABLE glossary (concept TEXT PRIMARY KEY, doc TEXT, position INTEGER);
"""


def compile_store(target: Path, laws_dirs: Sequence[Path], stamp: str) -> None:
    """Compile the texts of `laws_dirs` (the shipped ones first) and the situations into `target`.

    Raises RulingError, naming file and line, where a source is malformed, or the folder cannot be
    written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
        os.close(handle)
    except OSError as error:
        raise RulingError(
            t(
                "The reference cannot be compiled, since {folder} cannot be written: {reason}. Set XDG_CACHE_HOME to a folder that can.",
                folder=target.parent,
                reason=error.strerror,
            )
        ) from error
    try:
        db = sqlite3.connect(name)
        try:
            _fill(db, laws_dirs, stamp)
            db.commit()
        finally:
            db.close()
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _fill(db: sqlite3.Connection, laws_dirs: Sequence[Path], stamp: str) -> None:
    db.executescript(_TABLES)
    shipped = laws_dirs[0]
    codes = load_codes(shipped)
    glossary = load_glossary(shipped)
    editions = _ordered(laws_dirs)
    _meta(db, "schema", SCHEMA)
    _meta(db, "stamp", stamp)
    _meta(db, "concordance", _json(load_concordance(shipped).rows()))
    _codes(db, codes)
    _texts(db, editions, codes, glossary)
    _words(db, glossary)
    _situations(db, load(SITUATIONS, root=SITUATIONS.parent))
    _search(db, editions)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _meta(db: sqlite3.Connection, key: str, value: str) -> None:
    db.execute("INSERT INTO meta VALUES (?, ?)", (key, value))


def _ordered(laws_dirs: Sequence[Path]) -> list[Edition]:
    """All editions: languages in our order, newest code first; a user's own laws replace the shipped ones."""
    found: dict[tuple[str, str], Edition] = {}
    for folder in laws_dirs:
        for edition in load_editions(folder) if folder.is_dir() else ():
            shipped = found.get((edition.lang, edition.year))
            if shipped is not None:
                laws = {law.id: law for law in (*shipped.laws, *edition.laws)}
                edition = replace(
                    edition, laws=tuple(sorted(laws.values(), key=lambda law: sort_key(law.id)))
                )
            found[edition.lang, edition.year] = edition
    return sorted(found.values(), key=lambda edition: (LANGUAGES.index(edition.lang), -int(edition.year)))


def _codes(db: sqlite3.Connection, codes: Mapping[str, Code]) -> None:
    for year, code in codes.items():
        document = {
            "year": year,
            "title": code.name,
            "in_force_from": code.in_force_from,
            "in_force_to": code.in_force_to,
            "complete": code.complete,
        }
        db.execute("INSERT INTO codes VALUES (?, ?)", (year, _json(document)))
        db.executemany(
            "INSERT INTO register VALUES (?, ?, ?, ?, ?, ?)",
            (
                (year, id, parent(id) or "", code.titles[id], code.sources[id], n)
                for n, id in enumerate(code.ids)
            ),
        )


def _texts(
    db: sqlite3.Connection, editions: Iterable[Edition], codes: Mapping[str, Code], glossary: Glossary
) -> None:
    for place, edition in enumerate(editions):
        db.execute(
            "INSERT INTO editions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                edition.lang, edition.year, edition.kind, edition.title, edition.in_force_from,
                edition.in_force_to, edition.source, edition.notice, place,
            ),
        )  # fmt: skip
        position = 0
        for law in edition.laws:
            for provision in walk(law):
                position += 1
                document = provision_document(provision, edition, codes[edition.year], glossary)
                db.execute(
                    "INSERT INTO provisions VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        edition.lang,
                        edition.year,
                        provision.id,
                        law_of(provision.id),
                        _json(document),
                        position,
                    ),
                )
                spans = [
                    *document["refs"],
                    *document["terms"],
                    *(ref for note in document["notes"] for ref in note["refs"]),
                ]
                targets = dict.fromkeys(span["id"] for span in spans)
                db.executemany(
                    "INSERT INTO citations VALUES (?, ?, ?, ?, ?)",
                    ((edition.lang, edition.year, target, provision.id, position) for target in targets),
                )


def provision_document(provision: Provision, edition: Edition, code: Code, glossary: Glossary) -> Json:
    """One provision as the store keeps it: its own text with links and terms, without its parts."""
    links = refs(provision, edition.lang, code)
    in_notes = note_refs(provision, edition.lang, code)
    return {
        "id": provision.id,
        "parent": parent(provision.id) or "",
        "label": provision.label,
        "heading": provision.heading,
        "text": provision.text,
        "notes": [
            {"mark": note.mark, "text": note.text, "refs": _links(in_notes[note.mark])}
            for note in provision.notes
        ],
        "refs": _links(links),
        "terms": [
            {"text": term.text, "id": term.id, "start": term.start, "end": term.end}
            for term in _terms(provision, edition, glossary, [(ref.start, ref.end) for ref in links])
        ],
    }


def _links(found: Iterable[Ref]) -> list[Json]:
    return [{"text": ref.text, "id": ref.id, "start": ref.start, "end": ref.end} for ref in found]


def _terms(
    provision: Provision, edition: Edition, glossary: Glossary, links: list[tuple[int, int]]
) -> list[TermSpan]:
    """The defined terms in a text; only a code whose definitions we hold has any."""
    if edition.kind != "digest":
        return []
    return glossary.spans(provision.text, edition.lang, within=provision.id, avoid=links)


def _words(db: sqlite3.Connection, glossary: Glossary) -> None:
    for language, found in catalogues.all_messages("interface").items():
        db.execute("INSERT INTO messages VALUES (?, ?)", (language, _json(found)))
    for position, entry in enumerate(glossary.entries):
        document = {
            "concept": entry.concept,
            "def": entry.definition or "",
            "terms": {
                language: {"preferred": entry.preferred[language], "synonyms": list(entry.synonyms[language])}
                for language in LANGUAGES
            },
        }
        db.execute("INSERT INTO glossary VALUES (?, ?, ?)", (entry.concept, _json(document), position))


def _situations(db: sqlite3.Connection, sources: Sources) -> None:
    translations = catalogues.all_messages("situations")
    order = list(stages())
    for language in LANGUAGES:
        table = {key: text for key, text in translations.get(language, {}).items() if isinstance(text, str)}
        flows = build_all(sources, catalogue(table))
        ordered = sorted(flows.values(), key=lambda flow: order.index(flow["stage"]))
        for position, flow in enumerate(ordered):
            db.execute(
                "INSERT INTO flows VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    flow["situation"],
                    language,
                    flow["stage"],
                    flow["title"],
                    " ".join(flow["codes"]),
                    _json(flow),
                    position,
                ),
            )
            if language == "en":
                db.executemany("INSERT INTO flow_laws VALUES (?, ?, ?, ?, ?)", _laws(flow, position))
        documents = [asking.document(flow) for flow in ordered]
        db.execute(
            "INSERT INTO indexes VALUES (?, 'ask', ?)", (language, _json(asking.build(language, documents)))
        )


def _laws(flow: Json, position: int) -> Iterator[tuple[str, str, str, str, int]]:
    """What the steps and choices of a flow's rulings cite, per code, each once."""
    rulings = [node for node in flow["nodes"].values() if node["type"] == "ruling"]
    entries = [
        entry for node in rulings for step in node["steps"] for entry in (step, *step.get("choices", ()))
    ]
    for year in flow["codes"]:
        cited = dict.fromkeys(id for entry in entries for id in entry.get("laws", {}).get(year, ()))
        for place, id in enumerate(cited):
            above = f" {' '.join(ancestors(id))} "
            yield flow["situation"], year, id, above, position * 1000 + place


def _search(db: sqlite3.Connection, editions: Sequence[Edition]) -> None:
    from snowballstemmer import stemmer

    names = {"en": "english", "fr": "french", "pt": "portuguese", "nl": "dutch", "da": "danish"}
    for language in LANGUAGES:
        rows = [
            {
                "edition": edition.year, "id": provision.id, "heading": provision.heading, "path": path,
                "text": "\n".join([provision.text, *(note.text for note in provision.notes)]).strip(),
            }
            for edition in editions
            if edition.lang == language
            for law in edition.laws
            for provision, path in _with_paths(law, "")
        ]  # fmt: skip
        stem = stemmer(names[language]).stemWord
        # A stemmer needs the accents that a folded form has lost.
        forms = {pair for row in rows for pair in raw_words(f"{row['heading']} {row['text']}", language)}
        stems = {folded: fold(stem(written), language) for written, folded in sorted(forms)}
        db.execute(
            "INSERT INTO indexes VALUES (?, 'search', ?)",
            (language, _json(search.build(language, rows, stems))),
        )


def _with_paths(provision: Provision, above: str) -> Iterator[tuple[Provision, str]]:
    """A provision and its parts, each with the headings of what it stands in."""
    yield provision, above
    inner = " › ".join(part for part in (above, provision.heading) if part)
    for child in provision.children:
        yield from _with_paths(child, inner)

"""`ruling law`: a law, a section or a clause, with its links, who cites it and where else it stands."""

from typing import Annotated

import typer

from assistant.cli.languages import speaking
from assistant.cli.options import AsJson, Edition, Lang, known_lang, known_year
from assistant.cli.output import say, say_json
from assistant.reference import lookup, names
from assistant.reference.opening import open_store
from assistant.reference.store import Json, Store
from assistant.words import language, t


def command(
    citation: Annotated[
        list[str],
        typer.Argument(metavar="citation", help=t("A citation, for instance “6D1” or “laws 26 and 64A”.")),
    ],
    lang: Lang = None,
    edition: Edition = None,
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also", metavar="lang", help=t("Another language to show beside the first; may be repeated.")
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the provisions that a citation names, each followed by its parts."""
    from assistant.laws.citations import typed

    store = open_store()
    spoken = language()
    others = [known_lang(other) for other in also or [] if other != spoken]
    year = known_year(store, edition) if edition else None
    found: list[Json] = []
    for id in typed(" ".join(citation), spoken):
        document = lookup.law(store, spoken, id, year)
        if others:
            document["also"] = {other: lookup.law(store, other, id, document["edition"]) for other in others}
        found.append(document)
    if as_json:
        say_json(found[0] if len(found) == 1 else found)
        return
    for position, document in enumerate(found):
        if position:
            say()
        _show(store, document)
        for other, translated in document.get("also", {}).items():
            say()
            with speaking(store, other):
                _show(store, translated)


def _show(store: Store, document: Json) -> None:
    lang, year = document["lang"], document["edition"]
    edition = store.edition(lang, year)
    title = lookup.cited(store, lang, document["id"], year)
    repeated = document["heading"] in title  # an introduction or a definition is named by its heading
    say(title if repeated else f"{title}. {document['heading']}")
    if edition is not None:
        say(names.edition(edition))
        if edition.kind == "digest":
            say(names.digest_notice())
    say()
    _body(document, document["id"], 0)
    ids = [reference["id"] for part in _parts(document) for reference in part["refs"]]
    _line(t("Refers to:"), [lookup.cited(store, lang, id, year) for id in dict.fromkeys(ids)])
    _line(t("Cited by:"), [lookup.cited(store, lang, id, year) for id in document["cited_by"]])
    _line(
        t("Also held in:"),
        [
            f"{other['lang']}/{other['edition']}"
            + (f" ({names.citation(other['id'])})" if other["id"] != document["id"] else "")
            for other in document["parallels"]
        ],
    )


def _parts(document: Json) -> list[Json]:
    return [document, *(part for child in document["children"] for part in _parts(child))]


def _body(document: Json, top: str, depth: int) -> None:
    indent = 2 * depth
    if document["id"] != top:
        say(f"{document['id']}  {document['heading']}".rstrip(), indent)
    for paragraph in document["text"].split("\n\n"):
        for line in paragraph.split("\n"):
            if line:
                say(line, indent + 2, indent + 4 if line.startswith("- ") else indent + 2)
    for note in document["notes"]:
        say(f"[^{note['mark']}] {note['text']}", indent + 2, indent + 7)
    for child in document["children"]:
        _body(child, top, depth + 1)


def _line(label: str, items: list[str]) -> None:
    if items:
        say()
        say(f"{label} {', '.join(items)}.", 0, 2)

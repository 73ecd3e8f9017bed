"""`ruling diff`: what changed in a provision from one code to another, word by word."""

from typing import Annotated

import typer

from assistant.cli.options import AsJson, Lang, known_year
from assistant.cli.output import say, say_json
from assistant.errors import UsageError
from assistant.reference import comparing, names
from assistant.reference.opening import open_store
from assistant.reference.store import Json
from assistant.words import language, t


def command(
    citation: Annotated[
        list[str], typer.Argument(metavar="citation", help=t("A citation in the code of --from."))
    ],
    older: Annotated[
        str, typer.Option("--from", metavar="year", help=t("The code that the citation is of."))
    ],
    newer: Annotated[str, typer.Option("--to", metavar="year", help=t("The code to compare with."))],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Print the words taken out as [-so-] and those put in as {+so+}."""
    from assistant.laws.citations import typed

    store = open_store()
    known_year(store, older)
    known_year(store, newer)
    if older == newer:
        raise UsageError(t("--from and --to name the same code. Give two different years."))
    found = [
        row
        for id in typed(" ".join(citation), language())
        for row in comparing.compare(store, language(), id, older, newer)
    ]
    if as_json:
        say_json(found)
        return
    if all(row["same"] for row in found):
        say(t("Nothing changed from {older} to {newer}.", older=older, newer=newer))
        return
    digest = any(
        (edition := store.edition(language(), year)) is not None and edition.kind == "digest"
        for year in (older, newer)
    )
    if digest:
        say(
            t(
                "One of the two is our own summary, so the texts are shown one after the other: their words differ where the law may not."
            )
        )
        say()
    for row in found:
        if row["same"]:
            continue
        say(_title(row, older, newer))
        if digest:
            say(f"{older}: " + _whole(row["from"]), 2, 4)
            say(f"{newer}: " + _whole(row["to"]), 2, 4)
        else:
            say(comparing.marked(row["changes"]), 2)
        say()


def _title(row: Json, older: str, newer: str) -> str:
    if row["from"] is None:
        return t("{citation} ({year}) is new.", citation=names.citation(row["to"]["id"]), year=newer)
    if row["to"] is None:
        return t("{citation} ({year}) has gone.", citation=names.citation(row["from"]["id"]), year=older)
    first, second = (names.citation(row[side]["id"]) for side in ("from", "to"))
    return first if first == second else f"{first} ({older}) → {second} ({newer})"


def _whole(side: Json | None) -> str:
    if side is None:
        return t("nothing")
    return " ".join(part for part in (side["heading"] + "." if side["heading"] else "", side["text"]) if part)

"""`ruling search`: words in the texts of the laws."""

from typing import Annotated

import typer

from assistant.cli.languages import printable
from assistant.cli.options import AsJson, Edition, Lang, known_year
from assistant.cli.output import say, say_json
from assistant.errors import RulingError
from assistant.reference import names, search
from assistant.reference.opening import open_store
from assistant.words import language, t, tn

_SHOWN = 15


def command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="words", help=t("Words to find; “words in quotes” are found only together.")),
    ],
    lang: Lang = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Print the provisions that hold all the words, those with a hit in the heading first."""
    store = open_store()
    year = known_year(store, edition) if edition else None
    query = " ".join(words)
    hits = search.search(store.index(language(), "search"), query, [year] if year else None)
    if as_json:
        say_json([hit._asdict() for hit in hits])
        if not hits:
            raise typer.Exit(1)
        return
    if not hits:
        raise RulingError(
            t(
                "No law text in {language} holds “{words}”.",
                language=names.language_name(language()),
                words=printable(" ".join(words)),
            )
        )
    for hit in hits[:_SHOWN]:
        say(
            (f"{names.citation(hit.id)}  {hit.heading}".rstrip() if hit.id[0].isdigit() else hit.heading)
            + f"  ({hit.edition})",
            0,
            4,
        )
        if hit.path:
            say(hit.path, 4)
        say(hit.snippet, 4)
    if len(hits) > _SHOWN:
        left = len(hits) - _SHOWN
        say(
            tn(
                "{count} more; add a word or --edition to narrow it.",
                "{count} more; add a word or --edition to narrow them.",
                left,
            )
        )

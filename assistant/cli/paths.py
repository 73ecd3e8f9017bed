"""`ruling paths`: the path book, every way through a situation."""

from typing import Annotated

import typer

from assistant.cli.options import AsJson, Edition, Lang, known_year
from assistant.cli.output import say_json
from assistant.cli.walk import flows
from assistant.reference.opening import open_store
from assistant.situations import pathbook
from assistant.words import language, t


def command(
    situation: Annotated[
        str | None,
        typer.Argument(metavar="situation", help=t("A situation of the map, by its id; without it, all.")),
    ] = None,
    lang: Lang = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Print one line, or one JSON object, for every path."""
    store = open_store()
    year = known_year(store, edition) if edition else None
    get = flows(store, language())
    chosen = [situation] if situation else [row.id for row in store.situations(language())]
    for name in chosen:
        for path in pathbook.paths(get(name), year):
            if as_json:
                say_json(path.to_json(), compact=True)
            else:
                print(path.line() if situation else f"{name}: {path.line()}")

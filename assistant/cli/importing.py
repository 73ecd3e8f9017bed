"""`ruling import`: a law text of the user's own, made into editions that every command reads."""

from pathlib import Path
from typing import Annotated

import typer

from assistant import places
from assistant.cli.options import AsJson, Edition, Lang
from assistant.cli.output import say, say_json
from assistant.reference.opening import open_store
from assistant.words import t


def command(
    file: Annotated[
        Path, typer.Argument(metavar="file", help=t("The text, with its description beside it (FILE.toml)."))
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="folder", help=t("Where the editions go; without it, your own data folder.")
        ),
    ] = None,
    lang: Lang = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Read a text as its description says, write its editions, and compile the store again."""
    from assistant.importing.importer import import_file

    written = import_file(file, to or places.user_laws_dir())
    if to is None:
        open_store.cache_clear()
        open_store()
    if as_json:
        say_json([str(path) for path in written])
        return
    for path in written:
        say(t("Written: {path}", path=path))

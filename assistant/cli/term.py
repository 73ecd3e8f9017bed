"""`ruling term`: a term of the game in five languages, its definition, and who uses it."""

from typing import Annotated

import typer

from assistant.cli.languages import printable
from assistant.cli.options import AsJson, Edition, Lang
from assistant.cli.output import columns, say, say_json
from assistant.errors import RulingError
from assistant.reference import glossary, lookup, names
from assistant.reference.opening import open_store
from assistant.words import LANGUAGES, language, t


def command(
    word: Annotated[
        list[str], typer.Argument(metavar="word", help=t("A term in any of the five languages."))
    ],
    lang: Lang = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Print every glossary entry that a word names, with its definition in the language in use."""
    store = open_store()
    typed = " ".join(word)
    found = glossary.find(store, typed, language())
    if not found:
        raise RulingError(
            t(
                "The glossary has no term “{term}”. “ruling search” looks through the texts.",
                term=printable(typed),
            )
        )
    if as_json:
        say_json(found)
        return
    for position, entry in enumerate(found):
        if position:
            say()
        for each in LANGUAGES:
            terms = entry["terms"][each]
            columns([(names.language_name(each), "; ".join([terms["preferred"], *terms["synonyms"]]))], 0)
        if entry["definition"]:
            say()
            say(entry["definition"]["text"], 2)
            say(names.digest_notice(), 2)
        if entry["used_by"]:
            say()
            say(
                t(
                    "Used in: {citations}.",
                    citations=", ".join(
                        lookup.cited(store, language(), id, glossary.DEFINING) for id in entry["used_by"][:12]
                    ),
                ),
                0,
                2,
            )

"""Options that several commands share, and what they mean."""

from typing import Annotated

import typer

from assistant.cli.languages import printable
from assistant.errors import RulingError, UsageError
from assistant.reference.store import Store
from assistant.words import LANGUAGES, t

Lang = Annotated[
    str | None, typer.Option("--lang", metavar="lang", help=t("Language: en, fr, pt, nl or da."))
]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="year", help=t("The code's year, for instance 2017."))
]
AsJson = Annotated[bool, typer.Option("--json", help=t("Print JSON."))]


def known_year(store: Store, year: str) -> str:
    """`year` itself where there is such a code. Raises UsageError where it is no year, RulingError where no code."""
    years = [code["year"] for code in store.codes()]
    if year in years:
        return year
    message = t(
        "There is no code of “{year}” here. The codes are: {years}.",
        year=printable(year),
        years=", ".join(years),
    )
    raise RulingError(message) if year.isascii() and year.isdigit() else UsageError(message)


def known_lang(language: str) -> str:
    """`language` itself, checked. Raises UsageError."""
    from assistant.cli.languages import known

    return known(language)


__all__ = ["LANGUAGES", "AsJson", "Edition", "Lang", "known_lang", "known_year"]

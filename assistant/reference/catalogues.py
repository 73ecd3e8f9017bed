"""The translation catalogues: gettext files, one pair a language, read with Babel.

`interface.po` holds the sentences of the program and the site, `situations.po` those of the
situations. The msgid is the English sentence itself.
"""

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po

from assistant.errors import RulingError
from assistant.places import PACKAGE
from assistant.words import LANGUAGES, t

DOMAINS = ("interface", "situations")
Messages = dict[str, str | list[str]]


def path_of(language: str, domain: str) -> Path:
    """The catalogue file of a language and a domain."""
    return PACKAGE / "locale" / language / f"{domain}.po"


def read_catalogue(path: Path) -> Catalog:
    """The catalogue in a file; an absent file is an empty one.

    Raises RulingError where the file is not a gettext catalogue.
    """
    if not path.exists():
        return Catalog()
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:
        raise RulingError(
            t("{path} cannot be read as a catalogue: {reason}.", path=path, reason=str(error).rstrip("."))
        ) from error


def messages(language: str, domain: str) -> Messages:
    """English sentence to its translation, or to its plural forms; untranslated ones are left out."""
    found: Messages = {}
    for message in read_catalogue(path_of(language, domain)):
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, tuple | list):
            # Some locales have a form of their own for millions in between; we count provisions.
            if all(message.string):
                found[message.id[0]] = [message.string[0], message.string[-1]]
        elif isinstance(message.string, str):
            found[message.id] = message.string
    return found


def all_messages(domain: str) -> Mapping[str, Messages]:
    """The messages of every language but English, whose sentences are the msgids."""
    return {language: messages(language, domain) for language in LANGUAGES if language != "en"}

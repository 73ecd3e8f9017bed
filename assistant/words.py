"""The words of the interface: English sentences in the code, translations from the compiled store.

Nothing is translated while the program runs: catalogues are compiled into the store, and the
command line or the site hands the table of one language to `use`.
"""

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "fr", "pt", "nl", "da")

# Which counts take the singular; everything else takes the plural (Unicode CLDR, whole numbers).
_SINGULAR: Mapping[str, frozenset[int]] = {
    "en": frozenset({1}),
    "fr": frozenset({0, 1}),
    "pt": frozenset({0, 1}),
    "nl": frozenset({1}),
    "da": frozenset({1}),
}

_language = "en"
_messages: Mapping[str, str | Sequence[str]] = {}


def use(language: str, messages: Mapping[str, str | Sequence[str]]) -> None:
    """Make `messages` (English sentence to translation, or to its plural forms) the words in use."""
    global _language, _messages
    _language, _messages = language, messages


def language() -> str:
    """The language in use, one of `LANGUAGES`."""
    return _language


def t(sentence: str, /, **values: object) -> str:
    """The sentence in the language in use, its `{placeholders}` filled from `values`."""
    found = _messages.get(sentence, sentence)
    text = found if isinstance(found, str) else found[0]
    return text.format(**values) if values else text


def tn(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Like `t` for a sentence that depends on a number, which fills `{count}`."""
    one = count in _SINGULAR[_language]
    found = _messages.get(singular)
    if found is None or isinstance(found, str):
        text = singular if count == 1 else plural
    else:
        text = found[0 if one else 1]
    return text.format(count=count, **values)

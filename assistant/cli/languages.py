"""Which language the interface speaks: `--lang`, else `RULING_LANG`, else the locale, else English."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from assistant.errors import UsageError
from assistant.reference.store import Store
from assistant.words import LANGUAGES, language, t, use


def named(args: Sequence[str]) -> str | None:
    """The value of `--lang` among the words of a command line, read before anything is parsed."""
    for position, word in enumerate(args):
        if word == "--":
            return None
        if word == "--lang" and position + 1 < len(args):
            return args[position + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def known(language: str) -> str:
    """`language` itself, checked. Raises UsageError naming the languages there are."""
    if language in LANGUAGES:
        return language
    raise UsageError(
        t(
            "There is no language “{language}” here. Choose one of: {languages}.",
            language=printable(language),
            languages=", ".join(LANGUAGES),
        )
    )


def preferred() -> str:
    """The language of the person's surroundings, one of `LANGUAGES`; whatever else is set is English."""
    for variable in ("RULING_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def speak(store: Store, lang: str) -> None:
    """Make a language the one in use."""
    use(lang, {} if lang == "en" else store.messages(lang))


@contextmanager
def speaking(store: Store, lang: str) -> Iterator[None]:
    """Speak a language for a while: what is shown in a second language is in that language throughout."""
    spoken = language()
    speak(store, lang)
    try:
        yield
    finally:
        speak(store, spoken)


def printable(words: str, most: int = 60) -> str:
    """Words that somebody typed, safe to repeat on a terminal: no control characters, not endless."""
    shown = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return shown if len(shown) <= most else shown[: most - 1] + "…"

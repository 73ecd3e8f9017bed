"""How provisions, editions and kinds are named to people, in the language in use."""

from assistant.reference.store import EditionRow
from assistant.words import t


def language_name(lang: str) -> str:
    """The name of a language, in the language in use."""
    return {
        "en": t("English"), "fr": t("French"), "pt": t("Portuguese"), "nl": t("Dutch"), "da": t("Danish"),
    }[lang]  # fmt: skip


def citation(id: str, title: str = "") -> str:
    """“Law 6D1”, « Loi 6D1 », “§6D1”: a provision as it is printed in the language in use.

    `title` is the heading of a definition, which has no number.
    """
    if id == "introduction":
        return t("Introduction")
    if id == "definitions":
        return t("Definitions")
    if id.startswith("def/"):
        return t("Definition “{name}”", name=title or id.removeprefix("def/").replace("-", " "))
    return t("Law {id}", id=id)


def edition(row: EditionRow) -> str:
    """The edition's language and code, for the line under a heading."""
    return t("{language}, code of {year}", language=language_name(row.lang), year=row.year)


def digest_notice() -> str:
    """What every view of a digest says."""
    return t("This is our own summary, not the official text. The official text decides.")

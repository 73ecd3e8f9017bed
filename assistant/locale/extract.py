"""Collecting the sentences to translate: from the code, the site's templates and the situations.

`python -m assistant.locale.extract` brings every catalogue up to date: new sentences are added empty,
sentences no longer used are dropped, translations are kept. Nothing is ever marked fuzzy.
"""

import io
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from assistant import places
from assistant.errors import RulingError
from assistant.reference.catalogues import path_of, read_catalogue
from assistant.words import LANGUAGES, t

# The marker functions: t(sentence), tn(singular, plural, count).
_KEYWORDS: dict[str, Any] = {"t": None, "tn": (1, 2)}


class Sentence(NamedTuple):
    """A sentence to translate, or a (singular, plural) pair, and where it stands."""

    msgid: str | tuple[str, str]
    file: str
    line: int
    comment: str


def interface_sentences() -> Iterator[Sentence]:
    """The sentences of the program and of the site; its templates are read only where Jinja is installed."""
    templates = [("**.html", "jinja2.ext:babel_extract")] if find_spec("jinja2") else []
    for folder, methods in (
        (places.PACKAGE, [("**.py", "python")]),
        (places.docs_dir(), [("**.py", "python"), *templates]),
    ):
        for file, line, message, _comments, _context in extract_from_dir(
            folder, method_map=methods, keywords=_KEYWORDS
        ):
            msgid = (message[0], message[1]) if isinstance(message, tuple) else message
            yield Sentence(msgid, f"{folder.name}/{file}", line, "")


def situation_sentences() -> Iterator[Sentence]:
    """The sentences of the situations, with the path of their node."""
    from assistant.reference.compile import SITUATIONS
    from assistant.situations.build import messages
    from assistant.situations.loader import load

    for message in messages(load(SITUATIONS, root=SITUATIONS.parent)):
        yield Sentence(message.msgid, message.file, message.line, message.comment)


def catalogue(language: str, domain: str, sentences: Iterable[Sentence]) -> Catalog:
    """The catalogue of a language as it should be: these sentences, with the translations held."""
    held = read_catalogue(path_of(language, domain))
    header = f"# The {domain} of bridge-ruling in the language {language}; see CONTRIBUTING.md."
    fresh = Catalog(locale=language, header_comment=header, project="bridge-ruling", version="", fuzzy=False)
    for sentence in sentences:
        old = held.get(sentence.msgid)
        fresh.add(
            sentence.msgid,
            old.string if old and not old.fuzzy else None,
            # Line numbers would change every catalogue with every edit; the file and the node's path do.
            locations=[(sentence.file, 0)] if not sentence.comment else [],
            auto_comments=[sentence.comment] if sentence.comment else [],
        )
    return fresh


def written(catalog: Catalog) -> bytes:
    """The catalogue as a .po file, sorted by place, without dates."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, omit_header=False, include_lineno=False, ignore_obsolete=True)
    lines = buffer.getvalue().decode().split("\n")
    dated = (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
        "Report-Msgid",
    )
    return "\n".join(line for line in lines if not any(f'"{name}' in line for name in dated)).encode()


def update() -> list[Path]:
    """Bring every catalogue up to date; gives the files that changed.

    Raises RulingError without Jinja, since the sentences of the site's templates would be lost.
    """
    if not find_spec("jinja2"):
        raise RulingError(
            t("The site's templates cannot be read without Sphinx. Install the extra “test” first.")
        )
    changed = []
    for domain, sentences in (
        ("interface", list(interface_sentences())),
        ("situations", list(situation_sentences())),
    ):
        for language in LANGUAGES:
            if language == "en":
                continue
            path = path_of(language, domain)
            data = written(catalogue(language, domain, sentences))
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                changed.append(path)
    return changed


if __name__ == "__main__":
    for changed_path in update():
        print(changed_path)

"""Everything that `ruling check` looks at: law texts, situations, path book, catalogues, ways of asking."""

from collections.abc import Iterator, Mapping

from assistant import places
from assistant.asking.index import load_phrasings
from assistant.errors import RulingError
from assistant.laws import checks as law_checks
from assistant.laws.checks import Finding
from assistant.laws.codes import load_codes
from assistant.laws.terms import load_glossary
from assistant.locale.extract import Sentence, interface_sentences
from assistant.reference import catalogues
from assistant.reference.compile import SITUATIONS
from assistant.situations import checks as situation_checks
from assistant.situations import pathbook
from assistant.situations.build import build_all, placeholders
from assistant.situations.loader import load
from assistant.situations.model import Sources
from assistant.words import LANGUAGES, t

PATH_BOOK = SITUATIONS.parent / "paths"


def check_all() -> list[Finding]:
    """Every fault of everything, with file and line; an empty list is what `main` must have."""
    found = law_checks.check_texts(places.laws_dir())
    sources = load(SITUATIONS, root=SITUATIONS.parent)
    try:
        codes = load_codes(places.laws_dir())
        found += [
            Finding(fault.file, fault.line, fault.message)
            for fault in situation_checks.check(
                sources, has=lambda code, id: id in codes[code], translations=_tables("situations")
            )
        ]
        found += _path_book(sources)
        found += _interface()
        found += _terms()
        found += _phrasings(sources)
    except RulingError as error:
        found.append(Finding(str(places.PACKAGE), 1, str(error)))
    return found


def _tables(domain: str) -> Mapping[str, Mapping[str, str]]:
    return {
        language: {key: text for key, text in table.items() if isinstance(text, str)}
        for language, table in catalogues.all_messages(domain).items()
    }


def _path_book(sources: Sources) -> Iterator[Finding]:
    if sources.findings:
        return
    try:
        differences = pathbook.compare(PATH_BOOK, build_all(sources))
    except RulingError:
        return  # the situations' own faults are reported already
    for difference in differences:
        yield Finding(
            str(PATH_BOOK), 1,
            t("{difference} (run python -m assistant.situations.pathbook and read its diff)", difference=difference),
        )  # fmt: skip


def _interface() -> Iterator[Finding]:
    """Sentences of the program that a catalogue lacks, or whose braces differ."""
    if not places.in_checkout():
        return
    sentences = list({sentence.msgid: sentence for sentence in interface_sentences()}.values())
    for language, table in catalogues.all_messages("interface").items():
        for sentence in sentences:
            yield from _translated(sentence, language, table)


def _translated(sentence: Sentence, language: str, table: Mapping[str, str | list[str]]) -> Iterator[Finding]:
    english = sentence.msgid if isinstance(sentence.msgid, str) else sentence.msgid[0]
    held = table.get(english)
    if not held:
        message = t(
            "No {language} text for “{text}”; add it to the catalogue.", language=language, text=english
        )
        yield Finding(sentence.file, sentence.line, message)
        return
    for form in [held] if isinstance(held, str) else held:
        if sorted(placeholders(form)) != sorted(placeholders(english)):
            message = t(
                "The {language} text has other braces than “{text}”; write: {wanted}.",
                language=language, text=english, wanted=", ".join(placeholders(english)) or t("none"),
            )  # fmt: skip
            yield Finding(sentence.file, sentence.line, message)


def _terms() -> Iterator[Finding]:
    """Translations that use a word which the glossary says our texts avoid."""
    glossary = load_glossary(places.laws_dir())
    for domain in catalogues.DOMAINS:
        for language, table in catalogues.all_messages(domain).items():
            for held in table.values():
                for text in [held] if isinstance(held, str) else held:
                    for used, preferred in law_checks.avoided_terms(text, language, glossary):
                        message = t(
                            "“{text}” says “{used}” where the glossary prefers “{preferred}”.",
                            text=text, used=used, preferred=preferred,
                        )  # fmt: skip
                        yield Finding(f"assistant/locale/{language}/{domain}.po", 1, message)


def _phrasings(sources: Sources) -> Iterator[Finding]:
    """Situations without ways of asking, and ways of asking without a situation."""
    for language in LANGUAGES:
        file = f"asking/phrasings/{language}.yaml"
        known = load_phrasings(language)
        for name in sources.situations:
            if not known.get(name):
                yield Finding(file, 1, t("No way of asking for “{situation}”; add some.", situation=name))
        for name in known:
            if name != "nothing" and name not in sources.situations:
                yield Finding(file, 1, t("There is no situation “{situation}”.", situation=name))

"""The glossary: one preferred form per term and language, and where a text uses a term that is defined."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assistant.laws.codes import checked_id, read_table
from assistant.laws.ids import ProvisionId
from assistant.laws.markdown import SourceError
from assistant.words import LANGUAGES, t

FILE = "glossary.tsv"
#: Stands before a synonym that our own texts do not use.
AVOIDED = "!"
_COLUMNS = ("concept", "def", *(column for lang in LANGUAGES for column in (lang, f"{lang}_syn")))
_CONCEPT = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Term:
    """A concept of the game with its words by language: the preferred one ("" if none) and the synonyms.

    `avoided` are the synonyms that a reader may look for but none of our texts uses (the file marks
    them with “!”): the words of another country, of an older code, or of another style.
    """

    concept: str
    definition: ProvisionId | None
    preferred: Mapping[str, str]
    synonyms: Mapping[str, tuple[str, ...]]
    line: int = 0
    avoided: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def forms(self, lang: str) -> tuple[str, ...]:
        """All its words in a language, the preferred one first."""
        return tuple(form for form in (self.preferred[lang], *self.synonyms[lang]) if form)


@dataclass(frozen=True, slots=True)
class TermSpan:
    """The words `text` at `start` to `end` of a text are a term that is defined."""

    text: str
    start: int
    end: int
    concept: str
    id: ProvisionId


@dataclass(frozen=True)
class Glossary:
    """All terms, in the order of the file."""

    entries: tuple[Term, ...]

    def spans(
        self,
        text: str,
        lang: str,
        *,
        within: ProvisionId | None = None,
        avoid: Sequence[tuple[int, int]] = (),
    ) -> list[TermSpan]:
        """The first use of each defined term in a text.

        `within` is the provision whose text it is: a definition does not link to itself. `avoid` are
        spans that are links already.
        """
        found: list[TermSpan] = []
        seen: set[ProvisionId] = {within} if within else set()
        for start, end, term, _ in self.matches(text, lang):
            if term.definition is None or term.definition in seen:
                continue
            if any(start < stop and begin < end for begin, stop in avoid):
                continue
            seen.add(term.definition)
            found.append(TermSpan(text[start:end], start, end, term.concept, term.definition))
        return found

    def matches(self, text: str, lang: str) -> list[tuple[int, int, Term, str]]:
        """Every use of a term: start, end, the term, its form as the glossary spells it.

        Whole words, the longest form first, capital or small letters alike. A form that several
        concepts share means the first of them.
        """
        by_first_word = self._forms[lang]
        folded = _folded(text)
        found = []
        position = 0
        for word in _WORD.finditer(folded):
            if word.start() < position:
                continue
            for form, spelled, term in by_first_word.get(word[0], ()):
                end = word.start() + len(form)
                if folded.startswith(form, word.start()) and not folded[end : end + 1].isalnum():
                    found.append((word.start(), end, term, spelled))
                    position = end
                    break
        return found

    @cached_property
    def _forms(self) -> Mapping[str, Mapping[str, Sequence[tuple[str, str, Term]]]]:
        """By language and first word: the forms that begin with it, longest first, with their spelling and term."""
        tables = {}
        for lang in LANGUAGES:
            forms: dict[str, tuple[str, Term]] = {}
            # A preferred form wins over the same word as another's synonym.
            for term in self.entries:
                if term.preferred[lang]:
                    forms.setdefault(_folded(term.preferred[lang]), (term.preferred[lang], term))
            for term in self.entries:
                for form in term.synonyms[lang]:
                    forms.setdefault(_folded(form), (form, term))
            table: dict[str, list[tuple[str, str, Term]]] = {}
            for form in sorted(forms, key=lambda form: (-len(form), form)):
                if first := _WORD.match(form):
                    table.setdefault(first[0], []).append((form, *forms[form]))
            tables[lang] = table
        return tables


_WORD = re.compile(r"\w+")


def load_glossary(laws_dir: Path) -> Glossary:
    """The glossary of a laws folder.

    Raises:
        SourceError: a line is malformed, or a concept stands twice.
    """
    path = laws_dir / FILE
    terms: dict[str, Term] = {}
    for line, (concept, definition, *cells) in read_table(path, _COLUMNS):
        if not _CONCEPT.fullmatch(concept):
            raise SourceError(
                path,
                line,
                t("“{concept}” should be small letters and hyphens, like adjusted-score.", concept=concept),
            )
        if concept in terms:
            raise SourceError(path, line, t("{id} stands here a second time.", id=concept))
        preferred, synonyms, avoided = {}, {}, {}
        for lang, first, others in zip(LANGUAGES, cells[::2], cells[1::2], strict=True):
            forms = [first, *(others.split("; ") if others else [])]
            if any(form != form.strip() or (not form and place) for place, form in enumerate(forms)):
                raise SourceError(path, line, t("synonyms are parted by “; ”, without blanks around them."))
            preferred[lang] = first
            synonyms[lang] = tuple(form.removeprefix(AVOIDED) for form in forms[1:])
            avoided[lang] = frozenset(form[1:] for form in forms[1:] if form.startswith(AVOIDED))
        terms[concept] = Term(
            concept,
            checked_id(definition, path, line) if definition else None,
            preferred,
            synonyms,
            line,
            avoided,
        )
    return Glossary(tuple(terms.values()))


def _folded(form: str) -> str:
    """In small letters, of the same length: spans in it are spans in the text."""
    small = form.lower()
    return (small if len(small) == len(form) else form).replace("\u00a0", " ")

"""What `ruling check` asks of the law texts, registers, concordance and glossary.

Every fault names its file and line, what is wrong, and what to write. Nothing stops at the first one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.citations import find
from assistant.laws.codes import Code, checked_id, load_codes, read_table
from assistant.laws.concordance_files import load_concordance
from assistant.laws.editions import FACTS, edition_folders, file_name, load_law, read_facts
from assistant.laws.ids import ProvisionId, parent, parts
from assistant.laws.links import cited_ids
from assistant.laws.markdown import SourceError, without_marks
from assistant.laws.terms import FILE as GLOSSARY
from assistant.laws.terms import Glossary, load_glossary
from assistant.laws.tree import Provision, walk
from assistant.words import LANGUAGES, t

#: The language that decides where the digests of a code differ.
LEADING = "en"
#: So many English words in a row, in a text of another language, were left untranslated.
ENGLISH_RUN = 5

_MARKUP = re.compile(r"\*\*|__|\]\(|</?[a-zA-Z]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault: where it is, what is wrong and what to write."""

    file: str
    line: int
    message: str


@dataclass(frozen=True)
class Held:
    """An edition as far as it can be read, with the place of every provision."""

    lang: str
    year: str
    kind: str
    provisions: Mapping[ProvisionId, Provision]
    places: Mapping[ProvisionId, tuple[str, int]]
    folder: str = ""
    faults: tuple[Finding, ...] = field(default=())

    def finding(self, id: ProvisionId, message: str) -> Finding:
        """A fault of this provision."""
        return Finding(*self.places[id], message)

    @cached_property
    def citations(self) -> Mapping[ProvisionId, tuple[ProvisionId, ...]]:
        """What each provision cites, text and notes together."""
        return {id: tuple(cited_ids(provision, self.lang)) for id, provision in self.provisions.items()}


def check_texts(laws_dir: Path) -> list[Finding]:
    """All faults of a laws folder."""
    try:
        codes = load_codes(laws_dir)
    except RulingError as error:
        return [_from_error(error, laws_dir / "codes")]
    found: list[Finding] = []
    try:
        load_concordance(laws_dir, codes)
    except RulingError as error:
        found.append(_from_error(error, laws_dir / "concordance"))
    glossary_found = list(glossary_faults(laws_dir, codes))
    found += glossary_found
    glossary = Glossary(()) if glossary_found else load_glossary(laws_dir)
    editions = list(read_editions(laws_dir))
    for edition in editions:
        found += edition.faults
        code = codes.get(edition.year)
        if code is None:
            found.append(
                Finding(
                    edition.folder, 1, t("there is no register of the code of {year}.", year=edition.year)
                )
            )
            continue
        found += citation_faults(edition, code)
        found += empty_provisions(edition)
        if edition.kind == "digest":
            found += register_faults(edition, code)
            found += markup_faults(edition)
            found += _not_preferred(edition, glossary)
    digests = [edition for edition in editions if edition.kind == "digest"]
    leading = {edition.year: edition for edition in digests if edition.lang == LEADING}
    for edition in digests:
        found += reference_faults(edition, laws_dir)
        first = leading.get(edition.year)
        if first is not None and first is not edition:
            found += differences(edition, first)
    return sorted(set(found), key=lambda finding: (finding.file, finding.line, finding.message))


def read_editions(laws_dir: Path) -> Iterator[Held]:
    """Every edition below the folder; what cannot be read of it is among its faults."""
    for folder in edition_folders(laws_dir):
        faults: list[Finding] = []
        provisions: dict[ProvisionId, Provision] = {}
        places: dict[ProvisionId, tuple[str, int]] = {}
        try:
            facts = read_facts(folder / FACTS)
        except RulingError as error:
            yield Held("en", "", "", {}, {}, str(folder), (_from_error(error, folder / FACTS),))
            continue
        if (folder.parent.name, folder.name) != (facts["language"], facts["year"]):
            faults.append(
                Finding(
                    str(folder / FACTS),
                    1,
                    t(
                        "the folder is named {folder}; language and year should say the same.",
                        folder=folder.name,
                    ),
                )
            )
        for path in sorted(folder.glob("*.md")):
            try:
                law = load_law(path)
            except SourceError as error:
                faults.append(Finding(error.path, error.line, error.message))
                continue
            lines = path.read_text(encoding="utf-8").split("\n")
            headings = [number for number, line in enumerate(lines, 1) if line.startswith("#")]
            for provision, line in zip(walk(law), headings, strict=True):
                provisions[provision.id] = provision
                places[provision.id] = (str(path), line)
        yield Held(
            facts["language"], facts["year"], facts["kind"], provisions, places, str(folder), tuple(faults)
        )


def register_faults(edition: Held, code: Code) -> Iterator[Finding]:
    """A digest has every provision of its code and no other, in the code's order."""
    for id in edition.provisions:
        if id not in code:
            yield edition.finding(id, t("{id} is not in the code: {reason}", id=id, reason=code.missing(id)))
    for id in code.ids:
        if id not in edition.provisions:
            above = parent(id)
            if above is None:
                yield Finding(f"{edition.folder}/{file_name(id)}", 1, t("{id} is missing; write it.", id=id))
            elif above in edition.places:
                yield edition.finding(above, t("{id} is missing; write it.", id=id))
    definitions = [id for id in edition.provisions if id.startswith("def/") and id in code]
    wanted = [id for id in code.ids if id.startswith("def/") and id in edition.provisions]
    for have, want in zip(definitions, wanted, strict=True):
        if have != want:
            yield edition.finding(have, t("{id} stands here where {other} should be.", id=have, other=want))
            break


def empty_provisions(edition: Held) -> Iterator[Finding]:
    """A provision without parts has text; in a digest, laws and sections have headings."""
    for id, provision in edition.provisions.items():
        if not provision.children and not provision.text:
            yield edition.finding(id, t("{id} has neither text nor parts; write its text.", id=id))
        if edition.kind == "digest" and not provision.heading and len(parts(id)) <= 2:
            yield edition.finding(id, t("{id} has no heading; write a short one.", id=id))


def markup_faults(edition: Held) -> Iterator[Finding]:
    """A digest is plain text: no bold, italics, links or HTML."""
    for id, provision in edition.provisions.items():
        for text in _texts(provision):
            if found := _MARKUP.search(text):
                yield edition.finding(
                    id, t("{id} holds the markup “{markup}”; write plain text.", id=id, markup=found[0])
                )


def citation_faults(edition: Held, code: Code) -> Iterator[Finding]:
    """Every citation names a provision of the edition's code."""
    for id, cited in edition.citations.items():
        for target in cited:
            if target in code:
                continue
            if code.complete:
                message = t(
                    "{id} cites {target}: {reason}", id=id, target=target, reason=code.missing(target)
                )
            else:
                message = t(
                    "{id} cites {target}, which the register of {year} does not have; add it to "
                    "codes/{year}.tsv.",
                    id=id,
                    target=target,
                    year=code.year,
                )
            yield edition.finding(id, message)


def reference_faults(edition: Held, laws_dir: Path) -> Iterator[Finding]:
    """A digest cites what the code itself cites there (`codes/<year>-references.tsv`)."""
    path = laws_dir / "codes" / f"{edition.year}-references.tsv"
    if not path.is_file():
        return
    try:
        wanted = list(_references(path))
    except SourceError as error:
        yield Finding(error.path, error.line, error.message)
        return
    for id, target, sure in wanted:
        if (
            sure
            and id in edition.citations
            and not target.startswith("def/")
            and target not in edition.citations[id]
        ):
            yield edition.finding(id, t("{id} should cite {target}; the code does.", id=id, target=target))


def differences(edition: Held, leading: Held) -> Iterator[Finding]:
    """Where a digest says something else than the leading one: references, numbers, notes, language."""
    for id, provision in edition.provisions.items():
        first = leading.provisions.get(id)
        if first is None:
            continue
        here, there = set(edition.citations[id]), set(leading.citations[id])
        if here != there:
            yield edition.finding(
                id,
                t(
                    "{id} cites other provisions than the English text: missing {missing}, too many {extra}.",
                    id=id,
                    missing=_list(there - here),
                    extra=_list(here - there),
                ),
            )
        mine, theirs = operative_numbers(provision, edition.lang), operative_numbers(first, leading.lang)
        if mine != theirs:
            yield edition.finding(
                id,
                t(
                    "{id} has other numbers than the English text: missing {missing}, too many {extra}.",
                    id=id,
                    missing=_list((theirs - mine).elements()),
                    extra=_list((mine - theirs).elements()),
                ),
            )
        if len(provision.notes) != len(first.notes):
            yield edition.finding(
                id,
                t(
                    "{id} has {count} notes, the English text {wanted}.",
                    id=id,
                    count=len(provision.notes),
                    wanted=len(first.notes),
                ),
            )
        if run := english_run(provision, first):
            yield edition.finding(
                id, t("{id} was left in English: “{words}”; translate it.", id=id, words=run)
            )


def operative_numbers(provision: Provision, lang: str) -> Counter[str]:
    """The numbers in text and notes, those of citations and note marks left out."""
    found: Counter[str] = Counter()
    for text in _texts(provision):
        kept, position = "", 0
        for citation in find(text, lang, within=provision.id):
            kept += text[position : citation.start] + " "
            position = citation.end
        found.update(re.findall(r"[0-9]+", without_marks(kept + text[position:])))
    return found


def english_run(provision: Provision, english: Provision) -> str:
    """The first run of English words that stands in both texts; names in capitals, ids and numbers apart."""
    runs = {run for text in _texts(english) for run in _runs(_plain_words(text))}
    for text in _texts(provision):
        for run in _runs(_plain_words(text)):
            if run in runs:
                return " ".join(run)
    return ""


def glossary_faults(laws_dir: Path, codes: Mapping[str, Code]) -> Iterator[Finding]:
    """Every term has a word in each language, and every definition of the newest code is a term."""
    path = laws_dir / GLOSSARY
    try:
        glossary = load_glossary(laws_dir)
    except FileNotFoundError:
        yield Finding(str(path), 1, t("the glossary is missing."))
        return
    except RulingError as error:
        yield _from_error(error, path)
        return
    newest = codes[max(codes)]
    defined = set()
    for term in glossary.entries:
        for lang in LANGUAGES:
            if not term.preferred[lang]:
                yield Finding(
                    str(path),
                    term.line,
                    t("“{concept}” has no word in {lang}.", concept=term.concept, lang=lang),
                )
        if term.definition and term.definition not in newest:
            yield Finding(
                str(path),
                term.line,
                t(
                    "“{concept}” is defined by {id}, which the code of {year} does not have.",
                    concept=term.concept,
                    id=term.definition,
                    year=newest.year,
                ),
            )
        defined.add(term.definition)
    for id in newest.ids:
        if id.startswith("def/") and id not in defined:
            yield Finding(str(path), 1, t("no term has the definition {id}; add one.", id=id))


def avoided_terms(text: str, lang: str, glossary: Glossary) -> Iterator[tuple[str, str]]:
    """The words of a text that the glossary knows but our texts avoid, each with the preferred one."""
    for start, end, term, form in glossary.matches(text, lang):
        if form in term.avoided[lang]:
            yield text[start:end], term.preferred[lang]


def _not_preferred(edition: Held, glossary: Glossary) -> Iterator[Finding]:
    """Where a digest uses a word that the glossary says our texts avoid."""
    for id, provision in edition.provisions.items():
        for text in (provision.heading, *_texts(provision)):
            for used, preferred in dict.fromkeys(avoided_terms(text, edition.lang, glossary)):
                message = t(
                    "{id} says “{used}” where the glossary prefers “{preferred}”.",
                    id=id,
                    used=used,
                    preferred=preferred,
                )
                yield edition.finding(id, message)


def _texts(provision: Provision) -> tuple[str, ...]:
    return (provision.text, *(note.text for note in provision.notes))


def _plain_words(text: str) -> list[str]:
    """The words of a text without single letters, abbreviations and names in capitals."""
    return [
        word.lower() for word in _WORD.findall(without_marks(text)) if len(word) > 1 and not word.isupper()
    ]


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[offset:] for offset in range(ENGLISH_RUN)), strict=False)


def _list(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids)) or "–"


def _references(path: Path) -> Iterator[tuple[ProvisionId, ProvisionId, bool]]:
    for line, (source, targets, sure) in read_table(path, ("from", "to", "sure")):
        if sure not in ("yes", "no"):
            raise SourceError(path, line, t("the last column is yes or no."))
        for target in targets.split(","):
            yield checked_id(source, path, line), checked_id(target, path, line), sure == "yes"


def _from_error(error: RulingError, path: Path) -> Finding:
    if isinstance(error, SourceError):
        return Finding(error.path, error.line, error.message)
    return Finding(str(path), 1, str(error))

"""Citations: the printed or typed words that name a provision, and where they stand.

One grammar for all languages; only the words differ (`citation_words.toml`). Three readers share it:

- `find` reads running text. A number is a citation only behind a law word ("Law 6D1", "§22B og §86A",
  "Leis 6, 7 e 8"), or as a letter with a word that places it ("A and B above"). What is doubtful is none.
- `find(…, free_text=True)` reads what people write in a question: law words of every language in any
  case, loose spelling ("law 6 d 1"), and a bare "27B1", but never a bare "1C" or "6D", which are bids.
- `typed` reads what a person gives as nothing but citations, and says what it cannot read.

Numbers are never guessed at and never widened.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from assistant.errors import UsageError
from assistant.laws.ids import (
    DEFINITIONS,
    INTRODUCTION,
    ProvisionId,
    join,
    law_of,
    parts,
    plain,
    roman_value,
    shown,
)
from assistant.laws.wording import words
from assistant.words import t


# A named tuple, since a look-up imports this and a dataclass takes a millisecond or more to make.
class Citation(NamedTuple):
    """Words in a text that name a provision: `text` is `source[start:end]`.

    `through` is set on the far end of a range: "Laws 30 to 32" gives 30 and, through 30, 32.
    """

    text: str
    start: int
    end: int
    id: ProvisionId
    through: ProvisionId | None = None


class InvalidCitation(UsageError):
    """What was typed is not the number of a law, or more than numbers of laws."""


def find(
    text: str, lang: str, *, within: ProvisionId | None = None, free_text: bool = False
) -> list[Citation]:
    """The citations in a text, in order; `within` is the provision whose text it is.

    Whether the provisions exist is not asked here (`codes.Code`, `links.refs`).
    """
    flat = _flat(text)
    grammar = _grammar(_languages(flat, lang) if free_text else (lang,), free_text)
    found = list(_numbered(grammar, flat))
    if within is not None and parts(within)[0].isdigit():
        found += _placed(grammar, flat, within, found)
    if free_text:
        found += _bare(grammar, flat, lang, found)
    found.sort(key=lambda citation: citation.start)
    return [Citation(text[c.start : c.end], c.start, c.end, c.id, c.through) for c in found]


def expand(citations: Iterable[Citation]) -> list[ProvisionId]:
    """The ids that citations name, the laws between the ends of a range with them, each once."""
    ids: dict[ProvisionId, None] = {}
    for citation in citations:
        for id in _between(citation.through, citation.id):
            ids[id] = None
        ids[citation.id] = None
    return list(ids)


def typed(text: str, lang: str) -> list[ProvisionId]:
    """The provisions that a person asks for by number: "laws 26 and 64A", "6d1", "§22A", "12 C 1 (c)".

    Law words of every language are understood, joining words in `lang` and in English. A range of
    laws gives all of them. Nothing is looked up: the ids may not exist.

    Raises:
        InvalidCitation: there is anything but citations in the text.
    """
    flat = plain(text).strip()
    if flat.lower() in (INTRODUCTION, DEFINITIONS) or re.fullmatch(r"def/[a-z0-9-]+", flat.lower()):
        return [ProvisionId(flat.lower())]
    # The usual case does not wait for the grammar of five languages to be built.
    if number_alone := re.fullmatch(_PLAIN, flat, re.IGNORECASE):
        got = number_alone.groups()
        return [join(got[0], got[1], got[2], got[3], None)]
    grammar = _grammar(_languages(flat, lang), loose=True)
    ids: dict[ProvisionId, None] = {}
    position, previous, joined, many = 0, None, "", False
    while position < len(flat):
        announced = grammar.announce.match(flat, position)
        many = many or bool(announced and announced["many"])
        number = _number(grammar, flat, announced.end() if announced else position, many)
        if number is None:
            raise InvalidCitation(_not_read(text, flat[position:]))
        if joined == "to" and previous is not None and not _is_range(previous, number.id):
            raise InvalidCitation(_not_read(text, flat[position:]))
        if joined == "to":
            ids.update(dict.fromkeys(_between(previous, number.id)))
        ids[number.id] = None
        previous, position = number.id, number.end
        separator = grammar.separator.match(flat, position)
        joined = separator.lastgroup or "" if separator else ""
        if separator and separator.end() == len(flat) and joined:
            raise InvalidCitation(_not_read(text, flat[position:].strip()))
        if not separator and position < len(flat):
            raise InvalidCitation(_not_read(text, flat[position:]))
        position = separator.end() if separator else position
    if not ids:
        raise InvalidCitation(_not_read(text, ""))
    return list(ids)


class _Grammar(NamedTuple):
    announce: re.Pattern[str]  # a law word up to its number; group `many` where the word promises several
    number: re.Pattern[str]
    separator: re.Pattern[str]  # between two numbers; the group says which: and, or, to, comma
    relative: str  # a bare section letter behind "Law 16A or"
    joining_letters: frozenset[str]  # letters that join numbers: "Leis 6 e 7"
    not_a_section: frozenset[str]  # capital letters that are words
    placed: str  # "A and B above"


# What may not follow a number: more of a word, a decimal, a percentage, an abbreviation ("6 f.eks.").
_END = r"(?!\w|\.\w|\s?%)"
_ROMAN = r"(?:\s?\((?P<roman>[ivx]+)\)|(?P<bare_roman>[ivx]+)(?!\w))"

# Printed: "12C1c", "22 A", "27 B 1 a)", "12C1(e)(i)", "12 C 1 (c)". Capital sections; a number apart only
# behind a section apart; a letter apart only with a bracket; "6 D'abord" is no section.
_PRINTED = rf"""
(?P<law>[1-9]\d?)(?!\d)
(?:(?P<gap>[ ])?(?P<section>[A-Z])(?(gap)(?!['’]\w))
  (?:(?(gap)[ ]?)(?P<number>[1-9]\d?)(?!\d)
    (?:(?:\s?\((?P<letter_in>[a-z])\)|\s?(?P<letter_off>[a-z])\)|(?P<letter>[a-z]))
      (?:{_ROMAN})?)?)?)?
{_END}"""

# Typed: the same and any case, blanks, dots, dashes and brackets between the parts. A section letter apart
# counts only before a number, or where no word follows: "law 6 a player" is Law 6.
_LOOSE = r"""
0*(?P<law>[1-9]\d?)(?!\d)
(?:
  (?:
    (?P<gap>[ .-]*)\(?(?P<section>[a-zA-Z])\)?(?=[ .-]*\(?\d)
    [ .-]*\(?(?P<number>[1-9]\d?)\)?(?!\d)
    (?:
      (?:[ .-]*\((?P<letter_in>[a-zA-Z])\)|[ .-]*(?P<letter_off>[a-zA-Z])\)|[.-]?(?P<letter>[a-zA-Z])
         |[ ](?P<letter_apart>[a-zA-Z])(?=[ .-]*(?:\(|[ivxIVX]+\b|$|[,;?!.])))
      (?:[ .-]*(?:\((?P<roman>[ivxIVX]+)\)|(?P<bare_roman>[ivxIVX]+)(?!\w)))?
    )?
  )
  |(?P<gap_alone>[ .-]*)\(?(?P<section_alone>[a-zA-Z])\)?(?!\w|['’]\w|\.\w)
)?
(?!\w|['’]\w|\.\w|\s?%)"""

_PLAIN = r"([1-9]\d?)(?:([A-Z])(?:([1-9]\d?)([a-z])?)?)?"

_BARE = r"(?<![\w.,/-])[1-9]\d?[A-Za-z][1-9]\d?(?!\d)(?:\(?[a-z]\)?(?:\([ivx]+\))?)?(?![\w%]|['’]\w|[.,-]\d)"


def _numbered(grammar: _Grammar, flat: str) -> Iterable[Citation]:
    """Citations that a law word announces, with the list that follows."""
    position = 0
    while announced := grammar.announce.search(flat, position):
        many = announced["many"] is not None
        number = _number(grammar, flat, announced.end(), many)
        if number is None:
            position = announced.end()
            continue
        yield Citation("", announced.start("word"), number.end, number.id)
        position = number.end
        for citation in _list(grammar, flat, position, number.id, many):
            yield citation
            position = citation.end


def _list(grammar: _Grammar, flat: str, position: int, first: ProvisionId, many: bool) -> list[Citation]:
    """What follows the first number of a list, as far as it surely belongs to it.

    A number without a letter could be anything ("under Law 24, 2 tricks"), so it counts only behind a
    plural word or an "or", or in front of a mark that ends the thought; numbers behind commas count only
    once an "and" or a plural word has shown that a list is meant, and none after the "and".
    """
    accepted: list[Citation] = []
    waiting: list[Citation] = []
    previous, closed, ranged = first, False, False
    while separator := grammar.separator.match(flat, position):
        joined = separator.lastgroup or ""
        if joined not in ("and", "or", "to", "comma") or (joined == "to" and ranged):
            break
        announced = grammar.announce.match(flat, separator.end())
        start = announced.end() if announced else separator.end()
        if number := _number(grammar, flat, start, many):
            id, end = number.id, number.end
            lettered = announced is not None or len(parts(id)) > 1
            sure = lettered or many or joined == "or" or _ends_thought(flat, end)
        elif (
            (letter := re.match(grammar.relative, flat[start : start + 2]))
            and len(parts(previous)) == 2
            and joined != "comma"
        ):
            id, end, sure = ProvisionId(law_of(previous) + letter[0]), start + 1, True
        else:
            break
        if not sure or (joined == "comma" and closed and len(parts(id)) == 1 and announced is None):
            break
        if joined == "to" and not _is_range(previous, id):
            break
        through = previous if joined == "to" else None
        waiting.append(Citation("", announced.start("word") if announced else start, end, id, through))
        previous, position, ranged = id, end, joined == "to"
        if joined != "comma" or many or announced or len(parts(id)) > 1:
            accepted += waiting
            waiting = []
        closed = closed or joined in ("and", "or")
    return accepted


_ITEM = (
    r"(?P<section>[A-Z])(?:(?P<number>[1-9]\d?)(?:\(?(?P<letter>[a-z])\)?)?)?(?!\w)"
    r"|\b(?P<in_section>[1-9]\d?)(?!\w)"
    r"|\((?P<in_number>[a-z])\)"
)


def _placed(grammar: _Grammar, flat: str, within: ProvisionId, taken: list[Citation]) -> list[Citation]:
    """Letters and numbers of the law that is being read: "A and B above", "B2 of this Law"."""
    found: list[Citation] = []
    for match in re.finditer(grammar.placed, flat):
        for item in re.finditer(_ITEM, match["items"]):
            id = _in_law(item, within)
            start = match.start("items") + item.start()
            end = match.start("items") + item.end()
            if id and not any(c.start < end and start < c.end for c in taken):
                found.append(Citation("", start, end, id))
    return found


def _in_law(item: re.Match[str], within: ProvisionId) -> ProvisionId | None:
    around = (*parts(within), None, None, None)
    law, section, number = around[0], around[1], around[2]
    assert law is not None
    if item["section"]:
        return join(law, item["section"], item["number"], item["letter"], None)
    if item["in_section"] and section:
        return join(law, section, item["in_section"], None, None)
    if item["in_number"] and section and number:
        return join(law, section, number, item["in_number"], None)
    return None


def _bare(grammar: _Grammar, flat: str, lang: str, taken: list[Citation]) -> list[Citation]:
    """In a question, a number down to the clause ("27B1") needs no law word; nothing shorter is safe."""
    found: list[Citation] = []
    avoid = "|".join(re.escape(word) for word in words()[lang]["not_a_law"])
    for match in re.finditer(_BARE, flat):
        number = _number(grammar, match[0], 0, many=False)
        behind = re.search(rf"(?i:\b(?:{avoid})\s+)$", flat[: match.start()])
        if number is None or number.end < len(match[0]) or behind:
            continue
        if not any(c.start < match.end() and match.start() < c.end for c in taken):
            found.append(Citation("", match.start(), match.end(), number.id))
    return found


class _Number(NamedTuple):
    id: ProvisionId
    end: int


def _number(grammar: _Grammar, flat: str, position: int, many: bool) -> _Number | None:
    """The number of a provision that stands here, without what only looks like a part of it."""
    match = grammar.number.match(flat, position)
    if match is None:
        return None
    got = match.groupdict()
    letter = got["letter_in"] or got["letter_off"] or got["letter"] or got.get("letter_apart")
    numeral = got["roman"] or got["bare_roman"]
    if numeral and not roman_value(numeral.lower()):
        return None
    section = got["section"] or got.get("section_alone")
    if section and (got["gap"] or got.get("gap_alone")):
        # A letter apart may be a word: "law 6 a player", "law 6 I think", "leis 6 e 7", "lois 30 a 32".
        word_follows = re.match(r"\s+\w", flat[match.end() :]) is not None
        if got["number"] is None:
            is_word = word_follows and (section.islower() or section in grammar.not_a_section)
        else:
            is_word = section in grammar.joining_letters and (many or int(got["number"]) > int(got["law"]))
        if is_word:
            return _Number(join(got["law"], None, None, None, None), match.end("law"))
    return _Number(join(got["law"], section, got["number"], letter, numeral), match.end())


def _between(first: ProvisionId | None, last: ProvisionId) -> list[ProvisionId]:
    """The laws from the first on, up to but without the last; nothing where they are not whole laws."""
    if first is None or not first.isdigit() or not last.isdigit():
        return []
    return [ProvisionId(str(law)) for law in range(int(first), int(last))]


def _is_range(first: ProvisionId, last: ProvisionId) -> bool:
    """Whether "from … to …" can be meant: upwards, and between provisions of one depth."""
    return len(parts(first)) == len(parts(last)) and (
        int(law_of(first)) < int(law_of(last)) or (law_of(first) == law_of(last) and first < last)
    )


def _ends_thought(flat: str, position: int) -> bool:
    return re.match(r"\s*(?:$|[).;:!?\]»”\"]|,(?!\s*\d))", flat[position:]) is not None


def _not_read(text: str, rest: str) -> str:
    if rest and rest != text.strip():
        return t(
            "“{rest}” in “{text}” is not the number of a law; write it like 6D1, or “laws 26 and 64A”.",
            rest=shown(rest),
            text=shown(text),
        )
    return t(
        "“{text}” is not the number of a law; write it like 6D1, or “laws 26 and 64A”.", text=shown(text)
    )


def _flat(text: str) -> str:
    """The text with blanks, dashes and letters made plain, each character still in its place."""
    if text.isascii():
        return text.replace("\n", " ").replace("\t", " ")
    return "".join(map(_flat_character, text)).replace("\n", " ").replace("\t", " ")


@cache
def _flat_character(character: str) -> str:
    """One character made plain; where that takes several (½ becomes three) it stays as it is."""
    made = plain(character)
    return made if len(made) == 1 else character


def _languages(flat: str, lang: str) -> tuple[str, ...]:
    """The languages whose words may stand in what was typed: the reader's, English, that of a law word."""
    typed_words = set(re.findall(r"[^\W\d_]+", flat.lower()))
    spoken = [
        other
        for other in words()
        if other not in (lang, "en")
        and typed_words & {word.lower() for word in words()[other]["law"] + words()[other]["laws"]}
    ]
    return (lang, *(("en",) if lang != "en" else ()), *spoken)


@cache
def _grammar(languages: tuple[str, ...], loose: bool) -> _Grammar:
    # A question or an argument may name laws in any language.
    speaking = tuple(words()) if loose else languages
    one, many, before, signs_of = (
        {word for lang in speaking for word in words()[lang][name]}
        for name in ("law", "laws", "before", "sign")
    )
    joining = {kind: {w for lang in languages for w in words()[lang][kind]} for kind in ("and", "or", "to")}
    placing = {
        w for lang in languages for kind in ("above", "below", "of_this_law") for w in words()[lang][kind]
    }
    not_a_section = set(words()[languages[0]]["not_a_section"])
    letter = r"|(?<![\w.])L\.?(?=\s?\d)" if loose else ""
    signs = "|".join(re.escape(w) for w in sorted(signs_of, key=len))
    announce = rf"""(?i:
        (?P<word>(?<!\w)(?P<many>{_any(many)})(?:\.?\s+(?:{_any(before)}))?\s*(?=\d)
        |(?<!\w)(?:{_any(one)})(?:\.?\s+(?:{_any(before)}))?\s*(?=\d)
        |(?:{signs})\s*(?=\d){letter}\s?(?=\d)))"""
    number = re.compile(_LOOSE if loose else _PRINTED, re.VERBOSE | re.ASCII)
    # Joining words need blanks around them; signs do not.
    separator = rf"""(?i:
        (?P<and>[ ]*,?[ ]+(?:{_any(joining["and"])})[ ]+)
        |(?P<or>[ ]*,?[ ]+(?:{_any(joining["or"])})[ ]+)
        |(?P<to>[ ]+(?:{_any(joining["to"])})[ ]+|[ ]*-[ ]*(?=\d|§)|[ ]+t/m[ ]+)
        |(?P<comma>[ ]*[,;][ ]*)
        {"|(?P<blank>[ ]+)" if loose else ""})"""
    item = r"(?:[A-Z](?:[1-9]\d?(?:\(?[a-z]\)?)?)?|[1-9]\d?|\([a-z]\))(?!\w)"
    link = rf"(?:\s*,\s*|\s+(?:{_any({*joining['and'], *joining['or']})})\s+)"
    placed = rf"(?<![\w(§])(?P<items>{item}(?:{link}{item})*)\s+(?i:{_any(placing)})(?!\w)"
    return _Grammar(
        re.compile(announce, re.VERBOSE),
        number,
        re.compile(separator, re.VERBOSE),
        r"[A-HJ-Z](?![\w'’])",
        frozenset(
            w for kind in joining.values() for w in kind if len(w) == 1 and w.isascii() and w.isalpha()
        ),
        frozenset(not_a_section),
        placed,
    )


def _any(spelled: Iterable[str]) -> str:
    """A pattern for any of these words, longest first; blanks in them may be any white space."""
    ordered = sorted(map(plain, spelled), key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(_spelled(piece) for piece in word.split()) for word in ordered) or r"(?!)"


def _spelled(piece: str) -> str:
    """A word as a pattern; the full stop of an abbreviation may be missing."""
    return re.escape(piece.removesuffix(".")) + r"\.?" if piece.endswith(".") else re.escape(piece)

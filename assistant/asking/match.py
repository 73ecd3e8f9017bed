"""From a question to situations: the look-up half of asking, standard library only.

`ask` reads an index that `assistant.asking.index.build` made and gives situations with scores from
0 to 1. The same steps stand in `docs/theme/static/asking.js` and give equal ranks: both add the
same numbers in the same order, and scores are cut to four decimals before they are sorted.

A question becomes slots, one per word or phrase that carries meaning. A slot holds the terms that
may answer it (the word itself, its near relatives, the likely words behind a typing error), each
with a weight. A situation scores by how much of the question its texts cover (BM25F) and by its
two lines (phrasings, title) that are most like the question (cosine).
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from assistant.asking.normalise import is_number, is_shape, words

Index = Mapping[str, Any]

# Weights of the ways in which a word of the question meets a term.
NEAR = 0.5  # a relative: "dropped" for "exposed"
PART = 0.35  # a part of a compound: "kaart" for "strafkaart"
TYPO = (0.4, 0.6, 0.85)  # a likely typing error in a word of four, of five, of more letters
FAR_TYPO = 0.5  # two typing errors
PREFIX = 0.6  # the beginning of a longer word
IN_PHRASE = 0.5  # a word that already counts as part of a phrase
UNKNOWN = 0.8  # a word that no text holds: it counts against every situation
COVER = 0.75  # share of the coverage in the score; the rest is the most alike line
FIRST = 0.6  # share of the most alike line in that rest; the second has what remains
THRESHOLD = 2300  # of 10,000: under this nothing fits
TAIL = 0.4  # results under this share of the first are left out
LIMIT = 10
MOST_WORDS = 60  # of a question; the rest is not read
MOST_PHRASE = 5
NOTHING = ""  # the id under which questions are kept that no situation answers (weather, other games)


class Slot(NamedTuple):
    """One thing that the question says: its weight, and the terms that may answer it."""

    weight: float
    terms: tuple[tuple[int, float], ...]


def ask(index: Index, query: str, limit: int = LIMIT) -> list[tuple[str, float]]:
    """The situations that a question may be about, best first, each with a score from 0 to 1.

    An empty list means that nothing fits: no known words, too little in common with any
    situation, or a question of a kind that the laws do not answer (bidding advice, other games).
    """
    scores = _scores(index, slots(index, query))
    ids: list[str] = index["situations"]
    ranked = sorted((-score, doc) for doc, score in scores.items() if score >= THRESHOLD)
    if not ranked or ids[ranked[0][1]] == NOTHING:
        return []
    least = ranked[0][0] * TAIL
    return [(ids[doc], -score / 10000) for score, doc in ranked if score <= least and ids[doc] != NOTHING][
        :limit
    ]


def _scores(index: Index, asked: Sequence[Slot]) -> dict[int, int]:
    """Each situation's score in ten-thousandths."""
    idf: list[float] = index["idf"]
    posts: list[list[int]] = index["posts"]
    in_lines: list[list[int]] = index["in_lines"]
    cover: dict[int, float] = {}
    dots: dict[int, float] = {}
    whole = 0.0
    length = 0.0
    for weight, terms in asked:
        base = idf[terms[0][0]] if terms else index["unknown"] * UNKNOWN
        worth = weight * base
        whole += worth
        length += worth * base
        best_doc: dict[int, float] = {}
        best_line: dict[int, float] = {}
        for term, share in terms:
            value = share * min(idf[term], base)
            row = posts[term]
            for i in range(0, len(row), 2):
                gained = value * row[i + 1]
                if gained > best_doc.get(row[i], 0.0):
                    best_doc[row[i]] = gained
            for line in in_lines[term]:
                if value > best_line.get(line, 0.0):
                    best_line[line] = value
        for doc, gained in best_doc.items():
            cover[doc] = cover.get(doc, 0.0) + weight * gained / 1000
        for line, value in best_line.items():
            dots[line] = dots.get(line, 0.0) + worth * value
    if not cover:
        return {}
    first: dict[int, float] = {}
    second: dict[int, float] = {}
    norms: list[float] = index["line_norms"]
    for line, dot in dots.items():
        cosine = min(1.0, dot / (norms[line] * sqrt(length)))
        doc = index["line_docs"][line]
        if cosine > first.get(doc, 0.0):
            second[doc] = first.get(doc, 0.0)
            first[doc] = cosine
        elif cosine > second.get(doc, 0.0):
            second[doc] = cosine
    scores: dict[int, int] = {}
    for doc, covered in cover.items():
        alike = FIRST * first.get(doc, 0.0) + (1 - FIRST) * second.get(doc, 0.0)
        scores[doc] = int((COVER * covered / whole + (1 - COVER) * alike) * 10000 + 0.5)
    return scores


def slots(index: Index, query: str) -> list[Slot]:
    """What the question says, in order, nothing twice."""
    tokens = _tokens(index, query)
    phrases: Mapping[str, int] = index["phrases"]
    starts: Mapping[str, int] = index["starts"]
    found: list[Slot] = []
    in_phrase_until = 0
    for i in range(len(tokens)):
        if i >= in_phrase_until and tokens[i][0] in starts:
            for n in range(min(MOST_PHRASE, len(tokens) - i), 1, -1):
                term = phrases.get(" ".join(key for key, _ in tokens[i : i + n]))
                if term is not None:
                    found.append(Slot(1.0, _relatives(index, term)))
                    in_phrase_until = i + n
                    break
        slot = tokens[i][1]
        if slot is not None:
            found.append(slot._replace(weight=slot.weight * IN_PHRASE) if i < in_phrase_until else slot)
    seen: set[tuple[tuple[int, float], ...]] = set()
    once: list[Slot] = []
    for slot in found:
        if slot.terms and slot.terms in seen:
            continue
        seen.add(slot.terms)
        once.append(slot)
    return once


def _tokens(index: Index, query: str) -> list[tuple[str, Slot | None]]:
    """Each word as the key that phrases are made of, with its slot if it carries meaning."""
    forms: Mapping[str, int] = index["forms"]
    tokens: list[tuple[str, Slot | None]] = []
    found = _with_shapes(words(query, index["lang"])[:MOST_WORDS])
    for word in found:
        if word in forms:
            tokens.append((str(forms[word]), Slot(1.0, _relatives(index, forms[word]))))
        elif len(word) == 1 or word in index["stop"]:
            tokens.append((word, None))
        elif is_number(word) or _is_card(index, word):
            short = kind(index, word)
            term = forms.get(short)
            tokens.append((short, None) if term is None else (str(term), Slot(1.0, _relatives(index, term))))
        else:
            tokens.extend(_unknown(index, word))
    if "#low" in forms and _has_low_bid(index, found):
        tokens.append(("#low", Slot(1.0, _relatives(index, forms["#low"]))))
    return tokens


def _has_low_bid(index: Index, found: Sequence[str]) -> bool:
    """Whether an auction such as "1C P 1C" or "2NT-2H" holds a bid that is not higher than the last.

    Bids belong to one auction if only words of the list `between` part them: "meant 2NT, took 2H" has none.
    """
    rising, between = index["rising"], index["between"]
    last = 0
    for word in found:
        step = rising.get(word[1:].rstrip("x"), 0) if "1" <= word[0] <= "7" else 0
        if step:
            height = int(word[0]) * 5 + step
            if height <= last:
                return True
            last = height
        elif word not in between:
            last = 0
    return False


def _with_shapes(found: list[str]) -> list[str]:
    """5-4-3-1 came as four words: make the shape of a hand one word again."""
    joined: list[str] = []
    i = 0
    while i < len(found):
        four = "".join(found[i : i + 4])
        if is_shape(four) and len(found[i]) == 1:
            joined.append(four)
            i += 4
        else:
            joined.append(found[i])
            i += 1
    return joined


def kind(index: Index, word: str) -> str:
    """A bid, a card or a hand's shape is known by its kind; another number stands for itself."""
    if is_shape(word):
        return "#shape"
    if "1" <= word[0] <= "7" and word[1:].rstrip("x") in index["strains"]:
        return "#bid"
    return "#card" if _is_card(index, word) else word


def _is_card(index: Index, word: str) -> bool:
    """Whether the word names a card in short: "sj", "10d", "h9"."""
    suits, ranks = index["suits"], index["ranks"]
    return (word[0] in suits and word[1:] in ranks) or (word[-1] in suits and word[:-1] in ranks)


def _unknown(index: Index, word: str) -> list[tuple[str, Slot | None]]:
    """A word that the texts do not hold: another ending, a compound, a typing error, a beginning."""
    forms: Mapping[str, int] = index["forms"]
    other = _other_ending(index, word)
    if other is not None:
        return [(str(other), Slot(1.0, _relatives(index, other)))]
    pieces = split(word, forms, index["linking"], index["least_part"])
    if pieces:
        return [(str(forms[p]), Slot(1.0, _relatives(index, forms[p]))) for p in pieces]
    near, share = typing_errors(word, forms)
    if near:
        return [(str(near[0]), Slot(1.0, tuple((term, share) for term in near)))]
    longer = sorted({forms[form] for form in forms if form.startswith(word)}) if len(word) >= 4 else []
    if 0 < len(longer) <= 4:
        return [(str(longer[0]), Slot(1.0, tuple((term, PREFIX) for term in longer)))]
    return [("?", Slot(1.0, ()))]


def _relatives(index: Index, term: int) -> tuple[tuple[int, float], ...]:
    """A term and what is near to it in meaning or part of it."""
    key = str(term)
    near = [(other, NEAR) for other in index["near"].get(key, ())]
    parts = [(other, PART) for other in index["parts"].get(key, ())]
    return ((term, 1.0), *near, *parts)


def _other_ending(index: Index, word: str) -> int | None:
    """The term of the same word with another ending: "dropping" where the texts say "dropped"."""
    forms: Mapping[str, int] = index["forms"]
    endings: list[str] = index["endings"]
    for ending in endings:
        base = word[: len(word) - len(ending)]
        if len(base) < 3 or not word.endswith(ending):
            continue
        bases = [base]
        if ending and len(base) > 3 and base[-1] == base[-2]:
            bases.append(base[:-1])
        if not ending:
            bases.append(base + base[-1])
        for tried in bases:
            for other in endings:
                if tried + other in forms:
                    return forms[tried + other]
    return None


def split(word: str, forms: Mapping[str, int], linking: Sequence[str], least: int) -> list[str]:
    """The two or three known words that make up a compound, the longest last part first.

    `linking` are the letters that may stand between the parts (Danish "s", Dutch "en"), the empty
    one first. One part must have four letters. Gives an empty list if the word does not split.
    """
    for at in range(least, len(word) - least + 1):
        last = word[at:]
        if last not in forms:
            continue
        for link in linking:
            first = word[: at - len(link)]
            if not word[:at].endswith(link) or len(first) < least:
                continue
            if first in forms:
                if max(len(first), len(last)) >= 4:
                    return [first, last]
                continue
            if len(first) >= 2 * least + 2:
                inner = split(first, forms, linking, least)
                if inner:
                    return [*inner, last]
    return []


def typing_errors(word: str, forms: Mapping[str, int]) -> tuple[list[int], float]:
    """The terms of the known words one typing error away, or two in a long word, and how sure that is.

    Never for words with figures. Words with the same first letter win; a short word, and one with
    two errors, must have it.
    """
    size = len(word)
    if size < 4:
        return [], 0.0
    for most, other_start in ((1, False), (1, True), (2, False)):
        if (other_start and size < 6) or (most == 2 and size < 8):
            continue
        found = [
            form
            for form in forms
            if (form[0] != word[0]) == other_start
            and len(form) >= 4
            and abs(len(form) - size) <= most
            and not is_number(form)
            and within(word, form, most)
        ]
        if found:
            terms = dict.fromkeys(forms[form] for form in sorted(found))
            return list(terms)[:4], TYPO[min(size, 6) - 4] if most == 1 else FAR_TYPO
    return [], 0.0


def within(a: str, b: str, most: int) -> bool:
    """Whether at most `most` typing errors part two words.

    An error is a letter too many, too few, another letter, or two neighbours swapped
    (optimal string alignment distance).
    """
    # Imported only where a word is unknown: most questions do without, and the import takes time.
    from rapidfuzz.distance import OSA

    return OSA.distance(a, b, score_cutoff=most) <= most

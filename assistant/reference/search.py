"""Full-text search of the law texts: words with or without accents, numbers, phrases in quotes.

The document searched is small (a few thousand provisions), so it is read through rather than
indexed; `docs/theme/static/search.js` does the same in the browser on the same document.
"""

import re
from typing import NamedTuple

from assistant.asking.normalise import fold, words
from assistant.reference.store import Json

# What a hit is worth: a heading tells what a provision is about, a text only mentions it; a law's own
# heading tells more than that of a small part of it.
_HEADING, _EXACT, _LAW, _TEXT, _PHRASE = 10, 3, 4, 1, 5
_WORD = re.compile(r"[^\W_]+")


class Hit(NamedTuple):
    """A provision that holds all words: where it stands, its heading, and the place of the hit."""

    id: str
    edition: str
    heading: str
    path: str
    snippet: str
    score: int


def build(lang: str, rows: list[Json], stem: dict[str, str]) -> Json:
    """The document to search: `rows` of {edition, id, path, heading, text}, and the stems of their words."""
    docs = [
        {"e": row["edition"], "i": row["id"], "p": row["path"], "h": row["heading"], "t": row["text"]}
        for row in rows
    ]
    return {"lang": lang, "stems": {form: root for form, root in stem.items() if form != root}, "docs": docs}


def search(document: Json, query: str, editions: list[str] | None = None) -> list[Hit]:
    """The provisions that hold every word of the query (or a phrase in quotes), headings first."""
    lang = document["lang"]
    phrases = [" ".join(words(phrase, lang)) for phrase in re.findall(r"[\"“«]([^\"”»]+)[\"”»]", query)]
    wanted = words(query, lang)
    if not wanted:
        return []
    stems = document["stems"]
    roots = [stems.get(word, word) for word in wanted]
    whole = " ".join(wanted)
    hits: list[tuple[int, int, Hit]] = []
    for order, doc in enumerate(document["docs"]):
        if editions is not None and doc["e"] not in editions:
            continue
        heading, text = words(doc["h"], lang), words(doc["t"], lang)
        score = 0
        for word, root in zip(wanted, roots, strict=True):
            in_heading = any(_same(each, word, root, stems) for each in heading)
            in_text = sum(_same(each, word, root, stems) for each in text)
            in_id = fold(doc["i"], lang) == word
            if not (in_heading or in_text or in_id):
                break
            score += (
                _HEADING * (in_heading or in_id)
                + _EXACT * (word in heading)
                + _LAW * (in_heading and not doc["p"])
                + _TEXT * min(in_text, 2)
            )
        else:
            running_heading, running = " ".join(heading), " ".join(text)
            if any(f" {phrase} " not in f" {running_heading} {running} " for phrase in phrases):
                continue
            if len(wanted) > 1:
                score += _PHRASE * (f" {whole} " in f" {running} ") + 2 * _PHRASE * (
                    f" {whole} " in f" {running_heading} "
                )
            hits.append(
                (
                    -score,
                    order,
                    Hit(
                        doc["i"],
                        doc["e"],
                        doc["h"],
                        doc["p"],
                        _snippet(doc["t"], lang, wanted, roots, stems),
                        score,
                    ),
                )
            )
    return [hit for _, _, hit in sorted(hits, key=lambda each: each[:2])]


def _same(each: str, word: str, root: str, stems: dict[str, str]) -> bool:
    if each == word or stems.get(each, each) == root:
        return True
    # The beginning of a word finds it, but a number is found only whole.
    return len(word) >= 4 and not word.isdigit() and each.startswith(word)


def _snippet(text: str, lang: str, wanted: list[str], roots: list[str], stems: dict[str, str]) -> str:
    """The text around the first hit, cut at words."""
    plain = re.sub(r"\[\^\w+\]", "", text).replace("\n", " ")
    spots = [
        found.start()
        for found in _WORD.finditer(plain)
        for piece in words(found.group(), lang)
        if any(_same(piece, word, root, stems) for word, root in zip(wanted, roots, strict=True))
    ]
    start = max(0, (spots[0] if spots else 0) - 60)
    if start:
        start = plain.find(" ", start) + 1
    end = len(plain) if len(plain) - start <= 160 else plain.rfind(" ", start, start + 160)
    return ("… " if start else "") + plain[start:end] + (" …" if end < len(plain) else "")

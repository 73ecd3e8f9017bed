"""Text to plain words: one case, no accents, elisions split, negations kept, numbers left alone.

Questions are typed in haste, so "donne", "Donné" and "l'étui" must meet what the situations say.
The same rules stand in `docs/theme/static/asking.js`; a test holds both to one file of queries.
Everything here is fixed by a small table, so that both give the same words for any input.
"""

from functools import cache
from unicodedata import category, normalize

# Letters that no Unicode decomposition takes apart (design.md, "Asking").
_LETTERS = {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"}
# Every mark that people and phones put for an apostrophe.
_APOSTROPHES = dict.fromkeys("’‘ʼ´`′＇", "'")
_SUITS = {"♠": 0, "♤": 0, "♥": 1, "♡": 1, "♦": 2, "♢": 2, "♣": 3, "♧": 3}
# A suit symbol is read as the letter that the language's players write for it: spades, hearts, diamonds, clubs.
SUIT_LETTERS = {
    "en": "shdc",
    "fr": "pckt",  # pique, cœur, carreau ("k"), trèfle
    "pt": "ecop",  # espadas, copas, ouros, paus
    "nl": "shrk",
    "da": "shrk",
}
_TABLES = {
    lang: str.maketrans(_LETTERS | _APOSTROPHES | {symbol: letters[i] for symbol, i in _SUITS.items()})
    for lang, letters in SUIT_LETTERS.items()
}
# Danish typed on a foreign keyboard: å as "aa" or "a", ø as "oe" or "o", æ as "ae" or "ä".
_DIGRAPHS = {"da": (("aa", "a"), ("oe", "o"))}
# What stands before an apostrophe and is a word of its own without meaning for a search.
_ELIDED = frozenset(
    ["l", "d", "j", "m", "n", "s", "t", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu"]
)


def fold(text: str, lang: str) -> str:
    """The text in small letters without accents: "Œil ØST" gives "oeil ost"."""
    text = text.lower()
    if lang == "da":
        text = text.replace("ä", "ae")
    text = normalize("NFKD", text.translate(_TABLES[lang]))
    if text.isascii():
        return text
    return "".join(c for c in text if category(c)[0] != "M")


def words(text: str, lang: str) -> list[str]:
    """The words of a text, folded: "N'a-t-il pas 14 cartes ?" gives a, t, il, pas, 14, cartes.

    "don't" and "didn’t" give their negation as a word of its own; "time's" loses its ending.
    """
    found: list[str] = []
    start = -1
    folded = fold(text, lang) + " "
    for i, c in enumerate(folded):
        if ("a" <= c <= "z") or ("0" <= c <= "9") or (c == "'" and start >= 0):
            if start < 0:
                start = i
        elif start >= 0:
            _split(folded[start:i], found)
            start = -1
    for written, meant in _DIGRAPHS.get(lang, ()):
        found = [word.replace(written, meant) for word in found]
    return found


def _split(word: str, found: list[str]) -> None:
    """Add the parts of a word that may hold apostrophes."""
    parts = [part for part in word.split("'") if part]
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        if not last and part in _ELIDED:
            continue
        if last and i and part == "s":
            continue
        if last and i and part == "t" and parts[i - 1].endswith("n"):
            found[-1] = parts[i - 1][:-1]
            found.append("not")
            continue
        found.append(part)


def raw_words(text: str, lang: str) -> list[tuple[str, str]]:
    """Each word as written (small letters, accents kept) with its folded form.

    Stemmers need the accents, the index needs the folded form. Used when the index is built.
    """
    return [pair for piece in text.lower().split() for pair in _raw_words(piece, lang)]


@cache
def _raw_words(piece: str, lang: str) -> tuple[tuple[str, str], ...]:
    """The words of a text without blanks; the same pieces come again and again."""
    pairs: list[tuple[str, str]] = []
    current = ""
    for c in normalize("NFC", piece) + " ":
        plain = fold(c, lang)
        if plain and all(("a" <= p <= "z") or ("0" <= p <= "9") for p in plain):
            current += c
            continue
        if current and not (plain == "'" and fold(current, lang) in _ELIDED):
            pairs.extend((current, form) for form in words(current, lang))
        current = ""
    return tuple(pairs)


def is_number(word: str) -> bool:
    """Whether a word holds a figure. Such words are matched as they stand, never as typing errors."""
    return any("0" <= c <= "9" for c in word)


def is_shape(digits: str) -> bool:
    """Whether four figures are the shape of a hand: "5431" and "4333" add up to thirteen cards."""
    return len(digits) == 4 and digits.isdigit() and sum(map(int, digits)) == 13

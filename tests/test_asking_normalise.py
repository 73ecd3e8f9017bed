import pytest

from assistant.asking.normalise import fold, is_number, is_shape, raw_words, words

FOLDED = [
    ("DONNÉ", "fr", "donne"),
    ("cœur", "fr", "coeur"),
    ("renu\u0301ncia", "pt", "renuncia"),  # accent as a sign of its own
    ("MÃOS", "pt", "maos"),
    ("Spilfører på håndens æs", "da", "spilforer pa handens aes"),
    ("ä", "da", "ae"),  # a Swedish keyboard
    ("ë", "nl", "e"),
    ("ﬁne", "en", "fine"),  # a ligature out of a PDF
]


@pytest.mark.parametrize(("text", "lang", "expected"), FOLDED)
def test_case_and_accents_fold(text, lang, expected):
    assert fold(text, lang) == expected


WORDS = [
    ("que se passe-t-il ?", "fr", ["que", "se", "passe", "t", "il"]),
    ("l'étui, d’abord", "fr", ["etui", "abord"]),
    ("qu'il n'a pas", "fr", ["il", "a", "pas"]),
    ("aujourd'hui", "fr", ["aujourd", "hui"]),
    ("don't didn’t isn´t", "en", ["do", "not", "did", "not", "is", "not"]),  # three apostrophes
    ("time's up", "en", ["time", "up"]),
    ("zo'n kaart", "nl", ["zo", "n", "kaart"]),
    ("haandkort spilfoerer", "da", ["handkort", "spilforer"]),  # no Danish keyboard
    ("haandkort", "nl", ["haandkort"]),  # other languages keep their aa
    ("27B1, 14 cards, 6-4", "en", ["27b1", "14", "cards", "6", "4"]),
    ("♠J 1♥", "en", ["sj", "1h"]),
    ("1♥", "fr", ["1c"]),
    ("1♥", "pt", ["1c"]),
    ("", "en", []),
    ("…—!? \x00 日本", "en", []),
]


@pytest.mark.parametrize(("text", "lang", "expected"), WORDS)
def test_text_splits_into_words(text, lang, expected):
    assert words(text, lang) == expected


def test_raw_words_keep_accents_beside_the_folded_form():
    assert raw_words("L'étui mélangé", "fr") == [("étui", "etui"), ("mélangé", "melange")]
    assert raw_words("e\u0301tui", "fr") == [("étui", "etui")]


@pytest.mark.parametrize(("word", "expected"), [("14", True), ("6d1", True), ("card", False), ("", False)])
def test_numbers(word, expected):
    assert is_number(word) is expected


@pytest.mark.parametrize(
    ("digits", "expected"), [("5431", True), ("4333", True), ("5432", False), ("2017", False), ("13", False)]
)
def test_shape_of_a_hand(digits, expected):
    assert is_shape(digits) is expected

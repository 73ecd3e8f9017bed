import sys

import pytest

from assistant.asking import match
from assistant.asking.normalise import SUIT_LETTERS
from tests.asking_index import small_index

# language, question, the situation that must come first, the oddity
FIRST = [
    ("en", "a card fell face up during the deal", "card-in-deal", "plain"),
    ("en", "CARD FELL FACE UP DEALING", "card-in-deal", "capitals"),
    ("en", "♠J fell face up while dealing", "card-in-deal", "a card by its symbol"),
    ("en", "nobody shufled", "not-shuffled", "a letter too few"),
    ("en", "not suhffled", "not-shuffled", "two letters swapped"),
    ("en", "not shuffled", "not-shuffled", "the negation decides"),
    ("en", "shuffled twice", "shuffled", "no negation"),
    ("en", "they didn't shuffle", "not-shuffled", "the negation is inside a word"),
    ("en", "I hold fourteen cards", "too-many", "a number in words"),
    ("en", "14 cards", "too-many", "a number"),
    ("en", "12 cards", "too-few", "another number"),
    ("en", "telephone ringing", "phone", "another ending"),
    ("en", "a BIT by pard", "hesitation", "abbreviations"),
    ("en", "left hand opponent hesitates", "hesitation", "LHO in words"),
    ("fr", "une carte vue pendant la donne", "card-in-deal", "plain"),
    ("fr", "L ETUI N A PAS ETE MELANGE", "not-shuffled", "no accents, no apostrophes"),
    ("fr", "les cartes ont été mélangées", "shuffled", "no negation"),
    ("fr", "adv. G a quatorze cartes", "lho", "an abbreviation in two parts"),
    ("fr", "téléfone", "phone", "a typing error under an accent"),
    ("pt", "viram uma carta dando as cartas", "card-in-deal", "plain"),
    ("pt", "nao baralharam", "not-shuffled", "European word, no accents"),
    ("pt", "leiloes", "auction", "a plural whose stem differs"),
    ("pt", "telemóvel", "phone", "European word"),
    ("nl", "tijdens het delen viel een kaart open", "card-in-deal", "plain"),
    ("nl", "er werd niet geschud", "not-shuffled", "the negation decides"),
    ("nl", "kaartstraf", "penalty-card", "a compound that no text holds"),
    ("nl", "slag", "trick", "a singular whose stem differs"),
    ("nl", "gsm", "phone", "Flemish word"),
    ("da", "et kort blev set da der blev givet", "card-in-deal", "plain"),
    ("da", "der er ikke blevet blandet", "not-shuffled", "the negation decides"),
    ("da", "spilfoerer aendrer melding", "declarer", "ø and æ in two letters"),
    ("da", "spilforer andrer melding", "declarer", "ø and æ in one letter"),
    ("da", "haanden", "hand", "å as aa"),
    ("da", "mobiltelefonen", "phone", "a compound with an ending"),
]


@pytest.mark.parametrize(("lang", "question", "situation", "oddity"), FIRST)
def test_question_finds_its_situation_first(lang, question, situation, oddity):
    found = match.ask(small_index(lang), question)
    assert found, oddity
    assert found[0][0] == situation, oddity


NOTHING = [
    ("en", "what is the weather like today"),
    ("en", "what do I bid with 6-4-2-1 and 12 points"),
    ("en", "poker or chess"),
    ("en", "xkcd qwrtz plugh"),
    ("en", ""),
    ("en", "the of and"),
    ("en", "27B1"),
    ("en", "👍"),
    ("en", "constructor"),
    ("fr", "quel temps fera-t-il"),
    ("pt", "previsao do tempo"),
    ("nl", "wat voor weer wordt het morgen"),
    ("da", "hvordan bliver vejret"),
]


@pytest.mark.parametrize(("lang", "question"), NOTHING)
def test_nothing_fits(lang, question):
    assert match.ask(small_index(lang), question) == []


@pytest.mark.parametrize("number", ["16", "144", "24", "1A4"])
def test_numbers_are_never_typing_errors(number):
    assert [slot for slot in match.slots(small_index("en"), number) if slot.terms] == []


@pytest.mark.parametrize(
    ("auction", "low"),
    [
        ("1C P 1C", True),
        ("2NT-2H", True),
        ("1S 2D 1NT", True),
        ("2♠, then LHO bids 2♥", True),
        ("1H X 1S pass 2H", False),
        ("6NT 7C", False),
        ("I meant 2NT and took out 2H", False),
        ("1H is game forcing, 1D is not", False),
        ("14 cards, 13 cards", False),
    ],
)
def test_an_auction_with_a_bid_that_is_too_low_is_one_of_insufficient_bids(auction, low):
    index = small_index("en")
    insufficient = match.slots(index, "insufficient")[0]
    assert (insufficient in match.slots(index, auction)) == low


def test_score_is_between_nought_and_one_and_falls():
    scores = [
        score
        for _, score in match.ask(small_index("en"), "a card was seen, 14 cards, the pack was not shuffled")
    ]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_limit_cuts_the_results():
    assert (
        len(match.ask(small_index("en"), "a card was seen, 14 cards, the pack was not shuffled", limit=1))
        == 1
    )


def test_the_longest_question_is_cut_and_answered():
    assert match.ask(small_index("en"), "a card fell face up while dealing " * 5000)[0][0] == "card-in-deal"


WITHIN = [
    ("shuffle", "shufle", 1, True),  # too few
    ("shuffle", "shuffffle", 1, False),
    ("shuffle", "shuffffle", 2, True),
    ("deal", "dael", 1, True),  # swapped
    ("deal", "lead", 1, False),
    ("card", "cord", 1, True),  # another letter
    ("card", "card", 1, True),
    ("opponent", "oponnent", 1, False),
    ("opponent", "oponnent", 2, True),
    ("abcdefgh", "badcefgh", 2, True),  # two swaps
    ("ab", "ba", 1, True),
    ("", "a", 1, True),
]


@pytest.mark.parametrize(("a", "b", "most", "expected"), WITHIN)
def test_typing_errors_apart(a, b, most, expected):
    assert match.within(a, b, most) is expected
    assert match.within(b, a, most) is expected


SPLIT = [
    ("strafkaart", ["straf", "kaart"]),
    ("kaartenverdeling", ["kaart", "verdeling"]),  # "en" between the parts
    ("speeltafelkaart", ["speel", "tafel", "kaart"]),
    ("kaartxyz", []),
    ("kaart", []),
]


@pytest.mark.parametrize(("word", "parts"), SPLIT)
def test_compounds_split_into_known_words(word, parts):
    forms = {"straf": 0, "kaart": 1, "verdeling": 2, "speel": 3, "tafel": 4}
    assert match.split(word, forms, ["", "s", "en"], 3) == parts


def test_a_look_up_imports_no_stemmer_and_no_yaml():
    import subprocess

    code = "import sys, assistant.asking.match, assistant.asking.detect; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"yaml", "snowballstemmer", "rapidfuzz", "babel"} & set(loaded)


def test_every_language_writes_its_suits_with_four_letters():
    assert all(len(set(letters)) == 4 for letters in SUIT_LETTERS.values())

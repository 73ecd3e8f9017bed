"""Citations: what is one, what only looks like one, and where it stands."""

import tomllib
from pathlib import Path

import pytest

from assistant.laws import wording
from assistant.laws.citations import InvalidCitation, expand, find, typed
from assistant.laws.ids import ProvisionId
from assistant.words import LANGUAGES

# language, text, what is cited: words → id
PRINTED = [
    ("en", "(see Law 17A) and Law 16C applies", {"Law 17A": "17A", "Law 16C": "16C"}),
    ("en", "declarer in accordance with Law 45) during", {"Law 45": "45"}),
    ("en", "LAW 6 and law 7", {"LAW 6": "6", "law 7": "7"}),
    ("fr", "(voir Loi\u00a017\u00a0A) :", {"Loi\u00a017\u00a0A": "17A"}),
    ("fr", "la Loi 27 B 1 a) dit", {"Loi 27 B 1 a)": "27B1a"}),
    ("pt", "mas veja Lei 86C).", {"Lei 86C": "86C"}),
    ("nl", "(maar zie artikel 86C)", {"artikel 86C": "86C"}),
    ("nl", "art. 6D1", {"art. 6D1": "6D1"}),
    ("da", "se §17A, og § 22 A", {"§17A": "17A", "§ 22 A": "22A"}),
    # lists: every link wraps its own words
    ("en", "laws 26 and 64A", {"laws 26": "26", "64A": "64A"}),
    ("en", "Laws 16C, 26B and 72C apply", {"Laws 16C": "16C", "26B": "26B", "72C": "72C"}),
    ("en", "Laws 6, 7, and 8 apply", {"Laws 6": "6", "7": "7", "8": "8"}),
    ("en", "Law 50 or 51 requires it", {"Law 50": "50", "51": "51"}),
    ("en", "Law 16A or B", {"Law 16A": "16A", "B": "16B"}),
    ("pt", "Leis 6, 7 e 8 dizem", {"Leis 6": "6", "7": "7", "8": "8"}),
    ("da", "§22B og §86A", {"§22B": "22B", "§86A": "86A"}),
    (
        "en",
        "Laws 12C1(e)(i), 12C2a and 30B1b(ii)",
        {"Laws 12C1(e)(i)": "12C1e(i)", "12C2a": "12C2a", "30B1b(ii)": "30B1b(ii)"},
    ),
    # a law, and then something else
    ("fr", "la loi 6 d'abord", {"loi 6": "6"}),
    ("fr", "la loi 6 d’abord", {"loi 6": "6"}),
    ("da", "§ 6, f.eks. ved", {"§ 6": "6"}),
    ("da", "§ 6 f.eks. ved", {"§ 6": "6"}),
    ("pt", "Lei 6 E depois", {"Lei 6": "6"}),
    ("en", "under Law 24, 2 tricks are given", {"Law 24": "24"}),
    ("en", "Law 26 and 2 tricks", {"Law 26": "26"}),
    ("en", "Laws 22 and 24, 2 tricks", {"Laws 22": "22", "24": "24"}),
    ("en", "Law 16A or I think", {"Law 16A": "16A"}),
    ("en", "Law 6's heading; Law 16C's too", {"Law 6": "6", "Law 16C": "16C"}),
]


@pytest.mark.parametrize(("lang", "text", "cited"), PRINTED)
def test_a_link_wraps_exactly_the_printed_words(lang: str, text: str, cited: dict[str, str]) -> None:
    found = find(text, lang)

    assert {citation.text: citation.id for citation in found} == cited
    assert all(text[citation.start : citation.end] == citation.text for citation in found)


@pytest.mark.parametrize(
    "text",
    ["4H", "3NT", "he bid 1C over 2017", "board 6", "table 12A", "2017", "the Laws of 2007", "the Laws 2017",
     "outlaw 6", "Law 60%", "Law 6.5", "6D1", "Law", "A and B"],
)  # fmt: skip
def test_what_only_looks_like_a_citation_is_none(text: str) -> None:
    assert find(text, "en") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "Laws 30 to 32"), ("fr", "Lois 30 à 32"), ("pt", "Leis 30 a 32"), ("nl",
     "artikelen 30 tot en met 32"),
     ("da", "§30 til §32"), ("en", "Laws 30–32")],
)  # fmt: skip
def test_a_range_links_its_ends_and_names_what_is_between(lang: str, text: str) -> None:
    first, last = find(text, lang)

    assert (first.id, last.id, last.through) == ("30", "32", "30")
    assert expand([first, last]) == ["30", "31", "32"]


@pytest.mark.parametrize(
    ("lang", "text", "within", "cited"),
    [
        ("nl", "zoals in A en B hierboven.", "6E4", {"A": "6A", "B": "6B"}),
        ("en", "as from A and B above.", "6E4", {"A": "6A", "B": "6B"}),
        ("fr", "selon A et B ci-dessus", "6E4", {"A": "6A", "B": "6B"}),
        ("pt", "como em A e B acima", "6E4", {"A": "6A", "B": "6B"}),
        ("da", "som i A og B ovenfor", "6E4", {"A": "6A", "B": "6B"}),
        ("en", "B2 of this Law", "12C1c", {"B2": "12B2"}),
        ("en", "in (a) above", "12C1c", {"(a)": "12C1a"}),
        ("en", "A and B", "6E4", {}),  # nothing places them
        ("en", "A above", "def/alert", {}),
    ],
)
def test_letters_are_placed_in_the_law_that_is_read(
    lang: str, text: str, within: str, cited: dict[str, str]
) -> None:
    assert {c.text: c.id for c in find(text, lang, within=ProvisionId(within))} == cited


@pytest.mark.parametrize(
    ("lang", "text", "cited"),
    [
        ("en", "law 6 a player drops a card", {"law 6": "6"}),
        ("en", "law 6 d 1 what", {"law 6 d 1": "6D1"}),
        ("en", "what does 27b1b say?", {"27b1b": "27B1b"}),
        ("en", "I opened 1C, then 3NT over 6D", {}),  # bids
        ("en", "law 1C", {"law 1C": "1C"}),  # unless a law word stands before
        ("en", "l6d1", {"l6d1": "6D1"}),
        ("en", "table 12A1", {}),
        ("en", "que dit la Loi 22 A ?", {"Loi 22 A": "22A"}),  # a law word of any language
        ("pt", "leis 6 e 7", {"leis 6": "6", "7": "7"}),
        ("da", "hvad siger §6D1", {"§6D1": "6D1"}),
    ],
)
def test_a_question(lang: str, text: str, cited: dict[str, str]) -> None:
    assert {c.text: c.id for c in find(text, lang, free_text=True)} == cited


@pytest.mark.parametrize(
    ("lang", "text", "ids"),
    [
        ("en", "law 6 d 1", ["6D1"]),
        ("fr", "Loi 22 A", ["22A"]),
        ("pt", "Lei 17A", ["17A"]),
        ("nl", "artikel 16C", ["16C"]),
        ("nl", "art. 6D1", ["6D1"]),
        ("da", "§22A", ["22A"]),
        ("en", "L6D1", ["6D1"]),
        ("en", "6D1", ["6D1"]),
        ("en", "6d1", ["6D1"]),
        ("en", "6D", ["6D"]),
        ("en", "laws 26 and 64A", ["26", "64A"]),
        ("pt", "Leis 6, 7 e 8", ["6", "7", "8"]),
        ("en", "Leis 6, 7 e 8", ["6", "7", "8"]),  # the language of the law word is understood too
        ("fr", "Loi 27 B 1 a)", ["27B1a"]),
        ("fr", "loi 27 a 2", ["27A2"]),
        ("fr", "lois 30 a 32", ["30", "31", "32"]),
        ("en", "laws 30 to 32", ["30", "31", "32"]),
        ("en", "LAW 6\u20138", ["6", "7", "8"]),
        ("en", "law 6\u00a0D\u20111", ["6D1"]),
        ("en", "12 C 1 (c)", ["12C1c"]),
        ("en", "30b1b ii", ["30B1b(ii)"]),
        ("en", "6D1 7B", ["6D1", "7B"]),
        ("en", "6D1,7B;8C", ["6D1", "7B", "8C"]),
        ("en", "law 6 law 6", ["6"]),
        ("en", "def/adjusted-score", ["def/adjusted-score"]),
        ("en", "94", ["94"]),  # whether it exists is asked of the register
    ],
)
def test_typed(lang: str, text: str, ids: list[str]) -> None:
    assert typed(text, lang) == ids


@pytest.mark.parametrize("text", ["", "law", "banana", "law 2017", "6D1 and", "law 6 foo", "6D1-3", "3NT x"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    with pytest.raises(InvalidCitation, match="is not the number of a law"):
        typed(text, "en")


_TABLE = wording.words()


def test_the_table_is_plain_toml_and_complete() -> None:
    path = Path(wording.__file__).with_name("citation_words.toml")
    read = tomllib.loads(path.read_text(encoding="utf-8"))

    assert {
        lang: {name: tuple(value) for name, value in lists.items()} for lang, lists in read.items()
    } == _TABLE
    assert list(_TABLE) == list(LANGUAGES)
    assert all(tuple(lists) == wording.LISTS for lists in _TABLE.values())


_WORDS = [
    (lang, name, word) for lang, lists in _TABLE.items() for name, each in lists.items() for word in each
]


@pytest.mark.parametrize(("lang", "name", "word"), _WORDS)
def test_every_word_of_the_table_fires(lang: str, name: str, word: str) -> None:
    law, laws = _TABLE[lang]["law"][0], _TABLE[lang]["laws"][0]
    within = ProvisionId("6E4")
    cases = {
        "law": (f"{word} 6D1", ["6D1"]),
        "sign": (f"{word}6D1", ["6D1"]),
        "laws": (f"{word} 6, 7", ["6", "7"]),
        "before": (f"{law} {word} 6D1", ["6D1"]),
        "and": (f"{laws} 6 {word} 7 x", ["6", "7"]),
        "or": (f"{law} 6 {word} 7 x", ["6", "7"]),
        "to": (f"{laws} 6 {word} 9", ["6", "9"]),
        "above": (f"x A {word}.", ["6A"]),
        "below": (f"x B {word}.", ["6B"]),
        "of_this_law": (f"x C {word}.", ["6C"]),
        "not_a_section": (f"{law} 6 {word} x", ["6"]),
        "not_a_law": (f"{word} 12A1", []),
    }
    text, ids = cases[name]
    free = name == "not_a_law"

    assert [c.id for c in find(text, lang, within=within, free_text=free)] == ids
    if free:
        assert [c.id for c in find("x 12A1", lang, free_text=True)] == [
            "12A1"
        ]  # and only the word keeps it away

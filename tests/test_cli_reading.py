"""`search`, `term`, `diff`, `situations`: what a reader gets."""

import json

import pytest

from tests.conftest import Ruling

FOUND = [
    # words, language, edition, a provision that must be among the first three
    ("shuffle deal", "en", "2007", "6"),
    ("melange", "fr", "1997", "6"),  # without its accent
    ("SEQÜÊNCIA", "pt", "1997", "8"),
    ("sequencia de rodadas", "pt", "1997", "8"),
    ("geschud", "nl", "2007", "6A"),
    ("kortgivning", "da", "1997", "6"),
    ("taeller", "da", "1997", "7B1"),  # æ typed as ae
    ("13 cards", "en", "1997", "7C"),
    ("“face down, one card”", "en", "2007", "6B"),  # a phrase
]


@pytest.mark.parametrize(("words", "lang", "edition", "id"), FOUND)
def test_words_find_their_provision(ruling: Ruling, words: str, lang: str, edition: str, id: str) -> None:
    ran = ruling("search", words, "--lang", lang, "--edition", edition, "--json")

    assert ran.code == 0
    assert id in [hit["id"] for hit in json.loads(ran.out)[:3]]


def test_a_hit_in_a_heading_comes_first(ruling: Ruling) -> None:
    hits = json.loads(ruling("search", "claim", "--json").out)

    assert "claim" in hits[0]["heading"].lower()
    assert any("claim" not in hit["heading"].lower() for hit in hits)


def test_a_phrase_is_found_only_as_it_stands(ruling: Ruling) -> None:
    loose = json.loads(ruling("search", "cards dealt", "--edition", "2007", "--json").out)
    phrase = json.loads(ruling("search", '"cards dealt"', "--edition", "2007", "--json").out)

    assert loose
    assert phrase == []  # “cards be dealt”, “cards are dealt”, but never “cards dealt”
    assert json.loads(ruling("search", '"cards are dealt"', "--edition", "2007", "--json").out)


def test_nothing_found_is_said(ruling: Ruling) -> None:
    ran = ruling("search", "xylophone")

    assert (ran.code, ran.out) == (1, "")
    assert "xylophone" in ran.err


TERMS = [
    # a word in some language, the concept it names
    ("revoke", "revoke"),
    ("kulorsvigt", "revoke"),  # without its ø
    ("verzaking", "revoke"),
    ("carteador", "declarer"),
    ("declarante", "declarer"),  # European Portuguese
]


@pytest.mark.parametrize(("word", "concept"), TERMS)
def test_a_term_is_found_in_any_language(ruling: Ruling, word: str, concept: str) -> None:
    entries = json.loads(ruling("term", word, "--json").out)

    assert concept in [entry["concept"] for entry in entries]
    assert set(entries[0]["terms"]) == {"en", "fr", "pt", "nl", "da"}


def test_false_friends_are_told_apart(ruling: Ruling) -> None:
    """French “renonce” is a revoke; Danish and Dutch “renonce” is a void."""
    entries = {
        entry["concept"]: entry["terms"] for entry in json.loads(ruling("term", "renonce", "--json").out)
    }

    assert entries["revoke"]["fr"]["preferred"] == "renonce"
    assert entries["void"]["da"]["preferred"] == "renonce"


def test_a_definition_comes_in_the_language_asked(ruling: Ruling) -> None:
    english = json.loads(ruling("term", "revoke", "--json").out)
    dutch = json.loads(ruling("term", "dummy", "--lang", "nl", "--json").out)

    assert english[0]["concept"] == "revoke"
    assert dutch[0]["definition"]["id"] == "def/dummy"
    assert dutch[0]["used_by"]


def test_diff_marks_words(ruling: Ruling) -> None:
    out = ruling("diff", "8A2", "--from", "1997", "--to", "2007").out

    assert "{+Unless the Director instructs otherwise, the+}" in " ".join(out.split())
    assert "[-" in out


def test_diff_follows_what_moved(ruling: Ruling) -> None:
    rows = json.loads(ruling("diff", "7B", "--from", "1997", "--to", "2007", "--json").out)

    assert ("7B", "7B1") in [
        (row["from"]["id"], row["to"]["id"]) for row in rows if row["from"] and row["to"]
    ]
    rows = json.loads(ruling("diff", "8B", "--from", "1997", "--to", "2007", "--json").out)
    assert "8B1" in [row["to"]["id"] for row in rows if row["from"] and row["to"]]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["diff", "6D1", "--from", "1997", "--to", "1997"], 2),
        (["diff", "6D1", "--from", "1997", "--to", "1998"], 1),
        (["diff", "6D1", "--from", "1997", "--to", "2007", "--lang", "da"], 1),
        (["diff", "6D1", "--from", "1997"], 2),
        (["term", "xylophone"], 1),
        (["situations", "--edition", "1492"], 1),
        (["nonsense"], 2),
        (["law", "6", "--colour"], 2),
        (["walk"], 2),
        (["walk", "no-such-thing"], 1),
        (["walk", "card-seen-before-auction", "--answer", "when"], 2),
        (["walk", "card-seen-before-auction", "--answer", "when=never"], 2),
        (["walk", "card-seen-before-auction", "--answer", "where=here"], 2),
        (["walk", "hand-with-too-many-cards", "--edition", "1997"], 1),
    ],
)
def test_bad_words_get_one_sentence(ruling: Ruling, args: list[str], code: int) -> None:
    ran = ruling(*args)

    assert (ran.code, ran.out) == (code, "")
    assert ran.err.strip()
    assert "Traceback" not in ran.err


def test_the_map_has_every_situation_once(ruling: Ruling) -> None:
    rows = json.loads(ruling("situations", "--json").out)
    old = json.loads(ruling("situations", "--json", "--edition", "1997").out)

    assert len({row["situation"] for row in rows}) == len(rows)
    assert 0 < len(old) < len(rows)
    assert all("1997" in row["codes"] for row in old)


def test_version_names_codes_and_editions(ruling: Ruling) -> None:
    out = ruling("--version").out

    assert "1997: en, fr, pt, da" in out
    assert "2007: en, nl" in out
    assert "2017" in out

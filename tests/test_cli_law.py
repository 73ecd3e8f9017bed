"""`ruling law`: what a citation shows, in which edition, and what it says where there is nothing."""

import json

import pytest

from tests.conftest import Ruling

HELD = [
    # words typed, language, edition asked for, edition shown, ids shown
    ("6D1", "en", None, "2017", ["6D1"]),
    ("law 6 d 1", "en", "2007", "2007", ["6D1"]),
    ("Loi 22 B", "fr", None, "2017", ["22B"]),
    ("Lei 7B", "pt", "1997", "1997", ["7B"]),
    ("artikel 16C", "nl", None, "2017", ["16C"]),
    ("§6, 7 og 8", "da", "1997", "1997", ["6", "7", "8"]),
    ("laws 26 and 64A", "en", None, "2017", ["26", "64A"]),
    ("L12C1c", "en", None, "2017", ["12C1c"]),
    ("40B2a(iii)", "en", None, "2017", ["40B2a(iii)"]),
]


@pytest.mark.parametrize(("typed", "lang", "edition", "shown", "ids"), HELD)
def test_a_citation_shows_its_provision(
    ruling: Ruling, typed: str, lang: str, edition: str | None, shown: str, ids: list[str]
) -> None:
    more = ["--edition", edition] if edition else []
    ran = ruling("law", *typed.split(), "--lang", lang, "--json", *more)

    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    documents = found if len(ids) > 1 else [found]  # several laws are an array, one is an object
    assert [document["id"] for document in documents] == ids
    assert {document["edition"] for document in documents} == {shown}
    assert {document["lang"] for document in documents} == {lang}


def test_the_year_and_the_kind_are_always_printed(ruling: Ruling) -> None:
    assert "code of 2017" in ruling("law", "6D1").out
    assert "not the official text" in ruling("law", "6D1").out
    assert "code of 1997" in ruling("law", "6D1", "--edition", "1997").out
    assert "not the official text" not in ruling("law", "6D1", "--edition", "1997").out


def test_parts_links_citers_and_parallels_come_with_the_text(ruling: Ruling) -> None:
    found = json.loads(ruling("law", "7B", "--edition", "1997", "--json").out)

    assert [child["id"] for child in found["children"]] == ["7B1", "7B2"]
    second = found["children"][1]
    (link,) = second["refs"]
    assert second["text"][link["start"] : link["end"]] == link["text"] == "Law 45"
    assert (link["id"], link["held"]) == ("45", False)
    # 7B of 1997 became 7B1 when the code of 2007 gave its text a number.
    assert {"lang": "nl", "edition": "2017", "id": "7B1"} in found["parallels"]
    assert {"lang": "fr", "edition": "1997", "id": "7B"} in found["parallels"]


ABSENT = [
    # words typed, options, exit code, what the message must say
    ("6D9", [], 1, ["6D", "9", "1", "3"]),
    ("94", [], 1, ["94", "93"]),
    ("23", ["--edition", "2007"], 1, ["2007", "72C"]),
    ("17E", [], 1, ["17D"]),
    ("16C", ["--edition", "2007"], 1, ["16D"]),
    ("6D1", ["--edition", "1987"], 1, ["1987", "1997", "2007", "2017"]),
    ("6D1", ["--edition", "latest"], 2, ["latest", "2017"]),
    ("6D1", ["--lang", "xx"], 2, ["xx", "en, fr, pt, nl, da"]),
    ("6D1", ["--lang", "../../x"], 2, ["en, fr, pt, nl, da"]),
    ("6D1", ["--edition", "2007", "--lang", "da"], 1, ["2007", "en/2007"]),
    ("six", [], 2, ["six"]),
    ("4H", [], 1, ["4"]),
    ("\x1b[31m6D1", [], 2, ["6D1"]),
]


@pytest.mark.parametrize(("typed", "options", "code", "said"), ABSENT)
def test_what_is_not_there_is_said_in_one_line(
    ruling: Ruling, typed: str, options: list[str], code: int, said: list[str]
) -> None:
    for form in ([], ["--json"]):
        ran = ruling("law", typed, *options, *form)

        assert (ran.code, ran.out) == (code, "")
        assert ran.err.count("\n") == 1
        assert "\x1b" not in ran.err
        assert all(words in ran.err for words in said), ran.err


def test_two_languages_are_shown_together(ruling: Ruling) -> None:
    found = json.loads(ruling("law", "27B1b", "--lang", "da", "--also", "pt", "--json").out)
    printed = ruling("law", "27B1b", "--lang", "da", "--also", "pt").out

    assert (found["lang"], found["also"]["pt"]["lang"]) == ("da", "pt")
    assert found["text"].split()[0] in printed
    assert found["also"]["pt"]["text"].split()[0] in printed

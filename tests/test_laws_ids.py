"""Ids of provisions: one clean form for many ugly ones."""

import pytest

from assistant.laws.ids import (
    InvalidProvisionId,
    ProvisionId,
    ancestors,
    clean_id,
    is_within,
    law_of,
    parent,
    parts,
    roman,
    roman_value,
    sort_key,
)


@pytest.mark.parametrize(
    ("ugly", "clean"),
    [
        ("6", "6"),
        ("6.", "6"),
        ("06D1", "6D1"),
        ("6d1", "6D1"),
        ("6 d 1", "6D1"),
        ("6.D.1", "6D1"),
        ("6–D–1", "6D1"),  # any dash
        ("6\u00a0D\u20111", "6D1"),  # no-break space and hyphen
        ("６Ｄ１", "6D1"),  # full width
        ("12 C 1 (c)", "12C1c"),
        ("L12C1c", "12C1c"),
        ("§12C1c", "12C1c"),
        ("§ 12 C1c", "12C1c"),
        ("Loi 12 C1c", "12C1c"),
        ("LAW 12C1C", "12C1c"),
        ("art. 6D1", "6D1"),
        ("artikel 16C", "16C"),
        ("27 B 1 a)", "27B1a"),
        ("12C1(e)(i)", "12C1e(i)"),
        ("30b1bii", "30B1b(ii)"),
        ("Introduction", "introduction"),
        ("DEF/adjusted-score", "def/adjusted-score"),
    ],
)
def test_an_ugly_number_becomes_an_id(ugly: str, clean: str) -> None:
    assert clean_id(ugly) == clean


@pytest.mark.parametrize(
    "text",
    [
        "",
        "law",
        "2017",
        "board 6",
        "D1",
        "6DD",
        "6D100",
        "0",
        "12C1c(iiii)",
        "12C1c(z)",
        "6 7",
        "٦",
        "6D1 foo",
    ],
)
def test_what_is_no_number_of_a_law_is_refused(text: str) -> None:
    with pytest.raises(InvalidProvisionId, match="not the number of a law") as refused:
        clean_id(text)

    assert refused.value.exit_code == 2


@pytest.mark.parametrize(
    ("id", "labels"),
    [
        ("6", ("6",)),
        ("12C1e(i)", ("12", "C", "1", "e", "(i)")),
        ("introduction", ("introduction",)),
        ("def/lho", ("definitions", "lho")),
    ],
)
def test_parts(id: str, labels: tuple[str, ...]) -> None:
    assert parts(ProvisionId(id)) == labels


def test_the_way_up() -> None:
    id = ProvisionId("12C1e(i)")

    assert parent(id) == "12C1e"
    assert ancestors(id) == ("12", "12C", "12C1", "12C1e")
    assert law_of(id) == "12"
    assert parent(ProvisionId("12")) is None
    assert parent(ProvisionId("def/lho")) == "definitions"
    assert law_of(ProvisionId("def/lho")) == "definitions"


@pytest.mark.parametrize(
    ("id", "ancestor", "within"),
    [
        ("6D1", "6D", True),
        ("6D", "6D", True),
        ("64", "6", False),
        ("6D10", "6D1", False),
        ("12C1e(ii)", "12C1e", True),
    ],
)
def test_is_within_goes_by_parts_not_by_letters(id: str, ancestor: str, within: bool) -> None:
    assert is_within(ProvisionId(id), ProvisionId(ancestor)) is within


def test_order_is_that_of_the_code() -> None:
    ordered = [
        "introduction",
        "definitions",
        "def/alert",
        "2",
        "10",
        "10A",
        "12C1e(iv)",
        "12C1e(v)",
        "12C1e(ix)",
        "12C2",
        "93",
    ]

    shuffled = ordered[5:] + ordered[:5]

    assert sorted(shuffled, key=lambda id: sort_key(ProvisionId(id))) == ordered


def test_roman_numbers_go_there_and_back() -> None:
    assert all(roman_value(roman(number)) == number for number in range(1, 40))
    assert [roman_value(wrong) for wrong in ("", "iiii", "vv", "a")] == [0, 0, 0, 0]

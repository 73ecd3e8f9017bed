"""Walking: what a walk comes to, and what bad answers get."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import RulingError, UsageError
from assistant.situations.build import build_all
from assistant.situations.engine import (
    AskedTwice,
    CodeNotCovered,
    MalformedAnswer,
    RepeatedAnswer,
    UnknownAnswer,
    UnknownElection,
    UnknownQuestion,
    Walk,
    advance,
    read_pairs,
    travel,
)
from assistant.situations.loader import load
from tests.situation_files import DATA, RULING, compiled, option, part, question, situation, sources

FLOWS = build_all(load(DATA / "flows"))


def _at(name: str, code: str = "2017", **more: Any) -> str:
    """Where a walk comes to, in one word: `? question`, `> situation`, or a ruling."""
    state = advance(FLOWS[name], Walk(name, code, more.get("elections", {}), more.get("answers", {})))
    if state.question is not None:
        return f"? {state.question['id']}"
    if state.next is not None:
        return f"> {state.next['situation']}"
    assert state.ruling is not None
    return str(state.ruling["id"])


SEEN = "card-seen-in-deal"
REVOKE = {
    "trick": "no",
    "established": "established",
    "over": "yes",
    "count": "one",
    "tricks.when": "in-time",
}
HAND = {**REVOKE, "tricks.hand": "closed", "tricks.again": "no", "tricks.both": "no"}
IMPS = {"score.event": "imps", "score.fault-imps": "no"}

WALKS: list[tuple[str, dict[str, Any], str]] = [
    # (situation, code, answers and elections, where it comes to)
    (SEEN, {}, "? when"),
    (SEEN, {"answers": {"when": "shuffle-or-deal"}}, "? called"),
    (SEEN, {"answers": {"when": "shuffle-or-deal", "called": "no"}}, "redeal"),
    (SEEN, {"answers": {"called": "no"}}, "? when"),  # given up front, not needed yet
    (SEEN, {"answers": {"called": "no", "when": "shuffle-or-deal"}}, "redeal"),  # in any order
    (SEEN, {"answers": {"when": "taken-from-board"}}, "director-chooses"),
    (SEEN, {"code": "1997", "answers": {"when": "taken-from-board"}}, "? both-looked"),
    (SEEN, {"code": "1997", "answers": {"when": "shuffle-or-deal", "both-looked": "yes"}}, "interferes"),
    ("revoke-established", {"answers": {"trick": "no"}}, "? established.next"),
    ("revoke-established", {"answers": {"trick": "no", "established.next": "yes"}}, "? over"),
    (
        "revoke-established",
        {"answers": {"trick": "no", "established": "established"}},
        "? over",
    ),  # by the exit
    (
        "revoke-established",
        {"answers": {"trick": "no", "established": "not-established"}},
        "> revoke-noticed-in-time",
    ),
    ("revoke-established", {"answers": {"trick": "yes"}}, "? twelve.when"),  # entered with {hand: twelve}
    ("revoke-established", {"answers": {"trick": "yes", "twelve.when": "in-time"}}, "twelve.equity-twelve"),
    ("revoke-established", {"answers": {**HAND, "tricks.winner": "revoker"}}, "? tricks.later-own"),
    (
        "revoke-established",
        {"answers": {**HAND, "tricks.winner": "revoker", "tricks.later-own": "0"}},
        "tricks.one-won",
    ),
    (
        "revoke-established",
        {"answers": {**HAND, "tricks.winner": "revoker", "tricks.later-own": "012"}},
        "tricks.two",
    ),
    ("opening-lead-out-of-turn", {"answers": {"faced": "no"}}, "face-down"),
    ("artificial-score-amount", {"answers": IMPS}, "score.imp-plus"),  # the default of the election
    (
        "artificial-score-amount",
        {"answers": IMPS, "elections": {"imp-average-amount": "varied"}},
        "score.imp-regulation",
    ),
    ("partner-on-lead", {}, "? lead.number"),
]


@pytest.mark.parametrize(("name", "walk", "where"), WALKS)
def test_where_a_walk_comes_to(name: str, walk: dict[str, Any], where: str) -> None:
    assert _at(name, **walk) == where


def _state(name: str, answers: Mapping[str, str], code: str = "2017") -> dict[str, Any]:
    return advance(FLOWS[name], Walk(name, code, {}, answers)).to_json("en")


def test_a_question_as_json() -> None:
    state = _state(SEEN, {"when": "shuffle-or-deal"})
    assert state == {
        "situation": SEEN,
        "title": "A card was seen while the board was shuffled, dealt or taken up",
        "edition": "2017",
        "lang": "en",
        "elections": {},
        "answers": {"when": "shuffle-or-deal"},
        "unused": [],
        "question": {
            "id": "called",
            "text": "Had anyone called on this board when it was noticed?",
            "help": "A pass is a call.",
            "options": [{"id": "no", "text": "No"}, {"id": "yes", "text": "Yes"}],
            "laws": [],
        },
    }


def test_a_ruling_as_json_holds_only_what_stands_in_its_code() -> None:
    new = _state(SEEN, {"when": "shuffle-or-deal", "called": "yes"})["ruling"]
    old = _state(SEEN, {"when": "shuffle-or-deal", "called": "yes"}, "2007")["ruling"]
    assert [choice["laws"] for choice in new["steps"][0]["choices"]] == [["16D2c"], ["16D2d"]]
    assert [choice["laws"] for choice in old["steps"][0]["choices"]] == [["16C"]]
    assert new["steps"][0]["by"] == "director"
    assert (new["kind"], new["laws"], old["laws"]) == ("judgement", ["16D3"], ["16C"])
    assert new["say"] == [
        "Please play on. Call me at the end if you think that the card which was seen changed the result."
    ]


def test_the_laws_of_a_ruling_are_those_of_its_steps_in_order_each_once() -> None:
    ruling = _state(SEEN, {"when": "taken-from-board"})["ruling"]
    assert ruling["laws"] == ["16D1", "16D2"]


def test_a_link_carries_title_and_answers() -> None:
    state = _state("revoke-established", {"trick": "no", "established": "not-established"})
    assert state["next"] == {
        "situation": "revoke-noticed-in-time",
        "title": "A revoke is noticed before it is established",
        "answers": {"trick": "no", "established": "not-established"},
    }


def test_used_answers_stand_in_the_order_of_asking_and_unused_ones_are_named() -> None:
    state = _state(SEEN, {"both-looked": "no", "called": "no", "when": "shuffle-or-deal"})
    assert list(state["answers"]) == ["when", "called"]
    assert state["unused"] == ["both-looked"]


def test_an_exit_given_makes_the_answers_inside_unused() -> None:
    state = _state(
        "revoke-established", {"trick": "no", "established.next": "no", "established": "established"}
    )
    assert state["answers"] == {"trick": "no", "established": "established"}
    assert state["unused"] == ["established.next"]


NUMBERS = [("2", "of 2 won"), ("12", "of 12 won"), ("02", "of 2 won"), ("some", "of 1–12 won")]


@pytest.mark.parametrize(("number", "words"), NUMBERS)
def test_the_number_answered_stands_in_the_text(number: str, words: str) -> None:
    state = _state("revoke-established", {**HAND, "tricks.winner": "revoker", "tricks.later-own": number})
    assert words in state["ruling"]["steps"][0]["text"]
    assert state["answers"]["tricks.later-own"] == ("2" if number == "02" else number)


def test_a_number_is_asked_with_its_range() -> None:
    state = _state("revoke-established", {**HAND, "tricks.winner": "revoker"})
    assert state["question"]["number"] == [0, 12]


ERRORS: list[tuple[str, dict[str, Any], type[RulingError], int, str]] = [
    (SEEN, {"answers": {"where": "x"}}, UnknownQuestion, 2, "when, called, both-looked"),
    (SEEN, {"answers": {"redeal": "x"}}, UnknownQuestion, 2, "when"),  # a ruling is no question
    (SEEN, {"answers": {"began": "2017"}}, UnknownQuestion, 2, "when"),  # a branch is no question
    (SEEN, {"answers": {"when": "later"}}, UnknownAnswer, 2, "shuffle-or-deal, taken-from-board"),
    (SEEN, {"answers": {"when": "Shuffle-or-deal"}}, UnknownAnswer, 2, "shuffle-or-deal"),
    (SEEN, {"answers": {"called": "maybe"}}, UnknownAnswer, 2, "no, yes"),  # also when not needed
    (SEEN, {"elections": {"x": "y"}}, UnknownElection, 2, "–"),
    ("revoke-established", {"code": "2007"}, CodeNotCovered, 1, "2017"),
    ("revoke-established", {"code": "1900"}, CodeNotCovered, 1, "2017"),
    (
        "revoke-established",
        {"answers": {"established": "maybe"}},
        UnknownAnswer,
        2,
        "established, not-established",
    ),
    ("revoke-established", {"answers": {"tricks.later-own": "13"}}, UnknownAnswer, 2, "0 to 12"),
    ("revoke-established", {"answers": {"tricks.later-own": "-1"}}, UnknownAnswer, 2, "0 to 12"),
    ("revoke-established", {"answers": {"tricks.later-own": "1.5"}}, UnknownAnswer, 2, "0 to 12"),
    ("revoke-established", {"answers": {"tricks.later-own": "²"}}, UnknownAnswer, 2, "0 to 12"),
    ("revoke-established", {"answers": {"tricks.later-own": "9" * 5000}}, UnknownAnswer, 2, "0 to 12"),
    ("revoke-established", {"answers": {"twelve.hand": "faced"}}, UnknownQuestion, 2, "twelve.when"),
    (
        "artificial-score-amount",
        {"elections": {"imp-average-amount": "x"}},
        UnknownElection,
        2,
        "three, varied",
    ),
    ("artificial-score-amount", {"elections": {"imp": "x"}}, UnknownElection, 2, "imp-average-amount"),
]


@pytest.mark.parametrize(("name", "walk", "error", "code", "words"), ERRORS, ids=range(len(ERRORS)))
def test_what_bad_answers_get(
    name: str, walk: dict[str, Any], error: type[RulingError], code: int, words: str
) -> None:
    with pytest.raises(error) as caught:
        _at(name, **walk)
    assert words in str(caught.value)
    assert caught.value.exit_code == code
    assert isinstance(caught.value, UsageError) == (code == 2)


PAIRS = [
    (["a=b"], {"a": "b"}),
    (["a = b", "c=d"], {"a": "b", "c": "d"}),
    (["a=b=c"], {"a": "b=c"}),
    ([], {}),
]


@pytest.mark.parametrize(("typed", "read"), PAIRS)
def test_typed_answers(typed: list[str], read: dict[str, str]) -> None:
    assert read_pairs(typed) == read


@pytest.mark.parametrize("typed", ["a", "=b", "a=", "=", ""])
def test_a_malformed_answer(typed: str) -> None:
    with pytest.raises(MalformedAnswer, match="QUESTION=OPTION"):
        read_pairs([typed])


@pytest.mark.parametrize("second", ["b", "c"])
def test_the_same_question_twice_is_refused(second: str) -> None:
    with pytest.raises(RepeatedAnswer, match="answered twice"):
        read_pairs(["a=b", f"a={second}"])


def test_a_walk_is_a_value() -> None:
    answers = {"when": "shuffle-or-deal"}
    walk = Walk(SEEN, "2017", {}, answers)
    longer = walk.answer("called", "no")
    answers["when"] = "x"
    assert walk.answers == {"when": "shuffle-or-deal"}
    assert longer.answers == {"when": "shuffle-or-deal", "called": "no"}
    assert longer.without("called").answers == walk.answers
    with pytest.raises(FrozenInstanceError):
        walk.code = "2007"  # type: ignore[misc]
    with pytest.raises(TypeError):
        walk.answers["x"] = "y"  # type: ignore[index]


def test_going_back_undoes_the_last_answer_asked() -> None:
    state = advance(FLOWS[SEEN], Walk(SEEN, "2017", {}, {"called": "no", "when": "shuffle-or-deal"}))
    back = state.back()
    assert back is not None
    assert back.answers == {"when": "shuffle-or-deal"}
    first = advance(FLOWS[SEEN], back).back()
    assert first is not None
    assert advance(FLOWS[SEEN], first).back() is None


# From situation to situation


def _journey(name: str, **answers: str) -> list[str]:
    renamed = {key.replace("__", ".").replace("_", "-"): value for key, value in answers.items()}
    return [state.situation for state in travel(FLOWS.__getitem__, Walk(name, "2017", {}, renamed))]


def test_travel_goes_on_with_the_answers_of_the_link() -> None:
    states = travel(
        FLOWS.__getitem__,
        Walk("revoke-established", "2017", {}, {"trick": "no", "established": "not-established"}),
    )
    assert [state.situation for state in states] == ["revoke-established", "revoke-noticed-in-time"]
    assert states[-1].question is not None
    assert states[-1].question["id"] == "both"
    assert states[-1].answers == {"trick": "no", "established": "not-established"}


def test_travel_carries_unused_answers_along() -> None:
    states = travel(
        FLOWS.__getitem__,
        Walk(
            "simultaneous-calls",
            "2017",
            {},
            {"turn": "neither", "kind": "pass", "start": "accepted", "meant": "slip"},
        ),
    )
    assert [state.situation for state in states] == [
        "simultaneous-calls",
        "call-out-of-turn",
        "pass-out-of-turn",
    ]
    assert states[-1].ruling is not None
    assert states[-1].ruling["id"] == "accepted"
    assert list(states[-1].unused) == ["meant"]  # change-of-call could be reached, but was not
    assert [list(state.unused) for state in states[:-1]] == [[], []]


def test_travel_refuses_answers_that_nothing_in_reach_asks() -> None:
    with pytest.raises(UnknownQuestion, match="Two players call at the same time"):
        _journey("simultaneous-calls", turn="neither", when="shuffle-or-deal")
    with pytest.raises(UnknownQuestion):
        _journey("simultaneous-calls", nonsense="x")


def test_travel_refuses_elections_that_nothing_in_reach_knows() -> None:
    with pytest.raises(UnknownElection):
        travel(FLOWS.__getitem__, Walk("simultaneous-calls", "2017", {"x": "y"}, {}))


ROUNDS = [
    {},  # “one” asks q again
    {"q": "yes"},  # nothing is asked any more, round and round
]


@pytest.mark.parametrize("known", ROUNDS)
def test_a_walk_never_asks_the_same_twice(tmp_path: Path, known: dict[str, str]) -> None:
    """A check keeps such links out; a walk refuses them all the same."""
    there = {"situation": "two", "with": {"q": "yes"}}
    one = situation("one", questions={"q": question(there, "a")}, rulings={"a": RULING})
    two = situation(
        "two", questions={"q": question({"situation": "one", "with": known}, "a")}, rulings={"a": RULING}
    )
    flows = build_all(sources(tmp_path, one, two))
    with pytest.raises(AskedTwice, match="comes back to “q”"):
        travel(flows.__getitem__, Walk("one", "2017", {}, {"q": "yes"}))


def test_a_circle_inside_a_flow_is_refused(tmp_path: Path) -> None:
    flow = compiled(tmp_path, situation(questions={"q": question("q", "a")}, rulings={"a": RULING}))
    with pytest.raises(AskedTwice):
        advance(flow, Walk("tiny", "2017", {}, {"q": "yes"}))


# Includes and numbers in small


def test_an_include_inside_an_include(tmp_path: Path) -> None:
    outer = part(
        "outer",
        start="in",
        questions={},
        includes={"in": {"flow": "test", "exits": {"in": {"exit": "in"}, "out": {"exit": "out"}}}},
    )
    tiny = situation(
        start="o", questions={}, includes={"o": {"flow": "outer", "exits": {"in": "a", "out": "b"}}}
    )
    flow = compiled(tmp_path, tiny, outer, part())
    for answers, ruling in (
        ({"o.in.p": "yes"}, "a"),
        ({"o.in": "out"}, "b"),
        ({"o": "in"}, "a"),
    ):
        state = advance(flow, Walk("tiny", "2017", {}, answers))
        assert state.ruling is not None
        assert state.ruling["id"] == ruling


def test_a_number_that_an_include_gives_stands_in_its_texts(tmp_path: Path) -> None:
    number = {
        "text": "How many?",
        "number": "0..3",
        "options": {
            "none": option("end", "None", **{"is": "0"}),
            "some": option("end", "Some", **{"is": "1..3"}),
        },
    }
    ruling = {**RULING, "summary": "{n} tricks."}
    counted = {"part": "count", "title": "Count", "codes": ["2017"], "start": "n", "questions": {"n": number}}
    counted["questions"]["more"] = question("end", "end")
    counted["questions"]["n"]["options"]["none"]["go"] = "more"
    counted["questions"]["n"]["options"]["some"]["go"] = "more"
    counted["rulings"] = {"end": ruling}
    tiny = situation(
        questions={"q": question("asked", "given")},
        includes={"asked": {"flow": "count"}, "given": {"flow": "count", "with": {"n": "2"}}},
        rulings={},
    )
    flow = compiled(tmp_path, tiny, counted)
    asked = advance(flow, Walk("tiny", "2017", {}, {"q": "yes", "asked.n": "3", "asked.more": "no"}))
    given = advance(flow, Walk("tiny", "2017", {}, {"q": "no", "given.more": "no"}))
    assert asked.ruling is not None
    assert given.ruling is not None
    assert (asked.ruling["summary"], given.ruling["summary"]) == ("3 tricks.", "2 tricks.")
    assert "given.n" not in flow["nodes"]

"""What is compiled, and what is to be translated."""

from pathlib import Path
from typing import Any

import pytest

from assistant.situations import vocabulary
from assistant.situations.build import build, build_all, catalogue, messages, placeholders
from assistant.situations.loader import load
from assistant.situations.model import KINDS, ROLES, STAGES, SourceError
from tests.situation_files import DATA, RULING, compiled, option, part, question, situation, sources

RESOLVE = {"flow": "test", "exits": {"in": "a", "out": {"situation": "other", "with": {"q": "no"}}}}


def _nodes(folder: Path, *files: dict[str, Any]) -> dict[str, Any]:
    nodes: dict[str, Any] = compiled(folder, *files)["nodes"]
    return nodes


def test_an_include_is_inlined_and_its_exits_are_edges(tmp_path: Path) -> None:
    tiny = situation(start="i", questions={"q": question("a", "b")}, includes={"i": RESOLVE})
    nodes = _nodes(tmp_path, tiny, part(), situation("other"))
    link = {"situation": "other", "with": {"q": "no"}, "title": "The other"}
    assert nodes["i"] == {
        "type": "include",
        "flow": "test",
        "start": "i.p",
        "exits": {"in": {"node": "a"}, "out": link},
    }
    assert [each["go"] for each in nodes["i.p"]["options"]] == [{"node": "a"}, link]


def test_answers_given_to_an_include_are_passed_over_and_their_nodes_left_out(tmp_path: Path) -> None:
    two = part(
        start="first",
        questions={
            "first": question("p", "alone"),
            "p": question({"exit": "in"}, {"exit": "out"}),
            "alone": question({"exit": "in"}, {"exit": "out"}),
        },
    )
    tiny = situation(start="i", questions={}, includes={"i": {**RESOLVE, "with": {"first": "yes"}}})
    tiny["includes"]["i"]["exits"] = {"in": "a", "out": "b"}
    nodes = _nodes(tmp_path, tiny, two)
    assert list(nodes) == ["i.p", "i", "a", "b"]
    assert nodes["i"]["start"] == "i.p"
    assert nodes["i"]["with"] == {"first": "yes"}


def test_a_list_of_laws_goes_to_the_codes_that_come_by(tmp_path: Path) -> None:
    tiny = situation(
        codes=["1997", "2007", "2017"],
        start="w",
        branches={"w": {"on": "edition", "go": {"1997": "a", "2007": "q", "2017": "q"}}},
    )
    nodes = _nodes(tmp_path, tiny)
    assert nodes["a"]["steps"][0]["laws"] == {"1997": ["7B1"], "2007": ["7B1"], "2017": ["7B1"]}
    assert nodes["b"]["steps"][0]["laws"] == {"2007": ["7B1"], "2017": ["7B1"]}


def test_blocks_are_in_place_and_only_goes_down_with_them(tmp_path: Path) -> None:
    steps = [{"use": "x", "only": ["2017"]}, {"text": "Z.", "only": ["2007"]}, *RULING["steps"]]
    tiny = situation(codes=["2007", "2017"], rulings={"a": {**RULING, "steps": steps}, "b": RULING})
    block = [{"text": "X.", "laws": ["7B1"]}, {"text": "Y.", "only": ["2007"]}]
    made = _nodes(tmp_path, tiny, {"blocks": {"x": block}})["a"]["steps"]
    assert made == [
        {"text": "X.", "laws": {"2017": ["7B1"]}, "only": ["2017"]},
        {"text": "Z.", "laws": {}, "only": ["2007"]},
        {"text": "Go on.", "laws": {"2007": ["7B1"], "2017": ["7B1"]}},
    ]


def test_placeholders_of_a_sub_flow_name_its_nodes_after_translation(tmp_path: Path) -> None:
    number = {"text": "How many?", "number": "0..3"}
    bands = {"x": option("p", "X", **{"is": "0"}), "y": option("p", "Y", **{"is": "1..3"})}
    counting = part(
        start="n",
        questions={
            "n": {**number, "options": bands},
            "p": question({"exit": "in"}, {"exit": "out"}, help="{n} cards."),
        },
    )
    tiny = situation(
        start="i", questions={}, includes={"i": {"flow": "test", "exits": {"in": "a", "out": "b"}}}
    )
    made = build(sources(tmp_path, tiny, counting), "tiny", catalogue({"{n} cards.": "{n} cartes."}))
    assert made["nodes"]["i.p"]["help"] == "{i.n} cartes."
    assert placeholders("{i.n} cartes, {later}") == ["i.n", "later"]


def test_notes_and_traps_of_sub_flows_come_along_once(tmp_path: Path) -> None:
    tiny = situation(
        notes=["Own."],
        start="i",
        questions={},
        includes={
            "i": {"flow": "test", "exits": {"in": "j", "out": "b"}},
            "j": {"flow": "test", "exits": {"in": "a", "out": "b"}},
        },
    )
    made = compiled(tmp_path, tiny, part(notes=["Its own."], traps=[{"text": "No.", "laws": ["7B1"]}]))
    assert made["notes"] == [{"text": "Own."}, {"text": "Its own."}]
    assert made["traps"] == [{"text": "No.", "laws": {"2017": ["7B1"]}}]


def test_the_elections_used_come_along() -> None:
    made = build_all(load(DATA / "flows"))
    assert made["artificial-score-amount"]["elections"] == {
        "imp-average-amount": {
            "text": "How much are average plus and average minus at IMPs?",
            "options": {
                "three": "Plus 3 and minus 3 IMPs",
                "varied": "Another amount that the regulations set",
            },
            "default": "three",
            "laws": {"2017": ["12C2b"]},
        }
    }
    assert made["card-seen-in-deal"]["elections"] == {}


def test_faulty_sources_are_not_built(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"tiny.yaml:\d+: .*\[stage\]"):
        build_all(sources(tmp_path, situation(stage="x")))
    made = sources(tmp_path, situation(start="i", questions={}, includes={"i": {"flow": "none"}}))
    with pytest.raises(SourceError, match="no sub-flow “none”"):
        build(made, "tiny")


def test_every_text_that_is_compiled_is_a_message() -> None:
    """Built with a `translate` that marks what it is given, nothing that people read stays unmarked."""
    made = load(DATA / "flows")
    known = {message.msgid for message in messages(made)}
    asked: set[str] = set()

    def mark(text: str) -> str:
        asked.add(text)
        return f"«{text}»"

    def texts(value: Any, key: str = "") -> list[str]:
        if isinstance(value, dict):
            return [text for name, each in value.items() for text in texts(each, name)]
        if isinstance(value, list):
            return [text for each in value for text in texts(each, key)]
        return [value] if key in ("text", "title", "summary", "help", "lasts") else []

    for flow in build_all(made, mark).values():
        assert all(text.startswith("«") for text in texts(flow))
    assert asked <= known


def test_messages_know_where_they_stand() -> None:
    found = [message for message in messages(load(DATA / "flows")) if message.msgid == "A pass is a call."]
    assert [(message.file, message.comment) for message in found] == [
        ("card-seen-in-deal.yaml", "card-seen-in-deal called help")
    ]
    assert found[0].line > 1


def test_stages_and_roles_have_names_for_people() -> None:
    assert tuple(vocabulary.stages()) == STAGES
    assert tuple(vocabulary.choosers()) == ROLES
    assert tuple(vocabulary.kinds()) == KINDS

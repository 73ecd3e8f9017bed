"""The path book: complete, walkable, and kept in step with the situations."""

from collections.abc import Mapping
from pathlib import Path as File
from typing import Any

import pytest

from assistant.situations.build import build_all
from assistant.situations.engine import advance
from assistant.situations.loader import load
from assistant.situations.pathbook import Path, PathBookError, compare, paths, read_line, text, write
from tests.situation_files import DATA, RULING, compiled, question, situation

FLOWS = build_all(load(DATA / "flows"))


def test_the_path_book_of_the_test_data_is_up_to_date() -> None:
    assert compare(DATA / "paths", FLOWS) == []


@pytest.mark.parametrize("name", FLOWS)
def test_every_line_is_a_walk_to_where_it_says(name: str) -> None:
    lines = (DATA / "paths" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert len(lines) == len(set(lines))
    for line in lines:
        path = read_line(name, line)
        assert path.line() == line
        state = advance(FLOWS[name], path.walk)
        assert not state.unused
        if state.ruling is not None:
            assert (state.ruling["id"], tuple(state.ruling["laws"])) == (path.ruling, path.laws)
            assert path.laws
        else:
            assert state.next is not None
            assert (state.next["situation"], state.next["answers"]) == (path.next, path.given)


@pytest.mark.parametrize("name", FLOWS)
def test_every_ruling_is_in_the_book(name: str) -> None:
    rulings = {key for key, node in FLOWS[name]["nodes"].items() if node["type"] == "ruling"}
    assert {path.ruling for path in paths(FLOWS[name])} - {None} == rulings


LINES = [
    (Path("s", "2017", {"q": "yes"}, {}, "redeal", ("6D1",)), "2017 q=yes -> redeal 6D1"),
    (Path("s", "2017", {}, {}, "redeal", ("6D1", "30B1b(i)")), "2017 -> redeal 6D1 30B1b(i)"),
    (Path("s", "2007", {"i.q": "a"}, {"e": "x"}, "i.end", ()), "2007 [e=x] i.q=a -> i.end"),
    (
        Path("s", "1997", {"q": "no"}, {"e": "x", "f": "y"}, None, (), "other", {"when": "later"}),
        "1997 [e=x] [f=y] q=no -> situation:other when=later",
    ),
    (Path("s", "1997", {}, {}, None, (), "other", {}), "1997 -> situation:other"),
]


@pytest.mark.parametrize(("path", "line"), LINES)
def test_lines_are_written_and_read(path: Path, line: str) -> None:
    assert path.line() == line
    assert read_line("s", line) == path


@pytest.mark.parametrize(
    "line", ["", "2017", "2017 q=yes", "2017 q -> x", "17 q=yes -> x", "2017  q=a -> x", "2017 [e] -> x"]
)
def test_what_is_no_line(line: str) -> None:
    with pytest.raises(PathBookError, match="no line of a path book"):
        read_line("s", line)


def test_json() -> None:
    ruling, link = LINES[0][0].to_json(), LINES[3][0].to_json()
    assert ruling == {
        "situation": "s",
        "edition": "2017",
        "elections": {},
        "answers": {"q": "yes"},
        "ruling": "redeal",
        "laws": ["6D1"],
    }
    assert link == {
        "situation": "s",
        "edition": "1997",
        "elections": {"e": "x", "f": "y"},
        "answers": {"q": "no"},
        "next": {"situation": "other", "answers": {"when": "later"}},
    }


def _elections() -> dict[str, Any]:
    choice = {"text": "Which?", "options": {"one": "One", "two": "Two"}, "default": "two"}
    return {"elections": {"e": choice, "f": choice}}


def test_elections_are_tried_where_a_path_depends_on_them(tmp_path: File) -> None:
    """`e` twice on one path keeps its value; the default is not named; `f` is no part of the other path."""
    tiny = situation(
        questions={"q": question("first", "a")},
        branches={
            "first": {"on": "e", "go": {"one": "again", "two": "a"}},
            "again": {"on": "e", "go": {"one": "other", "two": "a"}},
            "other": {"on": "f", "go": {"one": "b", "two": "a"}},
        },
    )
    assert text(compiled(tmp_path, tiny, _elections())).splitlines() == [
        "2017 q=yes -> a 7B1",
        "2017 [e=one] q=yes -> a 7B1",
        "2017 [e=one] [f=one] q=yes -> b 7B1",
        "2017 q=no -> a 7B1",
    ]


def test_one_code_only() -> None:
    assert {path.code for path in paths(FLOWS["card-seen-in-deal"], "2007")} == {"2007"}
    assert list(paths(FLOWS["revoke-established"], "2007")) == []


@pytest.mark.parametrize(
    "more",
    [
        {"questions": {"q": question("q", "a")}},
        {"start": "w", "branches": {"w": {"on": "edition", "go": {"2017": "w"}}}},
    ],
)
def test_a_circle_is_refused(tmp_path: File, more: Mapping[str, Any]) -> None:
    with pytest.raises(PathBookError, match="in a circle"):
        text(compiled(tmp_path, situation(**more)))


def test_a_flow_with_too_many_paths_is_refused(tmp_path: File) -> None:
    ladder = {f"q{n}": question(f"q{n + 1}", f"q{n + 1}") for n in range(40)}
    ladder["q40"] = question("a", "a")
    flow = compiled(tmp_path, situation(start="q0", questions=ladder, rulings={"a": RULING}))
    with pytest.raises(PathBookError, match="more than"):
        text(flow)


def test_writing_and_comparing(tmp_path: File) -> None:
    flow = compiled(tmp_path / "flows", situation())
    folder = tmp_path / "paths"
    assert compare(folder, {"tiny": flow}) == [
        "tiny.txt: + 2017 q=yes -> a 7B1",
        "tiny.txt: + 2017 q=no -> b 7B1",
    ]
    assert [path.name for path in write(folder, {"tiny": flow})] == ["tiny.txt"]
    assert write(folder, {"tiny": flow}) == []
    assert compare(folder, {"tiny": flow}) == []
    (folder / "tiny.txt").write_text("2017 q=yes -> b 7B1\n2017 q=no -> b 7B1\n", encoding="utf-8")
    (folder / "gone.txt").write_text("", encoding="utf-8")
    assert compare(folder, {"tiny": flow}) == [
        "gone.txt: - (no such situation)",
        "tiny.txt: - 2017 q=yes -> b 7B1",
        "tiny.txt: + 2017 q=yes -> a 7B1",
    ]
    write(folder, {"tiny": flow})
    assert [path.name for path in folder.iterdir()] == ["tiny.txt"]

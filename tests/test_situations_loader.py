"""Faults of shape: each is a finding with its line, and one fault does not hide the next."""

from pathlib import Path

import pytest

from assistant.situations.loader import load
from assistant.situations.model import Question, Ruling

GOOD = """\
situation: tiny
stage: play
title: Tiny
codes: ["2017"]
start: q
questions:
  q:
    text: So?
    options:
      "yes": {text: "Yes", go: a}
      no: {text: No, go: a}
rulings:
  a:
    kind: book
    summary: Go on.
    steps:
      - {text: Go on., laws: [24, 6E1]}
"""


def _found(folder: Path, text: str, name: str = "tiny.yaml") -> list[tuple[int, str, str]]:
    (folder / "parts").mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return [(finding.line, finding.check, finding.message) for finding in load(folder).findings]


def test_a_sound_file(tmp_path: Path) -> None:
    assert _found(tmp_path, GOOD) == []
    flow = load(tmp_path).situations["tiny"]
    question, ruling = flow.nodes["q"], flow.nodes["a"]
    assert isinstance(question, Question)
    assert [option.id for option in question.options] == ["yes", "no"]
    assert isinstance(ruling, Ruling)
    assert ruling.id.at.line == 13
    assert flow.codes == ("2017",)


FAULTS = [
    # (what is written, by what it is replaced, line, check, words of the message)
    ("stage: play", "stage: bidding", 2, "stage", "deal, boards, auction"),
    ("stage: play\n", "", 1, "missing-key", "“stage”"),
    ("kind: book", "kind: sure", 14, "kind", "book, judgement"),
    ('codes: ["2017"]', "codes: [2018]", 4, "code", "2018"),
    ('codes: ["2017"]', "codes: []", 4, "code", "leave it out"),
    ("title: Tiny", "title: [a, b]", 3, "shape", "not a list"),
    ("title: Tiny", "title:", 3, "empty-text", "empty"),
    ("title: Tiny", "titel: Tiny", 3, "unknown-key", "“titel”"),
    ("situation: tiny", "situation: other", 1, "file-name", "tiny.yaml"),
    ("text: So?", "txt: So?", 8, "unknown-key", "text, options, help"),
    ("text: So?", "text: So?\n    by: north", 9, "by", "declarer"),
    ("text: So?", "text: So?\n    number: many", 9, "number", "0..12"),
    ("text: So?", "text: So?\n    number: 9..3", 9, "number", "0..12"),
    ("go: a}", "go: situation/other}", 10, "go", "{situation: other}"),
    ("go: a}", "go: [a]}", 10, "go", "{situation: ID}"),
    ("go: a}", "go: {exit: x}}", 10, "go", "sub-flow"),
    ("go: a}", "go: {situation: x, wit: {}}}", 10, "unknown-key", "situation, with"),
    ("go: a}", "go: {situation: x, with: [a]}}", 10, "shape", "with"),
    ('text: "Yes"', "text: Yes, or not, so: x", 10, "unknown-key", "whole sentence in quotes"),
    ('"yes":', '"Yes!":', 10, "id", "lower-case"),
    ("  q:\n", "  code:\n", 7, "id", "addresses"),
    ("laws: [24, 6E1]", "laws: 24", 17, "shape", '{"2017": [6D1]}'),
    ("laws: [24, 6E1]", 'laws: {"2018": [24]}', 17, "code", "2018"),
    ("laws: [24, 6E1]", "laws: [[24]]", 17, "shape", "6D1"),
    ("      - {text: Go on., laws: [24, 6E1]}", "      - Go on.", 17, "shape", "- text:"),
    ("    steps:\n", "    steps: x\n    say:\n", 16, "shape", "list"),
    ("laws: [24, 6E1]", "choices: [{text: x, lasts: y}]", 17, "choices", "by: director"),
    ("laws: [24, 6E1]", "by: director, choices: [{text: x}]", 17, "missing-key", "“lasts”"),
    ("laws: [24, 6E1]", "use: a", 17, "unknown-key", "use, only"),
    (
        "rulings:\n  a:",
        "rulings:\n  q: {kind: book, summary: S, steps: []}\n  a:",
        13,
        "one-namespace",
        "line 7",
    ),
    ("summary: Go on.", "summary: Go on.\n    also_check: [{text: x, go: a}]", 16, "go", "{situation: ID}"),
    ("situation: tiny\n", "situation: tiny\nstart: q\n", 6, "yaml", "second time"),
]


@pytest.mark.parametrize(("old", "new", "line", "check", "words"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_found_where_it_stands(
    tmp_path: Path, old: str, new: str, line: int, check: str, words: str
) -> None:
    assert old in GOOD
    found = _found(tmp_path, GOOD.replace(old, new, 1))
    assert any((at, name) == (line, check) and words in message for at, name, message in found), found


def test_every_fault_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    found = _found(tmp_path, GOOD.replace("stage: play", "stage: x").replace("kind: book", "kind: y"))
    assert [check for _, check, _ in found] == ["stage", "kind"]


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("a: [", encoding="utf-8")
    found = _found(tmp_path, GOOD)
    assert [check for _, check, _ in found] == ["yaml"]
    assert list(load(tmp_path).situations) == ["tiny"]


SHARED = [
    ("blocks.yaml", "blocks:\n  a:\n    - use: b\n", 3, "use", "cannot place"),
    ("blocks.yaml", "blocks:\n  a: x\n", 2, "shape", "list"),
    ("blocks.yaml", "block: {}\n", 1, "unknown-key", "block"),
    ("elections.yaml", "elections:\n  a: {text: A?, options: {x: X}, default: y}\n", 2, "election", "x"),
    ("elections.yaml", "elections:\n  a: {text: A?, options: {x: ''}, default: x}\n", 2, "empty-text", "x"),
    (
        "elections.yaml",
        "elections:\n  edition: {text: A?, options: {x: X}, default: x}\n",
        2,
        "id",
        "edition",
    ),
    ("parts/side.yaml", "situation: side\n", 1, "missing-key", "“part”"),
]


@pytest.mark.parametrize(("name", "text", "line", "check", "words"), SHARED)
def test_shared_files(tmp_path: Path, name: str, text: str, line: int, check: str, words: str) -> None:
    found = _found(tmp_path, text, name)
    assert any((at, each) == (line, check) and words in message for at, each, message in found), found

"""Every check: what fires it, where, and what stays silent. format.md has one example of each more."""

from pathlib import Path
from typing import Any

import pytest

from assistant.situations.build import messages
from assistant.situations.checks import check, main
from assistant.situations.loader import load
from assistant.situations.model import Sources
from tests.situation_files import DATA, RULING, option, part, question, situation, sources

Files = list[dict[str, Any]]


def _found(made: Sources, **more: Any) -> list[tuple[str, str]]:
    return [(finding.check, str(finding)) for finding in check(made, **more)]


def _links(*ways: tuple[str, str, dict[str, str]]) -> Files:
    """Situations whose question q leads with yes to another one: (from, to, answers given)."""
    return [
        situation(
            name,
            questions={
                "q": question({"situation": to, "with": given}, "more"),
                "more": question("a", "a", text="More?"),
            },
            rulings={"a": RULING},
        )
        for name, to, given in ways
    ]


SCALE = {"text": "Which?", "options": {"one": "One", "two": "Two"}, "default": "one"}
RESOLVE = {"flow": "test", "exits": {"in": "a", "out": "b"}}
NUMBER = {"text": "How many?", "number": "0..3"}


def _number(*bands: str, **more: Any) -> dict[str, Any]:
    options = {f"band{n}": option("a", f"Band {n}", **{"is": band}) for n, band in enumerate(bands)}
    return {**NUMBER, "options": options, **more}


def _ruling(**more: Any) -> dict[str, Any]:
    return {**RULING, **more}


BAD: list[tuple[str, Files, str, str]] = [
    # (what is odd, the files, the check, words of its message)
    ("start is no node", [situation(start="x")], "go", "No node is called “x”"),
    ("option to no node", [situation(questions={"q": question("a", "bb")})], "go", "“bb”; write one of: "),
    (
        "branch to no node",
        [situation(start="w", branches={"w": {"on": "edition", "go": {"2017": "x"}}})],
        "go",
        "“x”",
    ),
    (
        "exit of no sub-flow",
        [situation(), part(questions={"p": question({"exit": "up"}, {"exit": "out"})})],
        "go",
        "in, out",
    ),
    (
        "circle of two",
        [situation(questions={"q": question("r", "a"), "r": question("q", "b")})],
        "cycle",
        "q → r → q",
    ),
    ("circle of one", [situation(questions={"q": question("q", "a")})], "cycle", "q → q"),
    (
        "circle through an include",
        [
            situation(
                questions={"q": question("i", "b")},
                includes={"i": {"flow": "test", "exits": {"in": "q", "out": "a"}}},
            ),
            part(),
        ],
        "cycle",
        "q → i → i.p → q",
    ),
    (
        "a sub-flow that includes itself",
        [
            situation(includes={"i": RESOLVE}, start="i", questions={}),
            part(includes={"me": {"flow": "test", "exits": {"in": {"exit": "in"}, "out": {"exit": "out"}}}}),
        ],
        "cycle",
        "include itself",
    ),
    (
        "ruling that nothing leads to",
        [situation(rulings={"a": RULING, "b": RULING, "c": RULING})],
        "unreachable",
        "“c”",
    ),
    (
        "branch that cuts a node off",
        [
            situation(
                codes=["2007", "2017"],
                start="w",
                branches={"w": {"on": "edition", "go": {"2007": "a", "2017": "a"}}},
            )
        ],
        "unreachable",
        "“q”",
    ),
    ("exit that nothing leaves by", [situation(), part(exits=["in", "out", "up"])], "unreachable", "“up”"),
    ("sub-flow that nothing includes", [situation(), part()], "unreachable", "“test”"),
    ("block that nothing places", [situation(), {"blocks": {"x": [{"text": "X."}]}}], "unreachable", "“x”"),
    (
        "branch without a code",
        [
            situation(
                codes=["2007", "2017"], start="w", branches={"w": {"on": "edition", "go": {"2017": "q"}}}
            )
        ],
        "branch",
        "“2007”",
    ),
    (
        "branch with a code too many",
        [situation(start="w", branches={"w": {"on": "edition", "go": {"2007": "q", "2017": "q"}}})],
        "branch",
        "“2007” never happens",
    ),
    (
        "branch without an option",
        [
            situation(start="w", branches={"w": {"on": "scale", "go": {"one": "q"}}}),
            {"elections": {"scale": SCALE}},
        ],
        "branch",
        "“two”",
    ),
    (
        "branch with an option too many",
        [
            situation(start="w", branches={"w": {"on": "scale", "go": {"one": "q", "two": "q", "six": "q"}}}),
            {"elections": {"scale": SCALE}},
        ],
        "branch",
        "“six” never happens",
    ),
    (
        "branch on no election",
        [
            situation(start="w", branches={"w": {"on": "skale", "go": {"one": "q"}}}),
            {"elections": {"scale": SCALE}},
        ],
        "election",
        "scale",
    ),
    (
        "gap in a number",
        [situation(start="n", questions={"n": _number("0", "2..3"), "q": question("a", "b")})],
        "number",
        "gap before “band1”; begin it at 1",
    ),
    (
        "overlap in a number",
        [situation(start="n", questions={"n": _number("0..1", "1..3")})],
        "number",
        "overlap before “band1”; begin it at 2",
    ),
    (
        "number that begins late",
        [situation(start="n", questions={"n": _number("1", "2..3")})],
        "number",
        "begin it at 0",
    ),
    (
        "number that ends early",
        [situation(start="n", questions={"n": _number("0", "1..2")})],
        "number",
        "the last ends at 2",
    ),
    (
        "number that ends late",
        [situation(start="n", questions={"n": _number("0", "1..4")})],
        "number",
        "the last ends at 4",
    ),
    (
        "option of a number without a band",
        [situation(start="n", questions={"n": question("a", "b", number="0..3")})],
        "number",
        "needs “is”",
    ),
    (
        "band without a number",
        [
            situation(
                questions={
                    "q": {
                        "text": "So?",
                        "options": {"x": option("a", "X", **{"is": "1"}), "y": option("b", "Y")},
                    }
                }
            )
        ],
        "number",
        "drop it",
    ),
    (
        "number not asked",
        [situation(rulings={"a": _ruling(summary="{n} cards."), "b": RULING})],
        "placeholder",
        "“n”",
    ),
    (
        "number asked on one path only",
        [
            situation(
                questions={"q": question("n", "a"), "n": _number("0", "1..3")},
                rulings={"a": _ruling(summary="{n} cards.")},
            )
        ],
        "placeholder",
        "known: none",
    ),
    (
        "number in its own question",
        [situation(start="n", questions={"n": _number("0", "1..3", text="{n}?")}, rulings={"a": RULING})],
        "placeholder",
        "“n”",
    ),
    ("number in a title", [situation(title="{n} cards")], "placeholder", "“n”"),
    ("braces that hold no id", [situation(title="{N cards")], "placeholder", "{later}"),
    (
        "an option is no number",
        [situation(rulings={"a": _ruling(summary="{q} cards."), "b": RULING})],
        "placeholder",
        "“q”",
    ),
    (
        "number in a block where it is not asked",
        [
            situation(rulings={"a": _ruling(steps=[{"use": "x"}, *RULING["steps"]]), "b": RULING}),
            {"blocks": {"x": [{"text": "{n}."}]}},
        ],
        "placeholder",
        "blocks.yaml",
    ),
    (
        "number inside an include that an exit may answer",
        [
            situation(
                start="i",
                questions={},
                includes={"i": RESOLVE},
                rulings={"a": _ruling(summary="{i.n}."), "b": RULING},
            ),
            part(
                start="n",
                questions={
                    "n": {
                        **NUMBER,
                        "options": {
                            "x": option({"exit": "in"}, "X", **{"is": "0"}),
                            "y": option({"exit": "out"}, "Y", **{"is": "1..3"}),
                        },
                    }
                },
            ),
        ],
        "placeholder",
        "“i.n”",
    ),
    (
        "options alike but for capitals",
        [
            situation(
                questions={
                    "q": {"text": "So?", "options": {"x": option("a", "Yes "), "y": option("b", "yes")}}
                }
            )
        ],
        "alike",
        "“x” and “y”",
    ),
    (
        "block that is not there",
        [situation(rulings={"a": _ruling(steps=[{"use": "x"}]), "b": RULING})],
        "use",
        "“x”",
    ),
    (
        "ruling without a law",
        [situation(rulings={"a": _ruling(steps=[{"text": "Go."}]), "b": RULING})],
        "laws",
        "2017",
    ),
    (
        "ruling without a law of one code",
        [
            situation(
                codes=["2007", "2017"],
                rulings={"a": _ruling(steps=[{"text": "Go.", "laws": {"2017": ["7B1"]}}]), "b": RULING},
            )
        ],
        "laws",
        "Walks of 2007",
    ),
    (
        "law only in a step of another code",
        [
            situation(
                codes=["2007", "2017"],
                rulings={"a": _ruling(steps=[{**RULING["steps"][0], "only": ["2017"]}]), "b": RULING},
            )
        ],
        "laws",
        "Walks of 2007",
    ),
    (
        "law only in a choice",
        [
            situation(
                rulings={
                    "a": _ruling(
                        steps=[
                            {
                                "text": "Go.",
                                "by": "dummy",
                                "choices": [{"text": "x", "lasts": "y", "laws": ["7B1"]}],
                            }
                        ]
                    ),
                    "b": RULING,
                }
            )
        ],
        "laws",
        "2017",
    ),
    (
        "step of a code that does not come",
        [
            situation(
                rulings={
                    "a": _ruling(steps=[*RULING["steps"], {"text": "Go.", "only": ["2007"]}]),
                    "b": RULING,
                }
            )
        ],
        "dead-code",
        "2007",
    ),
    (
        "laws of a code that does not come",
        [
            situation(
                rulings={
                    "a": _ruling(steps=[{"text": "Go.", "laws": {"2007": ["7B1"], "2017": ["7B1"]}}]),
                    "b": RULING,
                }
            )
        ],
        "dead-code",
        "2007",
    ),
    (
        "citation in a step",
        [situation(rulings={"a": _ruling(steps=[{"text": "Go.", "laws": ["7B9"]}]), "b": RULING})],
        "citation",
        "“7B9”",
    ),
    (
        "citation in a code that lacks it",
        [situation(codes=["1997", "2017"], laws=["16D"])],
        "citation",
        "register of 1997 has no “16D”",
    ),
    (
        "citation in a block",
        [
            situation(rulings={"a": _ruling(steps=[{"use": "x"}]), "b": RULING}),
            {"blocks": {"x": [{"text": "X.", "laws": ["7B9"]}]}},
        ],
        "citation",
        "blocks.yaml",
    ),
    (
        "citation in a sub-flow",
        [
            situation(start="i", questions={}, includes={"i": RESOLVE}),
            part(questions={"p": question({"exit": "in"}, {"exit": "out"}, laws=["7B9"])}),
        ],
        "citation",
        "test.yaml",
    ),
    (
        "include of nothing",
        [situation(start="i", questions={}, includes={"i": {"flow": "tset", "exits": {}}})],
        "include",
        "“tset”",
    ),
    (
        "include without an exit",
        [
            situation(
                start="i",
                questions={},
                includes={"i": {"flow": "test", "exits": {"in": "a"}}},
                rulings={"a": RULING},
            ),
            part(),
        ],
        "include",
        "“out”",
    ),
    (
        "include with an exit too many",
        [
            situation(
                start="i",
                questions={},
                includes={"i": {"flow": "test", "exits": {"in": "a", "out": "b", "up": "b"}}},
            ),
            part(),
        ],
        "include",
        "no exit “up”",
    ),
    (
        "include of another code",
        [situation(codes=["2007", "2017"], start="i", questions={}, includes={"i": RESOLVE}), part()],
        "include",
        "only for 2017",
    ),
    (
        "include that leaves nothing to ask",
        [situation(start="i", questions={}, includes={"i": {**RESOLVE, "with": {"p": "yes"}}}), part()],
        "include",
        "nothing to ask",
    ),
    (
        "include given an unknown question",
        [situation(start="i", questions={}, includes={"i": {**RESOLVE, "with": {"x": "yes"}}}), part()],
        "with",
        "“x”; write one of: p",
    ),
    (
        "include given an unknown option",
        [situation(start="i", questions={}, includes={"i": {**RESOLVE, "with": {"p": "maybe"}}}), part()],
        "with",
        "yes, no",
    ),
    ("link to nothing", _links(("one", "two", {})), "link", "“two”"),
    (
        "link to a situation of other codes",
        [*_links(("one", "tiny", {})), situation(codes=["2007"])],
        "link",
        "only for 2007",
    ),
    (
        "link with an unknown question",
        [*_links(("one", "tiny", {"x": "yes"})), situation()],
        "with",
        "“x”; write one of: q",
    ),
    ("link with an unknown option", [*_links(("one", "tiny", {"q": "x"})), situation()], "with", "yes, no"),
    (
        "link with an answer that is never asked",
        [
            *_links(("one", "two", {"q": "no", "deep": "yes"})),
            situation(
                "two", questions={"q": question("deep", "a"), "deep": question("a", "b", text="Deep?")}
            ),
        ],
        "with",
        "never asks “deep”",
    ),
    (
        "check for later that leads nowhere",
        [
            situation(
                rulings={"a": _ruling(also_check=[{"text": "X", "go": {"situation": "x"}}]), "b": RULING}
            )
        ],
        "link",
        "“x”",
    ),
    ("loop of one", _links(("one", "one", {})), "loop", "one → one"),
    ("loop of two", _links(("one", "two", {}), ("two", "one", {})), "loop", "asks “q” of “one” again"),
    (
        "loop of three",
        _links(("one", "two", {}), ("two", "three", {}), ("three", "one", {})),
        "loop",
        "one → two → three → one",
    ),
    (
        "loop that asks nothing",
        _links(("one", "two", {"q": "yes"}), ("two", "one", {"q": "yes"})),
        "loop",
        "again",
    ),
    (
        "a round that repeats the question before its link",
        [
            situation(
                "one",
                questions={
                    "more": question("q", "a", text="More?"),
                    "q": question({"situation": "two"}, "b"),
                },
                start="more",
            ),
            situation(
                "two",
                questions={"q": question({"situation": "one", "with": {"q": "no"}}, "a")},
                rulings={"a": RULING},
            ),
        ],
        "loop",
        "asks “more” of “one” again",
    ),
]


def _has(code: str, law: str) -> bool:
    return law == "7B1" or (law == "16D" and code == "2017")


@pytest.mark.parametrize(
    ("files", "name", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_a_bad_example_is_found(tmp_path: Path, files: Files, name: str, words: str) -> None:
    found = _found(sources(tmp_path, *files), has=_has)
    assert any(each == name and words in message for each, message in found), found


GOOD: list[tuple[str, Files]] = [
    ("the smallest", [situation()]),
    ("a situation without rulings of its own", [*_links(("one", "tiny", {})), situation()]),
    (
        "the same answers twice, then something new",
        [
            situation(
                "one",
                questions={
                    "q": question({"situation": "two", "with": {"q": "yes"}}, "new"),
                    "new": question("a", "b", text="New?"),
                },
            ),
            situation(
                "two",
                questions={
                    "q": question("more", "a"),
                    "more": question({"situation": "one", "with": {"q": "no"}}, "a", text="More?"),
                },
                rulings={"a": RULING},
            ),
        ],
    ),
    (
        "a way back in another code only",
        [
            situation(
                "one",
                codes=["2007", "2017"],
                start="w",
                branches={"w": {"on": "edition", "go": {"2007": "q", "2017": "r"}}},
                questions={"q": question({"situation": "two"}, "a"), "r": question("a", "b", text="R?")},
            ),
            situation(
                "two",
                codes=["2007", "2017"],
                start="w",
                branches={"w": {"on": "edition", "go": {"2007": "r", "2017": "q"}}},
                questions={"q": question({"situation": "one"}, "a"), "r": question("a", "b", text="R?")},
            ),
        ],
    ),
    (
        "a block that names more codes than come by",
        [
            situation(rulings={"a": _ruling(steps=[{"use": "x"}]), "b": RULING}),
            {
                "blocks": {
                    "x": [
                        {"text": "X.", "laws": {"1997": ["7B1"], "2017": ["7B1"]}},
                        {"text": "Y.", "only": ["1997"]},
                    ]
                }
            },
        ],
    ),
    (
        "a list is not spread to codes that do not come by",
        [
            situation(
                codes=["1997", "2017"],
                start="w",
                branches={"w": {"on": "edition", "go": {"1997": "a", "2017": "b"}}},
                questions={},
                rulings={"a": RULING, "b": _ruling(steps=[{"text": "B.", "laws": ["16D"]}])},
            ),
        ],
    ),
    (
        "a sub-flow that branches on more codes than the situation has",
        [
            situation(start="i", questions={}, includes={"i": RESOLVE}),
            part(
                codes=["2007", "2017"],
                start="w",
                branches={"w": {"on": "edition", "go": {"2007": "p", "2017": "p"}}},
            ),
        ],
    ),
    (
        "a number asked on both paths",
        [
            situation(
                start="n",
                questions={
                    "n": {
                        **NUMBER,
                        "options": {
                            "x": option("q", "X", **{"is": "0"}),
                            "y": option("a", "Y", **{"is": "1..3"}),
                        },
                    },
                    "q": question("a", "b"),
                },
                rulings={"a": _ruling(summary="{n} cards."), "b": RULING},
            ),
        ],
    ),
]


@pytest.mark.parametrize("files", [case[1] for case in GOOD], ids=[case[0] for case in GOOD])
def test_a_good_example_is_not(tmp_path: Path, files: Files) -> None:
    assert _found(sources(tmp_path, *files), has=_has) == []


def test_the_test_data_carries_the_catalogues_hardest_situations() -> None:
    made = load(DATA / "flows")
    assert _found(made) == []
    assert len(made.parts) == 9


def test_a_broken_file_is_not_reported_again_by_those_that_use_it(tmp_path: Path) -> None:
    tiny = situation(
        start="w",
        questions={"q": question({"situation": "other"}, "i")},
        branches={"w": {"on": "scale", "go": {"one": "q"}}},
        includes={"i": RESOLVE},
        rulings={"a": _ruling(steps=[{"use": "x"}, *RULING["steps"]]), "b": RULING},
    )
    sources(tmp_path, tiny)
    for name in ("other", "parts/test", "blocks", "elections"):
        (tmp_path / f"{name}.yaml").write_text("a: [", encoding="utf-8")
    assert {name for name, _ in _found(load(tmp_path))} == {"yaml"}


def test_a_broken_option_does_not_make_a_ruling_unreachable(tmp_path: Path) -> None:
    made = sources(tmp_path, situation(questions={"q": question({"node": "a"}, "b")}))
    assert "unreachable" not in {name for name, _ in _found(made)}


# Languages


def _translated(tmp_path: Path, **table: str) -> list[str]:
    made = sources(tmp_path, situation(rulings={"a": RULING, "b": RULING}))
    whole = {message.msgid: f"fr {message.msgid}" for message in messages(made)}
    found = check(made, translations={"fr": {**whole, **table}})
    assert {finding.check for finding in found} <= {"translation", "alike"}
    return [finding.message for finding in found]


def test_a_complete_language(tmp_path: Path) -> None:
    assert _translated(tmp_path) == []


def test_a_text_without_translation(tmp_path: Path) -> None:
    found = _translated(tmp_path, **{"So?": " "})
    assert found == ["No fr text for “So?”; add it to the catalogue."]


def test_a_translation_with_other_braces(tmp_path: Path) -> None:
    found = _translated(tmp_path, **{"So?": "{x} ?"})
    assert found == ["The fr text has other braces than “So?”; write: none."]


def test_options_that_only_a_translation_makes_alike(tmp_path: Path) -> None:
    found = _translated(tmp_path, Yes="Si", No="si")
    assert found == ["“yes” and “no” read the same (fr: “si”); tell them apart."]


# The command


def test_the_command_prints_findings_with_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "flows"
    sources(folder, situation(start="x"))
    assert main([str(folder)]) == 1
    printed = capsys.readouterr().out
    assert "flows/tiny.yaml:8: No node is called “x”; write one of:" in printed
    assert "[go]" in printed


def test_the_command_counts_what_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DATA / "flows")]) == 0
    assert "17 situations, 212 paths" in capsys.readouterr().out

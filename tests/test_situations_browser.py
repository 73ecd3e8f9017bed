"""The engine of the browser gives what the engine of Python gives, byte for byte, on every path."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.places import docs_dir
from assistant.situations import model
from assistant.situations.build import build_all
from assistant.situations.engine import Walk, advance
from assistant.situations.loader import load
from assistant.situations.pathbook import paths
from tests.situation_files import DATA

NODE = shutil.which("node")
ENGINE = docs_dir() / "theme" / "static" / "engine.js"
SHIPPED = Path(model.__file__).parent / "flows"

# Reads {flows, walks}; prints one line of JSON for each walk: its state, or the error's kind and ids.
RUNNER = """
const fs = require("fs");
require(process.argv[1]);
const { flows, walks } = JSON.parse(fs.readFileSync(0, "utf8"));
const engine = globalThis.Ruling.engine;
for (const walk of walks) {
  let result;
  try {
    result = engine.advance(flows[walk.situation], walk);
    const again = engine.parseState("#" + engine.formatState(walk));
    if (JSON.stringify(again) !== JSON.stringify(walk)) result = { lost: engine.formatState(walk) };
  } catch (error) {
    result = { error: error.kind || String(error), valid: error.valid };
  }
  console.log(JSON.stringify(result));
}
"""


def _node(source: str, given: str = "") -> str:
    if NODE is None:
        if os.environ.get("CI") == "true":
            pytest.fail("node is missing: the engine of the browser cannot be tested")
        pytest.skip("node is missing: the engine of the browser cannot be tested")
    run = subprocess.run(
        [NODE, "-e", source, str(ENGINE)],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return run.stdout


def _flows() -> dict[str, Any]:
    flows = {f"data/{name}": flow for name, flow in build_all(load(DATA / "flows")).items()}
    return {**flows, **{f"shipped/{name}": flow for name, flow in build_all(load(SHIPPED)).items()}}


def _walks(flow: dict[str, Any]) -> Iterator[Walk]:
    """Every path and every state on the way, numbers by their ends, and answers that are not needed."""
    name = flow["situation"]
    for path in paths(flow):
        answers: dict[str, str] = {}
        yield Walk(name, path.code, path.elections, answers)
        for question, option in path.answers.items():
            node = flow["nodes"][question]
            if "number" in node:
                low, high = next(each["is"] for each in node["options"] if each["id"] == option)
                for number in {low, high}:
                    yield Walk(name, path.code, path.elections, {**path.answers, question: f"0{number}"})
            answers[question] = option
            yield Walk(name, path.code, path.elections, answers)
        yield Walk(name, path.code, path.elections, dict(reversed(path.answers.items())))
        yield Walk(name, path.code, {}, dict(list(path.answers.items())[1:]))
    for key, node in flow["nodes"].items():
        if node["type"] == "include":
            for exit_ in [*node["exits"], "none-such"]:
                yield Walk(name, flow["codes"][-1], {}, {key: exit_})
        yield Walk(name, flow["codes"][-1], {}, {key: "none-such"})
    yield Walk(name, "1066", {}, {})
    yield Walk(name, flow["codes"][0], {}, {"none-such": "yes"})
    yield Walk(name, flow["codes"][0], {"none-such": "yes"}, {})
    for election in flow["elections"]:
        yield Walk(name, flow["codes"][0], {election: "none-such"}, {})


def _python(flow: dict[str, Any], walk: Walk) -> Any:
    try:
        state = advance(flow, walk).to_json("en")
    except Exception as error:
        return {"error": type(error).__name__, "valid": list(getattr(error, "valid", ()))}
    del state["lang"]
    return state


def test_both_engines_give_the_same_on_the_whole_path_book() -> None:
    flows = _flows()
    walks = [(key, walk) for key, flow in flows.items() for walk in _walks(flow)]
    assert len(walks) > 1000
    given = [
        {
            "situation": key.replace("/", "-"),
            "code": walk.code,
            "elections": dict(walk.elections),
            "answers": dict(walk.answers),
        }
        for key, walk in walks
    ]
    keyed = {key.replace("/", "-"): flow for key, flow in flows.items()}
    printed = _node(RUNNER, json.dumps({"flows": keyed, "walks": given})).splitlines()
    assert len(printed) == len(walks)
    for (key, walk), line in zip(walks, printed, strict=True):
        expected = json.dumps(_python(flows[key], walk), ensure_ascii=False, separators=(",", ":"))
        assert line == expected, walk


ADDRESSES = [
    (
        "#tiny?code=2017&q=yes&i.p=no",
        {"situation": "tiny", "code": "2017", "elections": {}, "answers": {"q": "yes", "i.p": "no"}},
    ),
    ("tiny", {"situation": "tiny", "code": None, "elections": {}, "answers": {}}),
    ("tiny?", {"situation": "tiny", "code": None, "elections": {}, "answers": {}}),
    (
        "tiny?code=2017&election:e=x",
        {"situation": "tiny", "code": "2017", "elections": {"e": "x"}, "answers": {}},
    ),
    ("tiny?q=%3Cb%3E", {"situation": "tiny", "code": None, "elections": {}, "answers": {"q": "<b>"}}),
    ("tiny?q=a&q=b", None),  # the same question twice
    ("tiny?q", None),
    ("tiny?=a", None),
    ("tiny?q=%", None),  # broken escape
    ("tiny?q=a?r=b", None),
    ("<b>?q=a", None),
    ("?q=a", None),
    ("", None),
    ("tiny?__proto__=a", None),
    (
        "tiny?constructor=a",
        {"situation": "tiny", "code": None, "elections": {}, "answers": {"constructor": "a"}},
    ),
]


def test_addresses_are_read_or_refused() -> None:
    source = (
        "require(process.argv[1]);"
        'for (const text of JSON.parse(require("fs").readFileSync(0, "utf8")))'
        " console.log(JSON.stringify(globalThis.Ruling.engine.parseState(text)));"
    )
    printed = _node(source, json.dumps([text for text, _ in ADDRESSES])).splitlines()
    assert [json.loads(line) for line in printed] == [walk for _, walk in ADDRESSES]


def test_an_inherited_name_is_no_question() -> None:
    """`constructor` and its like are properties of every object in JavaScript, and no ids of a flow."""
    flow = build_all(load(DATA / "flows"))["hesitation"]
    walk = {"situation": "hesitation", "code": "2017", "elections": {}, "answers": {"constructor": "yes"}}
    walks = [walk, {**walk, "answers": {}, "elections": {"constructor": "x"}}]
    lines = _node(RUNNER, json.dumps({"flows": {"hesitation": flow}, "walks": walks})).splitlines()
    assert [json.loads(line)["error"] for line in lines] == ["UnknownQuestion", "UnknownElection"]

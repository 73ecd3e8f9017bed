"""docs/pages/format.md stays true: every key is there, every check has an example that fires."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from assistant.places import docs_dir
from assistant.situations.build import build
from assistant.situations.checks import CHECKS, check
from assistant.situations.loader import load
from assistant.situations.model import KEYS, STAGES
from assistant.situations.yamltree import Table, parse_yaml

PAGE = (docs_dir() / "pages" / "format.md").read_text(encoding="utf-8")

# The heading under which the page lists the keys of each kind of mapping.
HEADINGS = {
    "A situation": "situation",
    "A sub-flow": "part",
    "A question": "question",
    "An option": "option",
    "A branch": "branch",
    "An include": "include",
    "A ruling": "ruling",
    "A step": "step",
    "A placed block": "placed block",
    "A choice": "choice",
    "An entry of `say`": "say",
    "An entry of `notes` or `traps`": "note",
    "An entry of `also_check`": "also_check",
    "The file of blocks": "blocks file",
    "The file of elections": "elections file",
    "An election": "election",
}


def _section(heading: str) -> str:
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##)", PAGE, re.M | re.S)
    assert found, heading
    return found[1]


def _keys(text: str) -> tuple[set[str], set[str]]:
    keys = re.findall(r"^- `(\w+)`( \(needed\))?:", text, re.M)
    return {name for name, needed in keys if needed}, {name for name, needed in keys if not needed}


@pytest.mark.parametrize(("heading", "kind"), HEADINGS.items())
def test_every_key_is_explained(heading: str, kind: str) -> None:
    required, optional = KEYS[kind]
    assert _keys(_section(heading)) == (set(required), set(optional))


def test_links_and_exits_are_explained() -> None:
    section = _section("Where `go` leads")
    link, exit_ = section.split("An exit:")
    assert _keys(link) == (set(KEYS["link"][0]), set(KEYS["link"][1]))
    assert _keys(exit_) == (set(KEYS["exit"][0]), set(KEYS["exit"][1]))
    assert KEYS["note"] == KEYS["trap"]
    assert set(KEYS) == {*HEADINGS.values(), "trap", "link", "exit"}


def test_every_stage_is_named() -> None:
    named = re.search(r"`stage` \(needed\): (.*)\.", PAGE)
    assert named
    assert re.split(r", | or ", named[1]) == list(STAGES)


def _files(block: str) -> dict[str, str]:
    parted = re.split(r"^# ([\w/-]+\.yaml(?:, whole)?)\n", block, flags=re.M)
    return dict(zip(parted[1::2], parted[2::2], strict=True))


def _plain(node: Any) -> Any:
    if isinstance(node, Table):
        return {str(key): _plain(value) for key, value in node.items()}
    return [_plain(value) for value in node] if isinstance(node, list) else str(node)


def _laid_over(base: Any, more: Any) -> Any:
    if isinstance(base, dict) and isinstance(more, dict):
        return {**base, **{key: _laid_over(base.get(key), value) for key, value in more.items()}}
    return more


BASE = _files(re.findall(r"```yaml\n(.*?)```", PAGE, re.S)[0])
CHECK_SECTION = PAGE[PAGE.index("## Checks") : PAGE.index("## What is compiled")]
EXAMPLES = dict(re.findall(r"^### ([\w-]+)\n.*?```yaml\n(.*?)```", CHECK_SECTION, re.M | re.S))


def _write(folder: Path, example: str) -> Path:
    (folder / "parts").mkdir()
    files = {name: _plain(parse_yaml(text, name)) for name, text in BASE.items()}
    whole = {}
    for name, text in _files(example).items():
        if name.endswith(", whole"):
            whole[name.removesuffix(", whole")] = text
        else:
            files[name] = _laid_over(files.get(name, {}), _plain(parse_yaml(text, name)))
    for name, content in files.items():
        text = whole.get(name) or json.dumps(content)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _has(code: str, law: str) -> bool:
    """A register in small: what the page cites, as if it held in both codes."""
    return law in {"7B1", "16C", "16D", "16D2", "16D2b", "16D2d", "90B"}


def test_every_check_has_an_example_and_every_example_a_check() -> None:
    assert list(EXAMPLES) == list(CHECKS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_fires(name: str, tmp_path: Path) -> None:
    translations = {"fr": dict[str, str]()} if name == "translation" else None
    found = check(load(_write(tmp_path, EXAMPLES[name])), has=_has, translations=translations)
    assert name in {finding.check for finding in found}, [str(finding) for finding in found]
    for finding in found:
        assert finding.line >= 1
        assert finding.file.endswith(".yaml")


def test_the_small_situation_is_sound_and_compiles_to_what_the_page_shows(tmp_path: Path) -> None:
    sources = load(_write(tmp_path, ""))
    assert check(sources, has=_has) == []
    shown = re.search(r"```json\n(.*?)```", PAGE, re.S)
    assert shown
    assert build(sources, "card-dropped") == json.loads(shown[1])

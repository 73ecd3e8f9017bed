"""Small situations for tests, written to a folder and read back the way shipped ones are."""

import json
from pathlib import Path
from typing import Any

from assistant.situations.build import build
from assistant.situations.loader import load
from assistant.situations.model import Sources

HERE = Path(__file__).parent
DATA = HERE / "data"

RULING: dict[str, Any] = {
    "kind": "book",
    "summary": "Go on.",
    "steps": [{"text": "Go on.", "laws": ["7B1"]}],
}


def option(go: Any, text: str = "Yes", **more: Any) -> dict[str, Any]:
    return {"text": text, "go": go, **more}


def question(yes: Any, no: Any, **more: Any) -> dict[str, Any]:
    return {"text": "So?", "options": {"yes": option(yes), "no": option(no, "No")}, **more}


def situation(name: str = "tiny", **more: Any) -> dict[str, Any]:
    """A sound situation for 2017: one question, two rulings; `more` replaces or adds keys."""
    return {
        "situation": name,
        "stage": "play",
        "title": f"The {name}",
        "codes": ["2017"],
        "start": "q",
        "questions": {"q": question("a", "b")},
        "rulings": {"a": RULING, "b": RULING},
        **more,
    }


def part(name: str = "test", **more: Any) -> dict[str, Any]:
    """A sound sub-flow: one question, two exits."""
    return {
        "part": name,
        "title": f"The {name}",
        "codes": ["2017"],
        "exits": ["in", "out"],
        "start": "p",
        "questions": {"p": question({"exit": "in"}, {"exit": "out"})},
        **more,
    }


def write(folder: Path, *files: dict[str, Any]) -> Path:
    """Each mapping as the file that its first key asks for (JSON is YAML)."""
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    for content in files:
        if "situation" in content:
            name = f"{content['situation']}.yaml"
        elif "part" in content:
            name = f"parts/{content['part']}.yaml"
        else:
            name = f"{next(iter(content))}.yaml"
        (folder / name).write_text(json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8")
    return folder


def sources(folder: Path, *files: dict[str, Any]) -> Sources:
    return load(write(folder, *files))


def compiled(folder: Path, *files: dict[str, Any], name: str = "tiny") -> dict[str, Any]:
    made = sources(folder, *files)
    assert made.findings == ()
    return build(made, name)

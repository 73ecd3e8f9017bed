"""The path book: every complete walk of a situation, one line each, kept in git and reviewed as a diff.

    2017 when=shuffle-or-deal called=no -> redeal 6D1
    2017 [lead-restriction-applies=no] … -> free 26B
    2007 when=after-first-call -> situation:card-exposed-in-auction when=later

A number is named by its band, an election only where it is not the default. `python -m
assistant.situations.pathbook` writes the book of the shipped situations anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from assistant.errors import RulingError
from assistant.situations.engine import Flow, Walk, advance
from assistant.words import t

MAX_PATHS = 20_000

_LINE = re.compile(
    r"(?P<code>[0-9]{4})(?P<elections>(?: \[[^\s=\]]+=[^\s=\]]+\])*)(?P<answers>(?: [^\s=]+=[^\s=]+)*)"
    r" -> (?P<end>\S+)(?P<rest>(?: \S+)*)\Z"
)


class PathBookError(RulingError):
    """A line that is no path, or a flow with more paths than anybody can review."""


@dataclass(frozen=True)
class Path:
    """One complete walk: it ends in a ruling with its laws, or goes on to another situation."""

    situation: str
    code: str
    answers: Mapping[str, str]
    elections: Mapping[str, str] = field(default_factory=dict)
    ruling: str | None = None
    laws: tuple[str, ...] = ()
    next: str | None = None
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def walk(self) -> Walk:
        """The walk that takes this path."""
        return Walk(self.situation, self.code, self.elections, self.answers)

    def line(self) -> str:
        """The line of the path book, without its end."""
        words = [self.code]
        words += [f"[{name}={value}]" for name, value in self.elections.items()]
        words += [f"{name}={value}" for name, value in self.answers.items()]
        words.append("->")
        if self.ruling is not None:
            words += [self.ruling, *self.laws]
        else:
            words += [f"situation:{self.next}", *(f"{name}={value}" for name, value in self.given.items())]
        return " ".join(words)

    def to_json(self) -> dict[str, Any]:
        """The object that `ruling paths --json` prints."""
        made: dict[str, Any] = {
            "situation": self.situation,
            "edition": self.code,
            "elections": dict(self.elections),
            "answers": dict(self.answers),
        }
        if self.ruling is not None:
            return {**made, "ruling": self.ruling, "laws": list(self.laws)}
        return {**made, "next": {"situation": self.next, "answers": dict(self.given)}}


def paths(flow: Flow, code: str | None = None) -> Iterator[Path]:
    """Every path of a compiled flow, code by code, options in their order.

    Raises PathBookError if there are more than MAX_PATHS.
    """
    count = 0
    for year in flow["codes"]:
        if code is not None and year != code:
            continue
        for elections, answers in _ends(flow, year):
            count += 1
            if count > MAX_PATHS:
                raise PathBookError(
                    t(
                        "“{situation}” has more than {count} paths; part it into situations.",
                        situation=flow["situation"],
                        count=MAX_PATHS,
                    )
                )
            yield _path(flow, year, elections, answers)


def _path(flow: Flow, code: str, elections: Mapping[str, str], answers: Mapping[str, str]) -> Path:
    state = advance(flow, Walk(flow["situation"], code, elections, answers))
    if state.ruling is not None:
        laws = tuple(state.ruling["laws"])
        return Path(flow["situation"], code, answers, elections, state.ruling["id"], laws)
    if state.next is None:
        raise PathBookError(t("A path of “{situation}” does not end.", situation=flow["situation"]))
    return Path(
        flow["situation"], code, answers, elections, None, (), state.next["situation"], state.next["answers"]
    )


def _ends(flow: Flow, code: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Elections (not default) and answers of each path; every option is tried at every question."""
    nodes = flow["nodes"]
    stack: list[tuple[Mapping[str, Any], dict[str, str], dict[str, str], int]] = [
        ({"node": flow["start"]}, {}, {}, 0)
    ]
    while stack:
        go, elections, answers, depth = stack.pop()
        name: str = go.get("node", "")
        node: Mapping[str, Any] = nodes[name] if name else {"type": "ruling"}
        if node["type"] == "ruling":
            known = flow["elections"]
            yield {key: value for key, value in elections.items() if known[key]["default"] != value}, answers
        elif name in answers or depth > len(nodes):
            raise PathBookError(
                t("“{situation}” runs in a circle through “{node}”.", situation=flow["situation"], node=name)
            )
        elif node["type"] == "include":
            stack.append(({"node": node["start"]}, elections, answers, depth + 1))
        elif node["type"] == "question":
            for option in reversed(node["options"]):
                stack.append((option["go"], elections, {**answers, name: option["id"]}, depth + 1))
        elif node["on"] == "edition":
            stack.append((node["go"][code], elections, answers, depth + 1))
        else:
            election = node["election"]
            default = flow["elections"][election]["default"]
            if election in elections:
                values = [elections[election]]
            else:
                values = [default, *(key for key in flow["elections"][election]["options"] if key != default)]
            for value in reversed(values):
                stack.append((node["go"][value], {**elections, election: value}, answers, depth + 1))


def read_line(situation: str, line: str) -> Path:
    """A line of the path book as a path. Raises PathBookError."""
    match = _LINE.match(line)
    if match is None:
        raise PathBookError(t("This is no line of a path book: {line}", line=line.strip()[:80]))
    elections = _pairs(match["elections"].replace("[", "").replace("]", ""))
    answers = _pairs(match["answers"])
    end, rest = match["end"], match["rest"].split()
    if end.startswith("situation:"):
        target = end.removeprefix("situation:")
        return Path(situation, match["code"], answers, elections, None, (), target, _pairs(match["rest"]))
    return Path(situation, match["code"], answers, elections, end, tuple(rest))


def _pairs(words: str) -> dict[str, str]:
    return {name: value for name, _, value in (word.partition("=") for word in words.split())}


def text(flow: Flow) -> str:
    """The situation's file of the path book."""
    return "".join(path.line() + "\n" for path in paths(flow))


def write(folder: File, flows: Mapping[str, Flow]) -> list[File]:
    """Write the book: one file a situation, others removed. Gives the files that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for old in sorted(folder.glob("*.txt")):
        if old.stem not in flows:
            old.unlink()
            changed.append(old)
    for name, flow in flows.items():
        path, content = folder / f"{name}.txt", text(flow)
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def compare(folder: File, flows: Mapping[str, Flow]) -> list[str]:
    """How the book in `folder` differs from the flows: one line of a diff each; empty when it agrees."""
    import difflib  # a look-up only lists paths

    found: list[str] = []
    books = {path.stem: path for path in folder.glob("*.txt")}
    for name in sorted(books.keys() - flows.keys()):
        found.append(f"{name}.txt: - (no such situation)")
    for name, flow in flows.items():
        kept = books[name].read_text(encoding="utf-8").splitlines() if name in books else []
        for line in difflib.ndiff(kept, text(flow).splitlines()):
            if line[:2] in ("- ", "+ "):
                found.append(f"{name}.txt: {line}")
    return found


def main() -> int:
    """Write the path book of the shipped situations anew, naming what changed."""
    from assistant.situations.build import build_all
    from assistant.situations.loader import load

    room = File(__file__).parent
    changed = write(room / "paths", build_all(load(room / "flows", root=room)))
    for path in changed:
        print(path.relative_to(room))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A situation's flow as a chart for one code: numbered questions, lettered rulings, arrows between them.

Branches are taken for the code, sub-flows are in place already, and what does not stand in the code
is left out, so the chart reads like one on paper.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from assistant.reference.store import Json

_PLACEHOLDER = re.compile(r"\{[a-z0-9]+(?:[-.][a-z0-9]+)*\}")


@dataclass(frozen=True)
class Arrow:
    """Where an option leads: a node of the chart by its tag, or another situation.

    `when` says which choice of the authority the arrow is for; empty where there is none.
    """

    when: str
    node: str = ""
    tag: str = ""
    situation: str = ""
    title: str = ""
    answers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Node:
    """A question or ruling of the chart: its id in the flow, its tag, and its own document."""

    id: str
    tag: str
    doc: Json
    options: tuple[tuple[str, tuple[Arrow, ...]], ...] = ()

    @property
    def is_ruling(self) -> bool:
        """Whether the chart ends here."""
        return bool(self.doc["type"] == "ruling")


@dataclass(frozen=True)
class Chart:
    """The chart of one code, in reading order: every arrow leads down."""

    code: str
    start: tuple[Arrow, ...]
    nodes: tuple[Node, ...]


def chart(flow: Json, code: str) -> Chart:
    """The chart of a compiled flow for one of its codes."""
    made = _Drawing(flow, code)
    order = made.order()
    tags: dict[str, str] = {}
    questions = rulings = 0
    for name in order:
        if flow["nodes"][name]["type"] == "ruling":
            tags[name] = _letters(rulings)
            rulings += 1
        else:
            questions += 1
            tags[name] = str(questions)
    nodes = [
        Node(
            name,
            tags[name],
            _for_code(flow["nodes"][name], code),
            tuple(
                (plain(option["text"]), made.arrows(option["go"], tags))
                for option in flow["nodes"][name].get("options", ())
            ),
        )
        for name in order
    ]
    # Questions first, then rulings: on paper one looks for a letter below the numbers.
    nodes.sort(key=lambda node: node.is_ruling)
    return Chart(code, made.arrows({"node": flow["start"]}, tags), tuple(nodes))


class _Drawing:
    def __init__(self, flow: Json, code: str) -> None:
        self.flow, self.code = flow, code

    def ways(self, go: Json, when: str = "") -> list[tuple[str, Json]]:
        """The nodes or situations that an edge comes out at, branches and sub-flows passed through."""
        if "node" not in go:
            return [(when, go)]
        node = self.flow["nodes"][go["node"]]
        if node["type"] == "include":
            return self.ways({"node": node["start"]}, when)
        if node["type"] != "branch":
            return [(when, go)]
        if node["on"] == "edition":
            return self.ways(node["go"][self.code], when)
        election = self.flow["elections"][node["election"]]
        found: list[tuple[str, Json]] = []
        for value, inner in node["go"].items():
            said = election["options"].get(value, value)
            found += self.ways(inner, f"{when}; {said}" if when else said)
        return found

    def order(self) -> list[str]:
        """The nodes in an order in which every arrow leads forward (a flow has no cycles)."""
        found: list[str] = []
        seen: set[str] = set()

        def visit(go: Json) -> None:
            for _, way in reversed(self.ways(go)):
                name = way.get("node")
                if name is None or name in seen:
                    continue
                seen.add(name)
                for option in reversed(self.flow["nodes"][name].get("options", ())):
                    visit(option["go"])
                found.append(name)

        visit({"node": self.flow["start"]})
        return found[::-1]

    def arrows(self, go: Json, tags: dict[str, str]) -> tuple[Arrow, ...]:
        arrows: list[Arrow] = []
        for when, way in self.ways(go):
            if "node" in way:
                arrow = Arrow(when, node=way["node"], tag=tags[way["node"]])
            else:
                situation = way["situation"]
                arrow = Arrow(
                    when,
                    situation=situation,
                    title=str(way.get("title", situation)),
                    answers=dict(way.get("with", {})),
                )
            arrows.append(arrow)
        # An election whose options lead to one place asks nothing of the reader.
        if len({(arrow.node, arrow.situation, str(arrow.answers)) for arrow in arrows}) == 1:
            first = arrows[0]
            return (Arrow("", first.node, first.tag, first.situation, first.title, first.answers),)
        return tuple(arrows)


def _for_code(value: Any, code: str) -> Any:
    """A node's document with the laws of one code as plain lists, what stands only in others left out."""
    if isinstance(value, list):
        return [
            _for_code(item, code)
            for item in value
            if not (isinstance(item, dict) and "only" in item and code not in item["only"])
        ]
    if isinstance(value, dict):
        return {
            key: list(item.get(code, ())) if key == "laws" else item if key == "go" else _for_code(item, code)
            for key, item in value.items()
        }
    return plain(value) if isinstance(value, str) else value


def for_code(entries: list[Json], code: str) -> list[Json]:
    """Notes or traps as they stand in one code."""
    found: list[Json] = _for_code(entries, code)
    return found


def plain(text: str) -> str:
    """A text in which a number yet to be answered stands as the letter n."""
    return _PLACEHOLDER.sub("n", text) if "{" in text else text


def _letters(number: int) -> str:
    """A, B, … Z, AA, AB …"""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters

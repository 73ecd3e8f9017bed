"""A flow with its sub-flows put in place: the graph that checks read and that `build` writes down.

Includes are inlined as `<include>.<node>`, questions that an include answers itself are passed
over, exits become edges, and for each node it is known which codes' walks come by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from assistant.situations.model import (
    Branch,
    Finding,
    Flow,
    FlowNode,
    Go,
    Include,
    Option,
    Question,
    Ruling,
    Sources,
)
from assistant.situations.yamltree import Text
from assistant.words import t

MAX_NESTING = 6


@dataclass(frozen=True)
class Edge:
    """Where a node leads, in the expanded graph; `label` is the option, value or exit taken."""

    label: Text
    go: Go
    node: str | None  # a qualified node id, or None where the edge leaves the situation

    @property
    def leaves(self) -> bool:
        """Whether this edge ends in another situation (or, in a sub-flow by itself, at an exit)."""
        return self.node is None


@dataclass(frozen=True)
class Placed:
    """A node in the expanded graph."""

    id: str
    source: FlowNode
    prefix: str  # "" or "<include>.", what placeholders of the node's texts are qualified with
    edges: tuple[Edge, ...]
    start: Edge | None = None  # of an include: where it begins

    def ways(self, code: str) -> Iterator[Edge]:
        """The edges that a walk in this code can take."""
        if isinstance(self.source, Branch) and self.source.on == "edition":
            yield from (edge for edge in self.edges if edge.label == code)
        elif isinstance(self.source, Include):
            if self.start is not None:
                yield self.start
        else:
            yield from self.edges


@dataclass(frozen=True)
class Plan:
    """The expanded graph of one situation (or of one sub-flow by itself)."""

    flow: Flow
    start: str
    nodes: Mapping[str, Placed]
    codes_at: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)  # answers that includes give themselves

    def reach(self, code: str, given: Mapping[str, str] | None = None) -> Iterator[Placed]:
        """The nodes that a walk in this code can meet, when `given` answers skip their questions."""
        seen: set[str] = set()
        stack = [self.start]
        while stack:
            name = stack.pop()
            if name in seen or name not in self.nodes:
                continue
            seen.add(name)
            placed = self.nodes[name]
            yield placed
            for edge in self.open_ways(placed, code, given or {}):
                if edge.node is not None:
                    stack.append(edge.node)

    @staticmethod
    def open_ways(placed: Placed, code: str, given: Mapping[str, str]) -> list[Edge]:
        """The edges left when an answer to this node is given."""
        answer = given.get(placed.id)
        if answer is not None and isinstance(placed.source, Include):
            return [edge for edge in placed.edges if edge.label == answer]
        if answer is not None and isinstance(placed.source, Question):
            option = option_of(placed.source, answer)
            return [edge for edge in placed.edges if option is not None and edge.label == option.id]
        return list(placed.ways(code))


def option_of(question: Question, answer: str) -> Option | None:
    """The option that an answer means: by its id or, where a number is asked, by the number."""
    for option in question.options:
        if option.id == answer:
            return option
    if question.number is not None and answer.isascii() and answer.isdigit() and len(answer) <= 3:
        number = int(answer)
        for option in question.options:
            if option.band is not None and option.band[0] <= number <= option.band[1]:
                return option
    return None


def expand(sources: Sources, flow: Flow) -> tuple[Plan, list[Finding]]:
    """The expanded graph, and what stood in the way. Faulty edges are left out of the graph."""
    made = _Expansion(sources, flow)
    made.place(flow, "", {}, {}, (flow.id,))
    start = made.resolve(flow, "", {}, {}, Go(flow.start.at, node=flow.start), flow.start)
    plan = Plan(flow, start.node or "", made.nodes)
    plan = _without_unreachable_inner(plan)
    codes_at: dict[str, list[str]] = {}
    for code in flow.codes:
        for placed in plan.reach(code):
            codes_at.setdefault(placed.id, []).append(code)
    return (
        replace(plan, codes_at={name: tuple(codes) for name, codes in codes_at.items()}, fixed=made.fixed),
        made.findings,
    )


def _without_unreachable_inner(plan: Plan) -> Plan:
    """Drop the nodes of sub-flows that answers given at the include leave unreachable."""
    reached: set[str] = set()
    stack = [plan.start, *(name for name, placed in plan.nodes.items() if not placed.prefix)]
    while stack:
        name = stack.pop()
        if name in reached or name not in plan.nodes:
            continue
        reached.add(name)
        placed = plan.nodes[name]
        starts = [placed.start] if placed.start is not None else []
        stack.extend(edge.node for edge in [*placed.edges, *starts] if edge.node is not None)
    return replace(plan, nodes={name: node for name, node in plan.nodes.items() if name in reached})


class _Expansion:
    def __init__(self, sources: Sources, flow: Flow) -> None:
        self.sources = sources
        self.top = flow
        self.nodes: dict[str, Placed] = {}
        self.findings: list[Finding] = []
        self.fixed: dict[str, str] = {}

    def fault(self, text: Text, check: str, message: str) -> None:
        self.findings.append(Finding(text.at, check, message))

    def place(
        self,
        flow: Flow,
        prefix: str,
        given: Mapping[str, str],
        exits: Mapping[str, Edge],
        nesting: tuple[str, ...],
    ) -> None:
        """Put the nodes of `flow` in place under `prefix`."""

        def edge(go: Go, label: Text) -> Edge:
            return self.resolve(flow, prefix, given, exits, go, label)

        for node in flow.nodes.values():
            name = prefix + node.id
            if isinstance(node, Question):
                self.nodes[name] = Placed(
                    name, node, prefix, tuple(edge(option.go, option.id) for option in node.options)
                )
            elif isinstance(node, Branch):
                # In a situation for fewer codes than the sub-flow knows, the others never happen.
                ways = {
                    value: go
                    for value, go in node.go.items()
                    if not prefix or node.on != "edition" or value in self.top.codes
                }
                self.nodes[name] = Placed(
                    name, node, prefix, tuple(edge(go, value) for value, go in ways.items())
                )
            elif isinstance(node, Ruling):
                self.nodes[name] = Placed(name, node, prefix, ())
            else:
                self.include(flow, node, prefix, given, exits, nesting)

    def include(
        self,
        flow: Flow,
        node: Include,
        prefix: str,
        given: Mapping[str, str],
        exits: Mapping[str, Edge],
        nesting: tuple[str, ...],
    ) -> None:
        name = prefix + node.id
        part = self.sources.parts.get(node.flow)
        if part is None:
            if node.flow not in self.sources.broken:  # else its own file says what is wrong
                self.fault(
                    node.flow,
                    "include",
                    t(
                        "There is no sub-flow “{flow}” in parts/; write one of: {known}.",
                        flow=node.flow,
                        known=", ".join(sorted(self.sources.parts)) or "-",
                    ),
                )
            self.nodes[name] = Placed(name, node, prefix, ())
            return
        if part.id in nesting or len(nesting) > MAX_NESTING:
            self.fault(
                node.flow,
                "cycle",
                t(
                    "The sub-flow “{flow}” comes to include itself; let it leave by an exit instead.",
                    flow=part.id,
                ),
            )
            self.nodes[name] = Placed(name, node, prefix, ())
            return
        outer: dict[str, Edge] = {
            exit_: self.resolve(flow, prefix, given, exits, go, exit_) for exit_, go in node.exits.items()
        }
        inner_prefix = f"{name}."
        inner = {
            **{inner_prefix + key: value for key, value in node.given.items()},
            **{key: value for key, value in given.items() if key.startswith(inner_prefix)},
        }
        self.fixed.update(inner)
        if not prefix:
            self.check_include(node, part)
        self.place(part, inner_prefix, inner, outer, (*nesting, part.id))
        start = self.resolve(part, inner_prefix, inner, outer, Go(part.start.at, node=part.start), part.start)
        if start.node is None or not start.node.startswith(inner_prefix):
            self.fault(
                node.flow,
                "include",
                t(
                    "What “with” answers leaves nothing to ask in “{flow}”; go straight to where it ends.",
                    flow=part.id,
                ),
            )
        self.nodes[name] = Placed(name, node, prefix, tuple(outer.values()), start)

    def check_include(self, node: Include, part: Flow) -> None:
        for exit_ in part.exits:
            if exit_ not in node.exits:
                self.fault(
                    node.id,
                    "include",
                    t(
                        "“{flow}” may leave by “{exit}”: say under exits where that goes.",
                        flow=part.id,
                        exit=exit_,
                    ),
                )
        for exit_ in node.exits:
            if exit_ not in part.exits:
                self.fault(
                    exit_,
                    "include",
                    t(
                        "“{flow}” has no exit “{exit}”; write one of: {known}.",
                        flow=part.id,
                        exit=exit_,
                        known=", ".join(part.exits) or "-",
                    ),
                )

    def resolve(
        self,
        flow: Flow,
        prefix: str,
        given: Mapping[str, str],
        exits: Mapping[str, Edge],
        go: Go,
        label: Text,
    ) -> Edge:
        """Where an edge comes out: past the questions that are answered already, and out of exits."""
        passed: set[str] = set()
        while go.node is not None:
            node = flow.nodes.get(go.node)
            answer = given.get(prefix + go.node)
            if node is None or answer is None or go.node in passed:
                return Edge(label, go, prefix + go.node)
            passed.add(go.node)
            if isinstance(node, Question):
                option = option_of(node, answer)
                following = None if option is None else option.go
            elif isinstance(node, Include):
                following = next((to for exit_, to in node.exits.items() if exit_ == answer), None)
            else:
                following = None
            if following is None:
                return Edge(label, go, prefix + go.node)
            go = following
        if go.exit is not None and go.exit in exits:
            outer = exits[go.exit]
            return Edge(label, outer.go, outer.node)
        return Edge(label, go, None)

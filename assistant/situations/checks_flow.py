"""What must hold inside one situation or sub-flow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.situations.build import node_texts, step_texts
from assistant.situations.expand import Plan, expand
from assistant.situations.graph import asked_always, circle
from assistant.situations.model import (
    Branch,
    Flow,
    Go,
    Include,
    Question,
    Ruling,
    Sources,
    Use,
)
from assistant.situations.report import Report, nearest
from assistant.situations.yamltree import Text
from assistant.words import t


class FlowChecks(Report):
    """The checks of one situation or sub-flow at a time."""

    def run(self, flow: Flow, plan: Plan, *, whole: bool) -> bool:
        """Look at one flow; gives whether it is free of circles.

        Where the file is not `whole` (it, or what it includes, has faults of shape), nothing is
        called unreachable: what an option led to is not lost because the option is broken.
        """
        self.targets(flow)
        self.own_nodes(flow, plan)
        acyclic = self.acyclic(plan)
        if whole:
            self.reachable(flow, plan)
        if acyclic:
            self.placeholders(flow, plan)
        return acyclic

    def targets(self, flow: Flow) -> None:
        """Every edge leads to a node, an exit or a situation that exists."""
        names = list(flow.nodes)
        if flow.start not in flow.nodes:
            self.missing_node(flow.start, names)
        for go in _edges(flow):
            if go.node is not None and go.node not in flow.nodes:
                self.missing_node(go.node, names)
            if go.exit is not None and go.exit not in flow.exits:
                self.fault(
                    go.exit.at,
                    "go",
                    t(
                        "This sub-flow has no exit “{exit}”; write one of: {known}, or add it to exits.",
                        exit=go.exit,
                        known=", ".join(flow.exits) or "–",
                    ),
                )

    def missing_node(self, name: Text, names: Sequence[str]) -> None:
        """Report an edge to a node that does not exist."""
        self.fault(
            name.at,
            "go",
            t("No node is called “{name}”; write one of: {known}.", name=name, known=nearest(name, names)),
        )

    def own_nodes(self, flow: Flow, plan: Plan) -> None:
        """What can be said of each node by itself."""
        for node in flow.nodes.values():
            if isinstance(node, Question):
                self.alike(node, {})
                self.bands(node)
            elif isinstance(node, Branch):
                self.branch(node, plan)
            elif isinstance(node, Include):
                self.include(node, plan)
            else:
                for step in node.steps:
                    if "blocks" in self.sources.broken:
                        continue
                    if isinstance(step, Use) and step.block not in self.sources.blocks:
                        self.fault(
                            step.block.at,
                            "use",
                            t(
                                "blocks.yaml has no block “{name}”; write one of: {known}.",
                                name=step.block,
                                known=nearest(step.block, list(self.sources.blocks)),
                            ),
                        )

    def bands(self, node: Question) -> None:
        """The bands of a number part its range."""
        if node.number is None:
            for option in node.options:
                if option.band is not None:
                    self.fault(
                        option.id.at,
                        "number",
                        t("“is” belongs to a number; give the question “number: 0..12”, or drop it."),
                    )
            return
        low, high = node.number
        for option in node.options:
            if option.band is None:
                self.fault(option.id.at, "number", t("This option of a number needs “is”, as is: 1..12."))
            if option.id.isdigit():
                self.fault(
                    option.id.at,
                    "id",
                    t(
                        "The option “{id}” reads as a number answered; name the band with a word.",
                        id=option.id,
                    ),
                )
        bands = sorted((option.band, option.id) for option in node.options if option.band is not None)
        if len(bands) != len(node.options):
            return
        expected = low
        for (first, last), name in bands:
            if first != expected:
                trouble = t("gap") if first > expected else t("overlap")
                self.fault(
                    name.at,
                    "number",
                    t(
                        "Bands must part {low}..{high}: {trouble} before “{option}”; begin it at {first}.",
                        low=low,
                        high=high,
                        trouble=trouble,
                        option=name,
                        first=expected,
                    ),
                )
                return
            expected = last + 1
        if expected != high + 1:
            self.fault(
                bands[-1][1].at,
                "number",
                t(
                    "The bands must part {low}..{high}, but the last ends at {last}.",
                    low=low,
                    high=high,
                    last=expected - 1,
                ),
            )

    def branch(self, node: Branch, plan: Plan) -> None:
        """A branch names every value that can happen, and no other."""
        if "elections" in self.sources.broken and node.on != "edition":
            return
        if node.on == "edition":
            reaching = plan.codes_at.get(node.id, ())
            needed, known = list(reaching), list(plan.flow.codes)
        elif node.on in self.sources.elections:
            needed = known = list(self.sources.elections[node.on].options)
        else:
            self.fault(
                node.on.at,
                "election",
                t(
                    "elections.yaml has no election “{name}”; branch on edition or one of: {known}.",
                    name=node.on,
                    known=nearest(node.on, list(self.sources.elections)),
                ),
            )
            return
        for value in needed:
            if value not in node.go:
                self.fault(
                    node.id.at,
                    "branch",
                    t(
                        "This branch does not say where “{value}” goes; name every value, none by default.",
                        value=value,
                    ),
                )
        for value in node.go:
            if value not in known:
                self.fault(
                    value.at,
                    "branch",
                    t(
                        "“{value}” never happens here; the values are: {known}.",
                        value=value,
                        known=", ".join(known),
                    ),
                )

    def include(self, node: Include, plan: Plan) -> None:
        """The sub-flow answers for the codes that come by, and is entered with real answers."""
        part = self.sources.parts.get(node.flow)
        if part is None:
            return  # said by expand
        for code in plan.codes_at.get(node.id, ()):
            if code not in part.codes:
                self.fault(
                    node.flow.at,
                    "include",
                    t(
                        "Walks of {code} come here, but “{id}” is only for {codes}; branch on edition first.",
                        code=code,
                        id=part.id,
                        codes=", ".join(part.codes),
                    ),
                )
        inner, _ = expand(self.sources, part)
        self.given(node.given, inner, plan.codes_at.get(node.id, ()), part.id)

    def acyclic(self, plan: Plan) -> bool:
        """Whether no walk can run in a circle."""
        for code in plan.flow.codes:
            found = circle(plan, code)
            if found:
                first = plan.nodes[found[0]].source.id
                self.fault(
                    first.at,
                    "cycle",
                    t(
                        "This runs in a circle: {circle}; lead one of these on to a ruling.",
                        circle=" → ".join([*found, found[0]]),
                    ),
                )
                return False
        return True

    def reachable(self, flow: Flow, plan: Plan) -> None:
        """Some walk comes by every node, and leaves by every exit."""
        for node in flow.nodes.values():
            if node.id not in plan.codes_at:
                self.fault(
                    node.id.at,
                    "unreachable",
                    t("No walk comes to “{id}”; lead an option to it, or remove it.", id=node.id),
                )
        if flow.part:
            left_by = {
                str(edge.go.exit)
                for code in flow.codes
                for placed in plan.reach(code)
                for edge in placed.ways(code)
                if edge.leaves and edge.go.exit is not None
            }
            for exit_ in flow.exits:
                if exit_ not in left_by:
                    self.fault(
                        exit_.at,
                        "unreachable",
                        t("Nothing leaves by the exit “{id}”; use it, or remove it.", id=exit_),
                    )

    def placeholders(self, flow: Flow, plan: Plan) -> None:
        """A number in braces has been asked wherever the text can be met."""
        asked = asked_always(plan)
        for node in flow.nodes.values():
            known = asked.get(node.id, frozenset())
            texts = [text for text, _ in flow_texts_of(self.sources, node)]
            for text in texts:
                self.braces(text, known)
        for text in [flow.title, *(remark.text for remark in (*flow.notes, *flow.traps))]:
            self.braces(text, frozenset())


def _edges(flow: Flow) -> Iterator[Go]:
    for node in flow.nodes.values():
        if isinstance(node, Question):
            yield from (option.go for option in node.options)
        elif isinstance(node, Branch):
            yield from node.go.values()
        elif isinstance(node, Include):
            yield from node.exits.values()


def flow_texts_of(sources: Sources, node: object) -> Iterator[tuple[Text, str]]:
    """The texts of a node, those of the blocks it places with them."""

    if isinstance(node, (Question, Branch, Include, Ruling)):
        yield from node_texts(node)
    if isinstance(node, Ruling):
        for entry in node.steps:
            if isinstance(entry, Use):
                for step in sources.blocks.get(entry.block, ()):
                    yield from step_texts(step, entry.block)

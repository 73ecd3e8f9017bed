"""What must hold across situations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.situations.build import within
from assistant.situations.expand import Plan
from assistant.situations.graph import LinkGraph
from assistant.situations.model import (
    Go,
    Ruling,
    Sources,
)
from assistant.situations.report import Report, nearest
from assistant.situations.yamltree import Place
from assistant.words import t


class LinkChecks(Report):
    """The checks of how situations lead to each other."""

    def __init__(self, sources: Sources, plans: Mapping[str, Plan]) -> None:
        super().__init__(sources)
        self.plans = plans

    def links(self, plan: Plan) -> None:
        """Look at every way out of one situation."""
        for placed in plan.nodes.values():
            for code in plan.codes_at.get(placed.id, ()):
                for edge in placed.ways(code):
                    if edge.leaves and edge.go.situation is not None:
                        self.link(edge.go, (code,))
                if isinstance(placed.source, Ruling):
                    for remark in placed.source.also_check:
                        if remark.go is not None:
                            self.link(remark.go, within((code,), remark.only))

    def link(self, go: Go, codes: Sequence[str]) -> None:
        """A link leads to a situation that answers for these codes, with real answers."""
        if go.situation is None:
            return
        target = self.plans.get(go.situation)
        if target is None and go.situation in self.sources.broken:
            return  # its own file says what is wrong
        if target is None:
            self.fault(
                go.situation.at,
                "link",
                t(
                    "There is no situation “{id}”; write one of: {known}.",
                    id=go.situation,
                    known=nearest(go.situation, list(self.plans)),
                ),
            )
            return
        for code in codes:
            if code not in target.flow.codes:
                self.fault(
                    go.situation.at,
                    "link",
                    t(
                        "Walks of {code} come here, but “{id}” is only for {codes}; branch on edition first.",
                        code=code,
                        id=go.situation,
                        codes=", ".join(target.flow.codes),
                    ),
                )
        self.given(go.given, target, [code for code in codes if code in target.flow.codes], go.situation)

    def loops(self) -> None:
        """Going on from situation to situation, no question is met for the second time."""
        reported: set[tuple[Place, str]] = set()
        for code in self.sources.codes:
            graph = LinkGraph(self.plans, code)
            for chain, edge, again in graph.repeats():
                key = (edge.go.at, edge.go.situation or "")
                if key in reported:
                    continue
                reported.add(key)
                self.fault(
                    edge.go.at,
                    "loop",
                    t(
                        "Going on this way ({chain}) asks “{question}” of “{situation}” again; "
                        "give the answer that is known by “with”, or end in a ruling.",
                        chain=" → ".join(chain),
                        question=again,
                        situation=chain[-1],
                    ),
                )

"""What must hold of citations, code by code."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assistant.situations.build import included, placed_steps, within
from assistant.situations.expand import Plan
from assistant.situations.model import (
    Branch,
    Laws,
    Only,
    Question,
    Ruling,
    Sources,
)
from assistant.situations.report import Report
from assistant.situations.yamltree import Text
from assistant.words import t

Has = Callable[[str, str], bool]


class LawChecks(Report):
    """The checks of citations, and of what is written for single codes."""

    def __init__(self, sources: Sources, has: Has | None) -> None:
        super().__init__(sources)
        self.has = has

    def run(self, plan: Plan) -> None:
        """Look at one expanded situation, what it includes and places with it."""
        flow = plan.flow
        self.cited(flow.laws, flow.codes)
        for part in [flow, *included(self.sources, plan)]:
            for remark in (*part.notes, *part.traps):
                self.cited(remark.laws, within(flow.codes, remark.only))
                if part is flow:
                    self.only(remark.only, flow.codes)
        for placed in plan.nodes.values():
            codes = plan.codes_at.get(placed.id, ())
            own = not placed.prefix
            if not codes:
                continue
            if isinstance(placed.source, Question):
                self.cited(placed.source.laws, codes, own=own)
            elif isinstance(placed.source, Ruling):
                self.ruling(placed.source, codes, own=own)
            elif isinstance(placed.source, Branch) and placed.source.on in self.sources.elections:
                self.cited(self.sources.elections[placed.source.on].laws, codes)

    def ruling(self, node: Ruling, codes: tuple[str, ...], *, own: bool) -> None:
        """Every code that reaches a ruling finds a law in its steps."""
        covered: set[str] = set()
        for step, reached in placed_steps(self.sources, node, codes):
            if step.laws is not None:
                covered.update(code for code in reached if step.laws.of(code))
            mine = own and any(step is entry for entry in node.steps)
            self.cited(step.laws, reached, own=mine)
            for choice in step.choices:
                self.cited(choice.laws, within(reached, choice.only), own=mine)
                if mine:
                    self.only(choice.only, reached)
        for code in codes:
            if code not in covered:
                self.fault(
                    node.id.at,
                    "laws",
                    t(
                        "Walks of {code} end here, but no step cites a law of {code}; add one.",
                        code=code,
                    ),
                )
        for entry in node.steps:
            if own:
                self.only(entry.only, codes)
        for remark in (*node.say, *node.also_check):
            self.cited(remark.laws, within(codes, remark.only), own=own)
            if own:
                self.only(remark.only, codes)

    def only(self, only: Only, codes: Sequence[str]) -> None:
        """What is marked for single codes is met in them."""
        for code in only or ():
            if code not in codes:
                self.fault(
                    code.at,
                    "dead-code",
                    t(
                        "No walk of {code} comes here (only {codes}); drop it.",
                        code=code,
                        codes=", ".join(codes),
                    ),
                )

    def cited(self, laws: Laws | None, codes: Sequence[str], *, own: bool = False) -> None:
        """Citations are in the register; in a node of its own file, codes named are met."""
        if laws is None:
            return
        by_code = {code: laws.of(code) for code in codes} if laws.by_code is None else laws.by_code
        if own and laws.by_code is not None:
            for code in laws.by_code:
                if code not in codes:
                    at = code.at if isinstance(code, Text) else laws.at
                    self.fault(
                        at,
                        "dead-code",
                        t(
                            "No walk of {code} comes here (only {codes}); drop it.",
                            code=code,
                            codes=", ".join(codes),
                        ),
                    )
        if self.has is None:
            return
        for code, cited in by_code.items():
            for law in cited:
                if not self.has(code, law):
                    self.fault(
                        law.at,
                        "citation",
                        t(
                            "The register of {code} has no “{law}”; correct it, or give laws by code.",
                            code=code,
                            law=law,
                        ),
                    )

"""Where checks put their findings, and the few questions that several of them ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from assistant.situations.build import placeholders
from assistant.situations.expand import Plan, option_of
from assistant.situations.model import (
    Finding,
    Include,
    Question,
    Sources,
)
from assistant.situations.yamltree import Place, Text
from assistant.words import t


class Report:
    """The findings so far, and what several kinds of checks look at."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.findings: list[Finding] = []

    def fault(self, at: Place, check_: str, message: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(at, check_, message))

    def given(self, given: Mapping[Text, Text], plan: Plan, codes: Iterable[str], name: str) -> None:
        """Answers given on entering: their questions exist, their options too, and they are asked."""
        asked = [key for key, placed in plan.nodes.items() if isinstance(placed.source, (Question, Include))]
        fine = True
        for key, value in given.items():
            placed = plan.nodes.get(key)
            if placed is None or key not in asked:
                self.fault(
                    key.at,
                    "with",
                    t(
                        "“{name}” has no question “{key}”; write one of: {known}.",
                        name=name,
                        key=key,
                        known=nearest(key, asked),
                    ),
                )
                fine = False
                continue
            if isinstance(placed.source, Question):
                valid = [str(option.id) for option in placed.source.options]
                good = option_of(placed.source, value) is not None
            else:
                valid = [str(edge.label) for edge in placed.edges]
                good = value in valid
                if isinstance(placed.source, Include) and placed.source.flow in self.sources.parts:
                    valid = list(self.sources.parts[placed.source.flow].exits)
            if not good:
                self.fault(
                    value.at,
                    "with",
                    t(
                        "“{key}” has no answer “{value}”; write one of: {known}.",
                        key=key,
                        value=value,
                        known=", ".join(valid),
                    ),
                )
                fine = False
        if fine and given:
            met = {
                placed.id
                for code in codes
                for placed in plan.reach(code, {str(key): str(value) for key, value in given.items()})
            }
            for key in given:
                if met and key not in met:
                    self.fault(
                        key.at,
                        "with",
                        t(
                            "So entered, “{name}” never asks “{key}”; drop it or give what leads there.",
                            name=name,
                            key=key,
                        ),
                    )

    def braces(self, text: Text, known: frozenset[str]) -> None:
        """Braces hold numbers of `known`, and nothing else."""
        for name in placeholders(text):
            if name not in known:
                hint = ", ".join(f"{{{each}}}" for each in sorted(known)) or t("none")
                self.fault(
                    text.at,
                    "placeholder",
                    t(
                        "“{name}” in braces is no number that every path here has asked; known: {known}.",
                        name=name,
                        known=hint,
                    ),
                )
        if re.search(r"[{}]", re.sub(r"\{[a-z0-9.-]+\}", "", text)):
            self.fault(
                text.at,
                "placeholder",
                t("Braces hold the id of a number question, as {example}.", example="{later}"),
            )

    def alike(self, node: Question, table: Mapping[str, str], language: str = "en") -> None:
        """The options of a question read differently, in English or as the table has them."""
        seen: dict[str, Text] = {}
        for option in node.options:
            text = (table.get(option.text) or option.text).strip()
            first = seen.setdefault(text.casefold(), option.id)
            if first is not option.id:
                self.fault(
                    option.text.at,
                    "alike",
                    t(
                        "“{first}” and “{second}” read the same ({language}: “{text}”); tell them apart.",
                        first=first,
                        second=option.id,
                        language=language,
                        text=text,
                    ),
                )


def nearest(name: str, known: Sequence[str]) -> str:
    """The ids that were probably meant, or all of them if few."""
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    return ", ".join(close or sorted(known)[:12]) or "–"


def short(text: str) -> str:
    """The beginning of a sentence, to recognise it by."""
    return text if len(text) <= 60 else text[:59] + "…"

"""What must hold of the situations beyond their shape, each rule with file, line and what to write.

`python -m assistant.situations.checks [FOLDER]` prints the findings for a folder of flows (default:
the shipped ones) and exits 1 if there are any. docs/pages/format.md explains every check.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from assistant.errors import RulingError
from assistant.situations.build import included, messages, placed_steps, placeholders, within
from assistant.situations.expand import Plan, expand, option_of
from assistant.situations.graph import LinkGraph, asked_always, circle
from assistant.situations.loader import load
from assistant.situations.model import (
    CODES,
    Branch,
    Finding,
    Flow,
    Go,
    Include,
    Laws,
    Only,
    Question,
    Ruling,
    Sources,
    Use,
)
from assistant.situations.yamltree import Place, Text
from assistant.words import t

Has = Callable[[str, str], bool]
Translations = Mapping[str, Mapping[str, str]]

# Every check by its name in findings, with the question it asks. format.md has an example of each.
CHECKS: Mapping[str, str] = {
    "yaml": "Can the file be read as the format's YAML?",
    "shape": "Is each value a sentence, a list or a mapping, as its key asks?",
    "unknown-key": "Is every key one that the format knows?",
    "missing-key": "Is every key there that the format needs?",
    "empty-text": "Has every text words?",
    "id": "Is every id lower-case words with hyphens, and free to be used?",
    "file-name": "Is the file named after its situation or sub-flow?",
    "stage": "Is the stage one of the known ones?",
    "kind": "Is a ruling book or judgement?",
    "by": "Is whoever answers or chooses one of the known roles?",
    "code": "Is every code known?",
    "one-namespace": "Has every node an id of its own?",
    "options": "Has every question two options or more?",
    "alike": "Can the options of a question be told apart?",
    "choices": "Does a step with choices say who chooses?",
    "go": "Does every option lead on, to something that exists?",
    "branch": "Does a branch name every value, and only real ones?",
    "include": "Does an include fit its sub-flow?",
    "with": "Do answers given belong to questions that are asked there?",
    "link": "Does a link lead to a situation that exists and answers for the code?",
    "cycle": "Does every path move forward?",
    "loop": "Does going from situation to situation never ask the same twice?",
    "unreachable": "Does some walk come by every node, exit, block and sub-flow?",
    "number": "Do the bands of a number part its range without gap or overlap?",
    "placeholder": "Has every number in braces been asked on every path?",
    "use": "Does a placed block exist?",
    "election": "Does an election exist, with a default among its options?",
    "laws": "Does every ruling cite a law in each code that reaches it?",
    "dead-code": "Is nothing written for a code whose walks never come by?",
    "citation": "Is every citation in the register of its code?",
    "translation": "Is every text there in every language, with the same placeholders?",
}


def check(
    sources: Sources, *, has: Has | None = None, translations: Translations | None = None
) -> list[Finding]:
    """Every fault of the sources, in the order of files and lines.

    `has` says whether a code's register holds a provision; without it citations are not looked at.
    `translations` holds each language's table of sentences; without it only the English is checked.
    """
    made = _Checker(sources, has)
    made.run()
    if translations is not None:
        made.translated(translations)
    return sorted({*sources.findings, *made.findings})


class _Checker:
    def __init__(self, sources: Sources, has: Has | None) -> None:
        self.sources = sources
        self.has = has
        self.findings: list[Finding] = []
        self.plans: dict[str, Plan] = {}

    def fault(self, at: Place, check_: str, message: str) -> None:
        self.findings.append(Finding(at, check_, message))

    def run(self) -> None:
        sound: set[str] = set()
        for flow in [*self.sources.situations.values(), *self.sources.parts.values()]:
            plan, findings = expand(self.sources, flow)
            self.findings.extend(findings)
            if not flow.part:
                self.plans[flow.id] = plan
            self.targets(flow)
            self.own_nodes(flow, plan)
            acyclic = self.acyclic(plan)
            self.reachable(flow, plan)
            if acyclic:
                self.placeholders(flow, plan)
            if acyclic and not findings:
                sound.add(flow.id)
        for plan in self.plans.values():
            self.coded(plan)
            self.links(plan)
        if all(name in sound for name in self.plans):
            self.loops()
        self.shared()

    # Within one flow

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
        self.fault(
            name.at,
            "go",
            t("No node is called “{name}”; write one of: {known}.", name=name, known=_nearest(name, names)),
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
                    if isinstance(step, Use) and step.block not in self.sources.blocks:
                        self.fault(
                            step.block.at,
                            "use",
                            t(
                                "blocks.yaml has no block “{name}”; write one of: {known}.",
                                name=step.block,
                                known=_nearest(step.block, list(self.sources.blocks)),
                            ),
                        )

    def alike(self, node: Question, table: Mapping[str, str], language: str = "en") -> None:
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

    def bands(self, node: Question) -> None:
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
                    known=_nearest(node.on, list(self.sources.elections)),
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
                        known=_nearest(key, asked),
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

    def acyclic(self, plan: Plan) -> bool:
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

    def braces(self, text: Text, known: frozenset[str]) -> None:
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

    # What depends on the codes that come by

    def coded(self, plan: Plan) -> None:
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

    # Across situations

    def links(self, plan: Plan) -> None:
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
        if go.situation is None:
            return
        target = self.plans.get(go.situation)
        if target is None:
            self.fault(
                go.situation.at,
                "link",
                t(
                    "There is no situation “{id}”; write one of: {known}.",
                    id=go.situation,
                    known=_nearest(go.situation, list(self.plans)),
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

    # Files that situations share

    def shared(self) -> None:
        flows = [*self.sources.situations.values(), *self.sources.parts.values()]
        nodes = [node for flow in flows for node in flow.nodes.values()]
        parts = {str(node.flow) for node in nodes if isinstance(node, Include)}
        blocks = {
            str(step.block)
            for node in nodes
            if isinstance(node, Ruling)
            for step in node.steps
            if isinstance(step, Use)
        }
        for name, part in self.sources.parts.items():
            if name not in parts:
                self.fault(
                    part.id.at,
                    "unreachable",
                    t("Nothing includes the sub-flow “{id}”; include it, or remove it.", id=name),
                )
        for block in self.sources.blocks:
            if block not in blocks:
                self.fault(
                    block.at,
                    "unreachable",
                    t("Nothing places the block “{id}”; use it, or remove it.", id=block),
                )
        for election in self.sources.elections.values():
            for text in (election.text, *election.options.values()):
                self.braces(text, frozenset())

    # Languages

    def translated(self, translations: Translations) -> None:
        for message in messages(self.sources):
            at = Place(message.file, message.line)
            wanted = sorted(placeholders(message.msgid))
            for language, table in translations.items():
                text = table.get(message.msgid, "")
                if not text.strip():
                    self.fault(
                        at,
                        "translation",
                        t(
                            "No {language} text for “{text}”; add it to the catalogue.",
                            language=language,
                            text=_short(message.msgid),
                        ),
                    )
                elif sorted(placeholders(text)) != wanted:
                    self.fault(
                        at,
                        "translation",
                        t(
                            "The {language} text has other braces than “{text}”; write: {wanted}.",
                            language=language,
                            text=_short(message.msgid),
                            wanted=", ".join(f"{{{name}}}" for name in wanted) or t("none"),
                        ),
                    )
        for flow in [*self.sources.situations.values(), *self.sources.parts.values()]:
            for node in flow.nodes.values():
                if isinstance(node, Question):
                    texts = {option.text.strip().casefold() for option in node.options}
                    for language, table in translations.items():
                        if len(texts) == len(node.options):
                            self.alike(node, table, language)


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
    from assistant.situations.build import node_texts, step_texts

    if isinstance(node, (Question, Branch, Include, Ruling)):
        yield from node_texts(node)
    if isinstance(node, Ruling):
        for entry in node.steps:
            if isinstance(entry, Use):
                for step in sources.blocks.get(entry.block, ()):
                    yield from step_texts(step, entry.block)


def _nearest(name: str, known: Sequence[str]) -> str:
    """The ids that were probably meant, or all of them if few."""
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    return ", ".join(close or sorted(known)[:12]) or "–"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _registers(root: Path) -> Has | None:
    """The registers of the codes, where they can be read; a note says so where they cannot."""
    try:
        from assistant.laws.codes import load_codes

        codes = load_codes(root / "laws")
    except (ImportError, OSError, RulingError) as error:
        print(t("Citations are not checked: {reason}", reason=error), file=sys.stderr)
        return None
    return lambda code, law: code not in codes or law in codes[code]


def main(arguments: Sequence[str]) -> int:
    """Print the findings of a folder of flows."""
    room = Path(__file__).parent
    folder = Path(arguments[0]) if arguments else room / "flows"
    sources = load(folder, root=folder.parent, codes=CODES)
    findings = check(sources, has=_registers(room.parent.parent))
    for finding in findings:
        print(finding)
    if findings:
        return 1
    from assistant.situations.build import build_all
    from assistant.situations.pathbook import paths

    count = sum(1 for flow in build_all(sources).values() for _ in paths(flow))
    print(
        t(
            "{situations} situations, {paths} paths, no findings.",
            situations=len(sources.situations),
            paths=count,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What must hold of the situations beyond their shape, each rule with file, line and what to write.

`python -m assistant.situations.checks [FOLDER]` prints the findings for a folder of flows (default:
the shipped ones) and exits 1 if there are any. docs/pages/format.md explains every check.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from assistant.errors import RulingError
from assistant.situations.build import messages, placeholders
from assistant.situations.checks_flow import FlowChecks
from assistant.situations.checks_laws import Has, LawChecks
from assistant.situations.checks_links import LinkChecks
from assistant.situations.expand import Plan, expand
from assistant.situations.loader import load
from assistant.situations.model import CODES, Finding, Include, Question, Ruling, Sources, Use
from assistant.situations.report import Report, short
from assistant.situations.yamltree import Place
from assistant.words import t

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
    misshapen = {finding.file for finding in sources.findings}
    plans: dict[str, Plan] = {}
    sound = True
    flows, shared = FlowChecks(sources), SharedChecks(sources)
    found = [*sources.findings]
    for flow in [*sources.situations.values(), *sources.parts.values()]:
        plan, faults = expand(sources, flow)
        found += faults
        missing = any(
            isinstance(node, Include) and node.flow not in sources.parts for node in flow.nodes.values()
        )
        whole = not faults and not missing and flow.at.file not in misshapen
        acyclic = flows.run(flow, plan, whole=whole)
        if not flow.part:
            plans[flow.id] = plan
            sound = sound and acyclic and not faults
    laws, links = LawChecks(sources, has), LinkChecks(sources, plans)
    for plan in plans.values():
        laws.run(plan)
        links.links(plan)
    if sound:
        links.loops()
    if not misshapen:
        shared.shared()
    if translations is not None:
        shared.translated(translations)
    return sorted({*found, *(each for part in (flows, laws, links, shared) for each in part.findings)})


class SharedChecks(Report):
    """The checks of the files that situations share, and of the catalogues."""

    def shared(self) -> None:
        """Every sub-flow and block is used; elections hold no braces."""
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

    def translated(self, translations: Translations) -> None:
        """Every sentence is there in every language, with the same braces."""
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
                            text=short(message.msgid),
                        ),
                    )
                elif sorted(placeholders(text)) != wanted:
                    self.fault(
                        at,
                        "translation",
                        t(
                            "The {language} text has other braces than “{text}”; write: {wanted}.",
                            language=language,
                            text=short(message.msgid),
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

    try:
        count = sum(1 for flow in build_all(sources).values() for _ in paths(flow))
    except RulingError as error:
        print(error)
        return 1
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

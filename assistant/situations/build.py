"""Sources to the compiled flow: one JSON value per situation and language, which both engines walk.

The shape is fixed in docs/pages/format.md, "What is compiled". Texts run through `translate`, so
one build gives one language; nothing else in it depends on a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.situations.expand import Edge, Placed, Plan, expand, option_of
from assistant.situations.model import (
    Branch,
    Flow,
    FlowNode,
    Go,
    Include,
    Laws,
    Only,
    Question,
    Remark,
    Ruling,
    SourceError,
    Sources,
    Step,
    Use,
)
from assistant.situations.yamltree import Text

Translate = Callable[[str], str]
JSON = dict[str, Any]

PLACEHOLDER = re.compile(r"\{([a-z0-9]+(?:[-.][a-z0-9]+)*)\}")


def placeholders(text: str) -> list[str]:
    """The names in braces, in order."""
    return PLACEHOLDER.findall(text)


def build_all(sources: Sources, translate: Translate = str) -> dict[str, JSON]:
    """Every situation, compiled. Raises SourceError if the sources have faults of shape."""
    return {name: build(sources, name, translate) for name in sources.situations}


def build(sources: Sources, situation: str, translate: Translate = str) -> JSON:
    """One situation, compiled, its texts in the language of `translate`.

    Raises SourceError if the sources have faults of shape or an include cannot be followed;
    everything that `checks` reports beyond that does not stop a build.
    """
    if sources.findings:
        raise SourceError(sources.findings)
    plan, findings = expand(sources, sources.situations[situation])
    if findings:
        raise SourceError(findings)
    return _Writer(sources, plan, translate).situation()


class _Writer:
    def __init__(self, sources: Sources, plan: Plan, translate: Translate) -> None:
        self.sources = sources
        self.plan = plan
        self.translate = translate

    def situation(self) -> JSON:
        flow = self.plan.flow
        made: JSON = {
            "situation": str(flow.id),
            "stage": str(flow.stage),
            "title": self.words(flow.title, ""),
            "codes": list(flow.codes),
            "start": self.plan.start,
            "laws": self.laws(flow.laws, flow.codes),
            "notes": self.remarks([note for part in self.flows() for note in part.notes], flow.codes, ""),
            "traps": self.remarks([trap for part in self.flows() for trap in part.traps], flow.codes, ""),
            "elections": self.elections(),
            "nodes": {name: self.node(placed) for name, placed in self.plan.nodes.items()},
        }
        return made

    def flows(self) -> list[Flow]:
        """The situation, then the sub-flows that it includes, each once, in the order of their nodes."""
        return [self.plan.flow, *included(self.sources, self.plan)]

    def node(self, placed: Placed) -> JSON:
        node = placed.source
        codes = self.plan.codes_at.get(placed.id, ())
        if isinstance(node, Question):
            return self.question(placed, node, codes)
        if isinstance(node, Branch):
            on_edition = node.on == "edition"
            made: JSON = {"type": "branch", "on": "edition" if on_edition else "election"}
            if not on_edition:
                made["election"] = str(node.on)
            made["go"] = {str(edge.label): self.go(edge) for edge in placed.edges}
            return made
        if isinstance(node, Include):
            made = {"type": "include", "flow": str(node.flow)}
            made["start"] = placed.start.node if placed.start is not None else None
            made["exits"] = {str(edge.label): self.go(edge) for edge in placed.edges}
            if node.given:
                made["with"] = {str(key): str(value) for key, value in node.given.items()}
            return made
        return self.ruling(placed, node, codes)

    def question(self, placed: Placed, node: Question, codes: Sequence[str]) -> JSON:
        made: JSON = {"type": "question", "text": self.words(node.text, placed.prefix)}
        if node.help:
            made["help"] = self.words(node.help, placed.prefix)
        if node.laws:
            made["laws"] = self.laws(node.laws, codes)
        if node.by:
            made["by"] = str(node.by)
        if node.often_forgotten:
            made["often_forgotten"] = True
        if node.number:
            made["number"] = list(node.number)
        made["options"] = []
        for option, edge in zip(node.options, placed.edges, strict=True):
            entry: JSON = {
                "id": str(option.id),
                "text": self.words(option.text, placed.prefix),
                "go": self.go(edge),
            }
            if option.band is not None:
                entry["is"] = list(option.band)
            made["options"].append(entry)
        return made

    def ruling(self, placed: Placed, node: Ruling, codes: Sequence[str]) -> JSON:
        made: JSON = {
            "type": "ruling",
            "kind": str(node.kind),
            "summary": self.words(node.summary, placed.prefix),
            "steps": list(self.steps(node, codes, placed.prefix)),
        }
        if node.say:
            made["say"] = self.remarks(node.say, codes, placed.prefix)
        if node.also_check:
            made["also_check"] = self.remarks(node.also_check, codes, placed.prefix, laws=True)
        return made

    def steps(self, node: Ruling, codes: Sequence[str], prefix: str) -> Iterator[JSON]:
        for step, reached in placed_steps(self.sources, node, codes):
            made: JSON = {"text": self.words(step.text, prefix), "laws": self.laws(step.laws, reached)}
            if step.lasts:
                made["lasts"] = self.words(step.lasts, prefix)
            if step.by:
                made["by"] = str(step.by)
            if set(reached) != set(codes):
                made["only"] = list(reached)
            choices = []
            for choice in step.choices:
                chosen = within(reached, choice.only)
                if chosen:
                    entry: JSON = {
                        "text": self.words(choice.text, prefix),
                        "lasts": self.words(choice.lasts, prefix),
                        "laws": self.laws(choice.laws, chosen),
                    }
                    if set(chosen) != set(reached):
                        entry["only"] = list(chosen)
                    choices.append(entry)
            if choices:
                made["choices"] = choices
            yield made

    def remarks(
        self, remarks: Iterable[Remark], codes: Sequence[str], prefix: str, *, laws: bool = False
    ) -> list[JSON]:
        found = []
        for remark in remarks:
            reached = within(codes, remark.only)
            if not reached:
                continue
            entry: JSON = {"text": self.words(remark.text, prefix)}
            if laws or remark.laws:
                entry["laws"] = self.laws(remark.laws, reached)
            if remark.go is not None:
                entry["go"] = self.link(remark.go)
            if set(reached) != set(codes):
                entry["only"] = list(reached)
            found.append(entry)
        return found

    def elections(self) -> JSON:
        used: dict[str, set[str]] = {}
        for placed in self.plan.nodes.values():
            if isinstance(placed.source, Branch) and placed.source.on != "edition":
                used.setdefault(placed.source.on, set()).update(self.plan.codes_at.get(placed.id, ()))
        made: JSON = {}
        for name in sorted(used):
            election = self.sources.elections.get(name)
            if election is None:
                continue
            made[name] = {
                "text": self.words(election.text, ""),
                "options": {str(key): self.words(text, "") for key, text in election.options.items()},
                "default": str(election.default),
                "laws": self.laws(
                    election.laws, [code for code in self.plan.flow.codes if code in used[name]]
                ),
            }
        return made

    def go(self, edge: Edge) -> JSON:
        return {"node": edge.node} if edge.node is not None else self.link(edge.go)

    def link(self, go: Go) -> JSON:
        target = self.sources.situations.get(go.situation) if go.situation is not None else None
        made: JSON = {"situation": str(go.situation)}
        made["with"] = {str(key): str(value) for key, value in go.given.items()}
        if target is not None:
            made["title"] = self.words(target.title, "")
        return made

    @staticmethod
    def laws(laws: Laws | None, codes: Sequence[str]) -> JSON:
        if laws is None:
            return {}
        found = {code: [str(law) for law in laws.of(code)] for code in codes}
        return {code: cited for code, cited in found.items() if cited}

    def words(self, text: Text, prefix: str) -> str:
        """The text in the language of this build, its placeholders naming nodes of the whole flow."""
        translated = self.translate(str(text))

        def qualify(match: re.Match[str]) -> str:
            name = prefix + match[1]
            answer = self.plan.fixed.get(name)
            return f"{{{name}}}" if answer is None else self.fixed_number(name, answer)

        return PLACEHOLDER.sub(qualify, translated) if "{" in translated else translated

    def fixed_number(self, name: str, answer: str) -> str:
        """What stands for a number that an include answers itself: the number, or its band."""
        include, _, inner = name.rpartition(".")
        placed = self.plan.nodes.get(include)
        if placed is not None and isinstance(placed.source, Include):
            part = self.sources.parts[placed.source.flow]
            question = part.nodes.get(inner)
            option = option_of(question, answer) if isinstance(question, Question) else None
            if option is not None and option.id == answer and option.band is not None:
                low, high = option.band
                return str(low) if low == high else f"{low}–{high}"
        return answer


def included(sources: Sources, plan: Plan) -> list[Flow]:
    """The sub-flows of an expanded graph, each once."""
    names = dict.fromkeys(
        str(placed.source.flow) for placed in plan.nodes.values() if isinstance(placed.source, Include)
    )
    return [sources.parts[name] for name in names if name in sources.parts]


def within(codes: Sequence[str], only: Only) -> tuple[str, ...]:
    """Those of the codes for which something marked `only` stands."""
    return tuple(code for code in codes if only is None or code in only)


def placed_steps(
    sources: Sources, ruling: Ruling, codes: Sequence[str]
) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """A ruling's steps, blocks in place, each with the codes it stands for; others are left out."""
    for entry in ruling.steps:
        reached = within(codes, entry.only)
        steps = sources.blocks.get(entry.block, ()) if isinstance(entry, Use) else (entry,)
        for step in steps:
            for_codes = within(reached, step.only)
            if for_codes:
                yield step, for_codes


@dataclass(frozen=True, order=True)
class Message:
    """One sentence to translate: the English, where it is used, where it is written."""

    file: str
    line: int
    msgid: str
    comment: str


def messages(sources: Sources) -> list[Message]:
    """Every sentence of the sources, each occurrence once, in the order of files and lines."""
    found: list[Message] = []

    def add(text: Text | None, path: str) -> None:
        if text is not None and text.strip():
            found.append(Message(text.at.file, text.at.line, str(text), path))

    for flow in [*sources.situations.values(), *sources.parts.values()]:
        for text, path in flow_texts(flow):
            add(text, path)
    for name, steps in sources.blocks.items():
        for number, step in enumerate(steps, 1):
            for text, path in step_texts(step, f"{name}.{number}"):
                add(text, f"blocks {path}")
    for election in sources.elections.values():
        add(election.text, f"elections {election.id}")
        for key, text in election.options.items():
            add(text, f"elections {election.id} option {key}")
    return sorted(found)


def flow_texts(flow: Flow) -> Iterator[tuple[Text, str]]:
    """Every text of a situation or sub-flow, with its path in the file."""
    yield flow.title, f"{flow.id} title"
    for name, remarks in (("note", flow.notes), ("trap", flow.traps)):
        for number, remark in enumerate(remarks, 1):
            yield remark.text, f"{flow.id} {name} {number}"
    for node in flow.nodes.values():
        for text, path in node_texts(node):
            yield text, f"{flow.id} {path}"


def node_texts(node: FlowNode) -> Iterator[tuple[Text, str]]:
    """The texts of one node, blocks not placed."""
    if isinstance(node, Question):
        yield node.text, f"{node.id} text"
        if node.help is not None:
            yield node.help, f"{node.id} help"
        for option in node.options:
            yield option.text, f"{node.id} option {option.id}"
    elif isinstance(node, Ruling):
        yield node.summary, f"{node.id} summary"
        for number, entry in enumerate(node.steps, 1):
            if isinstance(entry, Step):
                yield from step_texts(entry, f"{node.id} step {number}")
        for name, remarks in (("say", node.say), ("also_check", node.also_check)):
            for number, remark in enumerate(remarks, 1):
                yield remark.text, f"{node.id} {name} {number}"


def step_texts(step: Step, path: str) -> Iterator[tuple[Text, str]]:
    """The texts of one step."""
    yield step.text, f"{path} text"
    if step.lasts is not None:
        yield step.lasts, f"{path} lasts"
    for number, choice in enumerate(step.choices, 1):
        yield choice.text, f"{path} choice {number} text"
        yield choice.lasts, f"{path} choice {number} lasts"


def catalogue(translations: Mapping[str, str]) -> Translate:
    """A `translate` that reads a table and leaves what it lacks in English."""
    return lambda text: translations.get(text) or text

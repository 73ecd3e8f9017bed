"""A folder of flows to the values of `model`.

Faults of shape (an unknown key, a missing one, a value of the wrong kind) are collected as
findings, not raised: an author wants to see all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from assistant.situations.model import (
    CODES,
    ID,
    KEYS,
    KINDS,
    RESERVED,
    ROLES,
    STAGES,
    Band,
    Branch,
    Choice,
    Election,
    Finding,
    Flow,
    FlowNode,
    Go,
    Include,
    Laws,
    Option,
    Question,
    Remark,
    Ruling,
    Sources,
    Step,
    Use,
)
from assistant.situations.yamltree import BrokenYaml, Items, Node, Place, Table, Text, read_yaml
from assistant.words import t

_PATH = re.compile(r"[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*\Z")
_BAND = re.compile(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?\Z")


def load(folder: Path, *, codes: Sequence[str] = CODES, root: Path | None = None) -> Sources:
    """Read `<folder>/*.yaml`, `parts/*.yaml`, `blocks.yaml` and `elections.yaml`.

    Files are named relative to `root` (default: the folder) in messages. Nothing is raised for bad
    content: see `Sources.findings`.
    """
    reader = _Reader(tuple(codes))
    base = folder if root is None else root
    situations: dict[str, Flow] = {}
    parts: dict[str, Flow] = {}
    blocks: dict[Text, tuple[Step, ...]] = {}
    elections: dict[str, Election] = {}
    broken: set[str] = set()
    shared = {"blocks.yaml", "elections.yaml"}
    paths = [path for path in sorted(folder.glob("*.yaml")) if path.name not in shared]
    for path in [*paths, *sorted((folder / "parts").glob("*.yaml"))]:
        table = reader.file(path, base)
        flow = None if table is None else reader.flow(table, path.stem, part=path.parent != folder)
        if flow is None:
            broken.add(path.stem)
        else:
            (parts if flow.part else situations)[flow.id] = flow
    for name in sorted(shared):
        path = folder / name
        table = reader.file(path, base) if path.exists() else None
        if table is None and path.exists():
            broken.add(path.stem)
        elif table is not None and name == "blocks.yaml":
            blocks = reader.blocks(table)
        elif table is not None:
            elections = reader.elections(table)
    findings = tuple(sorted(set(reader.findings)))
    return Sources(situations, parts, blocks, elections, findings, tuple(codes), frozenset(broken))


class _Reader:
    """Tree to values. A fault becomes a finding; what cannot be made of it is left out."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.findings: list[Finding] = []
        self.codes = codes

    def fault(self, at: Place, check: str, message: str) -> None:
        self.findings.append(Finding(at, check, message))

    def file(self, path: Path, base: Path) -> Table | None:
        name = path.relative_to(base).as_posix() if path.is_relative_to(base) else path.name
        try:
            return read_yaml(path, name)
        except BrokenYaml as error:
            self.fault(error.place, "yaml", error.problem)
            return None

    # Small parts

    def keys(self, table: Table, kind: str) -> None:
        required, optional = KEYS[kind]
        known = ", ".join([*required, *optional])
        for key, value in table.entries():
            if key in required or key in optional:
                continue
            if value == "" and " " in key:
                problem = t(
                    "A comma parts this sentence in two: put the whole sentence in quotes: “… {rest}”.",
                    rest=key,
                )
            else:
                problem = t(
                    "Unknown key “{key}” in this {kind}; it may have: {known}.",
                    key=key,
                    kind=kind,
                    known=known,
                )
            self.fault(key.at, "unknown-key", problem)
        for name in required:
            if name not in table:
                self.fault(table.at, "missing-key", t("This {kind} needs “{key}”.", kind=kind, key=name))

    def table(self, node: Node | None, what: str, at: Place) -> Table | None:
        if isinstance(node, Table):
            return node
        if node is not None:
            self.fault(at, "shape", t("“{what}” is a mapping: write keys with values under it.", what=what))
        return None

    def items(self, table: Table, name: str) -> list[Node]:
        node = table.get(name)
        if node is None:
            return []
        if isinstance(node, Items):
            return list(node)
        self.fault(
            table.place(name),
            "shape",
            t("“{what}” is a list: write each entry on a line with “- ”.", what=name),
        )
        return []

    def text(self, table: Table, name: str) -> Text | None:
        node = table.get(name)
        if node is None:
            return None
        if not isinstance(node, Text):
            self.fault(
                table.place(name),
                "shape",
                t("“{what}” is one sentence or word, not a list or mapping.", what=name),
            )
            return None
        if not node.strip():
            self.fault(
                table.place(name),
                "empty-text",
                t("“{what}” is empty: write its words, or leave the key out.", what=name),
            )
        return node

    def id(self, value: Text, what: str) -> bool:
        if not ID.match(value):
            self.fault(
                value.at,
                "id",
                t(
                    "“{value}” cannot be the id of a {what}: write lower-case words with hyphens.",
                    value=value,
                    what=what,
                ),
            )
            return False
        if value in RESERVED and what in ("question", "include", "election"):
            self.fault(
                value.at,
                "id",
                t(
                    "“{value}” names the code in addresses; give the {what} another id.",
                    value=value,
                    what=what,
                ),
            )
            return False
        return True

    def word(self, table: Table, name: str, allowed: Sequence[str], check: str) -> Text | None:
        value = self.text(table, name)
        if value is not None and value.strip() and value not in allowed:
            self.fault(
                value.at,
                check,
                t(
                    "“{value}” is no {what}; write one of: {allowed}.",
                    value=value,
                    what=name,
                    allowed=", ".join(allowed),
                ),
            )
        return value

    def code_list(self, table: Table, name: str) -> tuple[Text, ...] | None:
        if name not in table:
            return None
        found = []
        for node in self.items(table, name):
            if not isinstance(node, Text) or node not in self.codes:
                shown = node if isinstance(node, Text) else "…"
                self.fault(
                    node.at,
                    "code",
                    t(
                        "“{value}” is no code; write years of: {codes}.",
                        value=shown,
                        codes=", ".join(self.codes),
                    ),
                )
            else:
                found.append(node)
        if not found:
            self.fault(
                table.place(name),
                "code",
                t("“{what}” names no code; leave it out to mean all of them.", what=name),
            )
            return None
        return tuple(found)

    def laws(self, table: Table) -> Laws | None:
        node = table.get("laws")
        if node is None:
            return None
        at = table.place("laws")
        if isinstance(node, Items):
            return Laws(at, self.citations(node))
        if isinstance(node, Table):
            by_code: dict[str, tuple[Text, ...]] = {}
            for code, value in node.entries():
                if code not in self.codes:
                    self.fault(
                        code.at,
                        "code",
                        t(
                            "“{value}” is no code; write years of: {codes}.",
                            value=code,
                            codes=", ".join(self.codes),
                        ),
                    )
                elif isinstance(value, Items):
                    by_code[code] = self.citations(value)
                else:
                    self.fault(code.at, "shape", t("“{what}” is a list: write [6D1].", what=code))
            return Laws(at, by_code=by_code)
        self.fault(
            at,
            "shape",
            t("“laws” is a list or a mapping by code: write {example}.", example='[6D1] or {"2017": [6D1]}'),
        )
        return None

    def citations(self, node: Items) -> tuple[Text, ...]:
        found = []
        for item in node:
            if isinstance(item, Text) and item.strip():
                found.append(item)
            else:
                self.fault(item.at, "shape", t("A citation is one id, such as 6D1."))
        return tuple(found)

    def given(self, table: Table) -> dict[Text, Text]:
        node = self.table(table.get("with"), "with", table.place("with"))
        found: dict[Text, Text] = {}
        if node is not None:
            for key, value in node.entries():
                if isinstance(value, Text) and _PATH.match(key):
                    found[key] = value
                else:
                    self.fault(
                        key.at,
                        "shape",
                        t(
                            "“with” maps a question to one option: write {example}.",
                            example="{question: option}",
                        ),
                    )
        return found

    def go(self, node: Node, at: Place, *, part: bool) -> Go | None:
        if isinstance(node, Text):
            if ID.match(node):
                return Go(node.at, node=node)
            hint = node.removeprefix("situation/").removeprefix("situation:").strip()
            self.fault(
                node.at,
                "go",
                t(
                    "“go” names a node of this file; another situation is written {example}.",
                    example="{situation: " + (hint if ID.match(hint) else "ID") + "}",
                ),
            )
            return None
        if isinstance(node, Table) and "exit" in node:
            self.keys(node, "exit")
            exit_ = self.text(node, "exit")
            if exit_ is not None and not part:
                self.fault(
                    node.at,
                    "go",
                    t("Only a sub-flow leaves by an exit; name a node, a ruling or a situation."),
                )
                return None
            return None if exit_ is None else Go(node.at, exit=exit_)
        if isinstance(node, Table):
            self.keys(node, "link")
            situation = self.text(node, "situation")
            given = self.given(node)
            return None if situation is None else Go(node.at, situation=situation, given=given)
        self.fault(
            at,
            "go",
            t(
                "“go” names a node, another situation or, in a sub-flow, an exit: write {example}.",
                example="{situation: ID} or {exit: ID}",
            ),
        )
        return None

    def band(self, value: Text | None) -> Band | None:
        if value is None:
            return None
        match = _BAND.match(value)
        if match:
            low = int(match[1])
            high = low if match[2] is None else int(match[2])
            if low <= high:
                return low, high
        self.fault(
            value.at,
            "number",
            t("“{value}” is no range; write one number or the first and last, as 0..12.", value=value),
        )
        return None

    # Nodes

    def flow(self, table: Table, stem: str, *, part: bool) -> Flow | None:
        kind = "part" if part else "situation"
        self.keys(table, kind)
        name = self.text(table, kind)
        if name is None:
            return None
        if name != stem:
            self.fault(
                name.at,
                "file-name",
                t(
                    "The file is {stem}.yaml but its id is “{name}”; make them the same.",
                    stem=stem,
                    name=name,
                ),
            )
        self.id(name, kind)
        nodes: dict[str, FlowNode] = {}
        for section, what, read in (
            ("questions", "question", self.question),
            ("branches", "branch", self.branch),
            ("includes", "include", self.include),
            ("rulings", "ruling", self.ruling),
        ):
            entries = self.table(table.get(section), section, table.place(section))
            for key, value in entries.entries() if entries is not None else ():
                if not self.id(key, what):
                    continue
                if key in nodes:
                    self.fault(
                        key.at,
                        "one-namespace",
                        t(
                            "“{id}” is already the id of another node (line {line}); write another id.",
                            id=key,
                            line=nodes[key].id.at.line,
                        ),
                    )
                    continue
                inner = self.table(value, key, key.at)
                if inner is None:
                    continue
                node = read(key, inner, part)
                if node is not None:
                    nodes[key] = node
        start = self.text(table, "start")
        title = self.text(table, "title")
        stage = "" if part else self.word(table, "stage", STAGES, "stage")
        codes = self.code_list(table, "codes")
        exits = [
            name for name in self.items(table, "exits") if isinstance(name, Text) and self.id(name, "exit")
        ]
        laws = self.laws(table)
        notes = self.remarks(table, "notes", "note", part)
        traps = self.remarks(table, "traps", "trap", part)
        if start is None or title is None:
            return None
        return Flow(
            id=name,
            at=table.at,
            title=title,
            start=start,
            nodes=nodes,
            part=part,
            stage=stage or "",
            codes=self.codes if codes is None else tuple(code for code in self.codes if code in codes),
            laws=laws,
            notes=notes,
            traps=traps,
            exits=tuple(exits),
        )

    def question(self, key: Text, table: Table, part: bool) -> Question | None:
        self.keys(table, "question")
        text = self.text(table, "text")
        number = self.band(self.text(table, "number"))
        options = []
        entries = self.table(table.get("options"), "options", table.place("options"))
        for name, value in entries.entries() if entries is not None else ():
            inner = self.table(value, name, name.at)
            if inner is None or not self.id(name, "option"):
                continue
            self.keys(inner, "option")
            words, edge = self.text(inner, "text"), inner.get("go")
            go = None if edge is None else self.go(edge, inner.place("go"), part=part)
            if words is not None and go is not None:
                options.append(Option(name, words, go, self.band(self.text(inner, "is"))))
        if entries is not None and len(entries) < 2:
            self.fault(
                table.place("options"),
                "options",
                t("A question needs two options or more; with one there is nothing to ask."),
            )
        often = self.word(table, "often_forgotten", ("yes", "no", "true", "false"), "shape")
        by = self.word(table, "by", ROLES, "by")
        help_, laws = self.text(table, "help"), self.laws(table)
        if text is None:
            return None
        return Question(key, text, tuple(options), help_, laws, by, often in ("yes", "true"), number)

    def edges(self, table: Table, name: str, part: bool) -> dict[Text, Go]:
        found = {}
        entries = self.table(table.get(name), name, table.place(name))
        for key, value in entries.entries() if entries is not None else ():
            go = self.go(value, key.at, part=part)
            if go is not None:
                found[key] = go
        return found

    def branch(self, key: Text, table: Table, part: bool) -> Branch | None:
        self.keys(table, "branch")
        on = self.text(table, "on")
        edges = self.edges(table, "go", part)
        return None if on is None else Branch(key, on, edges)

    def include(self, key: Text, table: Table, part: bool) -> Include | None:
        self.keys(table, "include")
        flow = self.text(table, "flow")
        given, exits = self.given(table), self.edges(table, "exits", part)
        return None if flow is None else Include(key, flow, given, exits)

    def ruling(self, key: Text, table: Table, part: bool) -> Ruling | None:
        self.keys(table, "ruling")
        kind = self.word(table, "kind", KINDS, "kind")
        summary = self.text(table, "summary")
        steps = self.steps(table, "steps")
        say = self.remarks(table, "say", "say", part)
        also = self.remarks(table, "also_check", "also_check", part)
        if kind is None or summary is None:
            return None
        return Ruling(key, kind, summary, tuple(steps), say, also)

    def steps(self, table: Table, name: str, *, block: bool = False) -> list[Step | Use]:
        found: list[Step | Use] = []
        for node in self.items(table, name):
            if not isinstance(node, Table):
                self.fault(node.at, "shape", t("A step is a mapping: write “- text: …” with its laws."))
            elif "use" in node:
                self.keys(node, "placed block")
                name_ = self.text(node, "use")
                if block:
                    self.fault(node.at, "use", t("A block holds steps only; it cannot place another block."))
                elif name_ is not None:
                    found.append(Use(node.at, name_, self.code_list(node, "only")))
            else:
                step = self.step(node)
                if step is not None:
                    found.append(step)
        return found

    def step(self, table: Table) -> Step | None:
        self.keys(table, "step")
        choices = []
        for node in self.items(table, "choices"):
            if not isinstance(node, Table):
                self.fault(node.at, "shape", t("A choice is a mapping: write “- text: …” with its laws."))
                continue
            self.keys(node, "choice")
            words, lasts = self.text(node, "text"), self.text(node, "lasts")
            laws, only = self.laws(node), self.code_list(node, "only")
            if words is not None and lasts is not None:
                choices.append(Choice(node.at, words, lasts, laws, only))
        text = self.text(table, "text")
        by = self.word(table, "by", ROLES, "by")
        if "choices" in table and "by" not in table:
            self.fault(
                table.at, "choices", t("A step with choices says who chooses: add “by”, as by: director.")
            )
        made = (self.laws(table), self.text(table, "lasts"))
        only = self.code_list(table, "only")
        return None if text is None else Step(table.at, text, *made, by, tuple(choices), only)

    def remarks(self, table: Table, name: str, kind: str, part: bool) -> tuple[Remark, ...]:
        found = []
        for node in self.items(table, name):
            if isinstance(node, Text):
                if not node.strip():
                    self.fault(
                        node.at,
                        "empty-text",
                        t("“{what}” is empty: write its words, or leave the key out.", what=name),
                    )
                found.append(Remark(node.at, node))
            elif isinstance(node, Table):
                self.keys(node, kind)
                text = self.text(node, "text")
                edge = node.get("go")
                go = None if edge is None else self.go(edge, node.place("go"), part=part)
                if go is not None and go.situation is None:
                    self.fault(
                        go.at,
                        "go",
                        t(
                            "A check for later leads to a situation: write {example}.",
                            example="{situation: ID}",
                        ),
                    )
                    go = None
                laws, only = self.laws(node), self.code_list(node, "only")
                if text is not None:
                    found.append(Remark(node.at, text, laws, go, only))
            else:
                self.fault(
                    node.at,
                    "shape",
                    t("An entry of “{what}” is a sentence or a mapping with “text”.", what=name),
                )
        return tuple(found)

    # Shared files

    def blocks(self, table: Table) -> dict[Text, tuple[Step, ...]]:
        self.keys(table, "blocks file")
        found: dict[Text, tuple[Step, ...]] = {}
        entries = self.table(table.get("blocks"), "blocks", table.place("blocks"))
        for key, _ in entries.entries() if entries is not None else ():
            if entries is not None and self.id(key, "block"):
                steps = self.steps(entries, key, block=True)
                found[key] = tuple(step for step in steps if isinstance(step, Step))
        return found

    def elections(self, table: Table) -> dict[str, Election]:
        self.keys(table, "elections file")
        found: dict[str, Election] = {}
        entries = self.table(table.get("elections"), "elections", table.place("elections"))
        for key, value in entries.entries() if entries is not None else ():
            inner = self.table(value, key, key.at)
            if inner is None or not self.id(key, "election"):
                continue
            self.keys(inner, "election")
            options = {}
            words = self.table(inner.get("options"), "options", inner.place("options"))
            for name, text in words.entries() if words is not None else ():
                if isinstance(text, Text) and text.strip() and self.id(name, "option"):
                    options[name] = text
                elif not isinstance(text, Text) or not text.strip():
                    self.fault(
                        name.at,
                        "empty-text",
                        t("“{what}” is empty: write its words, or leave the key out.", what=name),
                    )
            text_, default, laws = self.text(inner, "text"), self.text(inner, "default"), self.laws(inner)
            if default is not None and default not in options:
                self.fault(
                    default.at,
                    "election",
                    t(
                        "“{value}” is no option of this election; write one of: {options}.",
                        value=default,
                        options=", ".join(options),
                    ),
                )
            if text_ is not None and default is not None:
                found[key] = Election(key, text_, options, default, laws)
        return found

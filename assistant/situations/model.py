"""The format of situations: its keys, its words, and its values, which know their file and line.

docs/pages/format.md explains the keys to authors. `loader` makes these values, `build` compiles
them, `checks` says what is wrong with them together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from assistant.errors import RulingError
from assistant.situations.yamltree import Place, Text

CODES = ("1997", "2007", "2017")

# The moments of a session in their order; `vocabulary` has their names for people.
STAGES = ("deal", "boards", "auction", "lead", "play", "claim", "after", "session", "conduct")

# Who answers a question or makes a choice (`by`); `vocabulary` has their names for people.
ROLES = (
    "director",
    "declarer",
    "presumed-declarer",
    "dummy",
    "defender",
    "defenders",
    "leader",
    "offender",
    "partner-of-offender",
    "offending-side",
    "non-offending-side",
    "lho",
    "rho",
    "player",
    "players",
    "player-on-turn",
    "claimer",
    "opponents",
    "contestant",
    "captain",
    "organizer",
    "regulating-authority",
    "appeals-committee",
)

KINDS = ("book", "judgement")

# Ids that mean something else where answers, elections and codes are written side by side.
RESERVED = frozenset({"code", "edition"})

ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")


@dataclass(frozen=True, order=True)
class Finding:
    """One fault of a source: where, which check found it, what is wrong and what to write instead."""

    at: Place
    check: str
    message: str

    @property
    def file(self) -> str:
        """The file, as the loader named it."""
        return self.at.file

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.at.line

    def __str__(self) -> str:
        return f"{self.at}: {self.message} [{self.check}]"


class SourceError(RulingError):
    """The sources have faults and nothing can be made of them; `findings` lists them."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = tuple(findings)


@dataclass(frozen=True)
class Laws:
    """Citations: `every` holds for each code that comes by, or `by_code` names them code by code."""

    at: Place
    every: tuple[Text, ...] = ()
    by_code: Mapping[str, tuple[Text, ...]] | None = None

    def of(self, code: str) -> tuple[Text, ...]:
        """The citations in one code."""
        return self.every if self.by_code is None else self.by_code.get(code, ())


@dataclass(frozen=True)
class Go:
    """Where an edge leads: exactly one of a node, an exit of this sub-flow, another situation."""

    at: Place
    node: Text | None = None
    exit: Text | None = None
    situation: Text | None = None
    given: Mapping[Text, Text] = field(default_factory=dict)


Band = tuple[int, int]


@dataclass(frozen=True)
class Option:
    """One answer to a question."""

    id: Text
    text: Text
    go: Go
    band: Band | None = None


@dataclass(frozen=True)
class Question:
    """Something to ask."""

    id: Text
    text: Text
    options: tuple[Option, ...]
    help: Text | None = None
    laws: Laws | None = None
    by: Text | None = None
    often_forgotten: bool = False
    number: Band | None = None


@dataclass(frozen=True)
class Branch:
    """A fork taken without asking, on the code (`edition`) or an election."""

    id: Text
    on: Text
    go: Mapping[Text, Go]


@dataclass(frozen=True)
class Include:
    """A sub-flow put in place."""

    id: Text
    flow: Text
    given: Mapping[Text, Text]
    exits: Mapping[Text, Go]


Only = tuple[Text, ...] | None


@dataclass(frozen=True)
class Choice:
    """One of the things that somebody may choose in a step."""

    at: Place
    text: Text
    lasts: Text
    laws: Laws | None = None
    only: Only = None


@dataclass(frozen=True)
class Step:
    """One thing that is done."""

    at: Place
    text: Text
    laws: Laws | None = None
    lasts: Text | None = None
    by: Text | None = None
    choices: tuple[Choice, ...] = ()
    only: Only = None


@dataclass(frozen=True)
class Use:
    """The place of a block of shared steps."""

    at: Place
    block: Text
    only: Only = None


@dataclass(frozen=True)
class Remark:
    """A sentence with what belongs to it: `say`, `notes`, `traps`, `also_check`."""

    at: Place
    text: Text
    laws: Laws | None = None
    go: Go | None = None
    only: Only = None


@dataclass(frozen=True)
class Ruling:
    """Where a path ends."""

    id: Text
    kind: Text
    summary: Text
    steps: tuple[Step | Use, ...]
    say: tuple[Remark, ...] = ()
    also_check: tuple[Remark, ...] = ()


FlowNode = Question | Branch | Include | Ruling


@dataclass(frozen=True)
class Flow:
    """A situation or (with `exits`, without a stage) a sub-flow."""

    id: Text
    at: Place
    title: Text
    start: Text
    nodes: Mapping[str, FlowNode]
    part: bool = False
    stage: str = ""
    codes: tuple[str, ...] = CODES
    laws: Laws | None = None
    notes: tuple[Remark, ...] = ()
    traps: tuple[Remark, ...] = ()
    exits: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Election:
    """A choice that the laws leave to the authority."""

    id: Text
    text: Text
    options: Mapping[Text, Text]
    default: Text
    laws: Laws | None = None


@dataclass(frozen=True)
class Sources:
    """Everything that a folder of flows holds, with the faults of shape that were met."""

    situations: Mapping[str, Flow]
    parts: Mapping[str, Flow]
    blocks: Mapping[Text, tuple[Step, ...]]
    elections: Mapping[str, Election]
    findings: tuple[Finding, ...] = ()
    codes: tuple[str, ...] = CODES
    broken: frozenset[str] = frozenset()  # ids (by file name) of which nothing could be made


# What each kind of mapping may hold, and what it must. format.md documents exactly these.
KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        # kind: (required, optional)
        "situation": (
            ("situation", "stage", "title", "start"),
            ("codes", "laws", "notes", "traps", "questions", "branches", "includes", "rulings"),
        ),
        "part": (
            ("part", "title", "start"),
            ("exits", "codes", "notes", "traps", "questions", "branches", "includes", "rulings"),
        ),
        "question": (("text", "options"), ("help", "laws", "by", "often_forgotten", "number")),
        "option": (("text", "go"), ("is",)),
        "branch": (("on", "go"), ()),
        "include": (("flow",), ("with", "exits")),
        "ruling": (("kind", "summary", "steps"), ("say", "also_check")),
        "step": (("text",), ("laws", "lasts", "by", "choices", "only")),
        "placed block": (("use",), ("only",)),
        "choice": (("text", "lasts"), ("laws", "only")),
        "say": (("text",), ("only",)),
        "note": (("text",), ("laws", "only")),
        "trap": (("text",), ("laws", "only")),
        "also_check": (("text",), ("laws", "go", "only")),
        "link": (("situation",), ("with",)),
        "exit": (("exit",), ()),
        "blocks file": (("blocks",), ()),
        "elections file": (("elections",), ()),
        "election": (("text", "options", "default"), ("laws",)),
    }
)

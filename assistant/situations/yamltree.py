"""YAML as the authors of situations write it: every scalar a string, with its file and line.

YAML 1.1 turns `yes`, `no` and `on` into booleans and `24` into a number; nothing here does. A key
written twice is refused, and so is everything that the format has no use for and that can do harm:
anchors and aliases, tags, several documents, nesting without end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from assistant.errors import RulingError
from assistant.words import t

MAX_BYTES = 1_000_000
MAX_DEPTH = 30

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, order=True)
class Place:
    """Where something is written: a file (as the author names it) and a line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class BrokenYaml(RulingError):
    """A file that cannot be read as the format's YAML; `place` says where."""

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class Text(str):
    """A scalar: the string as written, and where."""

    __slots__ = ("at",)
    at: Place

    def __new__(cls, value: str, at: Place) -> Text:
        """A string that knows its place."""
        made = super().__new__(cls, value)
        made.at = at
        return made


class Table(dict[str, Any]):
    """A mapping in the order written; every key is a `Text`."""

    def __init__(self, at: Place) -> None:
        super().__init__()
        self.at = at

    def entries(self) -> Iterator[tuple[Text, Node]]:
        """Keys with their places, and values."""
        for key, value in self.items():
            yield cast(Text, key), value

    def place(self, name: str) -> Place:
        """Where the key stands; where the mapping stands if it has no such key."""
        return next((key.at for key, _ in self.entries() if key == name), self.at)


class Items(list[Any]):
    """A list in the order written."""

    def __init__(self, at: Place) -> None:
        super().__init__()
        self.at = at


Node = Text | Table | Items


def read_yaml(path: Path, name: str | None = None) -> Table:
    """The mapping that a YAML file holds.

    `name` is how messages name the file (default: its path). Raises BrokenYaml.
    """
    name = str(path) if name is None else name
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BrokenYaml(Place(name, 1), t("The file cannot be read: {reason}.", reason=reason)) from None
    return parse_yaml(data, name)


def parse_yaml(data: bytes | str, name: str) -> Table:
    """As `read_yaml`, from bytes or text at hand."""
    first = Place(name, 1)
    if len(data) > MAX_BYTES:
        raise BrokenYaml(first, t("The file is too large for a situation; write one situation a file."))
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1  # type: ignore[arg-type]
            raise BrokenYaml(
                Place(name, line), t("This is not UTF-8 text; save the file as UTF-8.")
            ) from None
    try:
        return _compose(data, name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1 if mark else 1)
        raise BrokenYaml(place, _friendly(data, place.line, error)) from None
    except yaml.reader.ReaderError as error:
        line = data[: error.position].count("\n") + 1 if isinstance(error.position, int) else 1
        raise BrokenYaml(
            Place(name, line), t("A control character stands here; write visible text only.")
        ) from None
    except yaml.YAMLError:
        raise BrokenYaml(
            first, t("This is not YAML; write keys and values, as in the other files.")
        ) from None
    except RecursionError:
        raise BrokenYaml(first, _too_deep()) from None


def _too_deep() -> str:
    return t(
        "This is nested too deeply; no part of the format goes deeper than {depth} levels.", depth=MAX_DEPTH
    )


def _friendly(data: str, line: int, error: yaml.MarkedYAMLError) -> str:
    """What to do about a syntax error: the usual slips have a sentence of their own."""
    lines = data.splitlines()
    shown = lines[line - 1].strip()[:80] if 0 < line <= len(lines) else ""
    problem = (error.problem or "").lower()
    if "nesting depth" in problem:
        return _too_deep()
    if "tab" in problem or "'\\t'" in problem or "\t" in (lines[line - 1] if shown else ""):
        return t("A tab stands here; indent with spaces.")
    if "mapping values are not allowed" in problem:
        return t("A colon inside a sentence: put the whole sentence in quotes: {line}", line=shown)
    if "quoted scalar" in problem or "quoted scalar" in (error.context or ""):
        return t("A quotation mark is not closed: {line}", line=shown)
    if "flow" in (error.context or "") or "expected ',' or" in problem:
        return t(
            "A bracket or comma is missing, or a sentence with a comma stands without quotes: {line}",
            line=shown,
        )
    if shown:
        return t(
            "This line does not fit the lines before it; look at its indentation and colon: {line}",
            line=shown,
        )
    return t("The file ends too early; something before is not closed.")


def _compose(data: str, name: str) -> Table:
    """The tree, built from parser events without recursion."""
    root: Node | None = None
    stack: list[Table | Items] = []
    keys: list[Text | None] = []

    def place(event: Any) -> Place:
        return Place(name, event.start_mark.line + 1)

    def put(node: Node) -> None:
        nonlocal root
        if not stack:
            root = node
            return
        top = stack[-1]
        if isinstance(top, Items):
            top.append(node)
            return
        key = keys[-1]
        if key is None:
            if not isinstance(node, Text):
                raise BrokenYaml(node.at, t("A key must be a word; this one is a list or a mapping."))
            if node in top:
                first = top.place(node).line
                raise BrokenYaml(
                    node.at,
                    t(
                        "“{key}” stands here for the second time (first in line {line}); keep one.",
                        key=node,
                        line=first,
                    ),
                )
            keys[-1] = node
        else:
            top[key] = node
            keys[-1] = None

    documents = 0
    for event in yaml.parse(data, Loader=_Loader):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise BrokenYaml(
                    place(event),
                    t("A second document begins here; write one document a file, without “---”."),
                )
        if isinstance(event, yaml.AliasEvent):
            raise BrokenYaml(
                place(event),
                t("Aliases (*name) are not part of the format; write it out, or share it as a block."),
            )
        if getattr(event, "anchor", None):
            raise BrokenYaml(
                place(event),
                t("Anchors (&name) are not part of the format; write it out, or share it as a block."),
            )
        tag = getattr(event, "tag", None)
        if tag and tag != "!":
            raise BrokenYaml(
                place(event),
                t("Tags ({tag}) are not part of the format; write the plain value.", tag=tag),
            )
        if isinstance(event, yaml.ScalarEvent):
            put(Text(event.value, place(event)))
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if len(stack) >= MAX_DEPTH:
                raise BrokenYaml(place(event), _too_deep())
            node: Table | Items
            node = Table(place(event)) if isinstance(event, yaml.MappingStartEvent) else Items(place(event))
            put(node)
            stack.append(node)
            keys.append(None)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            stack.pop()
            keys.pop()
    if not isinstance(root, Table):
        at = Place(name, 1) if root is None else root.at
        raise BrokenYaml(at, t("A file of this kind is a mapping; begin with a key such as “situation:”."))
    return root

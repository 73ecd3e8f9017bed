"""Markdown to tree and back, byte for byte. Only one way of writing a law is accepted.

The reader is generous while it reads, so that it can write the law as it should be, and strict at the
end: the first line that differs from that is an error which shows both.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.ids import (
    DEFINITIONS,
    INTRODUCTION,
    MAX_DEPTH,
    ProvisionId,
    parts,
    roman_value,
    shown,
    sort_key,
)
from assistant.laws.tree import Note, Provision
from assistant.words import t

_HEADING = re.compile(r"(#+)[ \t]*(.*)")
_LABELS = (
    re.compile(r"([1-9][0-9]{0,2})\s*[.)](.*)", re.ASCII),
    re.compile(r"([A-Z])\s*[.)](.*)"),
    re.compile(r"([1-9][0-9]?)\s*[.)](.*)", re.ASCII),
    re.compile(r"([a-z])\s*[.)](.*)"),
    re.compile(r"(\([ivx]+\))[.]?(.*)"),
)
_LABEL_FORMS = ("6.", "A.", "1.", "a.", "(i)")
_DEFINITION = re.compile(r"(.*?)\s*\{#([a-z0-9]+(?:-[a-z0-9]+)*)\}")
_NOTE = re.compile(r"\[\^([^\]\s]+)\]:[ \t]*(.*)")
_MARK = re.compile(r"\[\^([^\]\s]+)\]")
# Control, format (direction, zero width), surrogate, private and unassigned characters, line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NEEDS_ESCAPE = re.compile(r"[#\\]|\[\^[^\]\s]+\]:")


class SourceError(RulingError):
    """A text that people edit is not as it should be; says the file, the line and what to write."""

    def __init__(self, path: Path | str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = str(path)
        self.line = line
        self.message = message


@dataclass(slots=True)
class _Draft:
    """A provision while it is read."""

    id: ProvisionId
    label: str
    heading: str
    line: int
    blocks: list[list[str]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    children: list["_Draft"] = field(default_factory=list)

    def finished(self) -> Provision:
        return Provision(
            self.id,
            self.label,
            self.heading,
            "\n\n".join("\n".join(block) for block in self.blocks),
            tuple(self.notes),
            tuple(child.finished() for child in self.children),
        )


def read_law(text: str, path: Path | str) -> Provision:
    """The tree of one file: a law, the introduction or the definitions (by the name of the file).

    Raises:
        SourceError: the text is not in the canonical form; the message shows the line as it should be.
    """
    refuse_hidden_characters(text, path)
    law = _read(text, path)
    _check_notes(law, path)
    provision = law.finished()
    _compare(text, write_law(provision), path)
    return provision


def write_law(provision: Provision) -> str:
    """The file of a law, the introduction or the definitions."""
    blocks: list[str] = []
    _write(provision, 1, blocks)
    return "\n\n".join(blocks) + "\n"


def refuse_hidden_characters(text: str, path: Path | str) -> None:
    """Raise `SourceError` at the first character that a reader could not see.

    Control characters, marks that turn the direction of writing, zero-width and unassigned characters
    have no place in a law, and can hide what a text says. The soft hyphen is left alone.
    """
    for number, line in enumerate(text.split("\n"), 1):
        visible = line.removesuffix("\r").replace("\t", "").replace("\u00ad", "")
        if visible.isprintable():
            continue
        for character in visible:
            if unicodedata.category(character) in _HIDDEN:
                raise SourceError(
                    path,
                    number,
                    t(
                        "the hidden character U+{code} ({name}) has no place in a law; take it out.",
                        code=format(ord(character), "04X"),
                        name=unicodedata.name(character, "CONTROL CHARACTER").lower(),
                    ),
                )


def note_marks(text: str) -> list[str]:
    """The marks of the notes that a text refers to, in order."""
    return _MARK.findall(text)


def without_marks(text: str) -> str:
    """The text without its note marks."""
    return _MARK.sub("", text)


def _read(text: str, path: Path | str) -> _Draft:
    stem = Path(path).stem
    stack: list[_Draft] = []
    ids: dict[ProvisionId, int] = {}
    open_block: list[str] | None = None
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip(" \t\r")
        if not line:
            open_block = None
        elif line.startswith("#"):
            open_block = None
            draft, depth = _heading(line, number, stem, stack, path)
            if draft.id in ids:
                raise SourceError(
                    path,
                    number,
                    t(
                        "{id} stands here a second time; it began on line {line}.",
                        id=draft.id,
                        line=ids[draft.id],
                    ),
                )
            ids[draft.id] = number
            if depth > 1:
                siblings = stack[depth - 2].children
                numbered = siblings and not draft.id.startswith("def/")
                if numbered and sort_key(siblings[-1].id) > sort_key(draft.id):
                    raise SourceError(
                        path,
                        number,
                        t("{id} stands behind {other}; put it before.", id=draft.id, other=siblings[-1].id),
                    )
                siblings.append(draft)
            stack[depth - 1 :] = [draft]
        elif not stack:
            raise SourceError(path, number, t("a law begins with its heading, such as “# 6. Heading”."))
        elif note := _NOTE.fullmatch(line):
            open_block = None
            stack[-1].notes.append(Note(note[1], note[2]))
        else:
            open_block = _add_line(stack[-1], open_block, line)
    if not stack:
        raise SourceError(
            path, 1, t("the file is empty; a law begins with its heading, such as “# 6. Heading”.")
        )
    return stack[0]


def _add_line(draft: _Draft, block: list[str] | None, line: str) -> list[str]:
    """Put a line into the block it belongs to: items with items, rows with rows, the rest joined."""
    if line.startswith("\\"):
        line = line[1:]
    if block is None or _sort_of(block[0]) != _sort_of(line):
        draft.blocks.append([line])
    elif _sort_of(line) == "text":
        block[-1] += " " + line
    else:
        block.append(line)
    return draft.blocks[-1]


def _sort_of(line: str) -> str:
    if line.startswith("- "):
        return "list"
    return "table" if line.startswith("| ") else "text"


def _heading(line: str, number: int, stem: str, stack: list[_Draft], path: Path | str) -> tuple[_Draft, int]:
    found = _HEADING.fullmatch(line)
    assert found is not None, line
    depth, rest = len(found[1]), found[2].strip(" \t")
    if depth > MAX_DEPTH:
        raise SourceError(path, number, t("a law has at most {depth} levels.", depth=MAX_DEPTH))
    if depth > len(stack) + 1 or (depth == 1 and stack):
        raise SourceError(
            path,
            number,
            t(
                "“{line}” does not follow from what stands above; here a heading has at most {depth} “#”.",
                line=shown(line),
                depth=len(stack) + 1,
            )
            if depth > 1
            else t("“{line}” begins another law; each law has its own file.", line=shown(line)),
        )
    if stem in (INTRODUCTION, DEFINITIONS):
        return _unnumbered(rest, depth, number, stem, path), depth
    label = _LABELS[depth - 1].fullmatch(rest)
    if label is None or (depth == MAX_DEPTH and not roman_value(label[1])):
        raise SourceError(
            path,
            number,
            t(
                "“{line}” wants a label: write “{form}”, perhaps with a heading behind it.",
                line=shown(line),
                form="#" * depth + " " + _LABEL_FORMS[depth - 1],
            ),
        )
    above = "".join(parts(stack[depth - 2].id)) if depth > 1 else ""
    return _Draft(ProvisionId(above + label[1]), label[1], label[2].strip(" \t"), number), depth


def _unnumbered(rest: str, depth: int, number: int, stem: str, path: Path | str) -> _Draft:
    if depth == 1:
        return _Draft(ProvisionId(stem), "", rest, number)
    found = _DEFINITION.fullmatch(rest)
    if stem != DEFINITIONS or depth != 2 or found is None:
        raise SourceError(
            path,
            number,
            t("“{line}” wants to be a definition, such as “## Board {{#board}}”.", line=shown(rest))
            if stem == DEFINITIONS
            else t("the introduction has no parts; take the heading “{line}” out.", line=shown(rest)),
        )
    return _Draft(ProvisionId(f"def/{found[2]}"), "", found[1], number)


def _check_notes(draft: _Draft, path: Path | str) -> None:
    """Each mark has its note, each note its mark, beside each other; numbers run on within the file."""
    number = 0
    for item in _all(draft):
        marks = [mark for block in item.blocks for line in block for mark in note_marks(line)]
        notes = [note.mark for note in item.notes]
        if marks != notes:
            raise SourceError(
                path,
                item.line,
                t(
                    "{id} has the note marks {marks} and the notes {notes}; each note stands behind the text "
                    "of the provision that holds its mark.",
                    id=item.id,
                    marks=", ".join(marks) or "–",
                    notes=", ".join(notes) or "–",
                ),
            )
        for mark in marks:
            number += 1
            if mark != str(number):
                raise SourceError(
                    path,
                    item.line,
                    t("the note {mark} in {id} should be [^{number}].", mark=mark, id=item.id, number=number),
                )


def _all(draft: _Draft) -> list[_Draft]:
    return [draft, *(item for child in draft.children for item in _all(child))]


def _write(provision: Provision, depth: int, blocks: list[str]) -> None:
    hashes = "#" * depth
    if provision.id.startswith("def/"):
        title = f"{provision.heading} {{#{provision.id.removeprefix('def/')}}}"
    elif provision.label.startswith("("):
        title = f"{provision.label} {provision.heading}"
    elif provision.label:
        title = f"{provision.label}. {provision.heading}"
    else:
        title = provision.heading
    blocks.append(f"{hashes} {title}".rstrip(" "))
    if provision.text:
        blocks.extend(_escaped(block) for block in provision.text.split("\n\n"))
    blocks.extend(f"[^{note.mark}]: {note.text}" for note in provision.notes)
    for child in provision.children:
        _write(child, depth + 1, blocks)


def _escaped(block: str) -> str:
    return "\\" + block if _NEEDS_ESCAPE.match(block) else block


def _compare(text: str, canonical: str, path: Path | str) -> None:
    if text == canonical:
        return
    have, want = text.split("\n"), canonical.split("\n")
    pairs = enumerate(zip(have, want, strict=False))
    line = next((i for i, (a, b) in pairs if a != b), min(len(have), len(want)))
    there = have[line] if line < len(have) else None
    wanted = want[line] if line < len(want) else None
    # A line that is there and wanted a little later needs an empty line before it, or the reverse.
    if wanted == "" and there:
        message = t("an empty line belongs before “{line}”.", line=shown(there))
    elif wanted is None or (there is not None and there.strip() == "" and wanted != ""):
        message = t("this line has to go; the file goes on with “{line}”.", line=shown(wanted or "", 200))
        if not wanted:
            message = t("this line has to go; a file ends with one line break behind its last line.")
    elif there is None:
        message = t("a file ends with one line break behind its last line.")
    else:
        message = t("this line should read: {line}", line=shown(wanted, 2000))
        if shown(wanted, 2000) == shown(there, 2000):
            message += " " + t("(Mind the white space.)")
    raise SourceError(path, line + 1, message)


def table_rows(block: str) -> list[list[str]] | None:
    """The cells of a paragraph that is a table, the rule below its head left out; else None."""
    lines = block.split("\n")
    if not all(line.startswith("| ") for line in lines):
        return None
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    return [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a provision's text."""
    return text.split("\n\n") if text else []

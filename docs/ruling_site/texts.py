"""A provision's text as HTML: paragraphs, lists and tables, with links around citations and terms.

Everything that comes from a text is escaped here; what leaves is `Markup`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup, escape

from assistant.reference.store import Json

_NOTE = re.compile(r"\[\^(\w+)\]")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")

# From a span's id to its address; "" leaves the words as they are.
Link = Callable[[str], str]


class Span(NamedTuple):
    """Words of a text that are a link: where they stand, and how the link begins."""

    start: int
    end: int
    open: str


def rich(document: Json, link: Link, note_anchor: str = "") -> Markup:
    """The provision's own text. `note_anchor` is the beginning of its notes' anchors; "" for no links to notes."""
    spans = sorted(_spans(document, link))
    found: list[str] = []
    offset = 0
    for block in document["text"].split("\n\n"):
        found.append(_block(block, offset, spans, note_anchor))
        offset += len(block) + 2
    return Markup("\n".join(part for part in found if part))


def _escaped(text: str) -> str:
    return str(escape(text))


def _spans(document: Json, link: Link) -> Iterator[Span]:
    taken: list[tuple[int, int]] = []
    for kind in ("refs", "terms"):
        for row in document[kind]:
            start, end = row["start"], row["end"]
            href = link(row["id"])
            # A citation may hold a term ("Law 12"); the citation came first and keeps the words.
            if href and not any(start < other_end and other_start < end for other_start, other_end in taken):
                taken.append((start, end))
                yield Span(
                    start, end, f'<a href="{_escaped(href)}"{" class=term" if kind == "terms" else ""}>'
                )


def _block(block: str, offset: int, spans: list[Span], note_anchor: str) -> str:
    lines = []
    for line in block.split("\n"):
        lines.append((line, offset))
        offset += len(line) + 1
    if all(line.startswith("| ") for line, _ in lines):
        return _table(lines, spans, note_anchor)
    found: list[str] = []
    items: list[str] = []
    for line, at in lines:
        if line.startswith("- "):
            items.append(f"<li>{_inline(line, at, 2, spans, note_anchor)}</li>")
            continue
        found += _list(items)
        items = []
        if line:
            found.append(f"<p>{_inline(line, at, 0, spans, note_anchor)}</p>")
    return "".join([*found, *_list(items)])


def _list(items: list[str]) -> list[str]:
    return [f"<ul>{''.join(items)}</ul>"] if items else []


def _table(lines: list[tuple[str, int]], spans: list[Span], note_anchor: str) -> str:
    head = next((n for n, (line, _) in enumerate(lines) if _RULE.fullmatch(line.strip())), 0)
    rows: list[str] = []
    for number, (line, at) in enumerate(lines):
        if number == head and head:
            continue
        tag, scope = ("th", ' scope="col"') if number < head else ("td", "")
        cells: list[str] = []
        start = 1
        for cell in line.strip().removeprefix("|").removesuffix("|").split("|"):
            lead = len(cell) - len(cell.lstrip())
            inner = _inline(line[: start + len(cell.rstrip())], at, start + lead, spans, note_anchor)
            cells.append(f"<{tag}{scope}>{inner}</{tag}>")
            start += len(cell) + 1
        rows.append(f"<tr>{''.join(cells)}</tr>")
    top = f"<thead>{''.join(rows[:head])}</thead>" if head else ""
    # The keyboard must reach a table that scrolls.
    return f'<div class="scroll" tabindex="0" role="group"><table>{top}<tbody>{"".join(rows[head:])}</tbody></table></div>'


def _inline(line: str, at: int, skip: int, spans: Iterable[Span], note_anchor: str) -> str:
    """The words of one line from `skip` on; `at` is where the line stands in the text."""
    found: list[str] = []
    position = skip
    for span in spans:
        start, end = span.start - at, span.end - at
        if start < position or end > len(line):
            continue
        found += [_marks(line[position:start], note_anchor), span.open, _escaped(line[start:end]), "</a>"]
        position = end
    found.append(_marks(line[position:], note_anchor))
    return "".join(found)


def _marks(text: str, note_anchor: str) -> str:
    """Plain words, the marks of notes raised."""
    if "[^" not in text:
        return _escaped(text)
    found: list[str] = []
    position = 0
    for mark in _NOTE.finditer(text):
        found.append(_escaped(text[position : mark.start()]))
        name = _escaped(mark[1])
        found.append(
            f'<sup><a href="#{_escaped(note_anchor)}{name}">{name}</a></sup>'
            if note_anchor
            else f"<sup>{name}</sup>"
        )
        position = mark.end()
    found.append(_escaped(text[position:]))
    return "".join(found)

"""Prose pages: a small Markdown, read into a Sphinx document, with citations of laws made into links.

Read are headings, paragraphs, lists (nested by indent), fenced code, pipe tables, and within a line
`code`, **strong**, *emphasis* and [links](page.md). Anything else stands as it is written; no HTML
passes through.
"""

import re
from collections.abc import Iterator
from typing import ClassVar

from docutils import nodes
from docutils.parsers import Parser as BaseParser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.parsers import Parser

from assistant.laws.citations import find
from assistant.reference import opening
from assistant.words import LANGUAGES
from ruling_site.addresses import Addresses

_HEADING = re.compile(r"(#{1,5}) +(.+?)(?: +\{#([\w/.-]+)\})? *$")
_ITEM = re.compile(r"( *)(?:([-*])|(\d+)\.) +(.*)$")
_RULE = re.compile(r"\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$")
_INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>(?s:.+?))(?P=ticks)"
    r"|\[(?P<text>[^\]\[]+)\]\((?P<href>[^()\s]+)\)"
    r"|\*\*(?P<strong>(?s:.+?))\*\*"
    r"|\*(?P<em>[^\s*][^*]*)\*"
    r"|(?P<escape>\\[\\`*_\[\]|#-])"
)


class MarkdownParser(Parser):
    """A docutils parser for the Markdown of `docs/pages/`."""

    supported: ClassVar[tuple[str, ...]] = ("markdown", "md")

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read a whole document; never fails, since whatever is not markup is text."""
        BaseParser.setup_parse(self, inputstring, document)
        _Reader(inputstring.expandtabs(4).splitlines(), document).read()
        self.finish_parse()


class _Reader:
    def __init__(self, lines: list[str], document: nodes.document) -> None:
        self.lines, self.document, self.at = lines, document, 0
        self.open: list[tuple[int, nodes.Element]] = [(0, document)]

    def read(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif heading := _HEADING.match(line):
                self.at += 1
                self.section(len(heading[1]), heading[2], heading[3])
            else:
                self.open[-1][1].extend(self.block(0))

    def section(self, level: int, words: str, anchor: str | None) -> None:
        while self.open[-1][0] >= level:
            self.open.pop()
        section = nodes.section("", nodes.title(words, "", *inline(words)))
        section["names"].append(nodes.fully_normalize_name(words))
        if anchor:
            section["ids"].append(anchor)
        self.open[-1][1].append(section)
        self.document.note_implicit_target(section, section)
        self.open.append((level, section))

    def block(self, indent: int) -> list[nodes.Node]:
        line = self.lines[self.at][indent:]
        if line.startswith("```"):
            return [self.fence(indent, line)]
        if _ITEM.match(line):
            return [self.list(indent)]
        if (
            line.lstrip().startswith("|")
            and self.at + 1 < len(self.lines)
            and _RULE.match(self.lines[self.at + 1].strip())
        ):
            return [self.table()]
        words: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip() or (
                words and (_ITEM.match(line) or _HEADING.match(line) or line.lstrip().startswith("```"))
            ):
                break
            words.append(line.strip())
            self.at += 1
        return [nodes.paragraph("", "", *inline("\n".join(words)))]

    def fence(self, indent: int, opening: str) -> nodes.Node:
        self.at += 1
        kept: list[str] = []
        while self.at < len(self.lines) and not self.lines[self.at].lstrip().startswith("```"):
            line = self.lines[self.at]
            kept.append(line[indent:] if not line[:indent].strip() else line)
            self.at += 1
        self.at += 1
        text = "\n".join(kept)
        return nodes.literal_block(text, text, language=opening.strip("` ").strip() or "none")

    def list(self, indent: int) -> nodes.Element:
        first = _ITEM.match(self.lines[self.at])
        assert first is not None
        depth, numbered = len(first[1]), first[3] is not None
        made: nodes.Element = nodes.enumerated_list(enumtype="arabic") if numbered else nodes.bullet_list()
        while self.at < len(self.lines):
            item = _ITEM.match(self.lines[self.at])
            if item is None or len(item[1]) != depth or (item[3] is not None) != numbered:
                break
            made.append(self.item(item))
        return made

    def item(self, item: re.Match[str]) -> nodes.list_item:
        depth = len(item[1])
        words = [item[4]]
        self.at += 1
        inner: list[nodes.Node] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            deeper = len(line) - len(line.lstrip()) > depth
            if not line.strip():
                following = next((other for other in self.lines[self.at :] if other.strip()), "")
                if len(following) - len(following.lstrip()) <= depth and not _same_list(following, depth):
                    break
                self.at += 1
                if _same_list(following, depth):
                    break
                continue
            if not deeper:
                break
            if _ITEM.match(line) or line.lstrip().startswith("```"):
                inner += self.block(0) if _ITEM.match(line) else [self.fence(depth + 2, line.lstrip())]
            elif inner:
                inner += self.block(0)
            else:
                words.append(line.strip())
                self.at += 1
        return nodes.list_item("", nodes.paragraph("", "", *inline("\n".join(words))), *inner)

    def table(self) -> nodes.table:
        rows: list[list[str]] = []
        while self.at < len(self.lines) and self.lines[self.at].lstrip().startswith("|"):
            if not (len(rows) == 1 and _RULE.match(self.lines[self.at].strip())):
                cells = re.split(
                    r"(?<!\\)\|", self.lines[self.at].strip().removeprefix("|").removesuffix("|")
                )
                rows.append([cell.strip() for cell in cells])
            else:
                rows.append([])
            self.at += 1
        rows = [row for row in rows if row]
        width = max(map(len, rows))
        group = nodes.tgroup("", cols=width)
        group.extend(nodes.colspec(colwidth=100 // width) for _ in range(width))
        group.append(nodes.thead("", _row(rows[0], width)))
        group.append(nodes.tbody("", *(_row(row, width) for row in rows[1:])))
        return nodes.table("", group)


def _same_list(line: str, depth: int) -> bool:
    item = _ITEM.match(line)
    return item is not None and len(item[1]) == depth


def _row(cells: list[str], width: int) -> nodes.row:
    filled = [*cells, *[""] * (width - len(cells))]
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *inline(cell))) for cell in filled))


def inline(words: str) -> list[nodes.Node]:
    """The words of a paragraph, with code, emphasis and links."""
    found: list[nodes.Node] = []
    position = 0
    for match in _INLINE.finditer(words):
        if match.start() > position:
            found.append(nodes.Text(words[position : match.start()]))
        found.append(_span(match))
        position = match.end()
    if position < len(words):
        found.append(nodes.Text(words[position:]))
    return found


def _span(match: re.Match[str]) -> nodes.Node:
    if match["code"] is not None:
        code = " ".join(match["code"].split())
        return nodes.literal(code, code)
    if match["strong"] is not None:
        return nodes.strong("", "", *inline(match["strong"]))
    if match["em"] is not None:
        return nodes.emphasis("", "", *inline(match["em"]))
    if match["escape"] is not None:
        return nodes.Text(match["escape"][1:])
    href, text = match["href"], match["text"]
    page, _, anchor = href.partition("#")
    if page.endswith(".md"):
        # Sphinx resolves it, and warns where there is no such document.
        return addnodes.pending_xref(
            "", nodes.inline("", "", *inline(text)),
            reftype="doc", refdomain="std", refexplicit=True, refwarn=True, reftarget=page.removesuffix(".md"),
        )  # fmt: skip
    if re.match(r"(?i)(?!https?:)[a-z][a-z0-9+.-]*:", href):
        return nodes.Text(text)  # javascript: and its like are no links
    return nodes.reference("", "", *inline(text), refuri=href if page or not anchor else f"#{anchor}")


def link_citations(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make the citations in a language's prose pages links to the newest text that the language holds."""
    lang = docname.partition("/")[0]
    if lang not in LANGUAGES or "/" not in docname:
        return
    known = Addresses(opening.open_store(), lang)
    held = {id: known.provision(year, id) for id, year in _newest(known)}
    for text in list(doctree.findall(nodes.Text)):
        if isinstance(text.parent, nodes.reference | nodes.title | nodes.literal | nodes.literal_block):
            continue
        pieces = list(_linked(str(text), lang, held))
        if len(pieces) > 1 or not isinstance(pieces[0], nodes.Text):
            text.parent.replace(text, pieces)


def _newest(known: Addresses) -> Iterator[tuple[str, str]]:
    from assistant.laws.ids import ProvisionId, law_of

    for id in known.ids():
        yield id, known.newest(law_of(ProvisionId(id)))


def _linked(words: str, lang: str, held: dict[str, str]) -> Iterator[nodes.Node]:
    position = 0
    for citation in find(words, lang):
        href = held.get(citation.id)
        if not href or citation.start < position:
            continue
        if citation.start > position:
            yield nodes.Text(words[position : citation.start])
        yield nodes.reference("", citation.text, refuri=href)
        position = citation.end
    yield nodes.Text(words[position:])

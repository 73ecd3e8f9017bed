"""From lines to items: what each line is, and which codes it is the wording of.

An item is a line that counts: the start of a law, a label, a note, or text. Furniture and blank lines
are gone here, and so are the lines that only announce another code's wording.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assistant.importing.corrections import Correction
from assistant.importing.profiles import DEPTHS, Profile
from assistant.importing.source import Line, collapsed
from assistant.laws.ids import shown
from assistant.laws.markdown import SourceError, note_marks
from assistant.laws.wording import words
from assistant.words import t

_LABELS = (
    ("section", re.compile(r"(?P<label>[A-Z])\.(?![A-Z]\.)\s*(?P<rest>.*)")),
    ("number", re.compile(r"(?P<label>[1-9]\d?)\.(?!\d)\s*(?P<rest>.*)", re.ASCII)),
    ("letter", re.compile(r"(?:\((?P<in>[a-z])\)|(?P<label>[a-z])[.)])(?=\s|$)\s*(?P<rest>.*)")),
    ("roman", re.compile(r"(?:\((?P<in>[ivx]+)\)|(?P<label>[ivx]+)[.)])(?=\s|$)\s*(?P<rest>.*)")),
)
_SENTENCE_END = re.compile(r"[.;:,?!…][)\]»”\"'’]*$")


@dataclass(slots=True)
class Item:
    """A line that counts.

    `kind` is law, label, note or text; a label has its `depth` and the heading or text behind it in
    `rest`. `codes` are the years whose wording it is; `broken` says that a new paragraph begins with it.
    """

    line: int
    kind: str
    rest: str
    codes: set[str]
    label: str = ""
    depth: str = ""
    heading: str = ""
    bullet: bool = False
    broken: bool = False
    mark: str = ""  # of a note
    correction: Correction | None = None
    announced: str = ""  # the code that a mark right in front announced

    @property
    def begins(self) -> bool:
        """Whether a provision begins with it, in some code at least."""
        return self.kind in ("law", "label") or bool(self.correction and self.correction.label)


@dataclass(frozen=True)
class Reader:
    """Reads the lines of one document by its profile."""

    profile: Profile
    path: Path
    used_corrections: set[int] = field(default_factory=set)

    def items(self, lines: list[Line]) -> list[Item]:
        """The items of the document, in order.

        Raises:
            SourceError: a correction does not fit its line, or a line cannot be kept as it is.
        """
        items = list(self._classified(lines))
        if left := sorted(set(self.profile.corrections) - self.used_corrections):
            raise SourceError(self.path, left[0], t("a correction is for this line, where nothing counts."))
        self._set_headings(items)
        if len(self.profile.years) > 1:
            self._set_codes(items)
        return [item for item in items if item.kind != "mark"]

    def _classified(self, lines: list[Line]) -> Iterator[Item]:
        broken = True
        for line in lines:
            text = collapsed(line.text)
            if line.blank:
                broken = True
                continue
            if collapsed(line.raw) in self.profile.furniture or text in self.profile.furniture:
                broken = True
                self._no_correction(line)
                continue
            item = self._item(line, text)
            item.broken = broken or line.bullet
            broken = item.kind == "mark"
            yield item

    def _item(self, line: Line, text: str) -> Item:
        correction = self._correction(line)
        if note_marks(text):
            raise SourceError(
                self.path,
                line.number,
                t("“{text}” looks like a note mark of ours.", text=shown(note_marks(text)[0])),
            )
        item = Item(line.number, "text", text, set(self.profile.years), correction=correction)
        item.bullet = line.bullet and self.profile.bullets == "list"
        if correction and correction.text:
            return item
        if text in self.profile.marks:
            item.kind, item.announced = "mark", self.profile.marks[text]
        elif law := self._law.fullmatch(text):
            item.kind, item.label, item.rest = "law", law["n"], law["rest"].strip()
        elif (note := self._note.match(text)) and not item.bullet:
            item.kind, item.mark, item.rest = "note", note["mark"], text[note.end() :]
        elif not item.bullet:
            self._read_label(item, text)
        if correction and correction.note:
            item.kind = "note"
        return item

    def _read_label(self, item: Item, text: str) -> None:
        if self.profile.like:
            if text.startswith(self.profile.lost):
                item.kind, item.rest = "label", text.removeprefix(self.profile.lost).strip()
            return
        for depth, pattern in _LABELS:
            if found := pattern.fullmatch(text):
                got = found.groupdict()
                item.kind, item.depth = "label", depth
                item.label, item.rest = got["label"] or got["in"], found["rest"]
                break
        for mark, year in self.profile.marks.items():
            if item.kind == "label" and item.rest.startswith(mark):
                item.rest, item.announced = item.rest.removeprefix(mark).strip(), year

    def _correction(self, line: Line) -> Correction | None:
        correction = self.profile.corrections.get(line.number)
        if correction is None:
            return None
        if not collapsed(line.raw).startswith(collapsed(correction.starts)):
            raise SourceError(
                self.path,
                line.number,
                t(
                    "a correction is meant for “{starts}”, but the line is “{line}”; look whether the "
                    "document was changed.",
                    starts=shown(correction.starts),
                    line=shown(line.raw),
                ),
            )
        self.used_corrections.add(line.number)
        return correction

    def _no_correction(self, line: Line) -> None:
        if line.number in self.profile.corrections:
            raise SourceError(
                self.path, line.number, t("a correction is for this line, but it is furniture.")
            )

    @cached_property
    def _law(self) -> re.Pattern[str]:
        if self.profile.law:
            before, after = (re.escape(piece.strip()) for piece in self.profile.law.split("{n}", 1))
            # Behind a number there has to be something that parts it from the heading.
            follows = rf"\s*{after}\s*" if after else r"(?:\s+|$)"
            pattern = rf"{before}\s*(?P<n>[1-9][0-9]{{0,2}}){follows}(?P<rest>.*)"
        else:
            table = words()[self.profile.language]
            spelled = "|".join(re.escape(word) for word in (*table["law"], *table["sign"]))
            pattern = rf"(?i:{spelled})\s*(?P<n>[1-9][0-9]{{0,2}})(?:\s*[.:–—-]\s*|\s+|$)(?P<rest>.*)"
        return re.compile(pattern)

    @cached_property
    def _note(self) -> re.Pattern[str]:
        if not self.profile.note:
            return re.compile(r"(?!)")
        return re.compile(rf"(?P<mark>{note_pattern(self.profile.note)})\s+")

    def _set_headings(self, items: list[Item]) -> None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            if item.kind != "label" or (item.correction and item.correction.label):
                continue
            way = self.profile.headings.get(item.depth, "auto")
            if item.correction and item.correction.split:
                pieces = item.rest.split(" ")
                item.heading = " ".join(pieces[: item.correction.split])
                item.rest = " ".join(pieces[item.correction.split :])
            elif way == "line" or (way == "auto" and self._is_heading(item, following)):
                item.heading, item.rest = item.rest, ""
            elif way == "run-in":
                item.heading, item.rest = _run_in(item.rest)

    def _is_heading(self, item: Item, following: Item | None) -> bool:
        """A line of its own behind a label, without a full stop, before text that starts anew."""
        if not item.rest or _SENTENCE_END.search(item.rest):
            return False
        if following is None or following.kind in ("law", "note", "mark"):
            return False
        if following.kind == "label":
            return not following.depth or DEPTHS.index(following.depth) > DEPTHS.index(item.depth)
        return following.broken or following.bullet or not following.rest[:1].islower()

    def _set_codes(self, items: list[Item]) -> None:
        """A mark announces the wording of one code, which lasts to the next label; what stood in the
        provision before it is the other codes' wording. What no mark touches is common to all."""
        years = set(self.profile.years)
        for place, item in enumerate(items):
            if item.kind == "mark":
                self._spread_mark(items, place, years)
        for place, item in enumerate(items):
            one = item.announced if item.kind != "mark" else ""
            if item.correction and item.correction.code:
                one = item.correction.code
            if one:
                for each in _stretch(items, place):
                    each.codes = {one}

    def _spread_mark(self, items: list[Item], place: int, years: set[str]) -> None:
        year = items[place].announced
        after = place + 1
        while after < len(items) and items[after].kind == "mark":
            after += 1
        starts_anew = False
        if after < len(items) and items[after].kind != "law":
            starts_anew = items[after].kind == "label"
            for each in _stretch(items, after):
                each.codes = {year}
        for each in reversed(items[:place]):
            if each.kind in ("mark", "law", "note"):
                break
            # A heading before unmarked text belongs to every code, unless the mark brings its own.
            if not each.begins or starts_anew or not each.heading:
                each.codes = years - {year}
            if each.begins:
                break


def note_pattern(note: str) -> str:
    """The pattern of a note's mark; `{n}` in it is a number."""
    return r"\d+".join(re.escape(piece) for piece in note.split("{n}"))


def _stretch(items: list[Item], place: int) -> Iterator[Item]:
    """The item and what goes on with it, up to the next beginning, note or mark."""
    yield items[place]
    for item in items[place + 1 :]:
        if item.begins or item.kind in ("note", "mark"):
            return
        yield item


def _run_in(text: str) -> tuple[str, str]:
    """Heading and text on one line, with nothing between: the text begins with its second capital."""
    pieces = text.split(" ")
    for place, piece in enumerate(pieces[1:], 1):
        if piece[:1].isupper():
            return " ".join(pieces[:place]), " ".join(pieces[place:])
    return "", text

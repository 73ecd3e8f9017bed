"""From items to the tree of one code. Labels make the ids, never positions, unless a template gives them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assistant.importing.profiles import DEPTHS, Profile
from assistant.importing.reading import Item, note_pattern
from assistant.laws.ids import ProvisionId, join, law_of, parent, parts, roman, roman_value, shown, sort_key
from assistant.laws.markdown import SourceError
from assistant.laws.tree import Note, Provision
from assistant.words import t


@dataclass(slots=True)
class _Draft:
    id: ProvisionId
    line: int
    heading: str = ""
    blocks: list[list[str]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)  # mark as printed, text
    children: list["_Draft"] = field(default_factory=list)

    def all(self) -> Iterator["_Draft"]:
        yield self
        for child in self.children:
            yield from child.all()


@dataclass(slots=True)
class Outline:
    """Builds the laws of one code out of items; `owners` tells which provision a line went to."""

    profile: Profile
    year: str
    path: Path
    template: list[ProvisionId] | None = None
    owners: dict[int, ProvisionId] = field(default_factory=dict)
    _laws: list[_Draft] = field(default_factory=list)
    _open: dict[ProvisionId, _Draft] = field(default_factory=dict)
    _current: _Draft | None = None
    _note: tuple[_Draft, int] | None = None  # the note that the last line belonged to
    _taken: int = 0

    def build(self, items: list[Item]) -> list[Provision]:
        """The laws, in the order of the document.

        Raises:
            SourceError: a line has no place in the outline, or the template does not fit.
        """
        for item in items:
            if self.year in item.codes:
                self._take(item)
        if not self._laws:
            raise SourceError(
                self.path,
                1,
                t(
                    "no law begins anywhere; a line like “{form}” begins one.",
                    form=self.profile.law or "Law 6",
                ),
            )
        if self.template is not None and self._taken < len(self.template):
            raise SourceError(
                self.path,
                items[-1].line,
                t(
                    "the document ends before {id} of {like}; it has fewer parts.",
                    id=self.template[self._taken],
                    like=self.profile.like,
                ),
            )
        return [self._finished(law) for law in self._laws]

    def _take(self, item: Item) -> None:
        decided = item.correction.label_in(self.year) if item.correction else None
        if item.kind == "note":
            self._add_note(item)
            return
        if item.kind == "law":
            self._begin_law(item)
        elif decided:
            if decided in self._open:
                self._current = self._open[decided]
            else:
                self._begin(decided, item)
        elif item.kind == "label":
            self._begin(self._labelled(item), item)
        if item.kind == "text" and self._note and not item.broken:
            draft, place = self._note
            mark, text = draft.notes[place]
            draft.notes[place] = (mark, f"{text} {item.rest}")
            self.owners[item.line] = draft.id
            return
        self._note = None
        self._add_text(item)

    def _begin_law(self, item: Item) -> None:
        id = join(item.label, None, None, None, None)
        if self._laws and sort_key(self._laws[-1].id) >= sort_key(id):
            self._out_of_order(self._laws[-1], id, item)
        if self.template is not None and self._next_unit(item) != id:
            raise SourceError(
                self.path,
                item.line,
                t(
                    "Law {law} begins here, but in {like} the next part is {id}; look for a label "
                    "too many or too few above.",
                    law=id,
                    like=self.profile.like,
                    id=self.template[self._taken - 1],
                ),
            )
        self._current = _Draft(id, item.line, item.rest)
        self._laws.append(self._current)
        self._open = {id: self._current}
        self.owners[item.line] = id
        item.rest = ""

    def _next_unit(self, item: Item) -> ProvisionId:
        assert self.template is not None
        if self._taken >= len(self.template):
            raise SourceError(
                self.path,
                item.line,
                t(
                    "“{line}” comes after the last part of {like}; it has more parts.",
                    line=shown(item.heading or item.rest or item.label),
                    like=self.profile.like,
                ),
            )
        self._taken += 1
        return self.template[self._taken - 1]

    def _labelled(self, item: Item) -> ProvisionId:
        """The id of a labelled line: its label below the open provision of the depth above."""
        if self.template is not None:
            id = self._next_unit(item)
            if law_of(id) == id:
                raise SourceError(
                    self.path,
                    item.line,
                    t(
                        "“{line}” should be Law {law} of {like}, but no law begins here; look for a "
                        "label too many or too few above.",
                        line=shown(item.heading or item.rest),
                        law=id,
                        like=self.profile.like,
                    ),
                )
            return id
        depth = DEPTHS.index(item.depth)
        around = parts(self._current.id) if self._current else ()
        if item.depth == "letter" and roman_value(item.label) and len(around) >= 4:
            # (i) below a letter is a roman number, unless the letters have come to it.
            romans = len(self._open[ProvisionId("".join(around[:4]))].children)
            if item.label == roman(romans + 1) and ord(item.label) != ord(around[3]) + 1:
                depth, item.depth = 3, "roman"
        if len(around) < depth + 1:
            raise SourceError(
                self.path,
                item.line,
                t(
                    "“{line}” has the label of a part of a part that has not begun; above it stands {id}.",
                    line=shown(f"{item.label}. {item.heading or item.rest}"),
                    id=self._current.id if self._current else "–",
                ),
            )
        label = f"({item.label})" if item.depth == "roman" else item.label
        return ProvisionId("".join((*around[: depth + 1], label)))

    def _begin(self, id: ProvisionId, item: Item) -> None:
        above = parent(id)
        if above is None or above not in self._open:
            raise SourceError(
                self.path, item.line, t("{id} begins here, but what it is a part of has not begun.", id=id)
            )
        siblings = self._open[above].children
        if siblings and (id in self._open or sort_key(siblings[-1].id) > sort_key(id)):
            self._out_of_order(self._open.get(id, siblings[-1]), id, item)
        if siblings and not self.profile.gaps and not _follows(siblings[-1].id, id):
            raise SourceError(
                self.path,
                item.line,
                t(
                    "{id} follows {other}; is a label missing between them? Say so in a correction, or write "
                    "“gaps = true” if the text is so.",
                    id=id,
                    other=siblings[-1].id,
                ),
            )
        draft = _Draft(id, item.line, item.heading)
        siblings.append(draft)
        self._open[id] = self._current = draft
        self.owners[item.line] = id

    def _out_of_order(self, other: _Draft, id: ProvisionId, item: Item) -> None:
        if other.id == id:
            raise SourceError(
                self.path,
                item.line,
                t("{id} begins here a second time; the first is on line {line}.", id=id, line=other.line),
            )
        raise SourceError(
            self.path,
            item.line,
            t(
                "{id} comes behind {other} (line {line}); labels have to go up.",
                id=id,
                other=other.id,
                line=other.line,
            ),
        )

    def _add_text(self, item: Item) -> None:
        if not item.rest:
            return
        if self._current is None:
            raise SourceError(
                self.path,
                item.line,
                t(
                    "“{line}” stands before the first law; if it is no law text, list it as furniture.",
                    line=shown(item.rest),
                ),
            )
        draft = self._current
        self.owners[item.line] = draft.id
        if item.kind == "text" and draft in self._laws and not draft.heading:
            draft.heading = item.rest
            return
        blocks = draft.blocks
        in_list = bool(blocks) and blocks[-1][0].startswith("- ")
        if item.bullet:
            if in_list:
                blocks[-1].append(f"- {item.rest}")
            else:
                blocks.append([f"- {item.rest}"])
        elif self.profile.wrapped and item.kind == "text" and blocks and not item.broken:
            blocks[-1][-1] += f" {item.rest}"
        else:
            blocks.append([item.rest])

    def _add_note(self, item: Item) -> None:
        """A note goes to the provision that holds its mark, or to the owner that a correction names."""
        law = self._laws[-1] if self._laws else None
        pattern = _mark_in_text(item.mark or self.profile.note)
        holding = [
            draft
            for draft in (law.all() if law else ())
            if any(pattern.search(line) for block in draft.blocks for line in block)
        ]
        owner = item.correction.note if item.correction else None
        if owner is not None:
            holding = [draft for draft in holding if draft.id == owner]
        if len(holding) != 1:
            raise SourceError(
                self.path,
                item.line,
                t(
                    "the note “{line}” belongs to no provision, or to several: {ids}; name its owner in a "
                    "correction.",
                    line=shown(item.rest),
                    ids=", ".join(draft.id for draft in holding) or "–",
                ),
            )
        draft = holding[0]
        draft.notes.append((item.mark or self.profile.note, item.rest))
        self._note = (draft, len(draft.notes) - 1)
        self.owners[item.line] = draft.id

    def _finished(self, law: _Draft) -> Provision:
        numbers = iter(range(1, 1 + sum(len(draft.notes) for draft in law.all())))

        def finish(draft: _Draft) -> Provision:
            text = "\n\n".join("\n".join(block) for block in draft.blocks)
            notes = []
            for printed, note in draft.notes:
                mark = str(next(numbers))
                text = _mark_in_text(printed).sub(f"[^{mark}]", text, count=1)
                notes.append(Note(mark, note))
            label = parts(draft.id)[-1]
            return Provision(
                draft.id,
                label,
                draft.heading,
                text,
                tuple(notes),
                tuple(finish(child) for child in draft.children),
            )

        return finish(law)


def _mark_in_text(mark: str) -> re.Pattern[str]:
    """A note's mark behind a word; a blank before it stays as printed."""
    pattern = note_pattern(mark)
    return re.compile(rf"(?:(?<=\w)|(?<=\w[ ]))(?<!\d){pattern}(?!\w)")


def _follows(before: ProvisionId, id: ProvisionId) -> bool:
    one, two = parts(before)[-1], parts(id)[-1]
    if one.isdigit():
        return int(two) == int(one) + 1
    if one.startswith("("):
        return roman_value(two) == roman_value(one) + 1
    return ord(two) == ord(one) + 1

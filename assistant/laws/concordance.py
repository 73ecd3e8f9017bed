"""Which provision of one code became which of another: one file a step of codes; longer ways are composed."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from assistant.laws.ids import ProvisionId, ancestors, is_within, parts

if TYPE_CHECKING:
    pass

#: `same` marks a provision that kept its number but not its content.
KINDS = ("moved", "split", "merged", "new", "dropped", "same")
# The stronger kind names a way of several steps.
_STRENGTH = {kind: place for place, kind in enumerate(("same", "moved", "merged", "split", "new", "dropped"))}


# Named tuples, since a look-up imports this and a dataclass takes a millisecond or more to make.
class Step(NamedTuple):
    """Where a provision goes to or comes from; `id` is None where there is nothing (dropped, new)."""

    id: ProvisionId | None
    kind: str
    confirmed: bool
    changed: bool


class Entry(NamedTuple):
    """A line of a concordance file."""

    line: int
    old: ProvisionId | None
    new: ProvisionId | None
    kind: str
    confirmed: bool
    changed: bool
    source: str


class Register(NamedTuple):
    """What the concordance needs to know of a code: its ids, and whether they are all there are."""

    ids: frozenset[str]
    complete: bool


class Concordance:
    """The entries of every step of codes, and the registers that say what exists."""

    def __init__(
        self, registers: Mapping[str, Register], entries: Mapping[tuple[str, str], Sequence[Entry]]
    ) -> None:
        self.registers = registers
        self.entries = entries
        self._indexes: dict[tuple[str, str], tuple[_Ways, _Ways]] = {}

    def trace(self, id: ProvisionId, from_year: str, to_year: str) -> list[Step]:
        """What the provision of one code is in another, older or newer; itself in its own code."""
        if from_year == to_year:
            return [Step(id, "same", True, False)]
        return (
            self.forward(id, from_year, to_year) if from_year < to_year else self.back(id, from_year, to_year)
        )

    def forward(self, id: ProvisionId, from_year: str, to_year: str) -> list[Step]:
        """What became of a provision in a later code; several steps if it was split."""
        return self._walk(id, [year for year in sorted(self.registers) if from_year <= year <= to_year])

    def back(self, id: ProvisionId, from_year: str, to_year: str) -> list[Step]:
        """What a provision was in an earlier code; several steps if several were merged into it."""
        years = sorted(self.registers, reverse=True)
        return self._walk(id, [year for year in years if to_year <= year <= from_year])

    def rows(self) -> list[list[str]]:
        """The whole concordance as rows of text, for a store; `from_rows` reads them."""
        registers = [
            ["code", year, "yes" if register.complete else "no", " ".join(sorted(register.ids))]
            for year, register in self.registers.items()
        ]
        entries = [
            [
                "entry", old, new, str(entry.line), entry.old or "", entry.new or "", entry.kind,
                "yes" if entry.confirmed else "no", "yes" if entry.changed else "no", entry.source,
            ]
            for (old, new), listed in self.entries.items()
            for entry in listed
        ]  # fmt: skip
        return registers + entries

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[str]]) -> "Concordance":
        """The concordance that `rows` gave."""
        registers: dict[str, Register] = {}
        entries: dict[tuple[str, str], list[Entry]] = {}
        for kind, *cells in rows:
            if kind == "code":
                year, complete, ids = cells
                registers[year] = Register(frozenset(ids.split(" ")), complete == "yes")
            else:
                old, new, line, *rest = cells
                entries.setdefault((old, new), []).append(entry_of(int(line), rest))
        return cls(registers, entries)

    def _walk(self, id: ProvisionId, years: Sequence[str]) -> list[Step]:
        steps = [Step(id, "same", True, False)]
        for here, there in pairwise(years):
            following: dict[ProvisionId | None, Step] = {}
            for step in steps:
                for further in self._one(step.id, here, there) if step.id else [_NOTHING]:
                    joined = _joined(step, further)
                    following.setdefault(joined.id, joined)
            steps = list(following.values())
        # Where a part of the way leads somewhere, what was lost on another part is no answer.
        return [step for step in steps if step.id] or steps[:1]

    def _one(self, id: ProvisionId, here: str, there: str) -> list[Step]:
        """One step of codes, in either direction: the longest prefix that is listed decides."""
        by_source, _ = self._index(here, there)
        # From the provision itself to its law.
        for source in (id, *reversed(ancestors(id))):
            if source in by_source:
                return self._listed(id, source, by_source[source], here, there)
        return [self._unlisted(id, here, there)]

    def _listed(
        self, id: ProvisionId, source: ProvisionId, entries: Sequence["_Way"], here: str, there: str
    ) -> list[Step]:
        register = self.registers[there]
        steps = []
        for target, entry in entries:
            if target is None:
                steps.append(Step(None, entry.kind, entry.confirmed, True))
                continue
            # A part of what moved moved along, unless it would be of another depth; a part of what was
            # split or merged is only known to be in it.
            along = entry.kind not in ("split", "merged") and len(parts(source)) == len(parts(target))
            whole = ProvisionId(target + id[len(source) :]) if along else target
            found = whole if whole in register.ids or not register.complete else target
            steps.append(
                Step(
                    found,
                    entry.kind,
                    entry.confirmed and (along or id == source) and found == whole,
                    entry.changed,
                )
            )
        # Where a part is listed, its whole, which was split, says nothing more.
        ids = [step.id for step in steps if step.id]
        return [
            s for s in steps if not any(s.id and other != s.id and is_within(other, s.id) for other in ids)
        ]

    def _unlisted(self, id: ProvisionId, here: str, there: str) -> Step:
        """What is not listed kept its number, unless something else took it, or the other code has none."""
        _, by_target = self._index(here, there)
        taken = any(
            source is None or not is_within(source, target)
            for target in (id, *ancestors(id))
            for source, _ in by_target.get(target, ())
        )
        there_is, here_is = self.registers[there], self.registers[here]
        if taken or (there_is.complete and id not in there_is.ids):
            return Step(None, "dropped" if here < there else "new", False, True)
        return Step(id, "same", id in here_is.ids and id in there_is.ids, False)

    def _index(self, here: str, there: str) -> tuple["_Ways", "_Ways"]:
        """The entries of a step by where they start, and by where they end, in this direction."""
        if (here, there) not in self._indexes:
            by_source: _Ways = {}
            by_target: _Ways = {}
            for entry in self.entries.get((min(here, there), max(here, there)), ()):
                source, target = (entry.old, entry.new) if here < there else (entry.new, entry.old)
                if source:
                    by_source.setdefault(source, []).append((target, entry))
                if target:
                    by_target.setdefault(target, []).append((source, entry))
            self._indexes[here, there] = by_source, by_target
        return self._indexes[here, there]


_Way = tuple[ProvisionId | None, Entry]
_Ways = dict[ProvisionId, list[_Way]]
_NOTHING = Step(None, "same", True, False)


def _joined(step: Step, further: Step) -> Step:
    kind = max(step.kind, further.kind, key=_STRENGTH.__getitem__)
    if step.id is not None and further.id is not None and kind == "same" and step.id != further.id:
        kind = "moved"
    return Step(
        further.id if step.id else None,
        kind,
        step.confirmed and further.confirmed,
        step.changed or further.changed,
    )


def entry_of(line: int, cells: Sequence[str]) -> Entry:
    """An entry from its cells: from, to, kind, confirmed, changed, source."""
    source, target, kind, confirmed, changed, note = cells
    return Entry(
        line,
        ProvisionId(source) if source else None,
        ProvisionId(target) if target else None,
        kind,
        confirmed == "yes",
        changed == "yes",
        note,
    )

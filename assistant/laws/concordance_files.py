"""Reading the concordance's files, `concordance/<year>-<year>.tsv`, against the registers of their codes."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from assistant.laws.codes import Code, checked_id, load_codes, read_table
from assistant.laws.concordance import KINDS, Concordance, Entry, Register, entry_of
from assistant.laws.markdown import SourceError
from assistant.words import t

_COLUMNS = ("from", "to", "kind", "confirmed", "changed", "source")


def load_concordance(laws_dir: Path, codes: "Mapping[str, Code] | None" = None) -> Concordance:
    """The concordance of all codes, checked against their registers.

    Raises:
        SourceError: an entry is malformed, stands twice, or names a provision that its code does not have.
    """
    # A look-up gets its concordance from the store, and does not wait for what reads files.

    codes = codes or load_codes(laws_dir)
    years = sorted(codes)
    return Concordance(
        {year: Register(frozenset(code.ids), code.complete) for year, code in codes.items()},
        {
            (old, new): _entries(laws_dir / "concordance" / f"{old}-{new}.tsv", codes[old], codes[new])
            for old, new in pairwise(years)
        },
    )


def _entries(path: Path, old: "Code", new: "Code") -> list[Entry]:

    entries: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    for line, (source, target, kind, confirmed, changed, note) in read_table(path, _COLUMNS):
        if kind not in KINDS or confirmed not in ("yes", "no") or changed not in ("yes", "no") or not note:
            raise SourceError(
                path,
                line,
                t(
                    "the kind is one of {kinds}; confirmed and changed are yes or no; a source is named.",
                    kinds=", ".join(KINDS),
                ),
            )
        if (source == "") != (kind == "new") or (target == "") != (kind == "dropped"):
            raise SourceError(path, line, t("what is new comes from nowhere, what is dropped goes nowhere."))
        if (kind == "same") and source != target:
            raise SourceError(path, line, t("what is the same has the same number in both codes."))
        if (source, target) in seen:
            raise SourceError(
                path, line, t("{id} stands here a second time.", id=" → ".join((source, target)))
            )
        seen.add((source, target))
        for text, code in ((source, old), (target, new)):
            if text and checked_id(text, path, line) not in code:
                raise SourceError(
                    path, line, t("the register of {year} has no {id}.", year=code.year, id=text)
                )
        entries.append(entry_of(line, (source, target, kind, confirmed, changed, note)))
    return entries

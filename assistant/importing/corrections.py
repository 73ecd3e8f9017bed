"""What a document cannot tell, decided by a person: marks beside its lines, never words of a law.

[[corrections]]
line = 18                         # the line that is meant
starts = "De wedstrijdleider mag" # and how it starts, so that a changed document is noticed
label = "6E3"                     # the provision that the line begins, or goes on
# label = {1997 = "8B"}           # the same, for one of several codes
# code = "2007"                   # it, with what follows up to the next label, is wording of this code only
# text = true                     # it only looks like a label, or a mark
# split = 5                       # its heading has this many words; the rest is text
# note = "6D2"                    # it is a note; this is its owner
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.ids import InvalidProvisionId, ProvisionId, clean_id
from assistant.words import t

_KEYS = {"line", "starts", "label", "code", "text", "split", "note"}


class CorrectionError(RulingError):
    """A correction is malformed, or does not fit its line."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A person's decision about one line."""

    line: int
    starts: str
    label: Mapping[str, ProvisionId]  # by year; "" for all codes
    code: str = ""
    text: bool = False
    split: int = 0
    note: ProvisionId | None = None

    def label_in(self, year: str) -> ProvisionId | None:
        """The provision that the line belongs to in this code, if that was decided."""
        return self.label.get(year) or self.label.get("")


def read_corrections(raw: object, years: list[str], path: Path) -> dict[int, Correction]:
    """The corrections of a document, by line.

    Raises:
        CorrectionError: one is malformed, or two are for the same line.
    """
    if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
        raise CorrectionError(t("{path}: corrections are written as [[corrections]].", path=path))
    found: dict[int, Correction] = {}
    for each in raw:
        correction = _correction(each, years, path)
        if correction.line in found:
            raise CorrectionError(
                t("{path}: line {line} is corrected twice.", path=path, line=correction.line)
            )
        found[correction.line] = correction
    return found


def _correction(raw: Mapping[str, object], years: list[str], path: Path) -> Correction:
    line, starts = raw.get("line"), raw.get("starts")
    if type(line) is not int or line < 1 or not isinstance(starts, str) or not starts.strip():
        raise CorrectionError(
            t("{path}: a correction needs “line”, a number, and “starts”, the line's first words.", path=path)
        )
    unknown = sorted(set(raw) - _KEYS)
    code, split, text = raw.get("code", ""), raw.get("split", 0), raw.get("text", False)
    if unknown or not isinstance(code, str) or type(split) is not int or split < 0 or type(text) is not bool:
        raise CorrectionError(
            t(
                "{path}: the correction of line {line} is not as it should be: see {keys}.",
                path=path,
                line=line,
                keys=", ".join(unknown) or "code, split, text",
            )
        )
    label = raw.get("label", {})
    by_year = {"": label} if isinstance(label, str) else label
    if not isinstance(by_year, dict):
        raise CorrectionError(t("{path}: line {line}: a label is a number like 6D1.", path=path, line=line))
    for year in (*by_year, *([code] if code else [])):
        if year and year not in years:
            raise CorrectionError(
                t("{path}: line {line}: there is no edition of {year} here.", path=path, line=line, year=year)
            )
    note = raw.get("note")
    return Correction(
        line,
        starts,
        {year: _id(value, line, path) for year, value in by_year.items()},
        code,
        text,
        split,
        None if note is None else _id(note, line, path),
    )


def _id(value: object, line: int, path: Path) -> ProvisionId:
    try:
        return clean_id(str(value))
    except InvalidProvisionId as error:
        raise CorrectionError(t("{path}: line {line}: {error}", path=path, line=line, error=error)) from None

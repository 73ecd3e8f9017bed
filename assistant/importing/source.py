"""The document to import, read as lines. It comes from anywhere, so nothing about it is taken for granted."""

from dataclasses import dataclass
from pathlib import Path

from assistant.errors import RulingError
from assistant.laws.markdown import refuse_hidden_characters
from assistant.words import t

#: The whole code of one year is about 300 kB of plain text.
MAX_BYTES = 5_000_000
MAX_LINE = 20_000

_SPACE = " \t\u00a0\u2007\u202f"
_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class UnreadableSource(RulingError):
    """The document cannot be read as plain text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the document: `raw` as it is, `text` without surrounding blanks and list bullet."""

    number: int
    raw: str
    text: str
    bullet: bool

    @property
    def blank(self) -> bool:
        """Whether nothing stands on the line (a lone bullet is nothing)."""
        return not self.text


def read_source(path: Path) -> list[Line]:
    """The lines of a plain text in UTF-8.

    Raises:
        UnreadableSource: the file is missing, empty, too large, no text, or not in UTF-8.
        SourceError: a character in it is hidden from the reader.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise UnreadableSource(t("{path} does not exist.", path=path)) from None
    except OSError as error:
        raise UnreadableSource(
            t("{path} cannot be read: {error}.", path=path, error=error.strerror)
        ) from None
    if len(data) > MAX_BYTES:
        raise UnreadableSource(
            t(
                "{path} is larger than {size} MB; a whole code is a tenth of that. Import plain text.",
                path=path,
                size=MAX_BYTES // 1_000_000,
            )
        )
    text = _decoded(data, path).removeprefix("\ufeff")
    if not text.strip(_SPACE + "\r\n"):
        raise UnreadableSource(t("{path} is empty; there is nothing to import.", path=path))
    refuse_hidden_characters(text, path)
    lines = [_line(number, raw.removesuffix("\r")) for number, raw in enumerate(text.split("\n"), 1)]
    for line in lines:
        if len(line.raw) > MAX_LINE:
            raise UnreadableSource(
                t(
                    "Line {line} of {path} is longer than {size} characters; break the text into paragraphs.",
                    path=path,
                    line=line.number,
                    size=MAX_LINE,
                )
            )
    return lines


def collapsed(text: str) -> str:
    """The text with every run of blanks and tabs as one blank; no-break spaces stay as they are."""
    return " ".join(piece for piece in text.replace("\t", " ").split(" ") if piece).strip(_SPACE)


def _line(number: int, raw: str) -> Line:
    text = raw.strip(_SPACE)
    if text == "-" or text.startswith(("- ", "-\t", "-\u00a0")):
        return Line(number, raw, text[1:].strip(_SPACE), True)
    return Line(number, raw, text, False)


def _decoded(data: bytes, path: Path) -> str:
    for mark, name in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            raise UnreadableSource(
                t("{path} is in {encoding}; save it as UTF-8 and import it again.", path=path, encoding=name)
            )
    if b"\0" in data:
        raise UnreadableSource(
            t(
                "{path} is not plain text; save the document as plain text in UTF-8 and import that.",
                path=path,
            )
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableSource(
            t(
                "{path} is not UTF-8 (line {line}); save it as UTF-8 and import it again.",
                path=path,
                line=line,
            )
        ) from None

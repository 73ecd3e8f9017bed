"""The law text as a tree: editions hold laws, laws hold sections, down to the smallest provision."""

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.laws.ids import ProvisionId


@dataclass(frozen=True, slots=True)
class Note:
    """A note of a provision; `mark` is what stands in the text as `[^mark]`."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Provision:
    """A law, a section or a clause, a definition, or the introduction.

    `text` is the provision's own: paragraphs parted by an empty line; the `- ` items of a list and
    the `| ` rows of a table are lines of one paragraph. `label` is the printed one without its full
    stop ("6", "D", "1", "a", "(i)"), empty where none is printed.
    """

    id: ProvisionId
    label: str
    heading: str
    text: str
    notes: tuple[Note, ...] = ()
    children: tuple["Provision", ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One language's text of one code. Dates are `YYYY-MM-DD` or, where only that is known, `YYYY`."""

    lang: str
    year: str
    kind: str
    title: str
    in_force_from: str
    in_force_to: str
    source: str
    notice: str
    laws: tuple[Provision, ...] = ()

    @property
    def name(self) -> str:
        """The name that people use: `nl/2007`."""
        return f"{self.lang}/{self.year}"


def walk(provision: Provision) -> Iterator[Provision]:
    """The provision and all its parts, in the order in which they are read."""
    yield provision
    for child in provision.children:
        yield from walk(child)


def provisions(edition: Edition) -> Iterator[Provision]:
    """Every provision of the edition, in order."""
    for law in edition.laws:
        yield from walk(law)

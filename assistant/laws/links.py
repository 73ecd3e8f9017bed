"""Links: the citations in a provision, resolved against the register of the edition's code."""

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.laws.citations import expand, find
from assistant.laws.codes import Code
from assistant.laws.ids import ProvisionId
from assistant.laws.tree import Provision


@dataclass(frozen=True, slots=True)
class Ref:
    """A link: the words `text` at `start` to `end` of a text name the provision `id`.

    `cited` is what is printed; it differs from `id` where the code has no such part, and the link goes
    to the smallest provision around it.
    """

    text: str
    id: ProvisionId
    start: int
    end: int
    cited: ProvisionId

    @property
    def exact(self) -> bool:
        """Whether the provision that is printed exists."""
        return self.id == self.cited


def refs(provision: Provision, lang: str, code: Code) -> list[Ref]:
    """The links in a provision's own text, in order; a citation of a law that the code lacks is none."""
    return text_refs(provision.text, lang, code, provision.id)


def note_refs(provision: Provision, lang: str, code: Code) -> dict[str, list[Ref]]:
    """The links in a provision's notes, by the note's mark."""
    return {note.mark: text_refs(note.text, lang, code, provision.id) for note in provision.notes}


def text_refs(text: str, lang: str, code: Code, within: ProvisionId | None = None) -> list[Ref]:
    """The links in any text; `within` is the provision whose text it is."""
    found = []
    for citation in find(text, lang, within=within):
        near = code.nearest(citation.id)
        if near is not None:
            found.append(Ref(citation.text, near, citation.start, citation.end, citation.id))
    return found


def cited_ids(provision: Provision, lang: str) -> list[ProvisionId]:
    """Every provision that text and notes name, the laws inside a range too, each once, as printed."""
    texts = [provision.text, *(note.text for note in provision.notes)]
    ids = [id for text in texts for id in expand(find(text, lang, within=provision.id))]
    return list(dict.fromkeys(ids))


def unresolved(provision: Provision, lang: str, code: Code) -> Iterator[ProvisionId]:
    """The citations in text and notes whose provision the code's register does not have."""
    for id in cited_ids(provision, lang):
        if id not in code:
            yield id

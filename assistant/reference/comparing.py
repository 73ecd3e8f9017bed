"""Comparing a provision with what it became in another code, word by word."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from assistant.errors import RulingError
from assistant.laws.ids import ProvisionId
from assistant.reference import lookup, names
from assistant.reference.store import Json, Store, walk_tree
from assistant.words import t


def compare(store: Store, lang: str, id: ProvisionId, older: str, newer: str) -> list[Json]:
    """A provision of the code `older`, and each of its parts, beside what it is in `newer`.

    Each row: from and to ({id, heading, text} or None), same, and the changes as a list of
    {op: equal|removed|added, text}. Raises RulingError where a text is not held.
    """
    before = lookup.law(store, lang, id, older)
    if store.edition(lang, newer) is None:
        raise RulingError(
            t(
                "{language} holds no text of the code of {year}.",
                language=names.language_name(lang),
                year=newer,
            )
        )
    table = lookup.concordance(store)
    direction = table.forward if newer > older else table.back
    rows: list[Json] = []
    met: set[str] = set()
    for node in walk_tree(before):
        targets = [step.id for step in direction(ProvisionId(node["id"]), older, newer) if step.id]
        held = [
            document for target in targets if (document := store.provision(lang, newer, target)) is not None
        ]
        met.update(document["id"] for document in held)
        rows += [_row(node, document) for document in held] or [_row(node, None)]
    rows += [_row(None, document) for document in _new(store, lang, newer, met)]
    if all(row["to"] is None for row in rows):
        raise RulingError(lookup.moved(store, id, older) or t("The code of {year} dropped it.", year=newer))
    return rows


def _new(store: Store, lang: str, year: str, met: set[str]) -> Iterator[Json]:
    """The parts, in the newer code, of what was met there, that nothing of the older one became."""
    from assistant.laws.ids import is_within, law_of

    for law in dict.fromkeys(law_of(ProvisionId(id)) for id in met):
        for document in store.within(lang, year, law):
            if document["id"] not in met and any(is_within(document["id"], ProvisionId(id)) for id in met):
                yield document


def _row(before: Json | None, after: Json | None) -> Json:
    changes = word_changes(_text(before), _text(after))
    return {
        "from": _side(before),
        "to": _side(after),
        "same": before is not None
        and after is not None
        and all(change["op"] == "equal" for change in changes),
        "changes": changes,
    }


def _side(document: Json | None) -> Json | None:
    return None if document is None else {key: document[key] for key in ("id", "heading", "text")}


def _text(document: Json | None) -> str:
    if document is None:
        return ""
    notes = [note["text"] for note in document["notes"]]
    return " ".join(part for part in (document["heading"], document["text"], *notes) if part)


def word_changes(before: str, after: str) -> list[Json]:
    """The runs of words that are equal, removed or added on the way from one text to the other."""
    old, new = before.split(), after.split()
    found: list[Json] = []
    for op, a, b, c, d in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if op == "equal":
            found.append({"op": "equal", "text": " ".join(old[a:b])})
            continue
        if b > a:
            found.append({"op": "removed", "text": " ".join(old[a:b])})
        if d > c:
            found.append({"op": "added", "text": " ".join(new[c:d])})
    return found


def marked(changes: list[Json]) -> str:
    """The changes as one text: [-removed-] and {+added+}."""
    marks = {"equal": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    return " ".join(marks[change["op"]].format(change["text"]) for change in changes)

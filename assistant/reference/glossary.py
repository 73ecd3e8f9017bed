"""Finding terms: by any form in any language, accents and case aside."""

from assistant.asking.normalise import fold
from assistant.reference.store import Json, Store
from assistant.words import LANGUAGES

# The code whose digest holds the definitions.
DEFINING = "2017"


def find(store: Store, words: str, lang: str) -> list[Json]:
    """The entries that `words` name, exactly before in part: concept, terms, definition, used_by."""
    wanted = {each: fold(words, each).strip() for each in LANGUAGES}
    if not any(wanted.values()):
        return []
    exact: list[Json] = []
    partial: list[Json] = []
    for entry in store.glossary():
        forms = [
            (fold(form, each), wanted[each])
            for each, terms in entry["terms"].items()
            for form in (terms["preferred"], *terms["synonyms"])
        ]
        if any(form == word for form, word in forms):
            exact.append(entry)
        elif any(len(word) >= 4 and f" {word}" in f" {form}" for form, word in forms):
            partial.append(entry)
    return [_full(store, entry, lang) for entry in exact or partial[:8]]


def _full(store: Store, entry: Json, lang: str) -> Json:
    definition = None
    used_by: list[str] = []
    if entry["def"]:
        held = store.provision(lang, DEFINING, entry["def"])
        if held is not None:
            definition = {
                "id": held["id"],
                "edition": DEFINING,
                "heading": held["heading"],
                "text": held["text"],
            }
            used_by = store.cited_by(lang, DEFINING, entry["def"])
    return {
        "concept": entry["concept"],
        "terms": entry["terms"],
        "definition": definition,
        "used_by": used_by,
    }

"""Looking a provision up in the store: its text with parts, links, citations and parallels.

These are the documents that `ruling law` prints and the site shows; the errors say which edition
holds what, and where a provision went that a later code dropped or moved.
"""

from functools import cache
from typing import TYPE_CHECKING

from assistant.errors import RulingError
from assistant.laws.concordance import Concordance
from assistant.laws.ids import ProvisionId, law_of
from assistant.reference import names
from assistant.reference.store import Json, Store, tree_of, walk_tree
from assistant.words import t

if TYPE_CHECKING:
    from assistant.laws.codes import Code


@cache
def concordance(store: Store) -> Concordance:
    """The concordance of the codes, as the store holds it."""
    return Concordance.from_rows(store.concordance())


def law(store: Store, lang: str, id: ProvisionId, year: str | None = None) -> Json:
    """A provision of an edition with all its parts, in the JSON shape of the command `law`.

    Without `year` it is the newest edition of the language that holds the provision. Raises
    RulingError that names the editions that hold it, or where it went.
    """
    if year is None:
        year = newest(store, lang, id)
    rows = store.within(lang, year, law_of(id))
    node = next((node for root in tree_of(rows) for node in walk_tree(root) if node["id"] == id), None)
    if node is None:
        raise _not_held(store, lang, id, year)
    return _document(store, lang, year, node, concordance(store))


def newest(store: Store, lang: str, id: ProvisionId) -> str:
    """The year of the newest edition of a language that holds a provision; raises RulingError where none does."""
    held = [year for other, year in store.holders(id) if other == lang]
    if held:
        return max(held)
    raise _not_held(store, lang, id, None)


def forerunner(store: Store, lang: str, id: ProvisionId, year: str) -> Json | None:
    """The text to show under a citation of a code: its own, else what it was in the newest code held.

    Gives {id, edition, kind, heading, text, changed} with `changed` true where the content differs
    in that code; None where the language holds nothing of it.
    """
    held = store.provision(lang, year, id)
    if held is not None:
        edition = store.edition(lang, year)
        return {**_shown(held, year), "kind": edition.kind if edition else "", "changed": False}
    table = concordance(store)
    for edition in sorted(store.editions(), key=lambda row: row.year, reverse=True):
        if edition.lang != lang or edition.year >= year:
            continue
        for step in table.back(id, year, edition.year):
            if step.id is None:
                continue
            older = store.provision(lang, edition.year, step.id)
            if older is not None:
                return {**_shown(older, edition.year), "kind": edition.kind, "changed": step.changed}
    return None


def _shown(document: Json, year: str) -> Json:
    return {"id": document["id"], "edition": year, "heading": document["heading"], "text": document["text"]}


def _document(store: Store, lang: str, year: str, node: Json, table: Concordance) -> Json:
    edition = store.edition(lang, year)
    return {
        "id": node["id"],
        "lang": lang,
        "edition": year,
        "kind": edition.kind if edition else "",
        "heading": node["heading"],
        "text": node["text"],
        "notes": node["notes"],
        "children": [_document(store, lang, year, child, table) for child in node["children"]],
        "refs": [{**ref, "held": store.provision(lang, year, ref["id"]) is not None} for ref in node["refs"]],
        "terms": node["terms"],
        "cited_by": store.cited_by(lang, year, node["id"]),
        "parallels": parallels(store, lang, year, node["id"], table),
    }


def parallels(store: Store, lang: str, year: str, id: ProvisionId, table: Concordance) -> list[Json]:
    """Every other edition that holds the same provision, or what it was or became in that code."""
    found: list[Json] = []
    same: dict[str, list[ProvisionId]] = {year: [id]}
    for edition in store.editions():
        if (edition.lang, edition.year) == (lang, year):
            continue
        if edition.year not in same:
            steps = table.forward if edition.year > year else table.back
            same[edition.year] = [step.id for step in steps(id, year, edition.year) if step.id]
        found += [
            {"lang": edition.lang, "edition": edition.year, "id": other}
            for other in same[edition.year]
            if store.provision(edition.lang, edition.year, other) is not None
        ]
    return found


def _not_held(store: Store, lang: str, id: ProvisionId, year: str | None) -> RulingError:
    """Why a provision cannot be shown: it is in no code, went elsewhere, or is held in other editions."""
    cited = names.citation(id)
    holders = [f"{other}/{held}" for other, held in store.holders(id)]
    years = [code["year"] for code in store.codes()]
    if year is None:
        if not any(store.registered(each, id) for each in years):
            return RulingError(_code(store, years[-1]).missing(id))
        if not holders:
            return RulingError(
                went(store, id) or t("No edition here holds the text of {citation}.", citation=cited)
            )
        return RulingError(
            t(
                "{language} holds no text of {citation}. These editions do: {editions}.",
                language=names.language_name(lang), citation=cited, editions=", ".join(holders),
            )
        )  # fmt: skip
    if store.registered(year, id):
        told = t(
            "The text of {citation} in the code of {year} is not held in {language}.",
            citation=cited, year=year, language=names.language_name(lang),
        )  # fmt: skip
    else:
        told = _code(store, year).missing(id)
    more = moved(store, id, year)
    if not more and holders:
        more = t("These editions hold {citation}: {editions}.", citation=cited, editions=", ".join(holders))
    return RulingError(f"{told} {more}".strip())


def _code(store: Store, year: str) -> "Code":
    """The register of a code, with what is needed to say what it has instead of what was asked for."""
    from assistant.laws.codes import Code  # only what goes wrong wants registers

    facts = next(code for code in store.codes() if code["year"] == year)
    rows = store.register_rows(year)
    return Code(
        year,
        facts["title"],
        facts["in_force_from"],
        facts["in_force_to"],
        facts["complete"],
        {ProvisionId(id): title for id, title, _ in rows},
        {ProvisionId(id): source for id, _, source in rows},
    )


def moved(store: Store, id: ProvisionId, year: str) -> str:
    """Where a provision of an older code went, or where one of a newer code came from; "" where it stayed."""
    table = concordance(store)
    said: list[str] = []
    for code in store.codes():
        other = code["year"]
        if other == year:
            continue
        steps = table.forward(id, year, other) if other > year else table.back(id, year, other)
        moves = [step for step in steps if step.id and step.id != id]
        cited = ", ".join(names.citation(step.id) for step in moves if step.id)
        if moves and all(step.confirmed for step in moves):
            said.append(t("In {year} it is {citations}.", year=other, citations=cited))
        elif moves:
            said.append(t("In {year} it is {citations} (not confirmed).", year=other, citations=cited))
        elif steps and all(step.id is None for step in steps) and other > year:
            said.append(t("The code of {year} dropped it.", year=other))
    return " ".join(said)


def went(store: Store, id: ProvisionId) -> str:
    """For a provision that only an older code has: which one, and where it went."""
    older = [code["year"] for code in store.codes() if store.registered(code["year"], id)]
    if not older:
        return ""
    year = older[-1]
    told = t(
        "Only the code of {year} has {citation}; its text is not held here.",
        year=year,
        citation=names.citation(id),
    )
    return f"{told} {moved(store, id, year)}".strip()


def cited(store: Store, lang: str, id: str, year: str) -> str:
    """A provision as it is cited; a definition by its heading in the edition."""
    held = store.provision(lang, year, id) if id.startswith("def/") else None
    return names.citation(id, held["heading"] if held else "")

"""The pages that are made from the store: their names, their contexts and their templates."""

from collections.abc import Iterator, Mapping, Set
from itertools import groupby
from typing import Any

from markupsafe import Markup

from assistant.asking.normalise import fold
from assistant.laws.ids import ProvisionId, ancestors, is_within, law_of, parts
from assistant.reference import glossary, lookup, names
from assistant.reference.store import EditionRow, Json, SituationRow, Store
from assistant.situations import vocabulary
from assistant.words import LANGUAGES, t
from ruling_site import addresses, chart, texts
from ruling_site.addresses import Addresses

Page = tuple[str, dict[str, Any], str]

# Under a step the parts of a provision are shown too, as long as they stay this short together.
_PARTS_SHOWN = 2400
# A provision that more than so many others cite is shown with the laws that cite it.
_CITED_SINGLY = 30


def page_names(store: Store, lang: str, prose: Set[str]) -> set[str]:
    """The pages that a language will have, without the language; `prose` are those written by hand."""
    laws = {law["id"] for row in store.editions() if row.lang == lang for law in store.laws(lang, row.year)}
    return (
        {"index", "situations", "search", "glossary", "about", "laws/index"}
        | {addresses.law_page(law) for law in laws}
        | {addresses.situation_page(row.id) for row in store.situations(lang)}
        | {glossary_page(term, lang) for term in _terms(store, lang)}
        | set(prose)
    )


def _terms(store: Store, lang: str) -> list[str]:
    return [term for entry in store.glossary() if (term := entry["terms"][lang]["preferred"])]


def frame(lang: str, page: str, pages: Mapping[str, Set[str]], title: str) -> dict[str, Any]:
    """What every page of a language needs: its title, the way to the root, the language switch."""
    root = "../" * (page.count("/") + 1)
    return {
        "lang": lang,
        "tag": addresses.TAGS[lang],
        "page": page,
        "title": title,
        "root": root,
        "home": f"{root}{lang}/",
        "switch": addresses.switch(lang, page, pages, root),
        "has_changes": "changes" in pages[lang],
        "t": t,
    }


class Language:
    """All data pages of one language, which must be the one in use while they are made."""

    def __init__(
        self, store: Store, lang: str, pages: Mapping[str, Set[str]], known: Mapping[str, Addresses]
    ) -> None:
        self.store, self.lang, self.pages = store, lang, pages
        self.addresses, self.others = known[lang], known
        self.situations = store.situations(lang)
        self.titles = {row.id: row.title for row in self.situations}
        self.code = store.codes()[-1]["year"]
        self.editions = {(row.lang, row.year): row for row in store.editions()}
        self._texts: dict[tuple[str, str], Json] = {}
        self._uses = self._situations_by_provision()

    def _situations_by_provision(self) -> dict[tuple[str, str], dict[str, None]]:
        """For each provision of a code the situations whose rulings cite it or a part of it, in order."""
        found: dict[tuple[str, str], dict[str, None]] = {}
        for row in self.situations:
            for year in row.codes:
                for id in self.store.laws_of(row.id, year):
                    for around in (*ancestors(ProvisionId(id)), id):
                        found.setdefault((year, around), {})[row.id] = None
        return found

    def collect(self) -> Iterator[Page]:
        """Every page: its name, its context, its template."""
        yield self._page("index", t("What happened?"), "home.html", stages=self._stages())
        yield self._page("situations", t("Situations"), "situations.html", stages=self._stages())
        yield self._page("search", t("Search the laws"), "search.html", editions=self._own_editions())
        yield from self._glossary()
        yield self._page(
            "about", t("About"), "about.html", editions=self._all_editions(), kinds=self._kinds()
        )
        yield self._page("laws/index", t("The laws"), "laws.html", laws=self._law_list())
        order = list(self.addresses.laws())
        for position, law in enumerate(order):
            yield self._law(law, order[position - 1 : position], order[position + 1 : position + 2])
        for row in self.situations:
            yield self._situation(row)

    def _page(self, page: str, title: str, template: str, **context: Any) -> Page:
        full = frame(self.lang, page, self.pages, title)
        return f"{self.lang}/{page}", {**full, "code": self.code, "names": names, **context}, template

    def _stages(self) -> list[Json]:
        said = vocabulary.stages()
        rows = {stage: [row for row in self.situations if row.stage == stage] for stage in said}
        return [
            {"id": stage, "name": said[stage], "rows": [self._row(row) for row in found]}
            for stage, found in rows.items()
            if found
        ]

    def _row(self, row: SituationRow) -> Json:
        """A line of the map: with the laws, of its newest code, that the situation rules by."""
        laws = dict.fromkeys(law_of(ProvisionId(id)) for id in self.store.laws_of(row.id, max(row.codes)))
        return {
            "id": row.id,
            "title": row.title,
            "codes": row.codes,
            "laws": [names.citation(law) for law in laws],
        }

    # Editions

    def _own_editions(self) -> list[EditionRow]:
        return [row for row in self.editions.values() if row.lang == self.lang]

    def _all_editions(self) -> list[Json]:
        return [
            {"row": row, "name": names.edition(row), "tag": addresses.TAGS[row.lang]}
            for row in self.editions.values()
        ]

    def _kinds(self) -> dict[str, str]:
        return {"digest": t("our own summary"), "official": t("official wording")}

    # Laws

    def _law_list(self) -> list[Json]:
        found = []
        for law, years in self.addresses.laws().items():
            document = self.store.provision(self.lang, years[0], law)
            heading = document["heading"] if document else ""
            found.append({"id": law, "name": names.citation(law), "heading": heading, "years": years})
        return found

    def _law(self, law: str, before: list[str], after: list[str]) -> Page:
        years = self.addresses.laws()[law]
        editions: list[Json] = []
        for year in years:
            document = lookup.law(self.store, self.lang, ProvisionId(law), year)
            row = self.editions[self.lang, year]
            editions.append({"row": row, "name": names.edition(row), "law": self._shown(document, year)})
        heading = editions[0]["law"]["heading"]
        title = names.citation(law) + (f". {heading}" if heading and law.isdigit() else "")
        return self._page(
            addresses.law_page(law), title, "law.html",
            law=law, editions=editions, kinds=self._kinds(),
            before=self._neighbour(before), after=self._neighbour(after),
        )  # fmt: skip

    def _neighbour(self, law: list[str]) -> Json | None:
        return {"href": f"{law[0]}.html", "name": names.citation(law[0])} if law else None

    def _shown(self, document: Json, year: str) -> Json:
        """A provision with its parts, as the template shows it."""
        id = document["id"]
        label = parts(ProvisionId(id))[-1] if id[0].isdigit() else ""
        anchor = self.addresses.anchor(year, id)
        return {
            "id": id,
            "anchor": anchor,
            "other_anchor": f"{year}-{id}" if anchor == id else "",
            "href": f"#{addresses.quoted(anchor)}",
            "label": label,
            "heading": document["heading"],
            "citation": lookup.cited(self.store, self.lang, id, year),
            "html": texts.rich(document, lambda target: self._link(year, target), f"note-{anchor}-"),
            "notes": [
                {"anchor": f"note-{anchor}-{note['mark']}", "mark": note["mark"], "text": note["text"]}
                for note in document["notes"]
            ],
            "cited_by": self._cited_by(year, document["cited_by"], ""),
            "situations": [
                {"title": self.titles[other], "href": f"../{addresses.situation_page(other)}.html"}
                for other in self._uses.get((year, id), ())
            ],
            "parallels": self._parallels(ProvisionId(id), year, document["parallels"]),
            "children": [self._shown(child, year) for child in document["children"]],
        }

    def _cited_by(self, year: str, ids: list[str], folder: str) -> list[Json]:
        """Links to provisions by their bare ids; where they are very many, to the first of each law."""
        if len(ids) > _CITED_SINGLY:
            ids = list({law_of(ProvisionId(id)): id for id in reversed(ids)}.values())[::-1]
            shown = [(str(law_of(ProvisionId(id))), id) for id in ids]
        else:
            shown = [(id, id) for id in ids]
        return [
            {
                "name": name if name[0].isdigit() else lookup.cited(self.store, self.lang, name, year),
                "href": folder + self.addresses.provision(year, id).removeprefix("laws/"),
            }
            for name, id in shown
        ]

    def _parallels(self, own: ProvisionId, own_year: str, rows: list[Json]) -> list[Json]:
        found = []
        for row in rows:
            lang, year, id = row["lang"], row["edition"], row["id"]
            if year == own_year and law_of(own) != own:
                continue  # the same part in another language: the language switch leads there
            found.append(
                {
                    "name": f"{addresses.NATIVE[lang]} {year}" + ("" if id == own else f" ({id})"),
                    "href": (f"../../{lang}/" if lang != self.lang else "../")
                    + self.others[lang].provision(year, id),
                    "tag": addresses.TAGS[lang],
                }
            )
        return found

    def _link(self, year: str, id: str) -> str:
        """From a page in a folder to a provision of an edition; "" where its text is not held."""
        href = self.addresses.provision(year, id)
        return f"../{href}" if href else ""

    # Situations

    def _situation(self, row: SituationRow) -> Page:
        flow = self.store.flow(row.id, self.lang) or {}
        codes = sorted(row.codes, reverse=True)
        charts = []
        for code in codes:
            drawn = chart.chart(flow, code)
            notes = chart.for_code(flow.get("notes", []), code)
            traps = chart.for_code(flow.get("traps", []), code)
            shown = [[node.doc for node in drawn.nodes], notes, traps]
            cited = dict.fromkeys([*_cited(shown), *flow["laws"].get(code, ())])
            charts.append(
                {
                    "code": code,
                    "chart": drawn,
                    "notes": notes,
                    "traps": traps,
                    "texts": [self._text(id, code) for id in cited],
                    "digest": any(self._text(id, code).get("digest") for id in cited),
                }
            )
        return self._page(
            addresses.situation_page(row.id), row.title, "situation.html",
            situation=row.id, stage=vocabulary.stages()[row.stage], stage_id=row.stage, codes=codes,
            charts=charts, elections=flow["elections"], kinds=vocabulary.kinds(), text_kinds=self._kinds(), choosers=vocabulary.choosers(),
            situation_href=self._situation_href,
        )  # fmt: skip

    def _situation_href(self, situation: str, code: str, answers: Mapping[str, str]) -> str:
        """Another situation with answers given, as a walk that the page opens."""
        given = "".join(f"&{question}={option}" for question, option in answers.items())
        return f"{situation}.html#{situation}?code={code}{given}"

    def _text(self, id: str, code: str) -> Json:
        # The same provision is cited by many situations.
        if (id, code) not in self._texts:
            self._texts[id, code] = self._found_text(id, code)
        return self._texts[id, code]

    def _found_text(self, id: str, code: str) -> Json:
        """The text to open under a citation: of the code asked, else of its forerunner."""
        shown: Json = {"key": f"text-{code}-{id}", "citation": names.citation(id)}
        held = lookup.forerunner(self.store, self.lang, ProvisionId(id), code)
        if held is None:
            return {**shown, "held": False}
        year = held["edition"]
        return {
            **shown,
            "held": True,
            "year": year,
            "other": year != code,
            "changed": held["changed"],
            "digest": held["kind"] == "digest",
            "own_citation": names.citation(held["id"]),
            "heading": held["heading"],
            "html": self._with_parts(held["id"], year),
            "href": self._link(year, held["id"]),
        }

    def _with_parts(self, id: str, year: str) -> Markup:
        """A provision's text and, while they are short, its parts'."""
        rows = self.store.within(self.lang, year, law_of(ProvisionId(id)))
        within = [row for row in rows if is_within(row["id"], ProvisionId(id))]
        if sum(len(row["text"]) for row in within) > _PARTS_SHOWN:
            within = within[:1]
        found: list[Markup] = []
        for row in within:
            if row["id"] != id:
                label = parts(ProvisionId(row["id"]))[-1]
                found.append(Markup("<p><b>{} {}</b></p>").format(label, row["heading"]))
            found.append(texts.rich(row, lambda target: self._link(year, target)))
            found += [Markup("<p>[{}] {}</p>").format(note["mark"], note["text"]) for note in row["notes"]]
        return Markup("").join(found)

    # Glossary

    def _glossary(self) -> Iterator[Page]:
        """The list of all terms, and a page of full entries for each letter they begin with."""
        entries = sorted(self._entries(), key=lambda entry: str(entry["sorting"]))
        letters = {page: list(group) for page, group in groupby(entries, key=lambda entry: entry["page"])}
        listed = [{"letter": group[0]["letter"], "entries": group} for group in letters.values()]
        yield self._page("glossary", t("Glossary"), "glossary.html", letters=listed)
        for page, group in letters.items():
            title = t("Glossary: {letter}", letter=group[0]["letter"])
            yield self._page(page, title, "letter.html", entries=group)

    def _entries(self) -> Iterator[Json]:
        year = glossary.DEFINING
        for entry in self.store.glossary():
            own = entry["terms"][self.lang]
            if not own["preferred"]:
                continue
            definition = self.store.provision(self.lang, year, entry["def"]) if entry["def"] else None
            used = self.store.cited_by(self.lang, year, entry["def"]) if definition else []
            yield {
                "concept": entry["concept"],
                "sorting": fold(own["preferred"], self.lang),
                "page": glossary_page(own["preferred"], self.lang),
                "letter": fold(own["preferred"], self.lang)[:1].upper(),
                "preferred": own["preferred"],
                "synonyms": own["synonyms"],
                "others": [
                    {"name": addresses.NATIVE[other], "tag": addresses.TAGS[other], **entry["terms"][other]}
                    for other in LANGUAGES
                    if other != self.lang and entry["terms"][other]["preferred"]
                ],
                "definition": texts.rich(definition, lambda target: self._link(year, target))
                if definition
                else "",
                "href": self._link(year, entry["def"]) if definition else "",
                "used_by": self._cited_by(year, used, "../laws/"),
            }


def glossary_page(term: str, lang: str) -> str:
    """The page of a term's full entry: one for each first letter, accents aside."""
    first = fold(term, lang)[:1]
    return f"glossary/{first if first.isascii() and first.isalnum() else 'other'}"


def _cited(value: Any) -> Iterator[str]:
    """Every provision that stands under a `laws` in a document."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "laws":
                yield from item
            else:
                yield from _cited(item)
    elif isinstance(value, list):
        for item in value:
            yield from _cited(item)

"""Where things are on the site: page names, anchors, and the page that another language has for one."""

from collections.abc import Mapping, Set
from urllib.parse import quote

from assistant.laws.ids import ProvisionId, law_of
from assistant.reference.store import Store
from assistant.words import LANGUAGES

# Each language in its own words, and the tag that its pages carry.
NATIVE = {"en": "English", "fr": "Français", "pt": "Português", "nl": "Nederlands", "da": "Dansk"}
TAGS = {"en": "en", "fr": "fr", "pt": "pt-BR", "nl": "nl", "da": "da"}


class Addresses:
    """The addresses of provisions within one language's part of the site.

    A provision has the anchor `6D1` in the newest edition that the language holds of its law, and
    `2007-6D1` in the edition of a certain code.
    """

    def __init__(self, store: Store, lang: str) -> None:
        self.lang = lang
        self._held: dict[str, list[str]] = {}
        self._ids: dict[str, set[str]] = {}
        for edition in store.editions():
            if edition.lang != lang:
                continue
            for law in store.laws(lang, edition.year):
                self._held.setdefault(law["id"], []).append(edition.year)
                self._ids.setdefault(edition.year, set()).update(
                    row["id"] for row in store.within(lang, edition.year, law["id"])
                )

    def laws(self) -> Mapping[str, list[str]]:
        """Every law held, with the years of its editions, newest first."""
        return self._held

    def holds(self, year: str, id: str) -> bool:
        """Whether the language has the provision's text in this code."""
        return id in self._ids.get(year, ())

    def newest(self, law: str) -> str:
        """The newest code of which the language holds this law."""
        return self._held[law][0]

    def ids(self) -> list[str]:
        """Every provision that has a plain anchor, that is, in the newest edition of its law."""
        return [
            id
            for year, ids in self._ids.items()
            for id in ids
            if self._held[law_of(ProvisionId(id))][0] == year
        ]

    def anchor(self, year: str, id: str) -> str:
        """The anchor of a provision on the page of its law."""
        law = law_of(ProvisionId(id))
        return id if self._held.get(law, [""])[0] == year else f"{year}-{id}"

    def provision(self, year: str, id: str) -> str:
        """The address of a provision, from the language's folder; "" where its text is not held."""
        if not self.holds(year, id):
            return ""
        return f"{law_page(law_of(ProvisionId(id)))}.html#{quoted(self.anchor(year, id))}"


def of_all(store: Store) -> dict[str, Addresses]:
    """The addresses of every language."""
    return {lang: Addresses(store, lang) for lang in LANGUAGES}


def law_page(law: str) -> str:
    """The name of a law's page, within a language."""
    return f"laws/{law}"


def situation_page(situation: str) -> str:
    """The name of a situation's page, within a language."""
    return f"situations/{situation}"


def quoted(anchor: str) -> str:
    """An anchor as it stands in an address: `12C1e(i)` needs no quoting in HTML, other characters do."""
    return quote(anchor, safe="()/-._~")


def fallback(page: str, held: Set[str]) -> str:
    """The nearest page that a language has for `page`: itself, the list that it stands in, the home page."""
    if page in held:
        return page
    listing = {"laws": "laws/index", "situations": "situations", "glossary": "glossary"}.get(
        page.split("/")[0], "index"
    )
    return listing if listing in held else "index"


def switch(lang: str, page: str, pages: Mapping[str, Set[str]], root: str) -> list[dict[str, str | bool]]:
    """The links of the language switch: for each language the same page, else its nearest."""
    found: list[dict[str, str | bool]] = []
    for other in LANGUAGES:
        target = fallback(page, pages[other])
        found.append(
            {
                "lang": other,
                "tag": TAGS[other],
                "name": NATIVE[other],
                "href": f"{root}{other}/{target}.html",
                "current": other == lang,
                "same": target == page,
            }
        )
    return found

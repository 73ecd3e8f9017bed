"""The built site: every link leads somewhere, nothing leaves the folder, nothing unescaped stands in a page."""

import os
import re
import shutil
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from assistant import places
from assistant.asking.normalise import fold
from assistant.cli import site as command
from assistant.errors import RulingError
from assistant.laws.ids import ProvisionId, law_of
from assistant.reference import opening
from assistant.reference.store import EditionRow, Json, SituationRow, Store
from assistant.situations.engine import Walk, advance
from assistant.words import LANGUAGES
from tests.site_fixtures import Site

TAGS = {"en": "en", "fr": "fr", "pt": "pt-BR", "nl": "nl", "da": "da"}
LARGEST = 100_000
VOID = {"meta", "link", "br", "hr", "img", "input", "path"}


class Page(HTMLParser):
    """What the tests read of a page. Tags that do not close are an error."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[dict[str, str]] = []
        self.sources: list[str] = []
        self.lang = ""
        self.text: list[str] = []
        self._open: list[str] = []
        self.faults: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        if self._open:
            self.faults.append(f"open at the end: {self._open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = values.get("lang", "")
        if "id" in values:
            self.ids.append(values["id"])
        if tag in ("a", "link") and "href" in values:
            self.links.append({"tag": tag, **values})
        if "src" in values:
            self.sources.append(values["src"])
        for name in values:
            if name.startswith("on") or name == "srcdoc":
                self.faults.append(f"{tag} {name}")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:]}")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("script", "style"):
            self.text.append(data)


@pytest.fixture(scope="session")
def pages(site: Site) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.folder.rglob("*.html"))}


def _split(path: Path, href: str) -> tuple[Path, str]:
    """Where a link of a page leads: the file and the fragment."""
    words, _, fragment = href.partition("#")
    return _target(path.parent, words) if words else path, unquote(fragment)


@cache
def _target(folder: Path, words: str) -> Path:
    return Path(os.path.normpath(folder / unquote(words)))


def test_pages_are_well_formed(pages: dict[Path, Page]) -> None:
    assert {str(path): page.faults for path, page in pages.items() if page.faults} == {}


def test_every_link_leads_to_a_page_and_an_anchor(site: Site, pages: dict[Path, Page]) -> None:
    store = opening.open_store()
    flows: dict[str, Json] = {}
    ids = {path: set(page.ids) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            target, fragment = _split(path, link["href"])
            if target not in ids:
                if not target.is_file() or site.folder not in target.parents:
                    broken.append((str(path.relative_to(site.folder)), link["href"]))
            elif "?" in fragment:
                # A walk: the situation must exist and the answers must fit.
                situation, _, words = fragment.partition("?")
                flow = flows.setdefault(situation, store.flow(situation, "en") or {})
                answers = dict(word.split("=") for word in words.split("&"))
                advance(flow, Walk(situation, answers.pop("code"), {}, answers))
                assert target.name == f"{situation}.html"
            elif fragment and fragment not in ids[target]:
                broken.append((str(path.relative_to(site.folder)), link["href"]))
    assert broken == []


def test_ids_stand_once(pages: dict[Path, Page]) -> None:
    assert {str(path) for path, page in pages.items() if len(set(page.ids)) != len(page.ids)} == set()


def test_every_provision_held_has_its_own_anchor(site: Site, pages: dict[Path, Page]) -> None:
    store = opening.open_store()
    missing = []
    for edition in store.editions():
        for law in store.laws(edition.lang, edition.year):
            ids = set(pages[site.folder / edition.lang / "laws" / f"{law['id']}.html"].ids)
            for row in store.within(edition.lang, edition.year, law["id"]):
                if f"{edition.year}-{row['id']}" not in ids:
                    missing.append(f"{edition.lang}/{edition.year} {row['id']}")
            newest = max(year for lang, year in store.holders(law["id"]) if lang == edition.lang)
            if edition.year == newest and law["id"] not in ids:
                missing.append(law["id"])
    assert missing == []


def test_no_page_is_large(site: Site) -> None:
    large = {str(p.relative_to(site.folder)): p.stat().st_size for p in site.folder.rglob("*.html")}
    assert {name: size for name, size in large.items() if size >= LARGEST} == {}


def test_nothing_is_fetched_from_elsewhere(site: Site, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for source in page.sources:
            assert not urlsplit(source).scheme, (path, source)
            assert _split(path, source)[0].is_file(), (path, source)
        for link in page.links:
            # Only developers' pages may point to other sites, and then as a link to follow.
            outside = urlsplit(link["href"]).scheme
            assert not outside or (link["tag"] == "a" and path.parent == site.folder), (path, link)
    for path in [*site.folder.rglob("_static/*"), *site.folder.rglob("assets/*.js")]:
        text = path.read_text(encoding="utf-8")
        text = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"\bfetch\(|XMLHttpRequest|import\(|sendBeacon|https?://|url\(", text), path


def test_every_page_has_its_language_and_the_way_to_the_others(site: Site, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        name = path.relative_to(site.folder)
        lang = name.parts[0] if len(name.parts) > 1 else "en"
        assert page.lang == TAGS[lang], name
        switch = {link["hreflang"]: link for link in page.links if link["tag"] == "a" and "lang" in link}
        assert set(switch) == set(TAGS.values()), name
        for tag, link in switch.items():
            target = _split(path, link["href"])[0]
            assert target in pages, (name, link)
            assert pages[target].lang == tag or target == path, (name, link)


def test_alternates_are_mutual(site: Site, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        if path.parent == site.folder:
            continue
        for link in page.links:
            if link["tag"] == "link" and link.get("rel") == "alternate":
                other = _split(path, link["href"])[0]
                back = {
                    _split(other, each["href"])[0]
                    for each in pages[other].links
                    if each.get("rel") == "alternate"
                }
                assert path in back, (path, other)


def test_a_situation_is_whole_without_scripts(site: Site, pages: dict[Path, Page]) -> None:
    store = opening.open_store()
    for lang in LANGUAGES:
        for row in store.situations(lang):
            flow = store.flow(row.id, lang) or {}
            text = " ".join(
                " ".join(pages[site.folder / lang / "situations" / f"{row.id}.html"].text).split()
            )
            for node in flow["nodes"].values():
                said = node.get("summary") or node.get("text") or ""
                if "{" not in said:
                    assert " ".join(said.split()) in text, (lang, row.id, said)


def test_the_newest_edition_comes_first_and_older_ones_are_kept_closed(site: Site) -> None:
    store = opening.open_store()
    for lang in LANGUAGES:
        years = sorted((row.year for row in store.editions() if row.lang == lang), reverse=True)
        page = (site.folder / lang / "laws" / "6.html").read_text(encoding="utf-8")
        places = [page.index(f'id="{year}-6"') for year in years]
        assert places == sorted(places)
        assert page.count('<details class="older">') == len(years) - 1


def test_no_sentence_of_the_interface_is_left_in_english(site: Site, pages: dict[Path, Page]) -> None:
    from assistant.locale.extract import interface_sentences

    sentences = {
        each.msgid
        for each in interface_sentences()
        if each.file.startswith("docs/") and isinstance(each.msgid, str) and each.msgid.count(" ") >= 3
    }
    patterns = [re.compile(re.sub(r"\\\{\w+\\\}", ".{1,80}?", re.escape(sentence))) for sentence in sentences]
    seen = set()
    for path, page in pages.items():
        lang = path.relative_to(site.folder).parts[0]
        if lang == "en" or lang not in LANGUAGES or path.parent.name not in (lang, "glossary"):
            continue
        text = " ".join(" ".join(page.text).split())
        seen |= {(lang, pattern.pattern) for pattern in patterns if pattern.search(text)}
    for lang in LANGUAGES[1:]:
        words = (site.folder / "assets" / f"words-{lang}.js").read_text(encoding="utf-8")
        seen |= {(lang, pattern.pattern) for pattern in patterns if pattern.search(words)}
    assert seen == set()


# Texts are hostile until proven otherwise

EVIL = "<script>bad()</script>\"'&{{ 7*7 }}</textarea><!--"
SHOWN = {"text", "title", "heading", "help", "summary", "lasts", "preferred", "notice"}


class Hostile(Store):
    """The store with markup at the end of every text; only a few pages of it, since each is like the next."""

    def editions(self) -> list[EditionRow]:
        return [
            row._replace(title=row.title + EVIL, notice=EVIL)
            for row in super().editions()
            if row.lang in ("en", "nl")
        ]

    def laws(self, lang: str, year: str) -> list[Json]:
        return [row for row in super().laws(lang, year) if row["id"] in ("6", "16", "definitions")]

    def within(self, lang: str, year: str, law: str) -> list[Json]:
        return [_hostile(row) for row in super().within(lang, year, law)]

    def provision(self, lang: str, year: str, id: str) -> Json | None:
        found = super().provision(lang, year, id)
        return (
            None
            if found is None or law_of(ProvisionId(id)) not in ("6", "16", "definitions")
            else _hostile(found)
        )

    def cited_by(self, lang: str, year: str, id: str) -> list[str]:
        return [each for each in super().cited_by(lang, year, id) if law_of(ProvisionId(each)) in ("6", "16")]

    def situations(self, lang: str) -> list[SituationRow]:
        return [row._replace(title=row.title + EVIL) for row in super().situations(lang)[:3]]

    def flow(self, situation: str, lang: str) -> Json | None:
        return _hostile(super().flow(situation, lang) or {})

    def glossary(self) -> list[Json]:
        return [_hostile(row) for row in super().glossary()[:9]]


def _hostile(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _hostile(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_hostile(item, name) for item in value]
    return value + EVIL if name in SHOWN and isinstance(value, str) else value


def test_markup_in_a_text_is_shown_not_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Site
) -> None:
    hostile = Hostile.__new__(Hostile)
    hostile.__dict__.update(opening.open_store().__dict__)
    monkeypatch.setattr(opening, "open_store", lambda: hostile)
    # A page of prose is added too: its words are escaped, its citations are linked, the footer leads to it.
    docs = tmp_path / "docs"
    shutil.copytree(places.docs_dir(), docs, ignore=shutil.ignore_patterns("__pycache__"))
    (docs / "pages" / "nl").mkdir(exist_ok=True)
    (docs / "pages" / "nl" / "changes.md").write_text(
        f"# Anders\n\nZie artikel 6D1. {EVIL}\n", encoding="utf-8"
    )
    monkeypatch.setattr(places, "docs_dir", lambda: docs)
    command.build(tmp_path / "out")
    prose = (tmp_path / "out" / "nl" / "changes.html").read_text(encoding="utf-8")
    assert 'href="laws/6.html#6D1">artikel 6D1</a>' in prose
    assert '<html lang="nl">' in prose
    assert 'href="../nl/changes.html"' in (tmp_path / "out" / "nl" / "index.html").read_text(encoding="utf-8")
    shown = 0
    for path in (tmp_path / "out").rglob("*.html"):
        raw = path.read_text(encoding="utf-8")
        assert "<script>bad" not in raw, path
        assert "</textarea>" not in raw, path
        assert "<!--" not in raw, path
        shown += raw.count("&lt;script&gt;bad()")
    assert shown > 100
    for path in (tmp_path / "out" / "assets").rglob("*.js"):
        assert "<" not in path.read_text(encoding="utf-8"), path


# The command


def test_a_former_site_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / command.MARKER).touch()
    (target / "old.html").touch()
    monkeypatch.setattr(command, "_run_sphinx", _fake_build)
    assert command.build(target) == 1
    assert {path.name for path in target.iterdir()} == {"index.html", command.MARKER}
    assert list(tmp_path.iterdir()) == [target]


def _fake_build(out: Path, doctrees: Path) -> None:
    out.mkdir()
    (out / "index.html").write_text("<p>", encoding="utf-8")


def test_an_empty_folder_and_a_deep_new_one_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_run_sphinx", _fake_build)
    (tmp_path / "empty").mkdir()
    command.build(tmp_path / "empty")
    command.build(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c" / "index.html").is_file()


def test_somebody_elses_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RulingError, match="other files"):
        command.build(tmp_path)
    with pytest.raises(RulingError, match="is a file"):
        command.build(tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_failure_leaves_the_former_site_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / command.MARKER).touch()
    monkeypatch.setattr(opening, "open_store", _no_store)
    with pytest.raises(RulingError, match="no store today"):
        command.build(target)
    assert list(tmp_path.iterdir()) == [target]
    assert list(target.iterdir()) == [target / command.MARKER]


def _no_store() -> Store:
    raise RulingError("There is no store today.")


def test_without_sphinx_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RulingError, match=r"bridge-ruling\[site\]"):
        command.build(tmp_path / "out")


def test_the_glossary_lists_every_term_where_its_letter_is(site: Site, pages: dict[Path, Page]) -> None:
    for lang in LANGUAGES:
        listed = set(pages[site.folder / lang / "glossary.html"].ids)
        for entry in opening.open_store().glossary():
            term = entry["terms"][lang]["preferred"]
            if term:
                assert entry["concept"] in listed
                letter = site.folder / lang / "glossary" / f"{fold(term, lang)[0]}.html"
                assert entry["concept"] in pages[letter].ids
    assert len(pages) == site.pages

"""The site in a real browser, from files on the disk: walked, asked, searched, copied, by eye and by keyboard."""

import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from assistant.asking import match
from assistant.reference import opening, search
from assistant.situations.engine import Walk, advance
from assistant.situations.pathbook import paths
from assistant.words import LANGUAGES
from tests.site_fixtures import Site

webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

SITUATION = "card-seen-before-auction"
TO_RULING = {"when": "shuffle-or-deal", "called": "no"}
PHONE, DESK = 360, 1280
# One page of each kind.
KINDS = (
    "index.html", "situations.html", f"situations/{SITUATION}.html", "laws/index.html", "laws/6.html",
    "laws/definitions.html", "search.html", "glossary.html", "glossary/a.html", "about.html",
)  # fmt: skip


def same(text: str) -> str:
    """A text with plain spaces: a browser's text has no others."""
    return " ".join(text.split())


class Reader:
    """A browser on the site, with the few things that a reader does."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver, self.folder = driver, folder

    def open(self, page: str, fragment: str = "") -> None:
        # A page that differs only in its fragment would not be loaded anew.
        self.driver.get("about:blank")
        self.driver.get((self.folder / page).as_uri() + (f"#{fragment}" if fragment else ""))

    def width(self, width: int) -> None:
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=800,
            deviceScaleFactor=1,
            mobile=width < 500,
        )

    def media(self, **features: str) -> None:
        self.cdp(
            "Emulation.setEmulatedMedia",
            features=[{"name": n.replace("_", "-"), "value": v} for n, v in features.items()],
        )

    def cdp(self, command: str, **values: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, values)

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def click(self, selector: str) -> None:
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()

    def answer(self, option: str) -> None:
        self.click(f'#stage [data-option="{option}"]')

    def title(self) -> str:
        return same(str(self.find("#ask-title").text))

    def fragment(self) -> str:
        return unquote(self.driver.current_url.partition("#")[2])

    def wait(self, condition: Any) -> Any:
        return WebDriverWait(self.driver, 10).until(lambda _: condition())

    def options(self) -> list[str]:
        return [str(each.get_attribute("data-option")) for each in self.all("#stage [data-option]")]


@pytest.fixture
def reader(browser: Any, site: Site) -> Iterator[Reader]:
    made = Reader(browser, site.folder)
    made.width(DESK)
    made.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.get_log("browser")
    yield made
    faults = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert faults == []


def _state(lang: str, answers: dict[str, str], code: str = "2017", situation: str = SITUATION) -> Any:
    return advance(opening.open_store().flow(situation, lang) or {}, Walk(situation, code, {}, answers))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_walk_comes_to_its_ruling(reader: Reader, lang: str) -> None:
    reader.width(PHONE)
    reader.open(f"{lang}/situations/{SITUATION}.html")
    for option in TO_RULING.values():
        reader.answer(option)
    ruling = _state(lang, TO_RULING).ruling
    assert reader.title() == same(ruling["summary"])
    steps = [same(each.text) for each in reader.all("#stage .steps > li > p:first-child")]
    assert steps == [same(step["text"]) for step in ruling["steps"]]
    # Under the first step the text of its provision can be opened.
    reader.click("#stage .steps details summary")
    assert len(reader.find("#stage .steps details .quoted").text) > 40


def test_situations_walk_to_an_end_in_the_browser(reader: Reader) -> None:
    """One path of every third situation, tapped, by turns in all languages.

    The engines themselves are compared on all paths elsewhere.
    """
    store = opening.open_store()
    for number, row in enumerate(store.situations("en")[::3]):
        lang = LANGUAGES[number % len(LANGUAGES)]
        flow = store.flow(row.id, lang) or {}
        code = row.codes[-1]
        state = advance(flow, Walk(row.id, code))
        options = []
        while state.question is not None:
            asked = state.question
            option = str(asked["number"][1]) if "number" in asked else asked["options"][-1]["id"]
            options.append(option)
            state = advance(flow, state.walk.answer(asked["id"], option))
        reader.open(f"{lang}/situations/{row.id}.html", f"{row.id}?code={code}")
        # Tapped by a script: there are many.
        reader.run(
            "arguments[0].forEach(each => document.querySelector(`#stage [data-option='${each}']`).click())",
            options,
        )
        end = state.ruling["summary"] if state.ruling else state.next["title"] if state.next else ""
        assert reader.title() == same(end), row.id


def test_the_language_is_switched_in_mid_walk(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html")
    reader.answer("taken-up")
    for lang in ("fr", "pt", "nl", "da", "en"):
        reader.click("details.lang summary")
        reader.click(f'details.lang a[href*="/{lang}/"]')
        state = _state(lang, {"when": "taken-up"})
        assert reader.title() == same(state.question["text"])
        assert f"/{lang}/situations/" in reader.driver.current_url
        assert reader.fragment() == f"{SITUATION}?code=2017&when=taken-up"
    for option in ("no", "yes"):
        reader.answer(option)
    assert (
        reader.title()
        == _state("en", {"when": "taken-up", "called-here": "no", "harm": "yes"}).ruling["summary"]
    )


def test_back_change_and_start_again(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html")
    first = reader.title()
    for option in TO_RULING.values():
        reader.answer(option)
    reader.click("#stage .back")
    assert reader.fragment().endswith("?code=2017&when=shuffle-or-deal")
    reader.driver.back()
    reader.wait(lambda: reader.all("#stage .copy"))
    reader.click('[data-change="when"]')
    assert reader.title() == first
    reader.answer("owner-only")
    reader.click("#stage .again")
    assert reader.title() == first
    assert not reader.all("#stage .facts li")


def test_an_old_code_is_walked_with_a_warning(reader: Reader) -> None:
    reader.open(f"nl/situations/{SITUATION}.html")
    assert not reader.find('[data-old="1997"]').is_displayed()
    reader.run("document.querySelector('input[name=code][value=\"1997\"]').click()")
    assert reader.find('[data-old="1997"]').is_displayed()
    for option in ("shuffle-or-deal", "no"):
        reader.answer(option)
    assert (
        reader.title()
        == _state("nl", {"when": "shuffle-or-deal", "both-looked": "no"}, "1997").ruling["summary"]
    )
    # Dutch holds no text of 1997, so what is shown is marked.
    quoted = reader.find("#stage .steps details")
    reader.run("arguments[0].open = true", quoted)
    assert quoted.find_elements(By.CSS_SELECTOR, ".warn") or "6D1" in quoted.text


@pytest.mark.parametrize(
    "fragment",
    [
        f"{SITUATION}?code=1893",
        f"{SITUATION}?code=2017&when=never",
        f"{SITUATION}?code=2017&no-question=yes",
        f"{SITUATION}?%ff=%",
        "~?~",
        "constructor?code=2017",
    ],
)
def test_an_address_that_does_not_fit_starts_the_walk_again(reader: Reader, fragment: str) -> None:
    reader.open(f"en/situations/{SITUATION}.html", fragment)
    assert reader.title() == same(_state("en", {}).question["text"])


def test_a_walk_goes_on_in_another_situation_and_keeps_its_facts(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html")
    reader.answer("in-auction")
    following = _state("en", {"when": "in-auction"}).next
    reader.click("#stage a.button")
    assert f"/{following['situation']}.html#" in reader.driver.current_url
    reader.wait(lambda: reader.all("#stage .trail li"))
    assert same(_state("en", {}).question["text"]) in reader.find("#stage .trail").text


def test_a_number_is_asked_with_a_button_for_each(reader: Reader) -> None:
    store = opening.open_store()
    for row in store.situations("da"):
        flow = store.flow(row.id, "da") or {}
        for path in paths(flow):
            asked = [name for name in path.answers if "number" in flow["nodes"][name]]
            if not asked or path.elections:
                continue
            before: dict[str, str] = {}
            for name, value in path.answers.items():
                if name == asked[0]:
                    break
                before[name] = value
            words = "".join(f"&{name}={value}" for name, value in before.items())
            reader.open(f"da/situations/{row.id}.html", f"{row.id}?code={path.code}{words}")
            low, high = flow["nodes"][asked[0]]["number"]
            assert reader.options() == [str(number) for number in range(low, high + 1)]
            reader.answer(str(high))
            assert f"{asked[0]}={high}" in reader.fragment()
            return
    pytest.skip("no situation asks for a number yet")


# Asking and searching

QUESTIONS = {
    "en": [
        "a card was seen while dealing",
        "shufle",
        "we played these hands last week",
        "who may deal",
        "weather tomorrow",
        "law 6",
    ],
    "fr": ["que se passe-t-il si on voit une carte pendant la donne", "pas mélangé", "l'étui est tourné"],
    "pt": ["caiu uma carta virada na hora de dar", "embaralhar", "quantas cartas"],
    "nl": ["tijdens het delen viel een kaart open", "niet geschud", "te laat"],
    "da": ["et kort blev set under givningen", "blandet", "for mange kort"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_asking_box_answers_as_the_command_line_does(reader: Reader, lang: str) -> None:
    index = opening.open_store().index(lang, "ask")
    reader.open(f"{lang}/index.html")
    for question in QUESTIONS[lang]:
        field = reader.find("#question")
        field.clear()
        field.send_keys(question, Keys.ENTER)
        shown = [
            Path(unquote(link.get_attribute("href"))).stem
            for link in reader.all("#answers a[href*='situations/']")
        ]
        assert shown == [situation for situation, _ in match.ask(index, question)], question
        if not shown:
            assert reader.find("#answers").text


def test_the_asking_box_opens_a_law_that_is_named(reader: Reader) -> None:
    for lang, question, laws in [
        ("en", "law 6 d 1", ["6D1"]), ("en", "laws 26 and 64A", ["26", "64A"]), ("en", "27B1", ["27B1"]),
        ("en", "opener bid 1C then 3NT", []), ("en", "6D9", []), ("en", "law 6D99", []), ("en", "16D", ["16D"]),
        ("fr", "Loi 22 A", ["22A"]), ("fr", "la loi 6 d'abord", ["6"]), ("pt", "Leis 6, 7 e 8", ["6", "7", "8"]),
        ("nl", "artikel 16C", ["16C"]), ("da", "§22A", ["22A"]), ("da", "§ 6, f.eks.", ["6"]),
    ]:  # fmt: skip
        held = set(opening.open_store().register("2017"))
        reader.open(f"{lang}/index.html", f"q={quote(question)}")
        shown = [
            unquote(link.get_attribute("href")).partition("#")[2]
            for link in reader.all("#answers a[href*='laws/']")
        ]
        known = set(reader.run("return Ruling.data.provisions"))
        assert shown == [id for id in laws if id in known or id not in held], (lang, question)


SEARCHES = {
    "en": ["card seen", "6D1", '"face down"', "shuffled deal", "78", "imp"],
    "fr": ["etui", "carte vue", "Loi 25", '"face cachée"', "mélange"],
    "pt": ["renuncia", "leilao", "embaralhar cartas"],
    "nl": ["slag", "kaart gezien", "27B1"],
    "da": ["æendring", "aendring", "kort", "blandet kortene"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_search_finds_what_the_command_line_finds(reader: Reader, lang: str) -> None:
    document = opening.open_store().index(lang, "search")
    reader.open(f"{lang}/search.html")
    for query in SEARCHES[lang]:
        here = reader.run("return Ruling.search.search(Ruling.texts.document, arguments[0], null)", query)
        there = [hit._asdict() for hit in search.search(document, query)]
        assert [(hit["id"], hit["edition"], hit["score"], hit["snippet"]) for hit in here] == [
            (hit["id"], hit["edition"], hit["score"], hit["snippet"]) for hit in there
        ], query


def test_a_hit_leads_to_its_provision(reader: Reader) -> None:
    reader.open("en/search.html")
    reader.find("#words").send_keys("6D1", Keys.ENTER)
    reader.click("#hits a")
    assert "laws/6.html#6D1" in reader.driver.current_url
    reader.open("en/laws/6.html", "2007-6D1")
    assert reader.run("return document.getElementById('2007-6D1').closest('details').open")


def test_an_anchor_of_another_edition_falls_back(reader: Reader) -> None:
    reader.open("da/laws/6.html", "2007-6D1")
    assert reader.run("return Math.abs(document.getElementById('6D1').getBoundingClientRect().top) < 100")


def test_the_glossary_is_narrowed_in_any_language(reader: Reader) -> None:
    reader.open("da/glossary.html")
    reader.find("#term").send_keys("wedstrijdleider")
    assert [each.get_attribute("id") for each in reader.all("main .taps > li") if each.is_displayed()] == [
        "chief-director",
        "director",
    ]


# The record


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_copied_as_a_record(reader: Reader, lang: str) -> None:
    reader.open(
        f"{lang}/situations/{SITUATION}.html", f"{SITUATION}?code=2017&when=shuffle-or-deal&called=no"
    )
    reader.run(
        "navigator.clipboard.writeText = function (text) { window.copied = text; return Promise.resolve(); }"
    )
    reader.find("#record-note").send_keys("Board 7, table 3")
    reader.click("#stage .copy")
    reader.wait(lambda: reader.find("#stage .copied").text)
    record = reader.run("return window.copied")
    state = _state(lang, TO_RULING)
    for said in (
        state.title,
        state.ruling["summary"],
        "Board 7, table 3",
        "2017",
        *(step["text"] for step in state.ruling["steps"]),
    ):
        assert said in record
    assert f"{SITUATION}: 2017 when=shuffle-or-deal called=no -> redeal" in record
    assert all(law in record for law in state.ruling["laws"])
    assert str(reader.run("return new Date().getFullYear()")) in record


def test_a_browser_that_does_not_copy_shows_the_record(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html", f"{SITUATION}?code=2017&when=owner-only")
    reader.run(
        "navigator.clipboard.writeText = function () { return Promise.reject(new Error('no')); }; document.execCommand = function () { return false; }"
    )
    reader.click("#stage .copy")
    reader.wait(lambda: reader.all("#stage textarea"))
    assert "owner-only" in reader.find("#stage textarea").get_attribute("value")


def test_a_record_is_printed_alone(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html", f"{SITUATION}?code=2017&when=owner-only")
    reader.run("window.print = function () { window.printed = true; }")
    reader.click("#stage .print")
    assert reader.run("return window.printed")
    reader.cdp("Emulation.setEmulatedMedia", media="print")
    shown = reader.run(
        "return Array.from(document.querySelectorAll('main > *, .walk > *')).filter(e => e.offsetParent && e.offsetHeight).map(e => e.className)"
    )
    reader.cdp("Emulation.setEmulatedMedia", media="")
    assert shown == ["walk", "record-sheet"]
    reader.run("window.dispatchEvent(new Event('afterprint'))")
    assert not reader.all(".record-sheet")


def test_a_chart_fits_on_one_page_of_paper(reader: Reader) -> None:
    from base64 import b64decode

    reader.open(f"en/situations/{SITUATION}.html")
    printed = b64decode(reader.cdp("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])
    assert printed.count(b"/Type /Page\n") == 1


# For everybody


def test_without_scripts_the_chart_is_there(reader: Reader) -> None:
    reader.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        reader.open(f"fr/situations/{SITUATION}.html")
        assert not reader.find("#walk").is_displayed()
        assert len(reader.all(".chart .node")) > 5
        reader.open("fr/index.html")
        assert not reader.find("#ask").is_displayed()
        assert reader.find("main .taps a").is_displayed()
    finally:
        reader.cdp("Emulation.setScriptExecutionDisabled", value=False)


def test_the_root_page_goes_to_the_readers_language(reader: Reader) -> None:
    reader.open("index.html")
    reader.wait(lambda: "/en/index.html" in reader.driver.current_url)
    reader.cdp("Emulation.setUserAgentOverride", userAgent="test", acceptLanguage="da-DK,da")
    try:
        reader.open("index.html")
        reader.wait(lambda: "/da/index.html" in reader.driver.current_url)
    finally:
        reader.cdp("Emulation.setUserAgentOverride", userAgent="", acceptLanguage="en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_has_no_sideways_scroll_and_room_for_thumbs(reader: Reader, lang: str) -> None:
    reader.width(PHONE)
    for kind in KINDS:
        reader.open(f"{lang}/{kind}")
        wide, screen = reader.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert (wide, screen) == (PHONE, PHONE), kind
    reader.open(f"{lang}/situations/{SITUATION}.html")
    for button in [
        *reader.all("#stage button"),
        *reader.all(".segments span"),
        *reader.all("#stage summary"),
    ]:
        assert button.size["height"] >= 44, button.text
    reader.open(
        f"{lang}/situations/{SITUATION}.html", f"{SITUATION}?code=2017&when=taken-up&called-here=no&harm=yes"
    )
    reader.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert reader.run("return document.documentElement.scrollWidth") == PHONE
    for button in reader.all("#stage button"):
        assert button.size["height"] >= 44, button.text


def test_dark_mode_is_dark(reader: Reader) -> None:
    reader.open("en/index.html")
    light = reader.run("return getComputedStyle(document.body).backgroundColor")
    reader.media(prefers_color_scheme="dark")
    dark = reader.run("return getComputedStyle(document.body).backgroundColor")
    reader.media(prefers_color_scheme="light")
    assert sum(map(int, light[4:-1].split(","))) > 600 > 200 > sum(map(int, dark[4:-1].split(",")))


def test_the_keyboard_is_enough(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html")

    def press(*keys: str) -> None:
        ActionChains(reader.driver).send_keys(*keys).perform()

    def focused(attribute: str) -> str:
        return str(
            reader.run(
                "const e = document.activeElement; return e.getAttribute(arguments[0]) || ''", attribute
            )
        )

    press(Keys.TAB)
    assert focused("class") == "skip"
    outline = reader.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    press(Keys.ENTER)
    for option in TO_RULING.values():
        for _ in range(12):
            press(Keys.TAB)
            if focused("data-option") == option:
                break
        assert focused("data-option") == option
        press(Keys.ENTER)
        # The focus goes to what has come, so that the next key goes on from there.
        assert focused("id") == "ask-title"
    assert reader.title() == same(_state("en", TO_RULING).ruling["summary"])
    press(Keys.TAB)
    press(Keys.ENTER)
    assert reader.run("return document.activeElement.parentElement.open")


def test_the_language_menu_closes_with_escape(reader: Reader) -> None:
    reader.open("en/index.html")
    reader.click("details.lang summary")
    ActionChains(reader.driver).send_keys(Keys.TAB, Keys.ESCAPE).perform()
    assert not reader.run("return document.querySelector('details.lang').open")


def test_what_comes_is_said_to_screen_readers(reader: Reader) -> None:
    reader.open(f"en/situations/{SITUATION}.html")
    live = reader.find("#told")
    assert live.get_attribute("aria-live") == "polite"
    reader.answer("shuffle-or-deal")
    assert reader.run("return document.getElementById('told').textContent")


@pytest.fixture(scope="session")
def axe() -> str:
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        reason = "axe-core-python is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def _axe(reader: Reader, axe: str, *rules: str) -> list[Any]:
    """What axe-core finds on the page as it stands; with `rules`, by these alone."""
    reader.run(axe)
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = reader.driver.execute_async_script(
        "axe.run(document, arguments[0]).then(arguments[arguments.length - 1])", options
    )
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:4]) for each in found["violations"]]


@pytest.mark.parametrize("page", KINDS)
def test_axe_finds_nothing(reader: Reader, axe: str, page: str) -> None:
    reader.width(PHONE)
    reader.open(f"en/{page}")
    reader.run(
        "Array.from(document.querySelectorAll('main details')).slice(0, 20).forEach(each => { each.open = true; })"
    )
    assert _axe(reader, axe) == []
    reader.media(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    assert _axe(reader, axe, "color-contrast") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_in_a_ruling(reader: Reader, axe: str, lang: str) -> None:
    reader.open(
        f"{lang}/situations/{SITUATION}.html", f"{SITUATION}?code=2017&when=taken-up&called-here=no&harm=yes"
    )
    reader.run("document.querySelectorAll('#stage details, .lang').forEach(each => { each.open = true; })")
    assert _axe(reader, axe) == []


def test_axe_finds_nothing_in_answers(reader: Reader, axe: str) -> None:
    reader.open("fr/index.html", f"q={quote(QUESTIONS['fr'][0])}")
    assert reader.all("#answers li")
    assert _axe(reader, axe) == []
    reader.open("fr/search.html", f"q={quote(SEARCHES['fr'][0])}")
    assert reader.all("#hits li")
    assert _axe(reader, axe) == []


def test_axe_finds_nothing_on_the_pages_without_a_language(reader: Reader, axe: str) -> None:
    reader.cdp("Emulation.setUserAgentOverride", userAgent="test", acceptLanguage="xx")
    try:
        for page in sorted(reader.folder.glob("*.html")):
            reader.open(page.name)
            assert _axe(reader, axe) == []
    finally:
        reader.cdp("Emulation.setUserAgentOverride", userAgent="", acceptLanguage="en")


def test_no_request_leaves_the_folder(reader: Reader, site: Site) -> None:
    reader.driver.get_log("performance")
    for lang in ("en", "da"):
        for kind in KINDS:
            reader.open(f"{lang}/{kind}")
    messages = [json.loads(entry["message"])["message"] for entry in reader.driver.get_log("performance")]
    asked = [
        each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"
    ]
    assert asked
    assert [url for url in asked if not url.startswith((site.folder.as_uri(), "about:", "data:"))] == []

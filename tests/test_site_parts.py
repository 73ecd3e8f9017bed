"""The pieces of the site's extension by themselves: texts to HTML, flows to charts, prose to documents."""

import sys
from typing import Any

import pytest

from assistant.places import docs_dir
from assistant.reference import opening

pytest.importorskip("myst_parser", reason="Sphinx and MyST are not installed")
sys.path.insert(0, str(docs_dir()))

from ruling_site import addresses, chart, scripts, texts
from sphinx.application import Sphinx


def _document(
    text: str, refs: list[tuple[str, str]] = (), terms: list[tuple[str, str]] = ()
) -> dict[str, Any]:  # type: ignore[assignment]
    def spans(pairs: Any) -> list[dict[str, Any]]:
        return [
            {"text": words, "id": id, "start": text.index(words), "end": text.index(words) + len(words)}
            for words, id in pairs
        ]

    return {"text": text, "refs": spans(refs), "terms": spans(terms)}


RICH = [
    # plain text is escaped
    ("a < b & c", [], [], "<p>a &lt; b &amp; c</p>"),
    # paragraphs, a list, and a paragraph whose lines are a list after words
    ("One.\n\nTwo.", [], [], "<p>One.</p>\n<p>Two.</p>"),
    ("Of:\n- one;\n- two.", [], [], "<p>Of:</p><ul><li>one;</li><li>two.</li></ul>"),
    # a link wraps exactly the words of the citation, also in the second paragraph
    ("See it.\n\nLaw 6D1, too.", [("Law 6D1", "6D1")], [], '<p>See it.</p>\n<p><a href="/6D1">Law 6D1</a>, too.</p>'),
    # a citation in a list item and in a table cell
    ("- Law 7 ends.", [("Law 7", "7")], [], '<ul><li><a href="/7">Law 7</a> ends.</li></ul>'),
    # a term inside a citation gives way
    ("the Law 12 score", [("Law 12", "12")], [("Law", "def/law"), ("score", "def/score")],
     '<p>the <a href="/12">Law 12</a> <a href="/def/score" class=term>score</a></p>'),
    # no address, no link
    ("Law 99 is gone.", [("Law 99", "")], [], "<p>Law 99 is gone.</p>"),
    # the mark of a note
    ("A deck[^1].", [], [], '<p>A deck<sup><a href="#n-1">1</a></sup>.</p>'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "refs", "terms", "html"), RICH)
def test_texts_become_html(text: str, refs: Any, terms: Any, html: str) -> None:
    document = _document(text, refs, terms)
    assert texts.rich(document, lambda id: f"/{id}" if id else "", "n-") == html


def test_tables_become_tables() -> None:
    document = _document("| IMPs | Points |\n| --- | --- |\n| 1 | see Law 78B |", [("Law 78B", "78B")])
    html = texts.rich(document, lambda id: f"/{id}")
    assert '<thead><tr><th scope="col">IMPs</th><th scope="col">Points</th></tr></thead>' in html
    assert '<tbody><tr><td>1</td><td>see <a href="/78B">Law 78B</a></td></tr></tbody>' in html


def test_every_chart_reads_downwards_and_shows_all_that_its_code_can_reach() -> None:
    store = opening.open_store()
    for row in store.situations("en"):
        flow = store.flow(row.id, "en") or {}
        for code in row.codes:
            drawn = chart.chart(flow, code)
            place = {node.tag: position for position, node in enumerate(drawn.nodes)}
            assert len(place) == len(drawn.nodes), row.id
            for node in drawn.nodes:
                for _, arrows in node.options:
                    for arrow in arrows:
                        assert arrow.situation or place[arrow.tag] > place[node.tag], (row.id, code, node.id)
                assert node.is_ruling or node.options


@pytest.mark.parametrize(
    ("number", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA")]
)
def test_rulings_are_lettered(number: int, letters: str) -> None:
    assert chart._letters(number) == letters


@pytest.mark.parametrize(
    ("page", "fits"),
    [
        ("laws/6", "laws/6"),
        ("laws/94", "laws/index"),
        ("situations/gone", "situations"),
        ("changes", "index"),
        ("glossary/w", "glossary"),
    ],
)
def test_the_language_switch_always_has_a_page(page: str, fits: str) -> None:
    held = {"index", "laws/index", "laws/6", "situations", "glossary"}
    assert addresses.fallback(page, held) == fits


def test_data_cannot_end_a_script() -> None:
    text = scripts.script_json({"a": "</script><!-- \u2028 & é"})
    assert "<" not in text
    assert "\u2028" not in text
    assert "é" in text


PROSE = [
    # a heading may name its anchor, letter by letter, and links reach it
    ("# One\n\n## Two {#6D1}\n\n[y](#6D1)", "<section one><title>One<section 6D1><title>Two<paragraph><reference #6D1><inline>y"),
    ("# `a` b {#c}", "<section c><title><literal>a b"),
    # a citation becomes a link, also across lines and within other marks, once the law exists
    ("See Law\n6D1, *Law 7*.", "<paragraph>See <reference laws/6.html#6D1>Law\n6D1, <emphasis><reference laws/7.html#7>Law 7."),
    ("- Law 999\n- Laws 6 and 7", "<bullet_list><list_item><paragraph>Law 999<list_item><paragraph><reference laws/6.html#6>Laws 6 and <reference laws/7.html#7>7"),
    # but not in a heading, in code or in another link
    ("# *Law 6* `Law 6`", "<section law-6-law-6><title><emphasis>Law 6 <literal>Law 6"),
    ("`Law 6` [**Law 7**](https://example.org)", "<paragraph><literal>Law 6 <reference https://example.org><strong>Law 7"),
    ("[Law 7](../developers.md)", "<paragraph><reference ><inline>Law 7"),
    ("```\nLaw 6\n```", "<literal_block>Law 6\n"),
    # HTML and scripts are words like others, however they come
    ("<b>x</b> [y](javascript:z)", "<paragraph><b>x</b> [y](javascript:z)"),
    ("<div>\n*x*\n</div>", "<paragraph><div>\n<emphasis>x\n</div>"),
    ("```{raw} html\n<b>x</b>\n```", "<literal><b>x</b>"),
    ("---\nmyst:\n  disable_syntax: []\n---\n\na <b>x</b>\n\n<div>", "<paragraph>a <literal><b>x<literal></b><literal><div>"),
    # a hard line break is no page's HTML
    ("a\\\nb", "<paragraph>a<raw><br />\n<raw>\\\\\nb"),
]  # fmt: skip


@pytest.fixture(scope="module")
def prose_trees(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The documents of PROSE, as English pages in a project with our settings."""
    folder = tmp_path_factory.mktemp("prose")
    pages = folder / "pages"
    (pages / "en").mkdir(parents=True)
    (pages / "developers.md").write_text("# Developers", encoding="utf-8")
    for position, (source, _) in enumerate(PROSE):
        (pages / "en" / f"{position}.md").write_text(source, encoding="utf-8")
    app = Sphinx(
        srcdir=pages, confdir=docs_dir(), outdir=folder / "out", doctreedir=folder / "doctrees",
        buildername="dummy", status=None, warning=None, freshenv=True,
    )  # fmt: skip
    trees: dict[str, Any] = {}
    app.connect("doctree-resolved", lambda app, tree, name: trees.update({name: tree}))
    app.build(force_all=True)
    return [trees[f"en/{position}"] for position in range(len(PROSE))]


@pytest.mark.parametrize("position", range(len(PROSE)), ids=[source for source, _ in PROSE])
def test_prose_becomes_a_document(prose_trees: list[Any], position: int) -> None:
    assert _outline(prose_trees[position]) == PROSE[position][1]


def _outline(node: Any) -> str:
    found = ""
    for child in node.children:
        if child.tagname == "#text":
            found += child.astext()
        else:
            found += f"<{' '.join([child.tagname, *child['ids'][:1], *_target(child)])}>"
            found += _outline(child)
    return found


def _target(node: Any) -> list[str]:
    return [node[key] if key == "refuri" else f"#{node[key]}" for key in ("refuri", "refid") if key in node]

"""The pieces of the site's extension by themselves: texts to HTML, flows to charts, Markdown to documents."""

import sys
from typing import Any

import pytest

from assistant.places import docs_dir
from assistant.reference import opening

pytest.importorskip("sphinx", reason="Sphinx is not installed")
sys.path.insert(0, str(docs_dir()))

from docutils.frontend import get_default_settings
from docutils.utils import new_document
from ruling_site import addresses, chart, prose, scripts, texts


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


MARKDOWN = [
    # headings nest, and may name their anchor
    ("# One\n\n## Two {#two}\n\nText.", "<section><title>One<section two><title>Two<paragraph>Text."),
    # a list with a nested one and a second line
    ("- a\n  more\n  - b\n- c", "<bullet_list><list_item><paragraph>a\nmore<bullet_list><list_item><paragraph>b<list_item><paragraph>c"),
    ("1. a\n2. b", "<enumerated_list><list_item><paragraph>a<list_item><paragraph>b"),
    # emphasis, code with a star in it, an escaped star
    ("`over\ntwo` lines", "<paragraph><literal>over two lines"),
    ("**a** *b* `c*d*` \\*e", "<paragraph><strong>a <emphasis>b <literal>c*d* *e"),
    ("```yaml\na: [b]\n\n# c\n```", "<literal_block>a: [b]\n\n# c"),
    ("| a | b |\n|---|---|\n| c | d |", "<table><tgroup><colspec><colspec><thead><row><entry><paragraph>a<entry><paragraph>b<tbody><row><entry><paragraph>c<entry><paragraph>d"),
    # HTML and scripts are words like others
    ("<b>x</b> [y](javascript:z)", "<paragraph><b>x</b> y"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "tree"), MARKDOWN)
def test_markdown_becomes_a_document(source: str, tree: str) -> None:
    document = new_document("test", get_default_settings(prose.MarkdownParser))
    prose.MarkdownParser().parse(source, document)
    assert _outline(document) == tree


def _outline(node: Any) -> str:
    found = ""
    for child in node.children:
        if child.tagname == "#text":
            found += child.astext()
        else:
            found += f"<{' '.join([child.tagname, *child.get('ids', [])[:1]]) if 'two' in child.get('ids', []) else child.tagname}>"
            found += _outline(child)
    return found

"""The glossary, and the use of its terms in a text."""

from pathlib import Path

import pytest

from assistant.laws.ids import ProvisionId
from assistant.laws.markdown import SourceError
from assistant.laws.terms import load_glossary
from assistant.places import laws_dir

HEAD = "concept\tdef\ten\ten_syn\tfr\tfr_syn\tpt\tpt_syn\tnl\tnl_syn\tda\tda_syn\n"
ROWS = (
    "card\t\tcard\tcards\tcarte\t\tcarta\t\tkaart\t\tkort\t\n"
    "penalty-card\tdef/penalty-card\tpenalty card\tpenalty cards; exposed card\tcarte pénalisée\t"
    "\tx\t\tx\t\tx\t\n"
    "lho\tdef/lho\tLHO\tleft-hand opponent\tadversaire de gauche\tLHO\tx\t\tx\t\tx\t\n"
)


def _glossary(folder: Path, rows: str = ROWS, head: str = HEAD) -> Path:
    (folder / "glossary.tsv").write_text(head + rows, encoding="utf-8")
    return folder


def test_the_glossary_of_the_project_is_sound() -> None:
    glossary = load_glossary(laws_dir())

    assert len({term.concept for term in glossary.entries}) == len(glossary.entries) > 150
    assert all(term.preferred["en"] for term in glossary.entries)


@pytest.mark.parametrize(
    ("lang", "text", "spans"),
    [
        (
            "en",
            "A Penalty Card and a penalty card",
            [("Penalty Card", "def/penalty-card")],
        ),  # first use, any case
        ("en", "Two penalty cards", [("penalty cards", "def/penalty-card")]),  # a listed plural
        ("en", "the penalty cardholder", []),  # whole words only
        ("en", "a card", []),  # has no definition
        ("en", "LHO's penalty\u00a0card", [("LHO", "def/lho"), ("penalty\u00a0card", "def/penalty-card")]),
        ("fr", "Une carte pénalisée", [("carte pénalisée", "def/penalty-card")]),
    ],
)
def test_first_use_of_a_term(tmp_path: Path, lang: str, text: str, spans: list[tuple[str, str]]) -> None:
    found = load_glossary(_glossary(tmp_path)).spans(text, lang)

    assert [(span.text, span.id) for span in found] == spans
    assert all(text[span.start : span.end] == span.text for span in found)


def test_a_definition_does_not_link_to_itself_nor_into_a_link(tmp_path: Path) -> None:
    glossary = load_glossary(_glossary(tmp_path))

    assert glossary.spans("An exposed card", "en", within=ProvisionId("def/penalty-card")) == []
    assert glossary.spans("An exposed card", "en", avoid=[(3, 10)]) == []


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("Card\t" + "\t" * 10 + "\n", "small letters and hyphens"),
        (ROWS + "card\t" + "\t" * 10 + "\n", "a second time"),
        ("card\tdef/Card" + "\t" * 10 + "\n", "write def/card"),
        ("card\t\tcard\tcards;karte; \t" + "\t" * 7 + "\n", "synonyms are parted"),
        ("card\tx\n", "2 columns"),
    ],
)
def test_a_broken_glossary_is_refused(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        load_glossary(_glossary(tmp_path, rows))

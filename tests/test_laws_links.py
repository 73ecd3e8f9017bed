"""Links of a provision, resolved against the register of its code."""

from assistant.laws.codes import load_codes
from assistant.laws.editions import load_edition
from assistant.laws.ids import ProvisionId
from assistant.laws.links import cited_ids, note_refs, refs, unresolved
from assistant.laws.tree import Note, Provision, provisions
from assistant.places import laws_dir

CODES = load_codes(laws_dir())


def _provision(id: str, text: str, *notes: str) -> Provision:
    return Provision(
        ProvisionId(id), "", "", text, tuple(Note(str(n), note) for n, note in enumerate(notes, 1))
    )


def test_a_link_wraps_the_words_and_goes_to_the_register() -> None:
    provision = _provision("6D1", "See Laws 16D and 24.")

    assert [(r.text, r.id, r.exact) for r in refs(provision, "en", CODES["2017"])] == [
        ("Laws 16D", "16D", True),
        ("24", "24", True),
    ]
    assert [provision.text[r.start : r.end] for r in refs(provision, "en", CODES["2017"])] == [
        "Laws 16D",
        "24",
    ]


def test_a_part_that_does_not_exist_links_to_what_is_around_it_and_is_told() -> None:
    provision = _provision("6D1", "See Law 6D9.")
    [ref] = refs(provision, "en", CODES["2017"])

    assert (ref.text, ref.id, ref.cited, ref.exact) == ("Law 6D9", "6D", "6D9", False)
    assert list(unresolved(provision, "en", CODES["2017"])) == ["6D9"]


def test_a_law_that_does_not_exist_is_no_link() -> None:
    provision = _provision("6D1", "See Law 94.")

    assert refs(provision, "en", CODES["2017"]) == []
    assert list(unresolved(provision, "en", CODES["2017"])) == ["94"]


def test_ranges_and_notes_count_as_cited() -> None:
    provision = _provision("29B", "Laws 30 to 32 apply.[^1]", "But see Law 14.")

    assert cited_ids(provision, "en") == ["30", "31", "32", "14"]
    assert [ref.id for ref in refs(provision, "en", CODES["2017"])] == ["30", "32"]
    assert [ref.id for ref in note_refs(provision, "en", CODES["2017"])["1"]] == ["14"]


def test_letters_above_are_placed_in_the_law() -> None:
    held = {p.id: p for p in provisions(load_edition(laws_dir() / "nl" / "2007"))}

    assert [(r.text, r.id) for r in refs(held[ProvisionId("6E4")], "nl", CODES["2007"])] == [
        ("A", "6A"),
        ("B", "6B"),
    ]

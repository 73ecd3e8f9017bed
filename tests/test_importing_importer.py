"""Importing: the kept sources give the committed text, clean texts need little, bad ones get a sentence."""

import os
import re
import shutil
from pathlib import Path

import pytest

from assistant.errors import RulingError
from assistant.importing import importer
from assistant.importing.importer import import_file, read_document
from assistant.importing.profiles import load_profile
from assistant.importing.source import MAX_BYTES, read_source
from assistant.laws.editions import load_edition
from assistant.laws.markdown import without_marks
from assistant.laws.tree import provisions, walk
from assistant.places import laws_dir

SOURCES = sorted(laws_dir().glob("*/sources/*.txt"))
PROFILE = """\
language = "en"

[[editions]]
year = "2007"
title = "Laws"
in_force_from = "2008"
in_force_to = ""
source = "a book"
notice = "theirs"
"""
CLEAN = """\
LAW 6
The Shuffle and Deal

A. The Shuffle
Before play starts, each pack is shuffled.

B. New Shuffle
1. The first sentence ends here.
A second paragraph.
2. Two Parts
a) one (see Law 7).
b) two
(i) deep
(ii) deeper
(iii) deepest
C. Last
- an item
- another

Law 7. Control of Board
Text of the law's own.
"""


def _document(folder: Path, text: str | bytes, profile: str = PROFILE, name: str = "laws.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    if profile:
        path.with_suffix(".toml").write_text(profile, encoding="utf-8")
    return path


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# The kept sources


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parts[-3])
def test_a_kept_source_gives_the_committed_text_byte_for_byte(source: Path, tmp_path: Path) -> None:
    written = import_file(source, tmp_path, templates=[laws_dir()])

    assert written
    for path in written:
        assert path.read_bytes() == (laws_dir() / path.relative_to(tmp_path)).read_bytes()
    assert [p.name for p in tmp_path.iterdir()] == [source.parts[-3]]  # and nothing else is left behind


def test_the_kept_sources_make_all_official_editions(tmp_path: Path) -> None:
    for source in SOURCES:
        import_file(source, tmp_path, templates=[laws_dir()])

    committed = {
        name: data for name, data in _tree(laws_dir()).items() if re.match(r"..\/(1997|2007)\/", name)
    }
    assert _tree(tmp_path) == committed


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parts[-3])
def test_nothing_is_invented(source: Path) -> None:
    """Each provision's text is, white space, list bullets and note marks apart, a run of its source."""

    def run(text: str) -> str:
        lines = [re.sub(r"^\s*- ?", "", line) for line in text.split("\n")]
        return "".join("".join(lines).split())

    printed = run(source.read_text(encoding="utf-8"))
    # The marks of the two notes: "deck*" and "kaarten 1)".
    printed = printed.replace("deck*or", "deckor").replace("kaarten1)zonder", "kaartenzonder")
    profile = load_profile(source)
    for edition in read_document(source, read_source(source), profile, [laws_dir()]):
        for law in edition.laws:
            for provision in walk(law):
                for text in (provision.heading, provision.text, *(note.text for note in provision.notes)):
                    assert run(without_marks(text)) in printed, (edition.name, provision.id)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parts[-3])
def test_nothing_is_lost(source: Path) -> None:
    """Each source line lies in a provision or is listed as furniture or as a mark."""
    profile = load_profile(source)
    lines = read_source(source)
    editions = read_document(source, lines, profile, [laws_dir()])
    for line in lines:
        listed = profile.furniture | set(profile.marks)
        if line.blank or " ".join(line.raw.split()) in listed or line.text in listed:
            continue
        words = re.sub(r"\W+", "", line.text)
        owners = [
            (edition, edition.owners[line.number]) for edition in editions if line.number in edition.owners
        ]
        assert owners, (line.number, line.raw)
        for edition, id in owners:
            [held] = [p for law in edition.laws for p in walk(law) if p.id == id]
            kept = re.sub(
                r"\W+", "", held.heading + without_marks(held.text) + "".join(n.text for n in held.notes)
            )
            # What is not kept of a line is its label, its mark and a note's mark.
            label = re.sub(r"^(LAW|Law|Loi|LEI|ARTIKEL|§)?\s*(\d+|[A-F])[.)]?|\(New 2008 Law\)", "", words)
            label = label.replace("New2008Law", "").replace("kaarten1zonder", "kaartenzonder")
            assert label in kept, (line.number, line.raw, id)


# A text of one's own


def test_a_cleanly_labelled_text_needs_no_outline(tmp_path: Path) -> None:
    written = import_file(_document(tmp_path, CLEAN), tmp_path / "out")
    edition = load_edition(tmp_path / "out" / "en" / "2007")
    held = {p.id: p for p in provisions(edition)}

    assert [path.name for path in written] == ["edition.toml", "06.md", "07.md"]
    assert list(held) == [
        "6",
        "6A",
        "6B",
        "6B1",
        "6B2",
        "6B2a",
        "6B2b",
        "6B2b(i)",
        "6B2b(ii)",
        "6B2b(iii)",
        "6C",
        "7",
    ]
    assert [held[id].heading for id in ("6", "6B2", "6B1", "7")] == [
        "The Shuffle and Deal",
        "Two Parts",
        "",
        "Control of Board",
    ]  # type: ignore[index]
    assert held["6B1"].text == "The first sentence ends here.\n\nA second paragraph."  # type: ignore[index]
    assert held["6C"].text == "- an item\n- another"  # type: ignore[index]
    assert held["7"].text == "Text of the law's own."  # type: ignore[index]


@pytest.mark.parametrize(
    "text",
    [
        CLEAN.replace("\n", "\r\n"),
        "\ufeff" + CLEAN,
        CLEAN.rstrip("\n"),
        CLEAN.replace("\n\n", "\n \t\u00a0\n"),
    ],
)
def test_line_ends_and_byte_order_marks_do_not_matter(tmp_path: Path, text: str) -> None:
    import_file(_document(tmp_path, CLEAN, name="a.txt"), tmp_path / "a")
    import_file(_document(tmp_path, text, name="b.txt"), tmp_path / "b")

    assert _tree(tmp_path / "a") == _tree(tmp_path / "b")


def test_language_and_year_may_stand_in_for_a_description(tmp_path: Path) -> None:
    import_file(_document(tmp_path, CLEAN, ""), tmp_path / "out", language="en", year="2007")

    assert (tmp_path / "out" / "en" / "2007" / "06.md").is_file()


def test_other_laws_of_the_edition_stay(tmp_path: Path) -> None:
    import_file(_document(tmp_path, CLEAN), tmp_path / "out")
    import_file(_document(tmp_path, "Law 8\nC\nA. Text\nWords.\n", name="more.txt"), tmp_path / "out")

    assert [p.name for p in sorted((tmp_path / "out" / "en" / "2007").iterdir())] == [
        "06.md",
        "07.md",
        "08.md",
        "edition.toml",
    ]


def test_markup_and_script_are_text(tmp_path: Path) -> None:
    text = "Law 6\nX\nA. Y\n# not a heading <script>alert(1)</script>\n\\ backslash\n| no table\n"
    import_file(_document(tmp_path, text), tmp_path / "out")
    [_, section] = provisions(load_edition(tmp_path / "out" / "en" / "2007"))

    assert section.text.split("\n\n") == [
        "# not a heading <script>alert(1)</script>",
        "\\ backslash",
        "| no table",
    ]


# What bad documents get: one sentence, and nothing is written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "is empty"),
        (" \n\u00a0\n", "is empty"),
        (b"%PDF-1.4\0\x01", "is not plain text"),
        (b"PK\x03\x04\xff\xff", "is not UTF-8"),
        ("Law 6 é".encode("latin-1"), r"not UTF-8 \(line 1\)"),
        (CLEAN.encode("utf-16"), "is in UTF-16"),
        (b"a" * (MAX_BYTES + 1), "larger than 5 MB"),
        ("Law 6\nX\nA. " + "a" * 30_000, "longer than 20000 characters"),
        ("Law 6\nX\nA. Y\nText \u202edesrever.\n", r"laws\.txt:4: the hidden character U\+202E"),
        ("Law 6\nX\nA. Y\nText \x1b[31m.\n", r"laws\.txt:4: the hidden character U\+001B"),
        ("Law 6\nX\nA. Y\nText\u2028more.\n", r"laws\.txt:4: the hidden character U\+2028"),
        ("Law 6\nX\nA. Y\nA mark[^1].\n", "looks like a note mark of ours"),
        ("Some prose\nLaw 6\n", r"laws\.txt:1: “Some prose” stands before the first law"),
        ("- only a list\n", "stands before the first law"),
        ("A. Y\nText.\n", "a part that has not begun|label of a part"),
        ("Law 6\nX\nA. Y\nText.\nA. Z\nText.\n",
         r"laws\.txt:5: 6A begins here a second time; the first is on line 3"),
        ("Law 6\nX\nB. Y\nText.\nA. Z\nText.\n", r"laws\.txt:5: 6A comes behind 6B"),
        ("Law 7\nX\nText.\nLaw 6\nY\nText.\n", r"laws\.txt:4: 6 comes behind 7"),
        ("Law 6\nX\nText.\nLaw 6\nY\nText.\n", r"laws\.txt:4: 6 begins here a second time"),
        ("Law 6\nX\nA. Y\nText.\nC. Z\nText.\n", r"laws\.txt:5: 6C follows 6A; is a label missing"),
        ("Law 6\nX\n1. Text.\n", r"laws\.txt:3: “1. Text\.” has the label of a part"),
        ("Law 6\nX\nA. Y\na) Text.\n", r"laws\.txt:4: .* has the label of a part"),
        ("Law 6\nX\nA. Y\n" + "".join(f"{'(' * n}i{')' * n}\n" for n in range(2, 50)) + "(i) deep\n",
         "label of a part"),
    ],
    ids=lambda value: "" if isinstance(value, (bytes, str)) and len(value) > 40 else None,
)  # fmt: skip
def test_a_bad_document_gets_one_sentence(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(RulingError, match=message) as refused:
        import_file(_document(tmp_path, text), tmp_path / "out")

    assert refused.value.exit_code == 1
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_a_large_document_within_bounds_is_read_quickly(tmp_path: Path) -> None:
    text = "Law 6\nX\nA. Y\n" + "((((i) a. 1. A. " * 300_000

    with pytest.raises(RulingError, match="longer than"):
        import_file(_document(tmp_path, text), tmp_path / "out")
    import_file(_document(tmp_path, "Law 6\nX\nA. Y\n" + "((((i) a. 1. A.\n" * 100_000), tmp_path / "out")


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ("", r"laws\.txt has no description beside it. Write .*laws\.toml with “language = \"en\"”"),
        ("language = ", "is not TOML"),
        (PROFILE.replace('"en"', '"../../x"'), "“language” should be one of en, fr, pt, nl, da"),
        (PROFILE.replace('"2007"', '"1955"'), "the code of 1955 is not known; known are 1997, 2007, 2017"),
        (PROFILE.replace('"2007"', '"../x"'), "four digits"),
        ('language = "en"\n', r"needs at least one “\[\[editions\]\]”"),
        (PROFILE.replace('title = "Laws"\n', ""), "“title” is missing"),
        (PROFILE + PROFILE.split("\n", 1)[1], "a year stands in two"),
        ("colour = 1\n" + PROFILE, "“colour” is not known"),
        (PROFILE + "[outline]\nwraped = true\n", "“wraped” is not known"),
        (PROFILE + '[outline]\nwrapped = "yes"\n', "“wrapped” should be of the form true / false"),
        (PROFILE + '[outline]\nbullets = "dots"\n', "“bullets” should be list or layout"),
        (PROFILE + '[outline]\nlaw = "LAW"\n', "“law” shows with {n}"),
        (PROFILE + '[outline]\nheadings = {number = "bold"}\n', "headings are given as"),
        (PROFILE + '[outline]\nmarks = {"(Old)" = "1997"}\n', "of which there is no edition here"),
        (PROFILE + "[outline]\nfurniture = [1]\n", "“furniture” is a list of lines"),
        (PROFILE + '[outline]\nlike = "en/1850"\n', "The edition en/1850, whose labels"),
        (PROFILE + '[outline]\nlike = "../../etc"\n', "is not held"),
        (PROFILE + "[[corrections]]\nline = 3\n", "a correction needs “line”"),
        (PROFILE + '[[corrections]]\nline = 4\nstarts = "B."\nlabel = "6A"\n',
         r"laws\.txt:4: a correction is meant for “B\.”, but the line is “A\. The Shuffle”"),
        (PROFILE + '[[corrections]]\nline = 3\nstarts = "x"\nwords = "x"\n', "words"),
        (PROFILE + '[[corrections]]\nline = 99\nstarts = "x"\ntext = true\n', ":99: a correction"),
        (PROFILE + '[[corrections]]\nline = 4\nstarts = "A"\nlabel = "board 6"\n', "not the number of a law"),
        (PROFILE + '[[corrections]]\nline = 4\nstarts = "A"\ncode = "1997"\n', "no edition of 1997 here"),
        (PROFILE + '[[corrections]]\nline = 4\nstarts = "A"\n' * 2, "corrected twice"),
    ],
)  # fmt: skip
def test_a_bad_description_gets_one_sentence(tmp_path: Path, profile: str, message: str) -> None:
    with pytest.raises(RulingError, match=message):
        import_file(_document(tmp_path, CLEAN, profile), tmp_path / "out")

    assert not (tmp_path / "out").exists()


def test_a_missing_document_and_a_description_alone_are_told(tmp_path: Path) -> None:
    with pytest.raises(RulingError, match="does not exist"):
        import_file(tmp_path / "none.txt", tmp_path / "out")
    with pytest.raises(RulingError, match="cannot be read"):
        import_file(tmp_path, tmp_path / "out")
    with pytest.raises(RulingError, match="import the document beside it"):
        import_file(_document(tmp_path, PROFILE, "", "x.toml"), tmp_path / "out")


# The template


LIKE = PROFILE.replace('"2007"', '"1997"') + '[outline]\nlike = "en/2007"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Law 6\nX\n1. A\nText.\n1. B\nText.\n", None),
        ("Law 6\nX\n1. A\nText.\n", "ends before 6B of en/2007; it has fewer parts"),
        ("Law 6\nX\n1. A\nText.\n1. B\nText.\n1. C\nText.\n", "“C” comes after the last part of en/2007"),
        ("Law 7\nX\n", "Law 7 begins here, but in en/2007 the next part is 6"),
        ("1. A\nLaw 6\n", "should be Law 6 of en/2007"),
    ],
)
def test_lost_labels_are_taken_from_the_template(tmp_path: Path, text: str, message: str | None) -> None:
    out = tmp_path / "out"
    import_file(_document(tmp_path, "Law 6\nX\nA. A\nText.\nB. B\nText.\n", name="model.txt"), out)
    document = _document(tmp_path, text, LIKE)
    if message:
        with pytest.raises(RulingError, match=message):
            import_file(document, out)
        return
    import_file(document, out)

    assert [p.id for p in provisions(load_edition(out / "en" / "1997"))] == ["6", "6A", "6B"]


# Corrections


@pytest.mark.parametrize(
    ("text", "correction", "held"),
    [
        ("Law 6\nX\nA. Y\nText.\nText of B.\n", 'line = 5\nstarts = "Text of"\nlabel = "6B"',
         {"6A": "Text.", "6B": "Text of B."}),
        ("Law 6\nX\nA. Y\nText.\nB. Kaplan said so.\n", 'line = 5\nstarts = "B. K"\ntext = true',
         {"6A": "Text.\n\nB. Kaplan said so."}),
        ("Law 6\nX\nA. A head and text.\n", 'line = 3\nstarts = "A."\nsplit = 2',
         {"6A": "and text."}),
        ("Law 6\nX\nA. Y\nText.\nB. Z\nText*.\n* A note\n", 'line = 7\nstarts = "* A"\nnote = "6B"',
         {"6A": "Text.", "6B": "Text[^1]."}),
    ],
)  # fmt: skip
def test_a_correction_decides(tmp_path: Path, text: str, correction: str, held: dict[str, str]) -> None:
    profile = f'{PROFILE}[outline]\nnote = "*"\n[[corrections]]\n{correction}\n'
    import_file(_document(tmp_path, text, profile), tmp_path / "out")
    found = {p.id: p.text for p in provisions(load_edition(tmp_path / "out" / "en" / "2007"))}

    assert found == {"6": "", **held}


def test_a_note_without_owner_is_told(tmp_path: Path) -> None:
    profile = f'{PROFILE}[outline]\nnote = "*"\n'

    with pytest.raises(RulingError, match="the note “A note” belongs to no provision"):
        import_file(_document(tmp_path, "Law 6\nX\nA. Y\nText.\n* A note\n", profile), tmp_path / "out")


# Whole or not at all


def test_a_digest_is_not_mixed_with_an_official_text(tmp_path: Path) -> None:
    shutil.copytree(laws_dir() / "en" / "2017", tmp_path / "out" / "en" / "2017")
    before = _tree(tmp_path / "out")

    with pytest.raises(RulingError, match="holds a digest of our own"):
        import_file(_document(tmp_path, CLEAN, PROFILE.replace('"2007"', '"2017"')), tmp_path / "out")

    assert _tree(tmp_path / "out") == before


def test_a_failure_halfway_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    source = next(path for path in SOURCES if path.parts[-3] == "en")
    import_file(_document(tmp_path, CLEAN), out)
    before = _tree(out)
    real, calls = os.replace, []

    def failing(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == 3:  # the second edition's folder
            raise OSError(28, "No space left on device")
        real(old, new)

    monkeypatch.setattr(importer.os, "replace", failing)
    with pytest.raises(RulingError, match="cannot be written: No space left on device"):
        import_file(source, out)

    assert _tree(out) == before


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(RulingError, match="cannot be written"):
        import_file(_document(tmp_path, CLEAN), tmp_path / "file")

"""Markdown to tree and back; what is not canonical is shown as it should be."""

from pathlib import Path

import pytest

from assistant.laws.editions import edition_folders
from assistant.laws.markdown import SourceError, paragraphs, read_law, table_rows, write_law
from assistant.laws.tree import Note, Provision, walk
from assistant.places import laws_dir

LAW = """\
# 12. Powers

## A. When

A score may be adjusted.[^1]

Second paragraph:

- one item
- another

[^1]: Not always.

## C. How

### 1. Assigned

#### e.

##### (i)

Text with a <b>tag</b>, a * and a | in it.

##### (ii) With heading

| a | b |
| --- | --- |
| 1 | 2 |

\\# not a heading
"""

_FILES = [path for folder in edition_folders(laws_dir()) for path in sorted(folder.glob("*.md"))]


@pytest.mark.parametrize("path", _FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_file_goes_there_and_back(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert write_law(read_law(text, path)) == text


def test_the_tree() -> None:
    law = read_law(LAW, "12.md")
    by_id = {provision.id: provision for provision in walk(law)}

    assert write_law(law) == LAW
    assert list(by_id) == ["12", "12A", "12C", "12C1", "12C1e", "12C1e(i)", "12C1e(ii)"]
    assert by_id["12A"].text == "A score may be adjusted.[^1]\n\nSecond paragraph:\n\n- one item\n- another"
    assert by_id["12A"].notes == (Note("1", "Not always."),)
    assert (by_id["12C1e(ii)"].label, by_id["12C1e(ii)"].heading) == ("(ii)", "With heading")
    assert paragraphs(by_id["12C1e(ii)"].text)[1] == "# not a heading"
    assert table_rows(paragraphs(by_id["12C1e(ii)"].text)[0]) == [["a", "b"], ["1", "2"]]
    assert table_rows("no table") is None


def test_definitions_have_ids_of_their_own() -> None:
    text = "# Begriffe\n\n## Adjusted score {#adjusted-score}\n\nA score.\n"
    definitions = read_law(text, "definitions.md")

    assert definitions == Provision(
        "definitions",
        "",
        "Begriffe",
        "",
        (),
        (Provision("def/adjusted-score", "", "Adjusted score", "A score."),),  # type: ignore[arg-type]
    )
    assert write_law(definitions) == text


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty"),
        ("Text\n", 1, "begins with its heading"),
        ("# 6. X\n\n## A.The Shuffle\n\nText\n", 3, "should read: ## A. The Shuffle"),
        ("# 6. X\n\n##  A. Two blanks\n\nText\n", 3, "should read: ## A. Two blanks"),
        ("# 6. X\n## A. T\n\nText\n", 2, "an empty line belongs before “## A. T”"),
        ("# 6. X\n\nOne\ntwo\n", 3, "should read: One two"),
        ("# 6. X\n\nText \n", 3, "Mind the white space"),
        ("# 6. X\n\nText", 4, "one line break"),
        ("# 6. X\n\nText\n\n", 5, "one line break"),
        ("# 6. X\n\n\nText\n", 3, "has to go; the file goes on with “Text”"),
        ("# 6. X\r\n\r\nText\r\n", 1, "Mind the white space"),
        ("# 6. X\n\n### 1. Y\n\nText\n", 3, "does not follow from what stands above"),
        ("# 6. X\n\n# 7. Y\n\nText\n", 3, "begins another law"),
        ("# 6. X\n\n## 1. Y\n\nText\n", 3, "write “## A.”"),
        ("# 6. X\n\n## A. Y\n\n### 1.\n\n#### a.\n\n##### (iiii)\n\nText\n", 9, "write “##### (i)”"),
        ("# 6. X\n\n###### A. Y\n", 3, "at most 5 levels"),
        ("# 6. X\n\n## A. Y\n\n## A. Z\n", 5, "6A stands here a second time; it began on line 3"),
        ("# 6. X\n\n## B. Y\n\n## A. Z\n", 5, "6A stands behind 6B"),
        ("# 6. X\n\nA mark[^1].\n", 1, "the note marks 1 and the notes –"),
        ("# 6. X\n\nText.\n\n[^1]: Note.\n", 1, "the note marks – and the notes 1"),
        ("# 6. X\n\nA mark[^2].\n\n[^2]: Note.\n", 1, "should be [^1]"),
        ("# 6. X\n\nA\u202eB\n", 3, "U+202E"),
        ("# 6. X\n\nA\u200bB\n", 3, "U+200B"),
        ("# 6. X\n\nA\x07B\n", 3, "U+0007"),
        ("# 6. X\n\nA\u2028B\n", 3, "U+2028"),
    ],
)  # fmt: skip
def test_what_is_not_canonical_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        read_law(text, "06.md")

    assert (refused.value.line, str(refused.value)[:8]) == (line, f"06.md:{line}:"[:8])
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("definitions.md", "# D\n\n## Board\n\nText\n", "## Board {#board}"),
        ("introduction.md", "# I\n\n## A. Part\n", "has no parts"),
    ],
)
def test_introduction_and_definitions_have_their_own_form(name: str, text: str, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        read_law(text, name)

    assert message in str(refused.value)

"""What the six editions hold, provision by provision, as a person counted it in the source texts."""

import csv
import re
from pathlib import Path

import pytest

from assistant.laws.citations import find
from assistant.laws.editions import load_edition
from assistant.laws.markdown import without_marks
from assistant.laws.tree import Provision, provisions
from assistant.places import laws_dir

_EXPECTED = Path(__file__).parent / "data" / "expected.tsv"
_ROWS = list(
    csv.DictReader(_EXPECTED.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
)


def _held() -> dict[tuple[str, str], Provision]:
    return {
        (name, provision.id): provision
        for name in {row["edition"] for row in _ROWS}
        for provision in provisions(load_edition(laws_dir() / name))
    }


@pytest.fixture(scope="module")
def held() -> dict[tuple[str, str], Provision]:
    return _held()


def test_the_editions_hold_these_provisions_and_no_others(held: dict[tuple[str, str], Provision]) -> None:
    assert len(_ROWS) == 152
    assert set(held) == {(row["edition"], row["id"]) for row in _ROWS}


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['edition']} {row['id']}")
def test_a_provision_is_as_counted(row: dict[str, str], held: dict[tuple[str, str], Provision]) -> None:
    provision = held[row["edition"], row["id"]]
    # Blanks, and no-break spaces with them, are compared as blanks.
    text = " ".join(without_marks(provision.text).split())
    # A note's mark that stands apart in print was counted as a word, list bullets were not.
    words = re.sub(r"^- ", "", provision.text, flags=re.MULTILINE).split()
    lines = [line for block in provision.text.split("\n\n") for line in block.split("\n") if line]
    items = [line for line in lines if line.startswith("- ")]
    cited = [c.id for c in find(provision.text, row["edition"][:2], within=provision.id)]

    assert provision.heading == row["heading"]
    assert text.startswith(row["body starts with"])
    assert text.endswith(row["body ends with"])
    assert len(words) == int(row["words"])
    assert len(lines) - len(items) == int(row["paragraphs"])
    assert len(items) == int(row["list items"])
    assert [note.text[: len(row["note starts with"])] for note in provision.notes] == (
        [row["note starts with"]] if row["note starts with"] else []
    )
    assert ",".join(cited) == row["refers to"]

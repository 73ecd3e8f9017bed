"""What became of a provision from code to code."""

import shutil
from pathlib import Path

import pytest

from assistant.laws.concordance import Concordance
from assistant.laws.concordance_files import load_concordance
from assistant.laws.ids import ProvisionId
from assistant.laws.markdown import SourceError
from assistant.places import laws_dir

TABLE = load_concordance(laws_dir())


@pytest.mark.parametrize(
    ("id", "older", "newer", "became"),
    [
        ("7B", "1997", "2007", [("7B1", "moved")]),
        ("7B1", "1997", "2007", [("7B2", "moved")]),
        ("7B2", "1997", "2007", [("7B3", "moved")]),
        ("8B", "1997", "2007", [("8B1", "moved")]),
        ("22A", "1997", "2007", [("22A1", "moved")]),
        ("16C", "2007", "2017", [("16D", "moved")]),
        ("16C2c", "2007", "2017", [("16D2c", "moved")]),  # the longest prefix carries its parts along
        ("16D", "2007", "2017", [("16C", "moved")]),
        ("22A1", "2007", "2017", [("22B", "moved")]),
        ("86C", "2007", "2017", [("86A", "moved")]),
        ("23", "2007", "2017", [("72C", "moved")]),
        ("17E1", "2007", "2017", [("17D1", "moved")]),
        ("17D", "2007", "2017", [("15A", "moved")]),
        ("73F", "2007", "2017", [("73E2", "moved")]),
        ("53B", "2007", "2017", [("53C", "moved")]),
        ("53C", "2007", "2017", [("53B", "moved")]),
        ("40C3", "2007", "2017", [("40B2d", "moved")]),
        ("12C1f", "2007", "2017", [(None, "dropped")]),
        ("16A3", "2007", "2017", [(None, "dropped")]),
        ("70D3", "2007", "2017", [(None, "dropped")]),
        ("22A", "2007", "2017", [("22A", "split"), ("22B", "split")]),
        ("6A", "2007", "2017", [("6A", "same")]),  # not listed
        ("14D", "2007", "2017", [(None, "dropped")]),  # not listed, and 2017 has none
        ("23", "1997", "2007", [(None, "dropped")]),
        ("7B", "1997", "2017", [("7B1", "moved")]),  # two steps
        ("22A", "1997", "2017", [("22B", "moved")]),
        ("6D1", "1997", "2017", [("6D1", "same")]),
    ],
)
def test_forward(id: str, older: str, newer: str, became: list[tuple[str | None, str]]) -> None:
    assert [(step.id, step.kind) for step in TABLE.forward(ProvisionId(id), older, newer)] == became


@pytest.mark.parametrize(
    ("id", "newer", "older", "was"),
    [
        ("7B", "2007", "1997", [("7B", "same")]),  # its text moved into a part of it
        ("7B1", "2017", "1997", [("7B", "moved")]),
        ("8B2", "2017", "1997", [(None, "new")]),
        ("16D", "2017", "2007", [("16C", "moved")]),
        ("23A1", "2017", "2007", [(None, "new")]),
        ("72C", "2017", "2007", [("23", "moved")]),
        ("22B", "2017", "1997", [("22A", "moved")]),
        ("22A", "2017", "2007", [("22A2", "moved")]),
        ("17D3", "2017", "2007", [("17E2", "moved")]),
        ("6D1", "2017", "2017", [("6D1", "same")]),
    ],
)
def test_back(id: str, newer: str, older: str, was: list[tuple[str | None, str]]) -> None:
    assert [(step.id, step.kind) for step in TABLE.back(ProvisionId(id), newer, older)] == was


@pytest.mark.parametrize(
    ("id", "older", "newer", "confirmed", "changed"),
    [
        ("6D1", "1997", "2017", True, True),  # the content differs
        ("6A", "1997", "2017", True, False),
        ("6B", "2007", "2017", True, True),
        ("11B", "2007", "2017", False, True),
        ("93B", "2007", "2017", False, False),  # nothing is known of it in 2007
    ],
)
def test_what_is_sure_and_what_differs(
    id: str, older: str, newer: str, confirmed: bool, changed: bool
) -> None:
    [step] = TABLE.trace(ProvisionId(id), older, newer)
    [back] = TABLE.trace(step.id or ProvisionId(id), newer, older)

    assert (step.confirmed, step.changed) == (confirmed, changed)
    assert back.id == id


def test_a_store_gets_all_of_it() -> None:
    again = Concordance.from_rows(TABLE.rows())

    assert (again.registers, again.entries) == (TABLE.registers, TABLE.entries)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("6A\t6B\tturned\tyes\tno\tx", "the kind is one of"),
        ("6A\t6B\tmoved\tmaybe\tno\tx", "the kind is one of"),
        ("\t6B\tmoved\tyes\tno\tx", "what is new comes from nowhere"),
        ("6A\t\tmoved\tyes\tno\tx", "what is new comes from nowhere"),
        ("6A\t6B\tsame\tyes\tno\tx", "the same number"),
        ("6A\t94\tmoved\tyes\tno\tx", "has no 94"),
        ("6A\t6 b\tmoved\tyes\tno\tx", "write 6B"),
        ("6A\t6B\tmoved\tyes\tno\tx\n6A\t6B\tsplit\tyes\tno\tx", "a second time"),
    ],
)
def test_a_broken_entry_is_refused(tmp_path: Path, row: str, message: str) -> None:
    shutil.copytree(laws_dir() / "codes", tmp_path / "codes")
    shutil.copytree(laws_dir() / "concordance", tmp_path / "concordance")
    head = "from\tto\tkind\tconfirmed\tchanged\tsource\n"
    (tmp_path / "concordance" / "2007-2017.tsv").write_text(f"{head}{row}\n", encoding="utf-8")

    with pytest.raises(SourceError, match=message):
        load_concordance(tmp_path)

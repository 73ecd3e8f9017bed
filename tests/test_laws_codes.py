"""The registers of the codes."""

from pathlib import Path

import pytest

from assistant.laws.codes import UnknownProvision, load_codes
from assistant.laws.editions import load_editions
from assistant.laws.ids import ProvisionId
from assistant.laws.links import cited_ids
from assistant.laws.markdown import SourceError
from assistant.laws.tree import provisions
from assistant.places import laws_dir

CODES = load_codes(laws_dir())


def test_the_code_of_2017_is_complete() -> None:
    code = CODES["2017"]

    assert code.complete
    assert len(code.ids) == 896
    assert [law for law in code.laws if law.isdigit()] == [str(law) for law in range(1, 94)]
    assert code.title(ProvisionId("6D1")) == "misdeal or card seen before auction"
    assert code.children(ProvisionId("6D")) == ("6D1", "6D2", "6D3")
    assert "def/adjusted-score" in code
    assert not [id for id in code.ids if id.startswith(("Fn", "Part", "Def"))]


def test_registers_hold_what_the_texts_hold_and_cite() -> None:
    for edition in load_editions(laws_dir()):
        if edition.kind == "official":
            register = CODES[edition.year]
            named = {id for p in provisions(edition) for id in (p.id, *cited_ids(p, edition.lang))}

            assert named <= set(register.ids)


@pytest.mark.parametrize(
    ("year", "id", "message"),
    [
        ("2017", "6D9", "6D has no 9; it has 1 to 3 (code of 2017)."),
        ("2017", "6D9a", "6D has no 9; it has 1 to 3 (code of 2017)."),
        ("2017", "6G", "6 has no G; it has A to F (code of 2017)."),
        ("2017", "6A1", "6A has no 1; it has no parts (code of 2017)."),
        ("2017", "94", "The 2017 code has no Law 94; it has Laws 1 to 93."),
        ("2017", "def/foo", "The 2017 code has no definition “foo”."),
        ("1997", "7B3", "7B has no 3; it has 1 to 2 (code of 1997)."),
        ("2007", "16C9", "Of 16C in the 2007 code we hold no text, and know of no 9 in it."),
        (
            "2007",
            "94",
            "Law 94 of the 2007 code is neither held nor cited here; we hold only a part of that code.",
        ),
    ],
)
def test_what_does_not_exist_is_never_widened(year: str, id: str, message: str) -> None:
    with pytest.raises(UnknownProvision) as refused:
        CODES[year].require(ProvisionId(id))

    assert (str(refused.value), refused.value.exit_code) == (message, 1)


@pytest.mark.parametrize(
    ("register", "message"),
    [
        ("id\ttitle\n", "the columns should be"),
        ("id\ttitle\tsource\n6\tX\n", "2 columns where there should be 3"),
        ("id\ttitle\tsource\n6d\tX\ty\n", "write 6D, not 6d"),
        ("id\ttitle\tsource\nboard\tX\ty\n", "is not the number of a law"),
        ("id\ttitle\tsource\n6\tX\ty\n6\tX\ty\n", "a second time"),
        ("id\ttitle\tsource\n6A\tX\ty\n", "6 does not"),
        ("id\ttitle\tsource\n10\tX\ty\n6\tX\ty\n", "6 stands behind 10"),
        ("id\ttitle\tsource\n6\tX\t\n", "has no source"),
    ],
)
def test_a_broken_register_is_refused(tmp_path: Path, register: str, message: str) -> None:
    (tmp_path / "codes").mkdir()
    (tmp_path / "codes" / "codes.toml").write_text(
        '[2007]\ntitle = "x"\nin_force_from = ""\nin_force_to = ""\ncomplete = false\n', encoding="utf-8"
    )
    (tmp_path / "codes" / "2007.tsv").write_text(register, encoding="utf-8")

    with pytest.raises(SourceError, match=message):
        load_codes(tmp_path)

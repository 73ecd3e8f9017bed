"""The situations that are shipped: sound, cited, and in step with their path book."""

from pathlib import Path

from assistant.laws.codes import load_codes
from assistant.places import laws_dir
from assistant.situations import model
from assistant.situations.build import build_all
from assistant.situations.checks import check
from assistant.situations.loader import load
from assistant.situations.pathbook import compare

ROOM = Path(model.__file__).parent


def test_nothing_is_wrong_with_them() -> None:
    codes = load_codes(laws_dir())
    found = check(load(ROOM / "flows"), has=lambda code, law: law in codes[code])
    assert [str(finding) for finding in found] == []


def test_the_path_book_is_up_to_date() -> None:
    """`python -m assistant.situations.pathbook` writes it anew."""
    assert compare(ROOM / "paths", build_all(load(ROOM / "flows"))) == []

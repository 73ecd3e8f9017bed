"""YAML as authors write it, and YAML as nobody should."""

from pathlib import Path

import pytest

from assistant.situations.yamltree import MAX_BYTES, BrokenYaml, Table, Text, parse_yaml, read_yaml

STRINGS = [
    ("a: 24", "24"),
    ("a: yes", "yes"),
    ("a: on", "on"),
    ("a: 6E1", "6E1"),
    ("a: 1_0", "1_0"),
    ("a: 2017-01-01", "2017-01-01"),
    ("a: ~", "~"),
    ("a: null", "null"),
    ("a:", ""),
    ("a: 0x1F", "0x1F"),
    ("a: 012", "012"),
    ('a: "no"', "no"),
    ("a: é", "é"),
    ("\ufeffa: b", "b"),
]


@pytest.mark.parametrize(("source", "value"), STRINGS)
def test_every_scalar_stays_what_was_written(source: str, value: str) -> None:
    assert parse_yaml(source.encode(), "x.yaml")["a"] == value


def test_places_and_order() -> None:
    tree = parse_yaml("b: one\na:\n  yes: two\n  - x\n".replace("  - x\n", "") + "c: [p, q]\n", "x.yaml")
    assert [str(key) for key in tree] == ["b", "a", "c"]
    assert isinstance(tree["a"], Table)
    assert tree.place("a").line == 2
    assert tree["a"].place("yes").line == 3
    assert isinstance(tree["c"][1], Text)
    assert str(tree["c"][1].at) == "x.yaml:4"
    assert tree.place("missing") == tree.at


NESTED = "a: " + "[" * 5000 + "]" * 5000
BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"
LISTS_AS_KEYS = "? [a, b]\n: c\n"

BROKEN = [
    ("a: 1\nb: 2\na: 3\n", 3, "second time (first in line 1)"),  # a key twice
    ("yes: 1\n'yes': 2\n", 2, "second time"),  # the same key, quoted
    (BOMB, 1, "Anchors"),
    ("a: *x\n", 1, "Aliases"),
    ("a: !!python/object/apply:os.system [ls]\n", 1, "Tags"),
    ("a: !x y\n", 1, "Tags"),
    (NESTED, 1, "nested too deeply"),
    ("".join("  " * n + "a:\n" for n in range(60)) + "  " * 60 + "b\n", 31, "nested too deeply"),
    ("a: b\n---\nc: d\n", 2, "second document"),
    ("a: it says: no\n", 1, "quotes"),  # a colon in a sentence
    ("a:\n\tb: c\n", 2, "tab"),
    ('a: "never closed\nb: c\n', 3, "not closed"),
    ("a: {b: c\nd: e\n", 2, "bracket"),
    ("a: b\n  c: d\n", 2, "quotes"),
    ("- a\n- b\n", 1, "mapping"),
    ("just words\n", 1, "mapping"),
    ("", 1, "mapping"),
    (LISTS_AS_KEYS, 1, "key"),
    (b"\xff\xfe\x00a", 1, "UTF-8"),
    (b"a: b\nc: \x80\n", 2, "UTF-8"),
    (b"a: b\nc: \x07\n", 2, "control character"),
    (b"a: \x00\n", 1, "control character"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", 1, "UTF-8"),
    (b"a: " + b"x" * MAX_BYTES, 1, "too large"),
]


@pytest.mark.parametrize(("source", "line", "words"), BROKEN, ids=range(len(BROKEN)))
def test_broken_yaml_is_one_sentence_with_its_line(source: str | bytes, line: int, words: str) -> None:
    with pytest.raises(BrokenYaml) as caught:
        parse_yaml(source, "x.yaml")
    assert words in str(caught.value)
    assert caught.value.place.line == line
    assert str(caught.value).startswith(f"x.yaml:{line}: ")
    assert caught.value.exit_code == 1
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BrokenYaml, match="cannot be read"):
        read_yaml(tmp_path / "none.yaml")
    with pytest.raises(BrokenYaml, match="cannot be read"):
        read_yaml(tmp_path)

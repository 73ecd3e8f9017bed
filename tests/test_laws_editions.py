"""Editions on disk."""

from pathlib import Path

import pytest

from assistant.laws.editions import EditionError, load_edition, load_editions, read_facts, write_facts
from assistant.laws.markdown import SourceError
from assistant.places import laws_dir

FACTS = {
    "language": "en",
    "year": "2007",
    "kind": "official",
    "title": 'The "Laws"',
    "in_force_from": "2008-01-01",
    "in_force_to": "",
    "source": "a\\b",
    "notice": "two\nlines",
}


def _edition(folder: Path, **changes: str) -> Path:
    place = folder / "en" / "2007"
    place.mkdir(parents=True)
    (place / "edition.toml").write_text(write_facts({**FACTS, **changes}), encoding="utf-8")
    (place / "10.md").write_text("# 10. B\n\nText.\n", encoding="utf-8")
    (place / "06.md").write_text("# 6. A\n\nText.\n", encoding="utf-8")
    return place


def test_the_official_editions_and_the_digests_are_there() -> None:
    held = {(edition.name, edition.kind) for edition in load_editions(laws_dir())}

    assert held >= {
        (name, "official") for name in ("en/2007", "en/1997", "fr/1997", "pt/1997", "nl/2007", "da/1997")
    }
    assert held >= {(f"{lang}/2017", "digest") for lang in ("en", "fr", "pt", "nl", "da")}


def test_an_edition_holds_its_laws_in_order(tmp_path: Path) -> None:
    edition = load_edition(_edition(tmp_path))

    assert [law.id for law in edition.laws] == ["6", "10"]
    assert (edition.name, edition.title, edition.notice) == ("en/2007", 'The "Laws"', "two\nlines")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("language", "../../x", "the language"),
        ("year", "07", "four digits"),
        ("kind", "draft", "the kind"),
        ("in_force_from", "soon", "should be a date"),
        ("title", " ", "the title is empty"),
        ("year", "1997", "its folder should be"),
    ],
)
def test_wrong_facts_are_refused(tmp_path: Path, key: str, value: str, message: str) -> None:
    with pytest.raises(EditionError, match=message):
        load_edition(_edition(tmp_path, **{key: value}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language = en", "is not TOML"),
        ("colour = 'red'\n", "is not known"),
        ("", "is missing, or is not text"),
    ],
)
def test_broken_facts_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "edition.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(EditionError, match=message):
        read_facts(path)


def test_a_missing_edition_is_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="is missing"):
        load_edition(tmp_path)


def test_a_misnamed_or_wrongly_encoded_law_is_refused(tmp_path: Path) -> None:
    place = _edition(tmp_path)
    (place / "06.md").rename(place / "07.md")
    with pytest.raises(SourceError, match=r"06\.md"):
        load_edition(place)

    (place / "07.md").write_bytes("# 7. É\n".encode("latin-1"))
    with pytest.raises(SourceError, match="not UTF-8"):
        load_edition(place)

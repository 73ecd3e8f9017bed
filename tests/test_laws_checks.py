"""What `ruling check` finds in law texts."""

import shutil
from pathlib import Path

import pytest

from assistant.laws.checks import Finding, check_texts
from assistant.laws.editions import write_facts
from assistant.places import laws_dir

REGISTER = (
    "id\ttitle\tsource\ndefinitions\tD\tx\ndef/lho\tL\tx\n6\tX\tx\n6A\tX\tx\n6B\tX\tx\n6B1\tX\tx\n7\tX\tx\n"
)
GLOSSARY = (
    "concept\tdef\ten\ten_syn\tfr\tfr_syn\tpt\tpt_syn\tnl\tnl_syn\tda\tda_syn\n"
    "lho\tdef/lho\tLHO\tleft opponent\tadversaire de gauche\tadversaires de gauche; !voisin\tx\t\tx\t\tx\t\n"
)
ENGLISH = """\
# 6. Shuffle

## A. One

LHO deals 13 cards to each of the players as Laws 7 and 6B1 say.[^1]

[^1]: A note.

## B. Two

### 1.

Text.
"""
FRENCH = (
    ENGLISH.replace("Shuffle", "Mélange").replace("Two", "Deux").replace("Text.", "Texte.")
    .replace("LHO deals 13 cards to each of the players as Laws 7 and 6B1 say.",
     "On donne 13 cartes selon les Lois 7 et 6B1.")
)  # fmt: skip
SOUND = {
    "codes/codes.toml": '[2017]\ntitle = "x"\nin_force_from = ""\nin_force_to = ""\ncomplete = true\n',
    "codes/2017.tsv": REGISTER,
    "codes/2017-references.tsv": "from\tto\tsure\n6A\t7,6B1\tyes\n6B1\t7\tno\n6A\tdef/lho\tyes\n",
    "glossary.tsv": GLOSSARY,
    "en/2017/06.md": ENGLISH,
    "en/2017/07.md": "# 7. Control\n\nText.\n",
    "en/2017/definitions.md": "# Definitions\n\n## LHO {#lho}\n\nText.\n",
    "fr/2017/06.md": FRENCH,
    "fr/2017/07.md": "# 7. Contrôle\n\nTexte.\n",
    "fr/2017/definitions.md": "# Définitions\n\n## Adversaire de gauche {#lho}\n\nTexte.\n",
}


def _laws(folder: Path, changes: dict[str, str | None]) -> Path:
    (folder / "concordance").mkdir()
    for lang in ("en", "fr"):
        facts = {"language": lang, "year": "2017", "kind": "digest", "title": "x"}
        facts |= dict.fromkeys(("in_force_from", "in_force_to", "source", "notice"), "")
        (folder / lang / "2017").mkdir(parents=True)
        (folder / lang / "2017" / "edition.toml").write_text(write_facts(facts), encoding="utf-8")
    for name, text in {**SOUND, **changes}.items():
        if text is not None:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def _found(folder: Path, findings: list[Finding]) -> list[tuple[str, int, str]]:
    return [(str(Path(f.file).relative_to(folder)), f.line, f.message) for f in findings]


def test_a_sound_folder_has_no_faults(tmp_path: Path) -> None:
    assert _found(tmp_path, check_texts(_laws(tmp_path, {}))) == []


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("fr/2017/07.md", None, 1, "7 is missing; write it."),
        ("fr/2017/06.md", FRENCH.replace("\n## B. Deux\n\n### 1.\n\nTexte.\n",
         ""), 1, "6B is missing; write it."),
        ("en/2017/07.md",
         "# 7. Control\n\n## A. X\n\nText.\n", 3, "7A is not in the code: 7 has no A; it has no parts"),
        ("en/2017/07.md", "# 7. Control\n", 1, "7 has neither text nor parts"),
        ("en/2017/07.md", "# 7.\n\nText.\n", 1, "7 has no heading"),
        ("en/2017/07.md", "# 7. Control\n\nA **bold** word.\n", 1, "7 holds the markup “**”"),
        ("en/2017/07.md", "# 7. Control\n\nText. \n", 3, "this line should read: Text."),
        ("fr/2017/07.md", "# 7. Contrôle\n\nVoir Loi 6A9.\n", 1, "7 cites 6A9: 6A has no 9; it has no parts"),
        ("fr/2017/06.md", FRENCH.replace("Lois 7 et 6B1", "Loi 7"), 3, "6A should cite 6B1; the code does."),
        ("fr/2017/06.md", FRENCH.replace("Lois 7", "Lois 6, 7"), 3, "missing –, too many 6."),
        ("fr/2017/06.md", FRENCH.replace("13",
         "12"), 3, "other numbers than the English text: missing 13, too many 12."),
        ("fr/2017/07.md",
         "# 7. Contrôle\n\nTexte.[^1]\n\n[^1]: Note.\n", 1, "7 has 1 notes, the English text 0."),
        ("fr/2017/06.md", FRENCH.replace("On donne", "Cards to each of the players; on donne"), 3,
         "left in English: “cards to each of the”"),
        ("codes/2017.tsv", REGISTER.replace("6B1\tX\tx\n", "6b1\tX\tx\n"), 7, "write 6B1, not 6b1."),
        ("codes/2017-references.tsv", "from\tto\tsure\n6A\t7\tperhaps\n", 2, "the last column is yes or no."),
        ("glossary.tsv", GLOSSARY.replace("adversaire de gauche\tadv",
         "\tadv"), 2, "“lho” has no word in fr."),
        ("glossary.tsv", GLOSSARY.replace("def/lho", ""), 1, "no term has the definition def/lho"),
        ("en/2017/edition.toml", "kind = 'x'\n", 1, "is missing, or is not text"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_file_and_line(
    tmp_path: Path, name: str, text: str | None, line: int, message: str
) -> None:
    found = _found(tmp_path, check_texts(_laws(tmp_path, {name: text})))

    assert [(file, at) for file, at, said in found if message in said] == [(name, line)], found


def test_a_synonym_that_our_texts_avoid_is_told(tmp_path: Path) -> None:
    """“!voisin” in the glossary is there to be searched for; other synonyms are forms that texts use."""
    text = "# 7. Contrôle\n\nLe voisin joue avant les adversaires de gauche.\n"
    found = _found(tmp_path, check_texts(_laws(tmp_path, {"fr/2017/07.md": text})))

    assert ("fr/2017/07.md", 1, "7 says “voisin” where the glossary prefers “adversaire de gauche”.") in found
    assert not any("adversaires" in message.split(" where ")[0] for _, _, message in found)


def test_registers_concordance_and_official_texts_of_the_project_are_sound() -> None:
    found = check_texts(laws_dir())

    assert [f for f in found if "/2017/" not in f.file and "glossary" not in f.file] == []


def test_the_copy_of_the_references_is_whole() -> None:
    lines = (laws_dir() / "codes" / "2017-references.tsv").read_text(encoding="utf-8").splitlines()

    assert len(lines) == 295


def test_a_broken_concordance_is_a_fault(tmp_path: Path) -> None:
    shutil.copytree(laws_dir(), tmp_path / "laws", ignore=shutil.ignore_patterns("sources", "2017"))
    path = tmp_path / "laws" / "concordance" / "2007-2017.tsv"
    path.write_text("from\tto\n", encoding="utf-8")

    assert [f.line for f in check_texts(tmp_path / "laws") if f.file == str(path)] == [1]

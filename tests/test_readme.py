"""What README and CONTRIBUTING say is true: every example below the set-up lines is run."""

import re
import shlex
from pathlib import Path

import pytest

from assistant.reference.checking import PATH_BOOK
from tests.conftest import Ruling

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, str]]:
    """Each `$ ruling …` of the README with the output printed below it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), examples(), ids=lambda each: each[:60])
def test_an_example_prints_what_the_readme_shows(ruling: Ruling, command: str, output: str) -> None:
    program, *words = shlex.split(command)
    ran = ruling(*words)
    printed = [line.rstrip() for line in (ran.out + ran.err).rstrip("\n").split("\n")]
    shown = [line.rstrip() for line in output.rstrip("\n").split("\n")]

    assert program == "ruling"
    if "…" in shown:  # a line of only “…” stands for what is left out at the end
        shown = shown[: shown.index("…")]
        printed = printed[: len(shown)]
    assert printed == shown


def test_there_are_examples() -> None:
    assert len(examples()) >= 4


def test_the_two_lines_that_set_everything_up_come_first() -> None:
    block = re.search(r"^```\w*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)

    assert block is not None
    first, second = block[1].splitlines()
    assert "ruling ask" in first
    assert second.endswith("-m pytest -q")


def test_every_command_is_in_the_readme() -> None:
    from assistant.cli.main import COMMANDS

    assert [
        name for name in COMMANDS if f"`ruling {name}" not in README and f"ruling {name} " not in README
    ] == []


@pytest.mark.parametrize(
    "named", sorted(set(re.findall(r"`((?:assistant|laws|docs|tests)/[\w./<>{},-]+)`", CONTRIBUTING)))
)
def test_what_contributing_names_exists(named: str) -> None:
    path = named.replace("<lang>", "fr").replace("ID.yaml", "shuffle-or-cut.yaml")
    path = path.replace("<year>", "2017" if "codes" in path or "edition.toml" in path else "1997")

    for each in re.sub(r"\{([^}]*)\}", lambda found: found[1].split(",")[0], path).split(","):
        assert (ROOT / each).exists(), named


def test_a_situation_is_added_by_copying_one(tmp_path: Path) -> None:
    """CONTRIBUTING, “A situation”: copy, change, check, read its path book."""
    import shutil

    from assistant.reference.compile import SITUATIONS
    from assistant.situations import pathbook
    from assistant.situations.build import build_all
    from assistant.situations.checks import check
    from assistant.situations.loader import load

    flows = tmp_path / "flows"
    shutil.copytree(SITUATIONS, flows)
    text = (flows / "shuffle-or-cut.yaml").read_text(encoding="utf-8")
    (flows / "cut-again.yaml").write_text(
        text.replace("situation: shuffle-or-cut", "situation: cut-again"), encoding="utf-8"
    )
    sources = load(flows, root=tmp_path)

    assert check(sources) == []
    changed = pathbook.write(tmp_path / "paths", build_all(sources))
    assert tmp_path / "paths" / "cut-again.txt" in changed
    kept = (PATH_BOOK / "shuffle-or-cut.txt").read_text(encoding="utf-8")
    assert (tmp_path / "paths" / "cut-again.txt").read_text(encoding="utf-8") == kept


def test_a_translation_is_a_filled_msgstr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CONTRIBUTING, “A translation”: what stands in the catalogue is what is shown."""
    from assistant.reference import catalogues

    path = tmp_path / "interface.po"
    path.write_text('msgid "Say:"\nmsgstr "Zeg:"\n\nmsgid "Introduction"\nmsgstr ""\n', encoding="utf-8")
    monkeypatch.setattr(catalogues, "path_of", lambda language, domain: path)

    assert catalogues.messages("nl", "interface") == {"Say:": "Zeg:"}


def test_an_edition_is_imported_from_its_source(tmp_path: Path) -> None:
    """CONTRIBUTING, “An edition”: the source and the TOML beside it give the Markdown."""
    from assistant.importing.importer import import_file

    (source,) = (ROOT / "laws" / "nl" / "sources").glob("*.txt")
    import_file(source, tmp_path)

    made = tmp_path / "nl" / "2007" / "06.md"
    assert made.read_bytes() == (ROOT / "laws" / "nl" / "2007" / "06.md").read_bytes()

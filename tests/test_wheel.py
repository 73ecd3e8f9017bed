"""The wheel: built, installed into an empty environment, run from elsewhere by somebody who may write nowhere."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def reachable_by_all(path: Path) -> bool:
    """Whether a user without rights may pass every folder on the way to a file."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


# The tests may run as root, whom no permission stops: then somebody else runs the program, if they can
# reach the interpreter at all. Either way, nothing in the environment may have changed in the end.
NOBODY: dict[str, Any] = (
    {"user": 65534, "group": 65534, "extra_groups": []}
    if os.getuid() == 0 and reachable_by_all(Path(sys.executable))
    else {}
)


class Installed:
    """A wheel in an environment of its own, and an empty folder that cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ruling = folder, folder / "env" / "bin" / "ruling"
        self.elsewhere = folder / "elsewhere"

    def start(self, *words: str, home: Path | None = None, **more: str) -> subprocess.Popen[str]:
        """Start `ruling` in a folder of nobody's, with a home that cannot be written unless one is given."""
        env = {"PATH": "/usr/bin:/bin", "HOME": str(home or self.elsewhere), "LANG": "C.UTF-8"}
        return subprocess.Popen(
            [self.ruling, *words], cwd=self.elsewhere, env=env | {"PYTHONDONTWRITEBYTECODE": "1"} | more,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", errors="replace", **NOBODY,
        )  # fmt: skip

    def run(self, *words: str, home: Path | None = None, **more: str) -> tuple[int, str, str]:
        """Run `ruling`: exit code, standard output, standard error."""
        process = self.start(*words, home=home, **more)
        out, err = process.communicate()
        return process.returncode, out, err

    def files(self) -> dict[str, int]:
        """Every file of the environment and of the folder it runs in, with its time."""
        found = [*(self.folder / "env").rglob("*"), *self.elsewhere.rglob("*")]
        return {str(path): path.lstat().st_mtime_ns for path in found}


@pytest.fixture(scope="module")
def installed() -> Iterator[Installed]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
        subprocess.run(
            [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", name, str(ROOT)], check=True
        )
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        (wheel,) = folder.glob("*.whl")
        subprocess.run([*pip, "--python", str(folder / "env"), "install", str(wheel)], check=True)
        (folder / "elsewhere").mkdir()
        (folder / "elsewhere").chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IROTH | stat.S_IXOTH)
        made = Installed(folder)
        before = made.files()
        yield made
        assert made.files() == before  # nothing is ever written where it is installed


def test_it_answers_in_every_language(installed: Installed) -> None:
    for lang, words in (
        ("en", "law 6D1"),
        ("fr", "loi 6D1"),
        ("pt", "lei 6D1"),
        ("nl", "artikel 6D1"),
        ("da", "§6D1"),
    ):
        code, out, err = installed.run("law", words, "--lang", lang, "--json")

        assert (code, err) == (0, "")
        assert json.loads(out)["id"] == "6D1"


def test_it_walks_to_a_ruling(installed: Installed) -> None:
    answers = ["--answer", "when=shuffle-or-deal", "--answer", "called=no"]
    _, out, _ = installed.run("walk", "card-seen-before-auction", *answers, "--json")

    assert json.loads(out)["ruling"]["laws"] == ["6D1"]


def test_it_prints_on_a_terminal_without_our_characters(installed: Installed) -> None:
    code, out, err = installed.run(
        "law", "6D1", "--lang", "da", LANG="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )

    assert (code, err) == (0, "")
    assert out.isascii()


def test_texts_of_ones_own_are_compiled_once_whatever_runs_at_once(installed: Installed) -> None:
    """Several first compiles together leave one whole store, in the user's cache."""
    home = installed.folder / "home"
    home.mkdir()
    home.chmod(0o777)
    (text,) = (ROOT / "laws" / "nl" / "sources").glob("*.txt")
    code, _, err = installed.run("import", str(text), home=home)
    assert (code, err) == (0, "")

    (home / ".cache" / "bridge-ruling" / "reference.sqlite").unlink()
    for process in [installed.start("law", "6A", "--lang", "nl", "--json", home=home) for _ in range(3)]:
        out, err = process.communicate()
        assert (process.returncode, err) == (0, "")
        assert json.loads(out)["id"] == "6A"
    assert [path.name for path in (home / ".cache" / "bridge-ruling").iterdir()] == ["reference.sqlite"]


def test_the_version_names_what_it_carries(installed: Installed) -> None:
    code, out, _ = installed.run("--version")

    assert code == 0
    assert "2007: en, nl" in out

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


class Installed:
    """A wheel in an environment of its own, and an empty folder that cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ruling = folder, folder / "env" / "bin" / "ruling"
        self.elsewhere = folder / "elsewhere"

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run `ruling` as a user without rights (where the tests may become one), without a home to write to."""
        nobody: dict[str, Any] = (
            {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        )
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.elsewhere), "LANG": "C.UTF-8"} | more
        return subprocess.run(
            [self.ruling, *words], cwd=self.elsewhere, env=env, capture_output=True, encoding="utf-8",
            errors="replace", check=False, stdin=subprocess.DEVNULL, **nobody,
        )  # fmt: skip


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
        yield Installed(folder)


def test_it_answers_in_every_language(installed: Installed) -> None:
    for lang, words in (
        ("en", "law 6D1"),
        ("fr", "loi 6D1"),
        ("pt", "lei 6D1"),
        ("nl", "artikel 6D1"),
        ("da", "§6D1"),
    ):
        ran = installed.run("law", words, "--lang", lang, "--json")

        assert (ran.returncode, ran.stderr) == (0, "")
        assert json.loads(ran.stdout)["id"] == "6D1"


def test_it_walks_to_a_ruling(installed: Installed) -> None:
    ran = installed.run(
        "walk",
        "card-seen-before-auction",
        "--answer",
        "when=shuffle-or-deal",
        "--answer",
        "called=no",
        "--json",
    )

    assert json.loads(ran.stdout)["ruling"]["laws"] == ["6D1"]


def test_it_prints_on_a_terminal_without_our_characters(installed: Installed) -> None:
    ran = installed.run("law", "6D1", "--lang", "da", LANG="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.isascii()


def test_a_text_of_ones_own_is_compiled_beside_the_shipped_ones(installed: Installed) -> None:
    """Many first compiles at once leave one whole store; nothing is written into the package."""
    home = installed.folder / "home"
    home.mkdir()
    home.chmod(0o777)
    source = ROOT / "laws" / "nl" / "sources"
    (text,) = source.glob("*.txt")
    before = sorted(path.name for path in (installed.folder / "env").rglob("_data/*"))
    assert installed.run("import", str(text), HOME=str(home)).returncode in (
        0,
        1,
    )  # 1: the edition is shipped already

    own = home / ".local" / "share" / "bridge-ruling" / "laws"
    own.mkdir(parents=True, exist_ok=True)
    for folder in (own, *own.parents):
        if home in folder.parents:
            folder.chmod(0o777)
    first = [
        subprocess.Popen(
            [installed.ruling, "law", "6A", "--lang", "nl", "--json"], cwd=home,
            env={"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        )
        for _ in range(3)
    ]  # fmt: skip
    for process in first:
        out, err = process.communicate()
        assert (process.returncode, err) == (0, "")
        assert json.loads(out)["id"] == "6A"
    cache = home / ".cache" / "bridge-ruling"
    assert [path.name for path in cache.iterdir()] == ["reference.sqlite"]
    assert sorted(path.name for path in (installed.folder / "env").rglob("_data/*")) == before


def test_the_version_names_what_it_carries(installed: Installed) -> None:
    ran = installed.run("--version")

    assert ran.returncode == 0
    assert "2007: en, nl" in ran.stdout

"""What the tests share: the command line as a function, and the compiled store of this checkout."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from assistant import words
from assistant.cli.main import main
from assistant.reference.opening import open_store
from assistant.reference.store import Store
from tests.site_fixtures import browser, site  # noqa: F401 - fixtures made once for all files


class Ran(NamedTuple):
    """What a command line gave: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Ruling = Callable[..., Ran]


@pytest.fixture
def store() -> Store:
    return open_store()


@pytest.fixture
def ruling(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ruling:
    """Runs `ruling WORDS…` in English unless `--lang` says otherwise; nothing is a terminal."""
    for name in ("RULING_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: str) -> Ran:
        capsys.readouterr()
        try:
            code = main(args)
        finally:
            words.use("en", {})
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run

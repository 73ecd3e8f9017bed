"""The built site and a browser to read it with, each made once for all tests (see conftest.py)."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest


class Site(NamedTuple):
    """The folder of a built site, how long it took, and how many pages it has."""

    folder: Path
    seconds: float
    pages: int


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The whole site, built as `ruling site` builds it."""
    pytest.importorskip("myst_parser", reason="Sphinx and MyST are not installed: the site cannot be built")
    from assistant.cli.site import build

    folder = tmp_path_factory.mktemp("site") / "out"
    began = time.perf_counter()
    pages = build(folder)
    return Site(folder, time.perf_counter() - began, pages)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """A headless Chromium that can reach no network. Skips where there is none; fails where CI must have one."""
    program = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        reason = "no browser: install chromium and chromium-driver to test the site in one"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = program
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-gpu",
        "--lang=en",
        # Whatever a page might ask for beyond its own files ends here.
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    running = webdriver.Chrome(options=options, service=Service(driver))
    running.set_page_load_timeout(60)
    yield running
    running.quit()

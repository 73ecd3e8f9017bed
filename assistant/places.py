"""Where things lie: the one module that knows a checkout from an installed wheel.

In a checkout (or an editable install) `laws/` and `docs/` stand beside the package and the store is
compiled on first use into the git-ignored `var/`. In a wheel they travel inside the package under
`_data`, together with the compiled store, and nothing is ever written there.
"""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = PACKAGE.parent
_DATA = PACKAGE / "_data"

STORE_NAME = "reference.sqlite"


def in_checkout() -> bool:
    """Whether the package runs from a checkout, where texts may be edited at any time."""
    return not _DATA.is_dir()


def laws_dir() -> Path:
    """The folder of law texts, registers, concordance and glossary."""
    return (_CHECKOUT if in_checkout() else _DATA) / "laws"


def docs_dir() -> Path:
    """The folder of the Sphinx project."""
    return (_CHECKOUT if in_checkout() else _DATA) / "docs"


def shipped_store() -> Path:
    """The compiled store of a wheel; it does not exist in a checkout."""
    return _DATA / STORE_NAME


def user_laws_dir() -> Path:
    """Where a user's own imported editions lie (the platform's user data folder)."""
    return _user_dir("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Application Support") / "laws"


def cache_dir() -> Path:
    """Where a store is compiled for this user; in a checkout its own `var/`, when that can be written."""
    if in_checkout() and os.access(_CHECKOUT, os.W_OK):
        return _CHECKOUT / "var"
    return _user_dir("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA", "Caches")


def _user_dir(variable: str, default: str, windows: str, mac: str) -> Path:
    """A folder of this program's own below the platform's place for data or caches."""
    if sys.platform == "win32":
        base = Path(os.environ.get(windows) or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / mac
    else:
        base = Path(os.environ.get(variable) or Path.home() / default)
    return base / "bridge-ruling"

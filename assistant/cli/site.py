"""`ruling site`: the static site, built by Sphinx beside its place and put there when it is whole."""

import io
import os
import shutil
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from assistant import places
from assistant.cli.languages import printable
from assistant.cli.options import Lang
from assistant.cli.output import say
from assistant.errors import RulingError
from assistant.words import t, tn

# A folder with this file in it was made by this command and may be replaced by it.
MARKER = ".ruling-site"


def command(
    outdir: Annotated[
        Path, typer.Argument(metavar="outdir", help=t("The folder to make; a former site in it is replaced."))
    ],
    lang: Lang = None,
) -> None:
    """Build the site in all languages."""
    pages = build(outdir)
    say(tn("{count} page in {folder}.", "{count} pages in {folder}.", pages, folder=outdir))


def build(outdir: Path) -> int:
    """Build the site into `outdir` and give the number of its pages.

    Nothing is left half-written: an error leaves `outdir` as it was. Raises RulingError where Sphinx
    is missing, `outdir` holds something else, cannot be written, or the build fails.
    """
    _need_sphinx()
    target = _free(outdir)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise _unwritable(outdir, error) from error
    try:
        made = work / "site"
        _run_sphinx(made, work / "doctrees")
        (made / MARKER).touch()
        _put_in_place(made, target, work / "former")
        return sum(1 for _ in target.rglob("*.html"))
    except OSError as error:
        raise _unwritable(outdir, error) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _need_sphinx() -> None:
    from importlib.util import find_spec

    if find_spec("sphinx") is None or find_spec("myst_parser") is None:
        raise RulingError(
            t("The site is built with Sphinx, which is not installed. Run: pip install 'bridge-ruling[site]'")
        )


def _free(outdir: Path) -> Path:
    """The folder to make, links followed. Raises RulingError where something else lies there."""
    target = outdir.resolve()
    if not target.exists():
        return target
    if not target.is_dir():
        raise RulingError(t("{folder} is a file. Name a folder.", folder=printable(str(outdir))))
    if any(target.iterdir()) and not (target / MARKER).is_file():
        raise RulingError(
            t(
                "{folder} holds other files, which are kept. Name an empty or a new folder.",
                folder=printable(str(outdir)),
            )
        )
    return target


def _run_sphinx(out: Path, doctrees: Path) -> None:
    from sphinx.application import Sphinx

    docs = places.docs_dir()
    warnings = io.StringIO()
    try:
        app = Sphinx(
            srcdir=docs / "pages", confdir=docs, outdir=out, doctreedir=doctrees, buildername="html",
            status=None, warning=warnings, freshenv=True, parallel=1,
        )  # fmt: skip
        app.build(force_all=True)
    except RulingError:
        raise
    except Exception as error:  # whatever goes wrong inside Sphinx, a person gets one sentence
        raise RulingError(t("The site could not be built: {reason}", reason=_first_line(error))) from error
    if app.statuscode:
        raise RulingError(t("The site could not be built: {reason}", reason=_first_line(warnings.getvalue())))


def _first_line(error: object) -> str:
    text = str(error).strip() or type(error).__name__
    return printable(text.splitlines()[0], 200)


def _put_in_place(made: Path, target: Path, former: Path) -> None:
    if target.exists():
        os.replace(target, former)
    try:
        os.replace(made, target)
    except OSError:
        if former.exists():
            os.replace(former, target)
        raise


def _unwritable(outdir: Path, error: OSError) -> RulingError:
    return RulingError(
        t(
            "{folder} cannot be written: {reason}.",
            folder=printable(str(outdir)),
            reason=error.strerror or type(error).__name__,
        )
    )

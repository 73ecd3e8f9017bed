"""`ruling check`: everything about texts, situations and translations that can be checked."""

import typer

from assistant.cli.options import AsJson, Edition, Lang
from assistant.cli.output import say_json
from assistant.words import t, tn


def command(lang: Lang = None, edition: Edition = None, as_json: AsJson = False) -> None:
    """Print every fault with its file and line; exit 1 if there is one."""
    from assistant.reference.checking import check_all

    faults = check_all()
    if as_json:
        say_json([{"file": fault.file, "line": fault.line, "message": fault.message} for fault in faults])
    else:
        for fault in faults:
            print(f"{fault.file}:{fault.line}: {fault.message}")
        if faults:
            print(tn("{count} fault.", "{count} faults.", len(faults)))
        else:
            print(t("No faults."))
    if faults:
        raise typer.Exit(1)

"""The command `ruling`: finds the language and the command, imports that command alone, runs it.

Typer's own wording is fixed in English, so its errors and help are said again in ours. Each command
is a module of this package with a function `command` and is imported only when it is named: a
look-up at the table should not wait for the site builder.
"""

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from assistant.cli import languages, output
from assistant.errors import RulingError, UsageError
from assistant.words import LANGUAGES, t

# Name of the command to its module; what each does is said in `summaries`.
COMMANDS = {
    "ask": "ask", "walk": "walk", "situations": "situations", "paths": "paths", "law": "law",
    "search": "search", "diff": "diff", "term": "term", "import": "importing", "check": "check",
    "site": "site",
}  # fmt: skip

# Commands that work for seconds, not for an instant.
_LONG = frozenset({"check", "import", "site"})


def summaries() -> dict[str, str]:
    """One sentence for each command, in the language in use."""
    return {
        "ask": t("Find the situation that a question is about, and walk to its ruling."),
        "walk": t("Answer a situation's questions and get its ruling."),
        "situations": t("The map of all situations, by stage."),
        "paths": t("Every way through a situation, one line each."),
        "law": t("The text of a law or a part of it, with links, citations and parallels."),
        "search": t("Find words in the texts of the laws."),
        "diff": t("What changed in a provision from one code to another."),
        "term": t("A term of the game in five languages, with its definition."),
        "import": t("Bring a law text of your own."),
        "check": t("Check everything that can be checked."),
        "site": t("Build the static site."),
    }


def run() -> None:
    """The entry point of the command line."""
    # A look-up ends long before garbage matters; collecting it while modules load costs half a bare start.
    gc.disable()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    output.prepare_streams()
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        print(t("The output cannot be written: {reason}.", reason=error.strerror), file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def main(args: Sequence[str]) -> int:
    """Run one command line and return its exit code; errors go to standard error, one sentence."""
    try:
        return _dispatch(args)
    except RulingError as error:
        print(error, file=sys.stderr)
        return error.exit_code


def _dispatch(args: Sequence[str]) -> int:
    from assistant.reference.opening import open_store

    language = languages.named(args)
    spoken = language if language in LANGUAGES else languages.preferred()
    if spoken != "en":
        languages.speak(open_store(), spoken)
    if language is not None:
        languages.known(language)
    before, rest = _leading_language(args)
    if not rest or rest[0] in ("--help", "-h"):
        _overview()
        return 0
    if rest[0] == "--version":
        _version(open_store)
        return 0
    name, rest = _command(rest[0]), [*before, *rest[1:]]
    if name in _LONG:
        gc.enable()
    return _run(name, import_module(f"assistant.cli.{COMMANDS[name]}").command, rest)


def _leading_language(args: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of a command line parted: `--lang X` before the command's name, and the rest."""
    rest = list(args)
    before: list[str] = []
    while rest and (rest[0] == "--lang" or rest[0].startswith("--lang=")):
        taken = 2 if rest[0] == "--lang" else 1
        before += rest[:taken]
        rest = rest[taken:]
    return before, rest


def _command(name: str) -> str:
    """The name itself, checked. Raises UsageError naming the commands there are."""
    if name in COMMANDS:
        return name
    raise UsageError(
        t(
            "There is no command “{name}”. The commands are: {names}.",
            name=languages.printable(name),
            names=", ".join(COMMANDS),
        )
    )


def _run(name: str, function: Callable[..., None], args: list[str]) -> int:
    import typer

    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings={"help_option_names": []})
    app.command(name)(function)
    command: Any = typer.main.get_command(app)
    if "--help" in args or "-h" in args:
        _help(name, command)
        return 0
    problem: Any = typer.BadParameter.__base__  # every fault of the words typed derives from this one
    try:
        result = command.main(args, prog_name=f"ruling {name}", standalone_mode=False)
    except typer.Abort:
        print(file=sys.stderr)
        return 130
    except problem as error:
        raise UsageError(_sentence(name, error)) from None
    return int(result or 0)


def _sentence(name: str, error: Any) -> str:
    """Typer's error in our words: what was wrong, and where to read on."""
    kind = type(error).__name__
    option = languages.printable(
        str(getattr(error, "option_name", None) or getattr(getattr(error, "param", None), "name", ""))
    )
    more = t("“ruling {name} --help” shows how it is used.", name=name)
    if kind == "NoSuchOption":
        said = t("“{name}” has no option “{option}”.", name=name, option=option)
    elif kind == "BadOptionUsage":
        said = t("The option “{option}” of “{name}” wants a value.", name=name, option=option)
    elif kind == "MissingParameter":
        parameter = error.param
        if parameter is not None and parameter.param_type_name == "option":
            said = t("“{name}” wants the option “{option}”.", name=name, option=parameter.opts[0])
        else:
            said = t("“{name}” wants something more: {argument}.", name=name, argument=_label(parameter))
    elif kind == "BadParameter":
        said = t("That value does not fit: {reason}", reason=languages.printable(str(error.message), 200))
    else:
        said = t(
            "“{name}” cannot make sense of these words: {words}.",
            name=name,
            words=languages.printable(str(error.message), 200).rstrip("."),
        )
    return f"{said} {more}"


def _label(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name).upper()


def _overview() -> None:
    output.say(t("A rules reference and ruling assistant for the Laws of Duplicate Bridge."))
    output.say()
    output.columns(summaries().items())
    output.say()
    output.say(
        t("“ruling COMMAND --help” explains a command; --lang chooses the language (en, fr, pt, nl, da).")
    )
    output.say(t("Our rulings are summaries; the official text of your federation decides."))


def _help(name: str, command: Any) -> None:
    """A command's help, made from its declarations and our words."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    usage = " ".join(
        f"{_label(each)}{'…' if each.nargs == -1 else ''}" if each.required else f"[{_label(each)}]"
        for each in arguments
    )
    output.say(f"ruling {name} {usage}".rstrip() + (" [--…]" if options else ""))
    output.say()
    output.say(summaries()[name], 2)
    output.say()
    output.columns([(_label(each), each.help or "") for each in arguments])
    output.columns(
        [(each.opts[0] + ("" if each.is_flag else f" {_label(each)}"), each.help or "") for each in options]
    )


def _version(open_store: Callable[[], Any]) -> None:
    from assistant import __version__

    store = open_store()
    print(f"ruling {__version__}")
    held = {
        code["year"]: ", ".join(
            f"{edition.lang} ({t('digest')})" if edition.kind == "digest" else edition.lang
            for edition in store.editions()
            if edition.year == code["year"]
        )
        for code in store.codes()
    }
    for year, editions in held.items():
        output.say(t("Code of {year}: {editions}", year=year, editions=editions), 0, 2)

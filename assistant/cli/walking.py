"""Showing a walk: its question with the options, or its ruling; alone or in two languages side by side."""

import textwrap
from typing import Any

from assistant.cli import output
from assistant.cli.languages import speaking
from assistant.reference import lookup, names
from assistant.reference.store import Json, Store
from assistant.situations import vocabulary
from assistant.words import language, t

Lines = list[str]


def show(store: Store, shown: Json) -> None:
    """Print a walk's question or ruling; with `also`, each further language beside the first."""
    views = [lines(store, shown, output.width() if "also" not in shown else _half())]
    for lang, other in shown.get("also", {}).items():
        views.append(_in_language(store, lang, other))
    if len(views) == 1:
        print("\n".join(views[0]))
        return
    for view in views[1:]:
        print("\n".join(_beside(views[0], view)))


def _half() -> int:
    return (output.width() - 3) // 2


def _in_language(store: Store, lang: str, shown: Json) -> Lines:
    with speaking(store, lang):
        return lines(store, shown, _half())


def _beside(left: Lines, right: Lines) -> Lines:
    width = _half()
    rows = max(len(left), len(right))
    left, right = [*left, *[""] * (rows - len(left))], [*right, *[""] * (rows - len(right))]
    return [f"{first:<{width}} | {second}".rstrip() for first, second in zip(left, right, strict=True)]


def lines(store: Store, shown: Json, width: int) -> Lines:
    """A walk's title, code, and question or ruling, wrapped to `width`."""
    found = [*_wrap(shown["title"], width), *_wrap(t("Code of {year}", year=shown["edition"]), width)]
    newest = store.codes()[-1]["year"]
    if shown["edition"] != newest:
        found += _wrap(t("This code is no longer in force; the code of {year} is.", year=newest), width)
    found.append("")
    if "question" in shown:
        found += _question(shown["question"], width)
    else:
        found += _ruling(shown["ruling"], width)
    if shown["unused"] and "ruling" in shown:
        found += [
            "",
            *_wrap(t("Answers that were not needed: {answers}.", answers=", ".join(shown["unused"])), width),
        ]
    return found


def _wrap(text: str, width: int, indent: int = 0, hang: int | None = None) -> Lines:
    rest = " " * (indent if hang is None else hang)
    return textwrap.wrap(
        text, width, initial_indent=" " * indent, subsequent_indent=rest, break_on_hyphens=False
    )


def _cited(laws: list[str]) -> str:
    return f" [{', '.join(names.citation(id) for id in laws)}]" if laws else ""


def _question(question: Json, width: int) -> Lines:
    found = _wrap(question["text"], width)
    if question["help"]:
        found += _wrap(question["help"], width, 2)
    if question.get("often_forgotten"):
        found += _wrap(t("This is often forgotten."), width, 2)
    found.append("")
    for position, option in enumerate(question["options"], 1):
        found += _wrap(f"{position:>3}  {option['text']} ({option['id']})", width, 0, 5)
    if "number" in question:
        low, high = question["number"]
        found += _wrap(
            t("The answer may also be the number itself, from {low} to {high}.", low=low, high=high), width, 2
        )
    return found


def _ruling(ruling: Json, width: int) -> Lines:
    found = [*_wrap(ruling["summary"], width), *_wrap(vocabulary.kinds()[ruling["kind"]], width)]
    for position, step in enumerate(ruling["steps"], 1):
        found.append("")
        found += _wrap(f"{position}. {step['text']}{_cited(step['laws'])}", width, 0, 3)
        found += _lasts(step, width, 3)
        if "choices" in step:
            if not step["text"].endswith(":"):  # a step such as “Declarer chooses:” says it already
                found += _wrap(vocabulary.choosers()[step.get("by", "director")], width, 3)
            for choice in step["choices"]:
                found += _wrap(f"- {choice['text']}{_cited(choice['laws'])}", width, 3, 5)
                found += _lasts(choice, width, 5)
    if ruling["say"]:
        found += ["", *_wrap(t("Say:"), width)]
        for sentence in ruling["say"]:
            found += _wrap(t("“{words}”", words=sentence), width, 2)
    if ruling["also_check"]:
        found += ["", *_wrap(t("Check later, or also:"), width)]
        for check in ruling["also_check"]:
            found += _wrap(f"- {check['text']}{_cited(check['laws'])}", width, 2, 4)
            if "go" in check:
                found.append(f"    {command_for(check['go']['situation'])}")
    return found


def command_for(situation: str) -> str:
    """The command that walks a situation in the language in use."""
    return f"ruling walk {situation}" + ("" if language() == "en" else f" --lang {language()}")


def _lasts(entry: Json, width: int, indent: int) -> Lines:
    if not entry.get("lasts"):
        return []
    return _wrap(t("Lasts: {how_long}", how_long=entry["lasts"]), width, indent)


def texts(store: Store, shown: Json) -> Lines:
    """The provisions that a ruling's steps cite, each in the newest text held, labelled where it is older."""
    found: Lines = []
    for id in shown["ruling"]["laws"]:
        held: dict[str, Any] | None = lookup.forerunner(store, language(), id, shown["edition"])
        if held is None:
            found += [
                "",
                *_wrap(
                    t("{citation}: its text is not held here.", citation=names.citation(id)), output.width()
                ),
            ]
            continue
        head = f"{names.citation(held['id'])} ({held['edition']})" + (
            f". {held['heading']}" if held["heading"] else ""
        )
        found += ["", *_wrap(head, output.width())]
        if held["changed"]:
            found += _wrap(
                t("The content differs in the code of {year}.", year=shown["edition"]), output.width(), 2
            )
        if held["kind"] == "digest":
            found += _wrap(names.digest_notice(), output.width(), 2)
        for line in held["text"].split("\n"):
            found += _wrap(line, output.width(), 2)
    return found

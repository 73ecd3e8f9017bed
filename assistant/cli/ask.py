"""`ruling ask`: a question in plain words, to the situation it is about and on to the ruling."""

from typing import Annotated

import typer

from assistant.asking import match
from assistant.cli import walking
from assistant.cli.languages import printable, speak
from assistant.cli.options import AsJson, Edition, Lang, known_year
from assistant.cli.output import columns, on_terminal, say, say_command, say_json
from assistant.cli.walk import document, how_to_go_on, interactive
from assistant.errors import RulingError
from assistant.laws.citations import expand, find
from assistant.reference import names
from assistant.reference.opening import open_store
from assistant.reference.store import Json, Store
from assistant.situations import vocabulary
from assistant.situations.engine import Walk
from assistant.words import language, t

_SHOWN = 3


def command(
    words: Annotated[list[str], typer.Argument(metavar="words", help=t("What happened, in your own words."))],
    lang: Lang = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Print the situations that fit best; on a terminal, walk on."""
    store = open_store()
    year = known_year(store, edition) if edition else store.codes()[-1]["year"]
    query = " ".join(words)
    if lang is None:
        _speak_as_asked(store, query)
    found = answer(store, query, year)
    if as_json:
        say_json(found)
    elif not found["results"] and not found["provisions"]:
        _nothing(store, query)
    elif on_terminal():
        _go_on(store, found, year)
    else:
        _print(store, found, year)
    if not found["results"] and not found["provisions"]:
        raise typer.Exit(1)


def _speak_as_asked(store: Store, query: str) -> None:
    """Take the question's own language where it is clear."""
    from assistant.asking.detect import detect

    spoken = detect(query)
    if spoken is not None and spoken != language():
        speak(store, spoken)


def answer(store: Store, query: str, year: str) -> Json:
    """The situations and provisions that a question names, in the JSON shape of the command."""
    spoken = language()
    rows = {row.id: row for row in store.situations(spoken)}
    results = [
        {"situation": id, "title": rows[id].title, "laws": store.laws_of(id, year), "score": score}
        for id, score in match.ask(store.index(spoken, "ask"), query)
        if id in rows and year in rows[id].codes
    ]
    provisions = []
    for id in expand(find(query, spoken, free_text=True)):
        held = store.provision(spoken, year, id)
        if held is not None:
            provisions.append({"id": id, "edition": year, "heading": held["heading"]})
        elif store.registered(year, id):
            provisions.append({"id": id, "edition": year, "heading": ""})
    return {"query": query, "lang": spoken, "results": results, "provisions": provisions}


def _nothing(store: Store, query: str) -> None:
    say(t("No situation fits “{query}”.", query=printable(query)))
    say(t("Say what happened at the table in other words, or look in the map:"))
    say()
    for stage, name in vocabulary.stages().items():
        titles = [row.title for row in store.situations(language()) if row.stage == stage]
        if titles:
            columns([(name, "; ".join(titles))])


def _provisions(found: Json) -> None:
    for provision in found["provisions"]:
        say(
            f"{names.citation(provision['id'])} ({provision['edition']})"
            + (f". {provision['heading']}" if provision["heading"] else "")
        )
        say(f"ruling law {provision['id']}", 2)
    if found["provisions"]:
        say()


def _print(store: Store, found: Json, year: str) -> None:
    _provisions(found)
    if not found["results"]:
        return
    first, *others = found["results"]
    walk = Walk(first["situation"], year)
    shown = document(store, walk, [])
    walking.show(store, shown)
    say()
    if "question" in shown:
        how_to_go_on(walk, shown)
    if others:
        say(t("If that is not it:"))
        for other in others[: _SHOWN - 1]:
            say(other["title"], 2, 4)
            say_command(walking.command_for(other["situation"]))


def _go_on(store: Store, found: Json, year: str) -> None:
    _provisions(found)
    choices = found["results"][:_SHOWN]
    if not choices:
        return
    chosen = choices[0]
    if len(choices) > 1:
        for position, each in enumerate(choices, 1):
            say(f"{position:>3}  {each['title']}", 0, 5)
        say()
        reply = typer.prompt(
            t("Which one is it? (Enter: 1, q: leave)"), prompt_suffix=" ", default="1", show_default=False
        )
        if reply.strip().lower() == "q":
            return
        if not (reply.strip().isdigit() and 1 <= int(reply) <= len(choices)):
            raise RulingError(t("Please type one of the numbers."))
        chosen = choices[int(reply) - 1]
    interactive(store, Walk(chosen["situation"], year), [], False)

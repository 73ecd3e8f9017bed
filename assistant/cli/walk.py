"""`ruling walk`: from a situation, question by question, to the ruling."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from assistant.cli import walking
from assistant.cli.languages import printable
from assistant.cli.options import AsJson, Edition, Lang, known_lang, known_year
from assistant.cli.output import on_terminal, say, say_command, say_json
from assistant.errors import RulingError
from assistant.reference.opening import open_store
from assistant.reference.store import Json, Store
from assistant.situations.engine import State, Walk, read_pairs, travel
from assistant.words import language, t


def command(
    situation: Annotated[
        str, typer.Argument(metavar="situation", help=t("A situation of the map, by its id."))
    ],
    answer: Annotated[
        list[str] | None,
        typer.Option("--answer", metavar="question=option", help=t("A fact already known; may be repeated.")),
    ] = None,
    election: Annotated[
        list[str] | None,
        typer.Option(
            "--election", metavar="id=option", help=t("What your authority has chosen; may be repeated.")
        ),
    ] = None,
    lang: Lang = None,
    edition: Edition = None,
    also: Annotated[
        str | None, typer.Option("--also", metavar="lang", help=t("A second language, side by side."))
    ] = None,
    texts: Annotated[
        bool, typer.Option("--texts", help=t("Print the text of every provision cited."))
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Follow the answers given; on a terminal, ask the questions that are left."""
    store = open_store()
    year = known_year(store, edition) if edition else store.codes()[-1]["year"]
    others = [known_lang(also)] if also and also != language() else []
    walk = Walk(situation, year, read_pairs(election or []), read_pairs(answer or []))
    shown = document(store, walk, others)
    if as_json:
        say_json(shown)
    elif "question" in shown and on_terminal():
        interactive(store, walk, others, texts)
    else:
        walking.show(store, shown)
        if "question" in shown:
            say()
            how_to_go_on(walk, shown)
        elif texts:
            print("\n".join(walking.texts(store, shown)))


def flows(store: Store, lang: str) -> Callable[[str], Mapping[str, Any]]:
    """What gives the engine a situation's flow; it raises RulingError where there is no such situation."""

    def get(situation: str) -> Mapping[str, Any]:
        flow = store.flow(situation, lang)
        if flow is None:
            raise RulingError(_unknown(store, lang, situation))
        return flow

    return get


def _unknown(store: Store, lang: str, situation: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(situation, [row.id for row in store.situations(lang)], 3)
    told = t("There is no situation “{situation}”.", situation=printable(situation))
    more = (
        t("Did you mean: {situations}?", situations=", ".join(near))
        if near
        else t("“ruling situations” lists them.")
    )
    return f"{told} {more}"


def document(store: Store, walk: Walk, others: list[str]) -> Json:
    """Where a walk stands, in the JSON shape of the command, with `also` for other languages."""
    shown = _json(travel(flows(store, language()), walk), language())
    if others:
        shown["also"] = {other: _json(travel(flows(store, other), walk), other) for other in others}
    return shown


def _json(states: list[State], lang: str) -> Json:
    shown = states[-1].to_json(lang)
    if len(states) > 1:
        shown["via"] = [
            {"situation": state.situation, "title": state.title, "answers": dict(state.answers)}
            for state in states[:-1]
        ]
    return shown


def how_to_go_on(walk: Walk, shown: Json) -> None:
    """Print the command that answers the question shown."""
    given = "".join(f" --answer {question}={option}" for question, option in walk.answers.items())
    given += "".join(f" --election {election}={option}" for election, option in walk.elections.items())
    question = shown["question"]
    say(t("Go on with:"))
    say_command(
        f"{walking.command_for(walk.situation)}{given} --answer {question['id']}={question['options'][0]['id']}"
    )


def interactive(store: Store, walk: Walk, others: list[str], with_texts: bool) -> None:
    """Ask question after question on a terminal; `b` goes back, `q` leaves."""
    trail: list[Walk] = []
    while True:
        shown = document(store, walk, others)
        say()
        walking.show(store, shown)
        if "ruling" in shown:
            if with_texts:
                print("\n".join(walking.texts(store, shown)))
            prompt = t("b: back, t: texts of the laws, q: leave")
        else:
            prompt = t("Number of your answer (b: back, q: leave)")
        say()
        reply = (
            typer.prompt(
                prompt, prompt_suffix=": ", default="q" if "ruling" in shown else None, show_default=False
            )
            .strip()
            .lower()
        )
        if reply == "q":
            return
        if reply == "b":
            walk = trail.pop() if trail else walk
        elif "ruling" in shown:
            if reply == "t":
                print("\n".join(walking.texts(store, shown)))
        elif (option := _chosen(shown["question"], reply)) is not None:
            trail.append(walk)
            walk = _answered(walk, shown, option)
        else:
            say(t("Please type one of the numbers."))


def _chosen(question: Json, reply: str) -> str | None:
    """The option that a reply names, by its place in the list or its id."""
    options = [option["id"] for option in question["options"]]
    if reply.isdigit() and 1 <= int(reply) <= len(options):
        return str(options[int(reply) - 1])
    return reply if reply in options else None


def _answered(walk: Walk, shown: Json, option: str) -> Walk:
    """The walk with one more answer; once a link has led elsewhere, it goes on from there."""
    if shown["situation"] == walk.situation:
        return walk.answer(shown["question"]["id"], option)
    return Walk(shown["situation"], walk.code, walk.elections, shown["answers"]).answer(
        shown["question"]["id"], option
    )

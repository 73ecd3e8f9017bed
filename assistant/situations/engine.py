"""Walking a compiled flow: a walk is a value, and what it comes to is computed from it alone.

`docs/theme/static/engine.js` is the same engine for the browser, with the same results; a change
here is a change there, and the tests walk the whole path book through both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from assistant.errors import RulingError, UsageError
from assistant.words import t

Flow = Mapping[str, Any]
GetFlow = Callable[[str], Flow]

_PLACEHOLDER = re.compile(r"\{([a-z0-9]+(?:[-.][a-z0-9]+)*)\}")
_NUMBER = re.compile(r"[0-9]{1,3}\Z")


class MalformedAnswer(UsageError):
    """What was typed is not QUESTION=OPTION."""


class RepeatedAnswer(UsageError):
    """The same question was answered twice."""


class UnknownQuestion(UsageError):
    """An answer to a question that the situation does not have; `valid` names those it has."""

    def __init__(self, message: str, valid: Iterable[str]) -> None:
        super().__init__(message)
        self.valid = tuple(valid)


class UnknownAnswer(UsageError):
    """An answer that the question does not have; `valid` names those it has."""

    def __init__(self, message: str, valid: Iterable[str]) -> None:
        super().__init__(message)
        self.valid = tuple(valid)


class UnknownElection(UsageError):
    """An election, or an option of one, that the situation does not know."""

    def __init__(self, message: str, valid: Iterable[str]) -> None:
        super().__init__(message)
        self.valid = tuple(valid)


class CodeNotCovered(RulingError):
    """The situation does not answer for this code; `valid` names the codes that it answers for."""

    def __init__(self, message: str, valid: Iterable[str]) -> None:
        super().__init__(message)
        self.valid = tuple(valid)


class AskedTwice(RulingError):
    """Going on from situation to situation, the walk came to a question that it had asked before."""


def _frozen(values: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(values))


@dataclass(frozen=True)
class Walk:
    """One run: the situation, the code, what the authority chose, and the answers known so far.

    Answers are keyed by question id (in a sub-flow `<include>.<question>`; an include by itself is
    answered by an exit) and hold an option id or, where a number is asked, the number.
    """

    situation: str
    code: str
    elections: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "elections", _frozen(self.elections))
        object.__setattr__(self, "answers", _frozen(self.answers))

    def answer(self, question: str, option: str) -> Walk:
        """The walk with one more answer (or another one in its place)."""
        return replace(self, answers={**self.answers, question: option})

    def without(self, question: str) -> Walk:
        """The walk before that question was answered."""
        return replace(self, answers={key: value for key, value in self.answers.items() if key != question})


@dataclass(frozen=True)
class State:
    """What a walk has come to: exactly one of `question`, `next` and `ruling`, in the JSON shape.

    `answers` holds the answers that were used, in the order of asking; `unused` the others.
    """

    situation: str
    title: str
    code: str
    elections: Mapping[str, str]
    answers: Mapping[str, str]
    unused: Mapping[str, str]
    question: Mapping[str, Any] | None = None
    next: Mapping[str, Any] | None = None
    ruling: Mapping[str, Any] | None = None

    @property
    def walk(self) -> Walk:
        """The walk that leads here, unused answers dropped."""
        return Walk(self.situation, self.code, self.elections, self.answers)

    def back(self) -> Walk | None:
        """The walk before its last answer; None at its beginning."""
        last = next(reversed(list(self.answers)), None)
        return None if last is None else self.walk.without(last)

    def to_json(self, lang: str) -> dict[str, Any]:
        """The shape that `ruling walk --json` prints."""
        made: dict[str, Any] = {
            "situation": self.situation,
            "title": self.title,
            "edition": self.code,
            "lang": lang,
            "elections": dict(self.elections),
            "answers": dict(self.answers),
            "unused": list(self.unused),
        }
        for key, value in (("question", self.question), ("next", self.next), ("ruling", self.ruling)):
            if value is not None:
                made[key] = dict(value)
        return made


def read_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """Typed `QUESTION=OPTION` words as a mapping.

    Raises MalformedAnswer for a word without its two sides, RepeatedAnswer for a question that is
    answered twice (even with the same answer).
    """
    found: dict[str, str] = {}
    for pair in pairs:
        question, equals, option = (side.strip() for side in pair.partition("="))
        if not (question and equals and option):
            raise MalformedAnswer(t("“{pair}” is not an answer; write QUESTION=OPTION.", pair=pair))
        if question in found:
            raise RepeatedAnswer(
                t(
                    "“{question}” is answered twice ({first}, {second}); keep one answer.",
                    question=question,
                    first=found[question],
                    second=option,
                )
            )
        found[question] = option
    return found


def advance(flow: Flow, walk: Walk) -> State:
    """Follow the flow as far as the walk's answers carry.

    Raises CodeNotCovered, UnknownElection, UnknownQuestion, UnknownAnswer. Every answer is looked
    at, also those that turn out not to be needed.
    """
    code = walk.code
    if code not in flow["codes"]:
        raise CodeNotCovered(
            t(
                "“{title}” has no answer for the {code} code; it answers for {codes}.",
                title=flow["title"],
                code=code,
                codes=", ".join(flow["codes"]),
            ),
            flow["codes"],
        )
    _check_elections(flow, walk.elections)
    answers = {name: _check_answer(flow, name, value) for name, value in walk.answers.items()}
    used: dict[str, str] = {}

    def state(**found: Mapping[str, Any]) -> State:
        unused = {name: value for name, value in answers.items() if name not in used}
        return State(
            flow["situation"], flow["title"], code, walk.elections, _frozen(used), _frozen(unused), **found
        )

    nodes = flow["nodes"]
    at: str = flow["start"]
    passed: set[str] = set()
    while True:
        if at in passed:  # a check keeps this out of the shipped flows; a walk must end all the same
            raise _asked_twice(flow, at)
        passed.add(at)
        node = nodes[at]
        kind = node["type"]
        if kind == "ruling":
            return state(ruling=_ruling(flow, at, code, used))
        if kind == "branch":
            value = code if node["on"] == "edition" else _elected(flow, node["election"], walk.elections)
            go = node["go"][value]
        elif kind == "include":
            if at not in answers:
                at = node["start"]
                continue
            used[at] = answers[at]
            go = node["exits"][answers[at]]
        else:
            if at not in answers:
                return state(question=_question(flow, at, code, used))
            used[at] = answers[at]
            go = _option(node, answers[at])["go"]
        if "node" not in go:
            return state(
                next={
                    "situation": go["situation"],
                    "title": go.get("title", go["situation"]),
                    "answers": dict(go.get("with", {})),
                }
            )
        at = go["node"]


def travel(get_flow: GetFlow, walk: Walk) -> list[State]:
    """Follow the walk from situation to situation; the last state is where it stands.

    Answers that a situation does not use are carried to the next, where the answers that the link
    itself gives come first. Raises what `advance` raises, UnknownQuestion only for an answer that no
    situation on the way and none that these lead to can use, and AskedTwice.
    """
    states: list[State] = []
    asked: set[tuple[str, str]] = set()
    pool, elections = dict(walk.answers), dict(walk.elections)
    known_elections: set[str] = set()
    situation, given = walk.situation, dict[str, str]()
    entered: set[tuple[str, frozenset[tuple[str, str]]]] = set()
    while True:
        flow = get_flow(situation)
        if (situation, frozenset(given.items())) in entered:  # a round that asks nothing at all
            raise _asked_twice(flow, flow["start"])
        entered.add((situation, frozenset(given.items())))
        known_elections.update(flow["elections"])
        mine = {name: value for name, value in pool.items() if _is_asked(flow, name) and name not in given}
        chosen = {name: value for name, value in elections.items() if name in flow["elections"]}
        state = advance(flow, Walk(situation, walk.code, chosen, {**given, **mine}))
        standing = [state.question["id"]] if state.question is not None else []
        for name in [*(name for name in state.answers if name not in given), *standing]:
            if (situation, name) in asked:
                raise _asked_twice(flow, name)
            asked.add((situation, name))
        pool = {name: value for name, value in pool.items() if name not in state.answers or name in given}
        if state.next is None:
            break
        states.append(replace(state, unused=_frozen({})))
        situation, given = state.next["situation"], dict(state.next["answers"])
    _refuse_strangers(get_flow, walk, pool, known_elections)
    states.append(replace(state, unused=_frozen({**state.unused, **pool})))
    return states


def _asked_twice(flow: Flow, name: str) -> AskedTwice:
    return AskedTwice(
        t(
            "“{title}” comes back to “{question}”; a walk never asks the same twice.",
            title=flow["title"],
            question=name,
        )
    )


def _refuse_strangers(get_flow: GetFlow, walk: Walk, left: Mapping[str, str], elections: set[str]) -> None:
    """Raise for answers and elections that no situation in reach of the walk knows."""
    strange_elections = [name for name in walk.elections if name not in elections]
    if not left and not strange_elections:
        return
    flows: dict[str, Flow] = {}
    waiting = [walk.situation]
    while waiting:
        name = waiting.pop()
        if name not in flows:
            flows[name] = get_flow(name)
            waiting.extend(sorted(links(flows[name])))
    first = flows[walk.situation]
    for name in strange_elections:
        if not any(name in flow["elections"] for flow in flows.values()):
            _check_elections(first, {name: walk.elections[name]})
    for name in left:
        if not any(_is_asked(flow, name) for flow in flows.values()):
            _check_answer(first, name, left[name])


def links(flow: Flow) -> set[str]:
    """The situations that a flow's edges lead to."""
    found: set[str] = set()
    for node in flow["nodes"].values():
        edges = [option["go"] for option in node.get("options", ())]
        edges += [*node.get("exits", {}).values()]
        edges += [*node["go"].values()] if node["type"] == "branch" else []
        found.update(go["situation"] for go in edges if "situation" in go)
    return found


def _is_asked(flow: Flow, name: str) -> bool:
    return name in flow["nodes"] and flow["nodes"][name]["type"] in ("question", "include")


def _check_elections(flow: Flow, elections: Mapping[str, str]) -> None:
    for name, value in elections.items():
        known = flow["elections"]
        if name not in known:
            raise UnknownElection(
                t(
                    "“{title}” does not depend on “{election}”; elections here: {valid}.",
                    title=flow["title"],
                    election=name,
                    valid=", ".join(known) or "–",
                ),
                known,
            )
        if value not in known[name]["options"]:
            raise UnknownElection(
                t(
                    "“{value}” is no option of the election “{election}”; write one of: {valid}.",
                    value=value,
                    election=name,
                    valid=", ".join(known[name]["options"]),
                ),
                known[name]["options"],
            )


def _elected(flow: Flow, election: str, elections: Mapping[str, str]) -> str:
    chosen: str = elections.get(election, flow["elections"][election]["default"])
    return chosen


def _check_answer(flow: Flow, name: str, value: str) -> str:
    """The answer as it is kept: a number without leading zeros, else the option's id."""
    if not _is_asked(flow, name):
        valid = [key for key in flow["nodes"] if _is_asked(flow, key)]
        raise UnknownQuestion(
            t(
                "“{title}” has no question “{question}”; its questions: {valid}.",
                title=flow["title"],
                question=name,
                valid=", ".join(valid),
            ),
            valid,
        )
    node = flow["nodes"][name]
    if node["type"] == "include":
        valid = list(node["exits"])
    else:
        if _option(node, value) is not None:
            return str(int(value)) if "number" in node and _NUMBER.match(value) else value
        if "number" in node:
            low, high = node["number"]
            raise UnknownAnswer(
                t(
                    "“{value}” is no answer to “{question}”; write a number from {low} to {high}.",
                    value=value,
                    question=name,
                    low=low,
                    high=high,
                ),
                [option["id"] for option in node["options"]],
            )
        valid = [option["id"] for option in node["options"]]
    if value not in valid:
        raise UnknownAnswer(
            t(
                "“{value}” is no answer to “{question}”; write one of: {valid}.",
                value=value,
                question=name,
                valid=", ".join(valid),
            ),
            valid,
        )
    return value


def _option(node: Mapping[str, Any], value: str) -> Any:
    """The option that an answer means; None if there is none."""
    if "number" in node and _NUMBER.match(value):
        number = int(value)
        for option in node["options"]:
            if option["is"][0] <= number <= option["is"][1]:
                return option
        return None
    return next((option for option in node["options"] if option["id"] == value), None)


def _filler(flow: Flow, answers: Mapping[str, str]) -> Callable[[str], str]:
    """What puts the numbers answered into the texts; a band stands as its first and last number."""

    def number(match: re.Match[str]) -> str:
        name = match[1]
        if name not in answers:
            return match[0]
        option = _option(flow["nodes"][name], answers[name])
        if option is None or "is" not in option or _NUMBER.match(answers[name]):
            return answers[name]
        low, high = option["is"]
        return str(low) if low == high else f"{low}–{high}"

    return lambda text: _PLACEHOLDER.sub(number, text) if "{" in text else text


def _laws(entry: Mapping[str, Any], code: str) -> list[str]:
    return list(entry.get("laws", {}).get(code, ()))


def _stands(entry: Mapping[str, Any], code: str) -> bool:
    return "only" not in entry or code in entry["only"]


def _question(flow: Flow, name: str, code: str, answers: Mapping[str, str]) -> dict[str, Any]:
    node, fill = flow["nodes"][name], _filler(flow, answers)
    made: dict[str, Any] = {"id": name, "text": fill(node["text"]), "help": fill(node.get("help", ""))}
    if "number" in node:
        made["number"] = list(node["number"])
    made["options"] = [{"id": option["id"], "text": fill(option["text"])} for option in node["options"]]
    made["laws"] = _laws(node, code)
    if "by" in node:
        made["by"] = node["by"]
    if node.get("often_forgotten"):
        made["often_forgotten"] = True
    return made


def _ruling(flow: Flow, name: str, code: str, answers: Mapping[str, str]) -> dict[str, Any]:
    node, fill = flow["nodes"][name], _filler(flow, answers)
    steps = []
    cited: dict[str, None] = {}
    for step in node["steps"]:
        if not _stands(step, code):
            continue
        made: dict[str, Any] = {"text": fill(step["text"]), "laws": _laws(step, code)}
        cited.update(dict.fromkeys(made["laws"]))
        if "lasts" in step:
            made["lasts"] = fill(step["lasts"])
        if "by" in step:
            made["by"] = step["by"]
        choices = [choice for choice in step.get("choices", ()) if _stands(choice, code)]
        if choices:
            made["choices"] = [
                {"text": fill(choice["text"]), "lasts": fill(choice["lasts"]), "laws": _laws(choice, code)}
                for choice in choices
            ]
        steps.append(made)
    also = []
    for check in node.get("also_check", ()):
        if _stands(check, code):
            entry: dict[str, Any] = {"text": fill(check["text"]), "laws": _laws(check, code)}
            if "go" in check:
                go = check["go"]
                entry["go"] = {
                    "situation": go["situation"],
                    "title": go.get("title", go["situation"]),
                    "answers": dict(go.get("with", {})),
                }
            also.append(entry)
    return {
        "id": name,
        "kind": node["kind"],
        "summary": fill(node["summary"]),
        "steps": steps,
        "say": [fill(say["text"]) for say in node.get("say", ()) if _stands(say, code)],
        "also_check": also,
        "laws": list(cited),
    }

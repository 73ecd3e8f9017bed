"""Questions about graphs that the checks ask: circles, what is always asked, chains of situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.situations.expand import Edge, Placed, Plan
from assistant.situations.model import Go, Include, Question


def circle(plan: Plan, code: str) -> list[str]:
    """Nodes that a walk of this code could run round in; empty if there are none."""
    done: set[str] = set()
    path: list[str] = []
    on_path: set[str] = set()
    stack: list[tuple[str, Iterator[str]]] = []

    def ways(name: str) -> Iterator[str]:
        nodes = (edge.node for edge in plan.nodes[name].ways(code))
        return (node for node in nodes if node is not None and node in plan.nodes)

    def enter(name: str) -> None:
        path.append(name)
        on_path.add(name)
        stack.append((name, ways(name)))

    if plan.start in plan.nodes:
        enter(plan.start)
    while stack:
        name, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            stack.pop()
            path.pop()
            on_path.discard(name)
            done.add(name)
        elif following in on_path:
            return path[path.index(following) :]
        elif following not in done:
            enter(following)
    return []


def asked_always(plan: Plan) -> dict[str, frozenset[str]]:
    """For each node, the number questions that every path to it has asked."""
    before: dict[str, set[str]] = {}
    for name in plan.codes_at:
        placed = plan.nodes[name]
        following = {edge.node for code in plan.codes_at[name] for edge in placed.ways(code)}
        if isinstance(placed.source, Include):  # answered by an exit, nothing inside was asked
            following |= {edge.node for edge in placed.edges}
        for target in following:
            if target is not None:
                before.setdefault(target, set()).add(name)
    known: dict[str, frozenset[str]] = {}
    waiting = list(plan.codes_at)
    while waiting:
        later = []
        for name in waiting:
            sources = [each for each in before.get(name, ()) if each in plan.codes_at]
            if name == plan.start:
                known[name] = frozenset()
            elif all(each in known for each in sources):
                after = []
                for each in sources:
                    source = plan.nodes[each].source
                    own = {each} if isinstance(source, Question) and source.number is not None else set()
                    after.append(known[each] | own)
                known[name] = frozenset.intersection(*after) if after else frozenset()
            else:
                later.append(name)
        if len(later) == len(waiting):
            break
        waiting = later
    return known


class LinkGraph:
    """Situations as walks of one code go on between them, entered with the answers of the links."""

    def __init__(self, plans: Mapping[str, Plan], code: str) -> None:
        self.plans = {name: plan for name, plan in plans.items() if code in plan.flow.codes}
        self.code = code
        self.circles = self._circles()

    def repeats(self) -> Iterator[tuple[list[str], Edge, str]]:
        """Chains of situations whose last one asks again what was asked, the edge there, the question."""
        entries = {(name, frozenset[tuple[str, str]]()) for name in self.circles}
        for name in self.plans:
            for _, edge in self._leaving(name, {}):
                if edge.go.situation in self.circles:
                    entries.add((edge.go.situation, _known(edge.go)))
        for name, given in sorted(entries, key=lambda entry: (entry[0], sorted(entry[1]))):
            yield from self._follow(name, given, [name], {}, {(name, given)})

    def _follow(
        self,
        name: str,
        given: frozenset[tuple[str, str]],
        chain: list[str],
        asked: Mapping[str, frozenset[str]],
        seen: set[tuple[str, frozenset[tuple[str, str]]]],
    ) -> Iterator[tuple[list[str], Edge, str]]:
        plan, answers = self.plans[name], dict(given)
        for placed, edge in self._leaving(name, answers):
            target = edge.go.situation
            if target is None or self.circles.get(target) != self.circles.get(name):
                continue
            before = asked.get(name, frozenset()) | self._asked_before(plan, answers, placed)
            known = _known(edge.go)
            so_far = {**asked, name: before}
            will_ask = [
                each.id
                for each in self.plans[target].reach(self.code, dict(known))
                if isinstance(each.source, Question) and each.id not in dict(known)
            ]
            again = next((each for each in will_ask if each in so_far.get(target, frozenset())), None)
            if again is not None or (target, known) in seen:
                yield [*chain, target], edge, again or "–"
                continue
            yield from self._follow(target, known, [*chain, target], so_far, {*seen, (target, known)})

    def _leaving(self, name: str, given: Mapping[str, str]) -> Iterator[tuple[Placed, Edge]]:
        plan = self.plans[name]
        for placed in plan.reach(self.code, given):
            for edge in plan.open_ways(placed, self.code, given):
                if edge.leaves and edge.go.situation in self.plans:
                    yield placed, edge

    def _asked_before(self, plan: Plan, given: Mapping[str, str], end: Placed) -> frozenset[str]:
        """The questions that some path from the start to `end` asks, `end` with them."""
        met = {placed.id: placed for placed in plan.reach(self.code, given)}
        before: dict[str, set[str]] = {}
        for placed in met.values():
            for edge in plan.open_ways(placed, self.code, given):
                if edge.node is not None:
                    before.setdefault(edge.node, set()).add(placed.id)
        found: set[str] = set()
        stack = [end.id]
        while stack:
            name = stack.pop()
            if name not in found:
                found.add(name)
                stack.extend(before.get(name, ()))
        return frozenset(
            name for name in found if isinstance(met[name].source, Question) and name not in given
        )

    def _circles(self) -> dict[str, str]:
        """The situations that can be come back to, each with the name of its circle."""
        ways = {name: {str(edge.go.situation) for _, edge in self._leaving(name, {})} for name in self.plans}
        reach: dict[str, set[str]] = {}
        for name in ways:
            found: set[str] = set()
            stack = list(ways[name])
            while stack:
                each = stack.pop()
                if each not in found:
                    found.add(each)
                    stack.extend(ways[each])
            reach[name] = found
        return {
            name: min(other for other in found if name in reach[other])
            for name, found in reach.items()
            if name in found
        }


def _known(go: Go) -> frozenset[tuple[str, str]]:
    return frozenset((str(key), str(value)) for key, value in go.given.items())

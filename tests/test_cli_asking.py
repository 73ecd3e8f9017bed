"""`ask`, `walk`, `paths`: from a question typed in haste to the ruling."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from assistant.laws.ids import ProvisionId, is_within
from assistant.reference.store import Store
from tests.conftest import Ruling

CASES = yaml.safe_load((Path(__file__).parent / "data" / "cases.yaml").read_text(encoding="utf-8"))


def related(a: str, b: str) -> bool:
    """Whether two provisions are the same, or one is a part of the other."""
    return is_within(ProvisionId(a), ProvisionId(b)) or is_within(ProvisionId(b), ProvisionId(a))


def meet(found: list[str], wanted: list[str]) -> bool:
    return any(related(one, other) for one in found for other in wanted)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_found(ruling: Ruling, case: Any) -> None:
    found = json.loads(ruling("ask", case["question"], "--lang", case["lang"], "--json").out)

    assert meet(found["results"][0]["laws"], case["laws"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_walks_to_its_ruling(ruling: Ruling, case: Any) -> None:
    """Walking with the facts ends in rulings that rest on a deciding law, whatever is left to answer."""
    walk = case["walk"]
    answers = [word for pair in walk["answers"].items() for word in ("--answer", "=".join(pair))]
    lines = ruling("paths", walk["situation"], "--edition", "2017", "--json").out.splitlines()
    ends = [
        path
        for path in map(json.loads, lines)
        if walk["answers"].items() <= path["answers"].items() and "ruling" in path
    ]

    assert ruling("walk", walk["situation"], *answers, "--lang", case["lang"]).code == 0
    assert any(meet(path["laws"], case["laws"]) for path in ends)


ASKED = [
    # language spoken by the question, the question, the situations of which one must come first
    ("fr", "que se passe-t-il si on voit une carte pendant la donne", {"dealt-wrong-or-card-seen", "card-seen-before-auction"}),
    ("pt", "caiu uma carta virada na hora de dar", {"dealt-wrong-or-card-seen", "card-seen-before-auction"}),
    ("nl", "tijdens het delen viel een kaart open", {"dealt-wrong-or-card-seen", "card-seen-before-auction"}),
    ("da", "et kort blev set under givningen", {"dealt-wrong-or-card-seen", "card-seen-before-auction"}),
    ("en", "we played these hands last week", {"deal-not-shuffled-or-repeated"}),
    ("en", "shufle", {"shuffle-or-cut", "deal-not-shuffled-or-repeated", "new-deal-wanted", "who-may-deal"}),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "question", "situations"), ASKED)
def test_the_language_of_the_question_is_spoken(
    ruling: Ruling, lang: str, question: str, situations: set[str]
) -> None:
    found = json.loads(ruling("ask", question, "--json").out)

    assert found["lang"] == lang
    assert found["results"][0]["situation"] in situations


def test_a_citation_in_a_question_comes_first(ruling: Ruling) -> None:
    found = json.loads(ruling("ask", "what does law 27B1 say", "--json").out)
    bid = json.loads(ruling("ask", "he opened 1C and I bid 6D out of turn", "--json").out)

    assert [provision["id"] for provision in found["provisions"]] == ["27B1"]
    assert bid["provisions"] == []  # in a question, 6D is a bid


@pytest.mark.parametrize(
    "question", ["will it rain tomorrow", "qwx zzkrt", "is castling allowed after check"]
)
def test_nothing_fits_is_an_answer(ruling: Ruling, question: str) -> None:
    plain, as_json = ruling("ask", question), ruling("ask", question, "--json")

    assert (plain.code, plain.err) == (1, "")
    assert "Rounds and session" in plain.out  # the map of the situations is shown
    assert (as_json.code, as_json.err) == (1, "")
    assert json.loads(as_json.out) == {"query": question, "lang": "en", "results": [], "provisions": []}


def test_a_walk_has_the_shape_that_was_promised(ruling: Ruling) -> None:
    asking = json.loads(ruling("walk", "card-seen-before-auction", "--json").out)
    ruled = json.loads(
        ruling(
            "walk",
            "card-seen-before-auction",
            "--answer",
            "when=shuffle-or-deal",
            "--answer",
            "called=no",
            "--json",
        ).out
    )

    assert asking.keys() >= {
        "situation",
        "title",
        "edition",
        "lang",
        "elections",
        "answers",
        "unused",
        "question",
    }
    assert asking["question"].keys() >= {"id", "text", "help", "options"}
    assert "ruling" not in asking
    assert "question" not in ruled
    assert ruled["ruling"].keys() >= {"id", "kind", "summary", "steps", "say", "also_check", "laws"}
    assert ruled["answers"] == {"when": "shuffle-or-deal", "called": "no"}


def test_the_code_decides(ruling: Ruling) -> None:
    """1997 counts who has looked at their cards, later codes who has called; both name it."""
    old = json.loads(
        ruling(
            "walk",
            "card-seen-before-auction",
            "--edition",
            "1997",
            "--answer",
            "when=shuffle-or-deal",
            "--json",
        ).out
    )
    new = json.loads(
        ruling("walk", "card-seen-before-auction", "--answer", "when=shuffle-or-deal", "--json").out
    )

    assert (old["question"]["id"], new["question"]["id"]) == ("both-looked", "called")
    assert "no longer in force" in ruling("walk", "card-seen-before-auction", "--edition", "1997").out


def test_two_languages_stand_side_by_side(ruling: Ruling) -> None:
    words = ["walk", "card-seen-before-auction", "--answer", "when=shuffle-or-deal", "--answer", "called=no"]
    found = json.loads(ruling(*words, "--also", "da", "--json").out)
    lines = ruling(*words, "--also", "da").out.splitlines()

    assert found["also"]["da"]["ruling"]["id"] == found["ruling"]["id"]
    assert all(len(line) <= 80 for line in lines)
    assert any(" | " in line for line in lines)


def test_every_path_of_every_situation_ends_in_five_languages(store: Store) -> None:
    """Texts are there in each language, with the same choices and numbers of steps."""
    for row in store.situations("en"):
        english = store.flow(row.id, "en")
        assert english is not None
        for lang in ("fr", "pt", "nl", "da"):
            flow = store.flow(row.id, lang)
            assert flow is not None
            assert flow["nodes"].keys() == english["nodes"].keys()
            assert flow["title"] != english["title"], (row.id, lang)


class Terminal:
    """A command on a terminal of 80 columns, typed at and read."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "COLUMNS": "80", "LINES": "50", "LANG": "C.UTF-8", "RULING_LANG": "en"}
        code = "import sys; from assistant.cli.main import run; sys.argv[0] = 'ruling'; run()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *words], stdin=slave, stdout=slave, stderr=slave, env=env
        )
        os.close(slave)
        self.seen = ""

    def until(self, words: str) -> None:
        """Read on until `words` come; fails after two minutes (a first use compiles the store)."""
        limit = time.monotonic() + 120
        while words not in self.seen:
            assert time.monotonic() < limit, self.seen
            if select.select([self.master], [], [], 1)[0]:
                self.seen += os.read(self.master, 4096).decode("utf-8", "replace")
        self.seen = self.seen[self.seen.index(words) + len(words) :]

    def type(self, words: str) -> None:
        os.write(self.master, f"{words}\n".encode())


def test_on_a_terminal_it_asks_goes_back_and_leaves() -> None:
    terminal = Terminal("walk", "card-seen-before-auction")
    terminal.until("b: back")
    terminal.type("9")
    terminal.until("Please type one of the numbers.")
    terminal.until("b: back")
    terminal.type("1")
    terminal.until("Had anyone called")
    terminal.until("b: back")
    terminal.type("b")
    terminal.until("When could another player see the card?")
    terminal.until("b: back")
    terminal.type("1")
    terminal.until("b: back")
    terminal.type("2")
    terminal.until("shuffled and dealt again")
    terminal.until("t: texts")
    terminal.type("t")
    terminal.until("Law 6D1 (2017)")
    terminal.until("t: texts")
    terminal.type("q")

    assert terminal.process.wait(30) == 0

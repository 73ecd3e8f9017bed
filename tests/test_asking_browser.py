"""The browser's half of asking gives the same words and the same ranks (run through node)."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from assistant.asking import match
from assistant.asking.normalise import words
from assistant.words import LANGUAGES
from tests.asking_index import small_index

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "docs" / "theme" / "static" / "asking.js"
QUERIES = [
    line.split("\t")
    for line in (ROOT / "tests" / "data" / "asking_queries.tsv").read_text("utf-8").splitlines()
]

RUNNER = """
require(process.argv[1]);
const {indexes, queries} = JSON.parse(require("fs").readFileSync(0, "utf8"));
const asking = globalThis.Ruling.asking;
console.log(JSON.stringify(queries.map(([lang, query]) =>
  [asking.normalise(query, lang), asking.ask(indexes[lang], query)])));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs the browser's script")
def test_both_halves_give_equal_words_and_ranks():
    given = {"indexes": {lang: small_index(lang) for lang in LANGUAGES}, "queries": QUERIES}
    done = subprocess.run(
        ["node", "-e", RUNNER, str(SCRIPT)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {lang for lang, _ in QUERIES} == set(LANGUAGES)
    for (lang, query), browser in zip(QUERIES, json.loads(done.stdout), strict=True):
        found = [[situation, score] for situation, score in match.ask(small_index(lang), query)]
        assert browser == [words(query, lang), found], query

"""Texts to one index per language: the compile-time half of asking.

`build` reads the words of the situations, the ways of asking in `phrasings/<lang>.yaml` and the word
lists in `synonyms/<lang>.yaml`, and gives a dictionary of plain lists and tables that goes into the
store as one row of JSON and into the site as one script. All that needs a stemmer or YAML happens
here; `assistant.asking.match` and the browser only look things up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from pathlib import Path
from typing import Any

import snowballstemmer
import yaml

from assistant.asking import match
from assistant.asking.normalise import fold, is_number, raw_words, words
from assistant.errors import RulingError
from assistant.words import t

HERE = Path(__file__).parent
STEMMERS = {"en": "english", "fr": "french", "pt": "portuguese", "nl": "dutch", "da": "danish"}
# How much a text tells about what the situation is. Rulings mention much that is not the question.
FIELDS = {
    "phrasings": 3.0,
    "title": 3.0,
    "questions": 0.8,
    "options": 0.8,
    "traps": 0.7,
    "notes": 0.5,
    "help": 0.3,
    "rulings": 0.25,
}
# Fields whose lines are compared one by one with the question.
LINES = ("phrasings", "title")
FULL = 4.0  # the BM25 constant: how often a word must come before more of it adds little
SHORT = 0.4  # the BM25 constant: how much a long text counts for less
NOTHING_WEIGHT = 1.0  # of one mention among the questions that no situation answers
COMPOUND_PART = 0.5  # a part of a compound counts for half a word


# Every scalar a string; the loader in C where PyYAML has it, since the lists are long.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class WordListError(RulingError):
    """A list of words or phrasings cannot be used; the message names the file and what to write."""


@dataclass(frozen=True)
class Document:
    """One situation's texts, by field (see `FIELDS`); a field that is not listed there is not read."""

    id: str
    title: str
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)


def document(flow: Mapping[str, Any]) -> Document:
    """The texts of a compiled flow, sorted into fields."""
    fields: dict[str, list[str]] = {name: [] for name in FIELDS}

    def texts(items: Iterable[Mapping[str, Any]]) -> list[str]:
        return [item["text"] for item in items if item.get("text")]

    fields["notes"] = texts(flow.get("notes", ()))
    fields["traps"] = texts(flow.get("traps", ()))
    for node in flow["nodes"].values():
        if node["type"] == "question":
            fields["questions"].append(node["text"])
            fields["help"].append(node.get("help") or "")
            fields["options"].extend(texts(node["options"]))
        elif node["type"] == "ruling":
            fields["rulings"].append(node["summary"])
    return Document(flow["situation"], flow["title"], fields)


def load_phrasings(lang: str, folder: Path | None = None) -> dict[str, list[str]]:
    """Ways of asking, by situation id; those under `nothing` are questions that no situation answers.

    Raises `WordListError` if the file is not a map of lists.
    """
    path = (folder or HERE / "phrasings") / f"{lang}.yaml"
    return _map_of_lists(path) if path.exists() else {}


def build(
    lang: str, documents: Sequence[Document], phrasings: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """The index of one language's situations, ready for JSON.

    `phrasings` (by situation id) default to the language's own file; those of situations that are
    not among the documents are left aside. Raises `WordListError` for a broken word list.
    """
    known = load_phrasings(lang) if phrasings is None else phrasings
    lists = _lists(lang)
    texts = [
        {
            **document.fields,
            "title": [document.title],
            "phrasings": [*document.fields.get("phrasings", ()), *known.get(document.id, ())],
        }
        for document in documents
    ]
    texts.append({"phrasings": list(known.get("nothing", ()))})
    lexicon = _Lexicon(
        lang, lists, (text for fields in texts for name in FIELDS for text in fields.get(name, ()))
    )
    index: dict[str, Any] = {
        "lang": lang,
        "situations": [document.id for document in documents] + [match.NOTHING],
        **lexicon.tables(),
    }
    _weigh(index, texts)
    return index


# --- word lists -------------------------------------------------------------------------------------


def _map_of_lists(path: Path) -> dict[str, list[str]]:
    data = _yaml(path)
    for key, value in data.items():
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            raise WordListError(
                t(
                    "{file}: {key} must hold a list of sentences, each on a line that begins with “- ”.",
                    file=path.name,
                    key=key,
                )
            )
    return data


def _yaml(path: Path) -> dict[str, Any]:
    """A YAML file with every scalar a string: "no" and "24" are words here."""
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except yaml.YAMLError as error:
        raise WordListError(t("{file} is not valid YAML: {error}", file=path.name, error=error)) from error
    if not isinstance(data, dict):
        raise WordListError(t("{file} must be a map of names to lists.", file=path.name))
    return data


@dataclass(frozen=True)
class _Lists:
    stop: tuple[str, ...]
    endings: tuple[str, ...]
    linking: tuple[str, ...]
    whole: frozenset[str]
    card: str
    strains: tuple[str, ...]
    suits: str
    ranks: tuple[str, ...]
    rising: tuple[tuple[str, ...], ...]
    between: tuple[str, ...]
    low: str
    same: tuple[tuple[str, ...], ...]
    near: tuple[tuple[str, ...], ...]


def _lists(lang: str, folder: Path | None = None) -> _Lists:
    path = (folder or HERE / "synonyms") / f"{lang}.yaml"
    data = _yaml(path)

    def spread(name: str) -> tuple[str, ...]:
        value = data.get(name, "")
        if not isinstance(value, str):
            raise WordListError(t("{file}: {key} must be words parted by spaces.", file=path.name, key=name))
        return tuple(dict.fromkeys(word for raw in value.split() for word in words(raw, lang)))

    def groups(name: str) -> tuple[tuple[str, ...], ...]:
        value = data.get(name) or []
        if not isinstance(value, list) or not all(
            isinstance(group, list) and len(group) > 1 for group in value
        ):
            raise WordListError(
                t(
                    "{file}: {key} must be a list of groups such as “- [dealer, first hand]”.",
                    file=path.name,
                    key=name,
                )
            )
        return tuple(tuple(group) for group in value)

    return _Lists(
        stop=spread("stop"),
        endings=("", *sorted(spread("endings"), key=lambda ending: (-len(ending), ending))),
        linking=("", *spread("linking")),
        whole=frozenset(spread("whole")),
        card="".join(spread("card")),
        strains=spread("strains"),
        suits="".join(spread("suits")),
        ranks=spread("ranks"),
        rising=groups("rising"),
        between=spread("between"),
        low="".join(spread("low")),
        same=groups("same"),
        near=groups("near"),
    )


# --- words to terms ---------------------------------------------------------------------------------


class _Lexicon:
    """Which term each surface form stands for: its stem, or the group of synonyms that it is in."""

    def __init__(self, lang: str, lists: _Lists, texts: Iterable[str]) -> None:
        self.lang, self.lists = lang, lists
        self._stem = snowballstemmer.stemmer(STEMMERS[lang])
        self._group: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.forms: dict[str, int] = {}
        self.phrases: dict[str, int] = {}
        self.near: dict[str, list[int]] = {}
        self.parts: dict[str, list[int]] = {}
        stop = set(lists.stop)
        for group in lists.same:
            singles = [pairs[0] for member in group if len(pairs := raw_words(member, lang)) == 1]
            head = self.stem(*singles[0]) if singles else "+".join(words(group[0], lang))
            for raw, form in singles:
                stem = self.stem(raw, form)
                self._group.setdefault(stem, self._group.get(head, head))
                # A stem may hide the group from other forms ("led", "lead"): name this one form too.
                self._group.setdefault("=" + form, self._group.get(head, head))
        for group in (*lists.same, *lists.near):
            for member in group:
                for raw, form in raw_words(member, lang):
                    self._learn(raw, form, stop, listed=" " not in member.strip())
        for text in texts:
            for raw, form in raw_words(text, lang):
                self._learn(raw, form, stop)
        for kind in ("#bid", "#shape"):
            self.forms[kind] = self.number(kind)
        # "SJ" and "10d" say what "a card" says; which card it was matters to no ruling here.
        if lists.card in self.forms:
            self.forms["#card"] = self.forms[lists.card]
        # "1C P 1C" says what "insufficient" says.
        if lists.low in self.forms:
            self.forms["#low"] = self.forms[lists.low]
        self._learn_phrases()
        self._learn_near()
        self._learn_parts()

    def stem(self, raw: str, form: str) -> str:
        """The stem of a word, made from its spelling with accents and then folded."""
        if is_number(form):
            return form
        if self.lang == "pt":
            # leilões and leilão, mãos and mão: the stemmer parts what the reader does not.
            for plural in ("ões", "ães", "ãos"):
                if raw.endswith(plural):
                    raw = raw[: -len(plural)] + "ão"
        stem = fold(self._stem.stemWord(raw), self.lang)
        if self.lang == "nl":
            for vowel in "aeou":
                stem = stem.replace(vowel * 2, vowel)
        return "".join(words(stem, self.lang)) or form

    def number(self, name: str) -> int:
        """The number of a term, new or known."""
        return self.numbers.setdefault(name, len(self.numbers))

    def _learn(self, raw: str, form: str, stop: set[str], listed: bool = False) -> None:
        if form in self.forms or (not listed and (form in stop or len(form) == 1)):
            return
        if is_number(form) and self.kind(form) != form:
            return
        stem = self.stem(raw, form)
        self.forms[form] = self.number(self._group.get("=" + form) or self._group.get(stem, stem))

    def kind(self, form: str) -> str:
        """A bid, card or shape by its kind; anything else unchanged."""
        return match.kind(self._patterns(), form)

    def _patterns(self) -> dict[str, Any]:
        return {"strains": self.lists.strains, "suits": self.lists.suits, "ranks": self.lists.ranks}

    def key(self, form: str) -> str:
        """A word as it stands in a phrase: its term, or a stop word as it is."""
        return str(self.forms[form]) if form in self.forms else form

    def _learn_phrases(self) -> None:
        for group in self.lists.same:
            singles = [pairs[0] for member in group if len(pairs := raw_words(member, self.lang)) == 1]
            name = self._group.get("=" + singles[0][1]) if singles else "+".join(words(group[0], self.lang))
            for member in group:
                parts = words(member, self.lang)
                if len(parts) > match.MOST_PHRASE:
                    raise WordListError(
                        t(
                            "synonyms of {lang}: “{phrase}” is longer than {most} words.",
                            lang=self.lang,
                            phrase=member,
                            most=match.MOST_PHRASE,
                        )
                    )
                if len(parts) > 1 and name:
                    self.phrases.setdefault(" ".join(self.key(part) for part in parts), self.number(name))

    def _learn_near(self) -> None:
        for group in self.lists.near:
            terms: list[int] = []
            for member in group:
                parts = words(member, self.lang)
                if len(parts) == 1:
                    term = self.forms.get(parts[0])
                else:
                    phrase = " ".join(map(self.key, parts))
                    term = self.phrases.setdefault(phrase, self.number("+".join(parts)))
                if term is not None and term not in terms:
                    terms.append(term)
            for term in terms:
                row = self.near.setdefault(str(term), [])
                row.extend(other for other in terms if other != term and other not in row)

    def _learn_parts(self) -> None:
        """Split the compounds among the known words; only Danish and Dutch write them in one."""
        if self.lang not in ("nl", "da"):
            return
        for form, term in list(self.forms.items()):
            if form in self.lists.whole or is_number(form) or len(form) < 7 or str(term) in self.parts:
                continue
            pieces = match.split(form, self.forms, self.lists.linking, self.least)
            if any(self.forms[piece] == term for piece in pieces):
                # A word is no part of itself: look again without its other forms.
                rest = {other: number for other, number in self.forms.items() if number != term}
                pieces = match.split(form, rest, self.lists.linking, self.least)
            parts = list(dict.fromkeys(self.forms[piece] for piece in pieces))
            if parts:
                self.parts[str(term)] = parts

    @property
    def least(self) -> int:
        """How short a part of a compound may be."""
        return 3 if self.lang in ("nl", "da") else 4

    def tables(self) -> dict[str, Any]:
        """What the look-up needs of all this."""
        return {
            "stop": {word: 1 for word in self.lists.stop if word not in self.forms},
            "endings": list(self.lists.endings),
            "linking": list(self.lists.linking),
            "least_part": self.least,
            "strains": dict.fromkeys(self.lists.strains, 1),
            "suits": self.lists.suits,
            "ranks": dict.fromkeys(self.lists.ranks, 1),
            "rising": {word: i for i, group in enumerate(self.lists.rising, 1) for word in group},
            "between": dict.fromkeys(self.lists.between, 1),
            "forms": self.forms,
            "phrases": self.phrases,
            # The words that phrases begin with: most words begin none, which saves looking.
            "starts": {phrase.split(" ")[0]: 1 for phrase in self.phrases},
            "near": self.near,
            "parts": self.parts,
            "idf": [0.0] * len(self.numbers),
        }


# --- weights ----------------------------------------------------------------------------------------


def _terms(index: Mapping[str, Any], text: str) -> dict[int, float]:
    """The terms of a text with how often they come; words inside phrases and parts count for less."""
    found: dict[int, float] = {}
    for weight, terms in match.slots(index, text):
        if not terms:
            continue
        term = terms[0][0]
        found[term] = max(found.get(term, 0.0), weight)
        for part in index["parts"].get(str(term), ()):
            found[part] = max(found.get(part, 0.0), COMPOUND_PART * weight)
    return found


def _weigh(index: dict[str, Any], texts: Sequence[Mapping[str, Sequence[str]]]) -> None:
    """Fill in postings, idf and lines."""
    known: dict[str, dict[int, float]] = {}

    def terms(text: str) -> dict[int, float]:
        """Sentences such as “No” and “this board” stand in many situations."""
        if text not in known:
            known[text] = _terms(index, text)
        return known[text]

    read = [{name: [terms(text) for text in fields.get(name, ())] for name in FIELDS} for fields in texts]
    mean = {
        name: sum(sum(map(len, fields[name])) for fields in read)
        / max(1, sum(bool(fields[name]) for fields in read))
        for name in FIELDS
    }
    size = len(index["idf"])
    rows: list[dict[int, float]] = [{} for _ in range(size)]
    for doc, fields in enumerate(read):
        for name, weight in FIELDS.items():
            length = sum(map(len, fields[name]))
            if not length:
                continue
            # What no situation answers is a wide field: there, a single mention of "chess" says enough.
            wide = index["situations"][doc] == match.NOTHING
            scale = weight * NOTHING_WEIGHT if wide else weight / (1 - SHORT + SHORT * length / mean[name])
            for line in fields[name]:
                for term, count in line.items():
                    rows[term][doc] = rows[term].get(doc, 0.0) + scale * count
    idf: list[float] = []
    posts: list[list[int]] = []
    for row in rows:
        shares = {doc: count / (FULL + count) for doc, count in row.items()}
        often = sum(shares.values())  # a mention in a ruling makes a word less rare, but not much
        idf.append(round(log(1 + (len(texts) - often + 0.5) / (often + 0.5)), 4))
        posts.append(
            [
                number
                for doc in sorted(shares)
                for number in (doc, round(shares[doc] * 1000))
                if round(shares[doc] * 1000)
            ]
        )
    in_lines: list[list[int]] = [[] for _ in range(size)]
    line_docs: list[int] = []
    line_norms: list[float] = []
    for doc, fields in enumerate(read):
        for name in LINES:
            for line in fields[name]:
                if not line:
                    continue
                for term in sorted(line):
                    in_lines[term].append(len(line_docs))
                line_docs.append(doc)
                line_norms.append(
                    round(sqrt(sum(weight * idf[term] ** 2 for term, weight in line.items())), 4)
                )
    index.update(
        idf=idf,
        posts=posts,
        in_lines=in_lines,
        line_docs=line_docs,
        line_norms=line_norms,
        unknown=round(log(1 + (len(texts) + 0.5) / 0.5), 4),
    )

import json

import pytest

from assistant.asking import index as indexing
from assistant.asking import match
from assistant.asking.index import Document, WordListError, build, document, load_phrasings
from assistant.asking.normalise import words
from assistant.words import LANGUAGES
from tests.asking_index import small_index

NEGATIONS = {
    "en": "not no never nobody without",
    "fr": "pas jamais aucun personne non sans",
    "pt": "não nunca nem sem ninguém",
    "nl": "niet geen nooit niemand zonder",
    "da": "ikke ingen aldrig uden",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_negations_are_never_stop_words(lang):
    stop = small_index(lang)["stop"]
    assert stop
    assert not [word for word in words(NEGATIONS[lang], lang) if word in stop]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_stop_words_are_folded_as_questions_are(lang):
    assert all(words(word, lang) == [word] for word in small_index(lang)["stop"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_is_in_two_groups_of_synonyms(lang):
    groups = indexing._lists(lang).same
    members = [" ".join(words(member, lang)) for group in groups for member in dict.fromkeys(group)]
    twice = {member for member in members if members.count(member) > 1}
    same_group = {
        m for m in twice if sum(any(" ".join(words(x, lang)) == m for x in group) for group in groups) == 1
    }
    assert twice - same_group == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_synonym_fires(lang):
    """Each member of a group gives the group's term when it is asked alone."""
    index = small_index(lang)
    for group in indexing._lists(lang).same:
        firsts = []
        for member in group:
            found = match.slots(index, member)
            assert found, member
            firsts.append(found[0].terms[0][0])
        assert len(set(firsts)) == 1, group


@pytest.mark.parametrize("lang", LANGUAGES)
def test_index_is_plain_json_and_the_same_every_time(lang):
    small_index.cache_clear()
    first = json.dumps(small_index(lang))
    small_index.cache_clear()
    assert json.dumps(small_index(lang)) == first
    assert json.loads(first) == small_index(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phrasings_can_be_read_and_say_nothing_twice(lang):
    phrasings = load_phrasings(lang)
    assert phrasings["nothing"]
    sentences = [sentence for listed in phrasings.values() for sentence in listed]
    assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_test_questions_are_not_among_the_phrasings(lang):
    from benchmarks.asking import questions

    phrasings = {sentence for listed in load_phrasings(lang).values() for sentence in listed}
    assert not [text for _, text in questions(lang) if text in phrasings]


def test_document_takes_each_text_of_a_flow_once():
    flow = {
        "situation": "s",
        "title": "T",
        "notes": [{"text": "note"}],
        "traps": [{"text": "trap"}],
        "nodes": {
            "q": {"type": "question", "text": "Q?", "help": "H", "options": [{"id": "a", "text": "A"}]},
            "b": {"type": "branch", "on": "edition", "go": {}},
            "r": {
                "type": "ruling",
                "summary": "S",
                "steps": [{"text": "step", "choices": [{"text": "choice"}]}],
                "say": [{"text": "say"}],
                "also_check": [{"text": "also"}],
            },
        },
    }
    made = document(flow)
    assert (made.id, made.title) == ("s", "T")
    assert {name: texts for name, texts in made.fields.items() if texts} == {
        "notes": ["note"],
        "traps": ["trap"],
        "questions": ["Q?"],
        "help": ["H"],
        "options": ["A"],
        "rulings": ["S"],  # what a ruling comes to; its steps say what many rulings say
    }


def test_phrasings_of_unknown_situations_are_left_aside():
    index = build("en", [Document("a", "A card fell")], {"b": ["a phone rang"]})
    assert index["situations"] == ["a", match.NOTHING]
    assert match.ask(index, "a phone rang") == []


BROKEN = [
    ("a: [", "not valid YAML"),
    ("- a", "map of names"),
    ("a: text", "must hold a list"),
    ("a: ['']", "must hold a list"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_broken_phrasings_name_the_file(tmp_path, text, message):
    (tmp_path / "en.yaml").write_text(text)
    with pytest.raises(WordListError, match=message) as caught:
        load_phrasings("en", tmp_path)
    assert "en.yaml" in str(caught.value)

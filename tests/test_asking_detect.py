import pytest

from assistant.asking.detect import detect

CLEAR = [
    ("que se passe-t-il si on voit une carte pendant la donne", "fr"),
    ("QUE SE PASSE T IL SI UNE CARTE TOMBE", "fr"),
    ("caiu uma carta virada na hora de dar", "pt"),
    ("nao embaralharam", "pt"),
    ("tijdens het delen viel een kaart open", "nl"),
    ("et kort blev set under givningen", "da"),
    ("maa vi give om", "da"),  # no Danish keyboard
    ("we played these hands last week", "en"),
    ("renonce", "fr"),
]


@pytest.mark.parametrize(("question", "lang"), CLEAR)
def test_clear_questions(question, lang):
    assert detect(question) == lang


@pytest.mark.parametrize("question", ["", "shufle", "pas", "1NT 2C 3NT", "board 12", "LHO", "27B1"])
def test_unclear_questions(question):
    assert detect(question) is None

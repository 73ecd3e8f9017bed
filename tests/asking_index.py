"""A small index per language for the tests of asking: real word lists, texts of our own."""

from functools import cache
from typing import Any

from assistant.asking.index import Document, build

_TEXTS = {
    "en": {
        "card-in-deal": ("A card was seen in the deal", ["a card fell face up while we were dealing"]),
        "not-shuffled": (
            "The cards were not shuffled",
            ["nobody shuffled the pack", "we played these hands last week"],
        ),
        "shuffled": ("The cards were shuffled twice", ["they shuffled the pack again"]),
        "too-many": ("A hand has more than thirteen cards", ["I have 14 cards"]),
        "too-few": ("A hand is short", ["I have only 12 cards", "one card is missing"]),
        "phone": ("A phone rings", ["his mobile phone rang during the auction"]),
        "hesitation": ("A player hesitated", ["a hesitation by partner", "LHO thought for a long time"]),
        "nothing": (
            "",
            [
                "what is the weather like",
                "what should I bid with 5-4-3-1 and 12 points",
                "chess, poker, golf",
            ],
        ),
    },
    "fr": {
        "card-in-deal": ("Une carte vue pendant la donne", ["on voit une carte pendant la donne"]),
        "not-shuffled": ("L'étui n'a pas été mélangé", ["les cartes n'ont pas été mélangées"]),
        "shuffled": ("L'étui a été mélangé deux fois", ["les cartes ont été mélangées"]),
        "lho": ("L'adversaire de gauche joue", ["l'adversaire de gauche a 14 cartes"]),
        "phone": ("Un téléphone sonne", ["un portable sonne"]),
        "nothing": ("", ["quel temps fera-t-il demain", "que dois-je enchérir avec 5-4-3-1 et 12 points"]),
    },
    "pt": {
        "card-in-deal": ("Uma carta foi vista ao dar", ["caiu uma carta virada na hora de dar"]),
        "not-shuffled": ("O baralho não foi embaralhado", ["não embaralharam as cartas"]),
        "shuffled": ("O baralho foi embaralhado", ["embaralharam as cartas duas vezes"]),
        "auction": ("Dois leilões", ["o leilão acabou"]),
        "phone": ("Um celular toca", ["tocou um celular"]),
        "nothing": ("", ["previsão do tempo"]),
    },
    "nl": {
        "card-in-deal": ("Een kaart werd gezien bij het delen", ["bij het delen viel een kaart open"]),
        "not-shuffled": ("De kaarten zijn niet geschud", ["er is niet geschud"]),
        "shuffled": ("De kaarten zijn geschud", ["er is twee keer geschud"]),
        "penalty-card": ("Een kaart blijft als straf op tafel", ["straf voor een kaart"]),
        "trick": ("Een slag te veel", ["de slagen zijn verkeerd geteld"]),
        "phone": ("Een telefoon gaat af", ["zijn mobiel ging af"]),
        "nothing": ("", ["wat voor weer wordt het"]),
    },
    "da": {
        "card-in-deal": ("Et kort blev set under givningen", ["et kort faldt åbent på bordet da vi gav"]),
        "not-shuffled": ("Kortene er ikke blandet", ["der er ikke blandet"]),
        "shuffled": ("Kortene er blandet", ["der er blandet to gange"]),
        "declarer": ("Spilføreren ændrer sin melding", ["spilfører vil ændre en melding"]),
        "hand": ("Hånden blev lagt på bordet", ["han så på hånden"]),
        "phone": ("En telefon ringer", ["hans mobil ringede"]),
        "nothing": ("", ["hvordan bliver vejret"]),
    },
}


@cache
def small_index(lang: str) -> dict[str, Any]:
    """The index of the texts above."""
    texts = _TEXTS[lang]
    documents = [Document(id, title) for id, (title, _) in texts.items() if id != "nothing"]
    return build(lang, documents, {id: phrasings for id, (_, phrasings) in texts.items()})

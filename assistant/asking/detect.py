"""Which language a question is in, when that is clear. Standard library only, no store needed.

Short questions hold few words, so each counts: little words that a language cannot do without, and
what its players call things. A word of two languages counts for both, one of more says nothing.
"""

from assistant.asking.normalise import words

# Folded forms ("nao", "givning"). Dutch and Danish, French and Portuguese share the most.
_WORDS = {
    "en": """
        the an is are was were have has had been do does did what who which when where why how this that these those
        they their them his her she he you your my our we it its with from before after during and or not no can may
        must should would could if on at by for to of in out up down off i im dont didnt isnt cant wont someone
        card cards hand hands deal dealt dealing dealer shuffle shuffled board boards bid bidding call called pass
        passed auction play played playing player players opponent opponents partner declarer defender dummy lead led
        trick tricks suit spade spades heart hearts diamond diamonds club clubs ace king queen jack trump notrump
        round table tables score late slow phone time finish finished start started wrong missing face faced seen saw
        me tell teach some any there dropped fell exposed pocket pack deck count counted last week again pair pairs penalty average revoke claim
        """,
    "fr": """
        le la les un une des du au aux et ou mais donc que qui quoi quel quelle est sont etait ete ai as ont avait avons avez
        je tu il elle on nous vous ils elles me te se lui leur mon ma mes son sa ses notre votre dans sur sous par pour
        avec chez ne pas jamais apres avant pendant ce cet cette ces ca si comment quand pourquoi peut peux faut doit
        fait faire passe quelqu deja encore tout tous joueur joueurs partenaire adversaire adversaires arbitre
        carte cartes main mains donne donner donneur distribuer distribution melange melanger etui etuis enchere encheres
        annonce passer atout levee levees pli entame mort declarant flanc pique coeur carreau trefle roi dame valet
        renonce seance tour tour retard lent telephone portable temps fini jeu trop manque tombe tombee vu vue voit
        visible face joue jouer jouee semaine derniere table contre vulnerable poche paquet
        """,
    "pt": """
        o os um uma uns umas do dos da das em na no nas nos ao aos pelo pela para pra com sem por e ou mas que quem qual
        quando onde como porque se eu ele ela eles elas voce voces meu minha seu sua nosso nossa este esta isto esse
        essa isso aquele nao nunca ja ainda foi foram era sao estao esta tem tinha tinham ter pode podem posso deve
        fazer faz acontece alguem ninguem antes depois durante entre muito
        carta cartas mao maos dar dando deu distribuir distribuicao embaralhar embaralhou embaralhada baralhar baralho
        baralhada bolsa carteira estojo leilao lance voz passo passou passaram jogador jogadores parceiro adversario
        adversarios oponente carteador morto defensor saida vaza vazas naipe espadas copas ouros paus rei dama valete
        trunfo renuncia rodada ronda mesa tarde atraso lento celular telemovel tempo acabou comecar terminar falta caiu
        virada viu aberta semana passada dupla par arbitro diretor jogou jogamos jogar bolso vulneravel media
        """,
    "nl": """
        de het een en of maar dus want dat die dit deze wie wat waar wanneer hoe waarom welke als dan ik je jij hij zij
        ze we wij jullie mij mijn zijn haar hun hen ons onze is ben waren wordt worden werd heeft hebben heb had hadden kan
        kunnen mag mogen mocht moet moeten zal zou wil gaat doen doet gedaan op aan van voor met bij tot te door over om
        uit naar onder tussen tegen na tijdens niet geen nooit niemand iemand nog ook al wel er hier daar zonder
        kaart kaarten hand handen delen gedeeld geven gegeven gever schudden geschud spel spellen bieden bod bieding pas
        gepast passen rondgepast beurt speler spelers partner tegenstander tegenstanders leider blinde uitkomst slag
        slagen kleur schoppen harten ruiten klaver klaveren aas heer vrouw boer troef verzaking ronde zitting tafel
        laat traag telefoon tijd klaar beginnen afmaken verkeerd ontbreekt viel gevallen open gezien zag vak week vorige
        board boards paar paren straf gemiddelde arbiter gespeeld spelen kwetsbaar teveel
        """,
    "da": """
        en et den det de der som og eller men at til fra med af om over under ved efter hos mod naar nar hvis hvad hvem
        hvor hvordan hvorfor hvornar jeg du han hun vi mig dig ham hende os min mit mine din sin sit er var vaere blev
        bliver blevet har havde kan kunne ma maa skal skulle vil ville gor gjorde gar gik far fik ikke ingen aldrig nogen
        noget lige bare ogsa kun inden foer for mens pa paa i
        kort kortet kortene haand hand haender giv give givet givning givningen giver kortgiver blande blandet mappe
        mappen melding meldinger melde meldt meldte pas passede spiller spillere makker modstander modstandere
        spilforer blind udspil stik farve spar hjerter ruder klor es konge dame bonde trumf kulorsvigt runde bord bordet
        sent langsomt telefon mobil tid tiden faerdig starte begynde forkert mangler tabte tabt faldt vist set lomme
        board boards uge sidste par straf middel spil spillet spille spillede hold zonen ur uret kigget
        """,
}
# Letters that only one of the five languages writes.
_LETTERS = {
    "å": "da",
    "ø": "da",
    "æ": "da",
    "ã": "pt",
    "õ": "pt",
    "œ": "fr",
    "ù": "fr",
    "û": "fr",
    "î": "fr",
    "è": "fr",
}
_LEAST = 2.0  # one word that is of this language alone
_LEAD = 1.5  # how much more than the next language


def detect(question: str) -> str | None:
    """The question's language (`en`, `fr`, `pt`, `nl`, `da`), or None where it is not clear.

    "kort" alone is clear, "pas" is not; numbers, bids and names say nothing.
    """
    owners: dict[str, list[str]] = {}
    for lang, listed in _WORDS.items():
        for word in dict.fromkeys(listed.split()):
            owners.setdefault(word, []).append(lang)
    scores = dict.fromkeys(_WORDS, 0.0)
    for word in words(question, "en"):
        of = owners.get(word, [])
        if len(of) <= 2:
            for lang in of:
                scores[lang] += 2.0 / len(of)
    for letter, lang in _LETTERS.items():
        if letter in question.lower():
            scores[lang] += 2.0
    best, second = sorted(scores.values(), reverse=True)[:2]
    if best < _LEAST or best < second * _LEAD:
        return None
    return max(scores, key=lambda lang: scores[lang])

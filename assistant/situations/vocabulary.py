"""The fixed words of the situations: the stages of a session, and who answers or chooses."""

from assistant.words import t


def stages() -> dict[str, str]:
    """Every stage and what it is called, in the order in which a director meets them."""
    return {
        "deal": t("Shuffle and deal"),
        "boards": t("Boards and hands"),
        "auction": t("The auction"),
        "lead": t("The opening lead"),
        "play": t("The play"),
        "claim": t("Claims and concessions"),
        "after": t("After the play"),
        "session": t("Rounds and session"),
        "conduct": t("Information and conduct"),
    }


def choosers() -> dict[str, str]:
    """Everybody who may have to choose, as the heading over the choices."""
    return {
        "director": t("The Director chooses:"),
        "declarer": t("Declarer chooses:"),
        "presumed-declarer": t("The presumed declarer chooses:"),
        "dummy": t("Dummy chooses:"),
        "defender": t("The defender chooses:"),
        "defenders": t("The defenders choose:"),
        "leader": t("The player on lead chooses:"),
        "offender": t("The offender chooses:"),
        "partner-of-offender": t("The offender’s partner chooses:"),
        "offending-side": t("The offending side chooses:"),
        "non-offending-side": t("The non-offending side chooses:"),
        "lho": t("The offender’s left-hand opponent chooses:"),
        "rho": t("The offender’s right-hand opponent chooses:"),
        "player": t("The player chooses:"),
        "players": t("The players at the table choose:"),
        "player-on-turn": t("The player whose turn it is chooses:"),
        "claimer": t("The claimer chooses:"),
        "opponents": t("The opponents choose:"),
        "contestant": t("The contestant chooses:"),
        "captain": t("The captain chooses:"),
        "organizer": t("The Tournament Organizer chooses:"),
        "regulating-authority": t("The Regulating Authority chooses:"),
        "appeals-committee": t("The appeals committee chooses:"),
    }


def kinds() -> dict[str, str]:
    """The two kinds of ruling, as a director would be told which one it is."""
    return {
        "book": t("Book ruling: the laws fix it."),
        "judgement": t("Judgement: establish the facts and weigh them."),
    }

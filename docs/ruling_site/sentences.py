"""The sentences that the browser's scripts say, in the language in use."""

from assistant.laws.wording import law_words, words
from assistant.reference import names
from assistant.situations import vocabulary
from assistant.words import language, t


def browser() -> dict[str, object]:
    """What `assets/words-<lang>.js` hands to the scripts: sentences by name, and a few tables of words."""
    return {
        "citation": t("Law {id}"),
        "code_of": t("Code of {year}"),
        "question": t("Question {number}"),
        "often_forgotten": t("This is often forgotten."),
        "change": t("Change"),
        "change_answer": t("Change the answer to: {question}"),
        "facts": t("Facts given"),
        "came_from": t("From: {title}"),
        "leads_on": t("This goes on in another situation:"),
        "go_on": t("Go on: {title}"),
        "ruling": t("Ruling"),
        "steps": t("What happens"),
        "lasts": t("Lasts: {how_long}"),
        "say": t("Say:"),
        "also_check": t("Check later, or also:"),
        "text_of": t("Text of {citation}"),
        "back": t("Back"),
        "again": t("Start again"),
        "copy": t("Copy the record"),
        "print": t("Print the record"),
        "copied": t("The record is copied."),
        "copy_by_hand": t("Your browser does not copy. Select this text and copy it."),
        "note": t("Board, table, players (for the record)"),
        "record": t("Record of a ruling"),
        "date": t("Date: {date}"),
        "path": t("Path: {path}"),
        "provisions": t("Provisions: {citations}"),
        "authority": t("Chosen by the authority: {choice}"),
        "disclaimer": t("Our rulings are summaries; the official text of your federation decides."),
        "broken": t("That address does not fit this situation, so the walk starts again."),
        "found": t("Situations that fit"),
        "laws_found": t("Laws named"),
        "nothing": t(
            "Nothing here fits that question. Try other words, or choose from the situations below."
        ),
        "nothing_found": t("No law text holds all of these words."),
        "hits": t("{count} found"),
        "more": t("Show more"),
        "kinds": vocabulary.kinds(),
        "choosers": vocabulary.choosers(),
        "law_words": list(law_words(language())),
        "not_a_section": list(words()[language()]["not_a_section"]),
        "definitions": names.citation("definitions"),
        "introduction": names.citation("introduction"),
    }

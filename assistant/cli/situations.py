"""`ruling situations`: the map of what can happen, by stage."""

from assistant.cli.options import AsJson, Edition, Lang, known_year
from assistant.cli.output import columns, say, say_json
from assistant.reference.opening import open_store
from assistant.situations import vocabulary
from assistant.words import language, t


def command(lang: Lang = None, edition: Edition = None, as_json: AsJson = False) -> None:
    """Print every situation under its stage; with a year, those that answer for that code."""
    store = open_store()
    year = known_year(store, edition) if edition else None
    rows = [row for row in store.situations(language()) if year is None or year in row.codes]
    if as_json:
        say_json(
            [
                {"situation": row.id, "stage": row.stage, "title": row.title, "codes": list(row.codes)}
                for row in rows
            ]
        )
        return
    for stage, name in vocabulary.stages().items():
        found = [row for row in rows if row.stage == stage]
        if found:
            say(name)
            for row in found:
                say(row.title, 2, 4)
                say(row.id + ("" if len(row.codes) > 1 else f" ({', '.join(row.codes)})"), 6)
            say()
    columns([("ruling walk …", t("answers a situation's questions."))], 0)

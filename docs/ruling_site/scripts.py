"""The data that the pages need, as classic scripts: no page fetches anything, so all works from a disk.

`assets/words-<lang>.js` the sentences of the scripts; `ask-<lang>.js` the index of the asking box;
`search-<lang>.js` the texts to search; `<lang>/<situation>.js` the flow of a situation.
"""

import json
from pathlib import Path
from typing import Any

from assistant.reference.store import Store
from ruling_site import sentences
from ruling_site.addresses import TAGS, Addresses


def write(store: Store, lang: str, addresses: Addresses, out: Path) -> None:
    """Write one language's scripts below `out`; the language must be the one in use."""
    situations = store.situations(lang)
    assets = out / "assets"
    (assets / lang).mkdir(parents=True, exist_ok=True)
    _script(assets / f"words-{lang}.js", "words", {**sentences.browser(), "tag": TAGS[lang]})
    _script(
        assets / f"ask-{lang}.js",
        "data",
        {
            "lang": lang,
            "index": store.index(lang, "ask"),
            "titles": {row.id: row.title for row in situations},
            "provisions": addresses.ids(),
        },
    )
    _script(
        assets / f"search-{lang}.js",
        "texts",
        {
            "document": store.index(lang, "search"),
            "newest": {law: years[0] for law, years in addresses.laws().items()},
        },
    )
    for row in situations:
        path = assets / lang / f"{row.id}.js"
        _script(path, f"flows[{json.dumps(row.id)}]", store.flow(row.id, lang), "flows")


def _script(path: Path, name: str, value: Any, table: str = "") -> None:
    head = "window.Ruling = window.Ruling || {};\n"
    if table:
        head += f"Ruling.{table} = Ruling.{table} || {{}};\n"
    path.write_text(f"{head}Ruling.{name} = {script_json(value)};\n", encoding="utf-8")


def script_json(value: Any) -> str:
    """JSON that is safe in a script, inside a page too: nothing in it can end the script or open a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text

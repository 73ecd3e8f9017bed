"""The Sphinx extension that makes the site from the compiled store.

Data pages go straight from the store into our own templates (`html-collect-pages`), without doctrees:
a thousand of them take seconds. Prose pages are the Markdown documents of `pages/`, read by MyST.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from assistant.reference import opening
from assistant.words import LANGUAGES, language, t, use
from ruling_site import addresses, pages, prose, scripts


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect everything; Sphinx calls this."""
    app.add_transform(prose.NoHtml)
    app.add_transform(prose.HeadingAnchors)
    app.add_post_transform(prose.CitationLinks)
    before = language()
    app.connect("builder-inited", _prepare)
    # Every page speaks its own language; whoever started the build goes on in theirs.
    app.connect("build-finished", lambda app, exception: _speak(before))
    app.connect("html-collect-pages", _collect)
    app.connect("html-page-context", _frame_prose)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}


def _prepare(app: Sphinx) -> None:
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder):
        # Sphinx's own search finds neither numbers nor words without accents; ours stands on its own page.
        builder.search = False
        # Every text is escaped unless it is Markup; Sphinx's own environment would escape nothing. Our
        # templates need no sandbox either, which is slow.
        builder.templates.environment = Environment(loader=builder.templates, autoescape=True)


def _prose(app: Sphinx, lang: str) -> set[str]:
    """The documents of a language, by their names within it."""
    return {name.removeprefix(f"{lang}/") for name in app.env.found_docs if name.startswith(f"{lang}/")}


def _all_pages(app: Sphinx) -> dict[str, set[str]]:
    store = opening.open_store()
    return {lang: pages.page_names(store, lang, _prose(app, lang)) for lang in LANGUAGES}


def _speak(lang: str) -> None:
    use(lang, {} if lang == "en" else opening.open_store().messages(lang))


def _collect(app: Sphinx) -> Iterator[pages.Page]:
    store = opening.open_store()
    held, known = _all_pages(app), addresses.of_all(store)
    for lang in LANGUAGES:
        _speak(lang)
        scripts.write(store, lang, known[lang], Path(app.outdir))
        yield from pages.Language(store, lang, held, known).collect()
    choices = [
        {"lang": lang, "tag": addresses.TAGS[lang], "name": addresses.NATIVE[lang]} for lang in LANGUAGES
    ]
    yield "index", {"choices": choices}, "root.html"


def _frame_prose(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give a prose page its frame: that of its language, or of English for developers' pages."""
    if doctree is None:
        return
    lang, _, page = pagename.partition("/")
    if lang not in LANGUAGES or not page:
        lang, page = "en", ""
    _speak(lang)
    title = Markup(context["title"]).striptags()
    held = _all_pages(app)
    if page:
        context.update(pages.frame(lang, page, held, title))
    else:
        # No page of another language stands beside these; the switch leads to its home page.
        context.update(pages.frame(lang, "index", held, title))
        depth = "../" * pagename.count("/")
        context.update(
            root=depth, home=f"{depth}en/", page="",
            switch=[
                {**row, "href": f"{depth}{row['lang']}/index.html", "same": False, "current": row["lang"] == "en"}
                for row in addresses.switch("en", "index", held, depth)
            ],
        )  # fmt: skip
    context["body"] = Markup(context["body"])
    context["t"] = t

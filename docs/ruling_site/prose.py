"""Prose pages: MyST reads their Markdown; here are the links to the laws, the anchors, and no HTML."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from assistant.laws.citations import find
from assistant.laws.ids import ProvisionId, law_of
from assistant.reference import opening
from assistant.words import LANGUAGES
from ruling_site.addresses import Addresses

_ANCHOR = re.compile(r" +\{#([\w/.-]+)\}$")
_LINE_BREAK = "<br />\n"  # what MyST makes of a hard line break
_UNLINKED = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block)


class NoHtml(SphinxTransform):
    """Shows HTML as the words that it is, also where a page turns it on or writes a `raw` directive."""

    default_priority = 10

    def apply(self, **kwargs: Any) -> None:
        """Replace every piece that would go into the page unescaped."""
        for raw in list(self.document.findall(nodes.raw)):
            words = raw.astext()
            if "html" in raw["format"].split() and words != _LINE_BREAK:
                raw.parent.replace(raw, nodes.literal(words, words))


class HeadingAnchors(SphinxTransform):
    """Gives `## Words {#anchor}` that anchor, letter by letter: MyST's own would make `#d1` of `6D1`."""

    default_priority = 300  # after docutils and MyST have given out their ids

    def apply(self, **kwargs: Any) -> None:
        """Take the anchors out of the headings and put them on the sections."""
        for title in self.document.findall(nodes.title):
            last = title.children[-1]
            if isinstance(last, nodes.Text) and (found := _ANCHOR.search(last)):
                title.replace(last, nodes.Text(last[: found.start()]))
                title.parent["ids"] = [found[1]]
                self.document.ids[found[1]] = title.parent


class CitationLinks(SphinxPostTransform):
    """Makes the citations in a language's pages links to the newest text that the language holds."""

    default_priority = 900  # after all links that the page itself has

    def run(self, **kwargs: Any) -> None:
        """Link the citations of one page."""
        lang, *folders = self.env.docname.split("/")[:-1] or [""]
        if lang not in LANGUAGES:
            return
        known = Addresses(opening.open_store(), lang)
        root = "../" * len(folders)
        held = {id: root + known.provision(known.newest(law_of(ProvisionId(id))), id) for id in known.ids()}
        for element in list(self.document.findall(nodes.TextElement)):
            if not _is_inside(element, _UNLINKED):
                element[:] = list(_with_links(element, lang, held))


def _is_inside(element: nodes.Element | None, kinds: tuple[type, ...]) -> bool:
    while element is not None:
        if isinstance(element, kinds):
            return True
        element = element.parent
    return False


def _with_links(element: nodes.Element, lang: str, held: Mapping[str, str]) -> Iterator[nodes.Node]:
    # The lines of a paragraph are Texts of their own, and a citation may run over the end of one.
    for is_text, children in groupby(element.children, lambda child: isinstance(child, nodes.Text)):
        found = list(children)
        yield from _linked("".join(found), lang, held) if is_text else found


def _linked(words: str, lang: str, held: Mapping[str, str]) -> Iterator[nodes.Node]:
    position = 0
    for citation in find(words, lang):
        href = held.get(citation.id)
        if not href or citation.start < position:
            continue
        if citation.start > position:
            yield nodes.Text(words[position : citation.start])
        yield nodes.reference("", citation.text, refuri=href)
        position = citation.end
    if position < len(words):
        yield nodes.Text(words[position:])

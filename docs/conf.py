"""The Sphinx project: one build makes the site in all languages.

Prose pages are the Markdown files of `pages/`; everything else comes from the compiled store through
the extension `ruling_site` and the templates of `theme/`. `ruling site OUT` builds it; by hand it is
`sphinx-build -b html -c docs docs/pages OUT`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Bridge rulings"
extensions = ["myst_parser", "ruling_site"]
myst_disable_syntax = ["html_block", "html_inline"]  # HTML in a page is words like others
root_doc = "developers"
smartquotes = False
locale_dirs: list[str] = []
highlight_language = "none"

html_theme = "theme"
html_theme_path = ["."]
html_static_path: list[str] = []
html_copy_source = False
html_show_sphinx = False
html_permalinks = False
html_use_index = False
html_domain_indices = False

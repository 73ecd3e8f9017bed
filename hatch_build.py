"""Build hook: a wheel carries the compiled store and, as data, the law texts and the Sphinx project."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileStore(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the store into a temporary folder and adds it, `laws/` and `docs/` to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Do nothing for an editable install: a checkout compiles its own store on first use."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from assistant import places
        from assistant.reference.compile import compile_store

        self._folder = tempfile.TemporaryDirectory()
        store = Path(self._folder.name) / places.STORE_NAME
        compile_store(store, [root / "laws"], stamp="")
        build_data["force_include"] |= {
            str(store): f"assistant/_data/{places.STORE_NAME}",
            str(root / "laws"): "assistant/_data/laws",
            str(root / "docs"): "assistant/_data/docs",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if version != "editable":
            self._folder.cleanup()

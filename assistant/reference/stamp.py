"""What a compiled store was made from, in a short string that changes when any of it does."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

# The compiler's own code counts too: a store made by older code is stale.
_SUFFIXES = (".md", ".tsv", ".toml", ".yaml", ".po", ".txt", ".py")


def stamp(folders: Iterable[Path]) -> str:
    """A digest of the names, sizes and times of all files below `folders` that a store is made from."""
    import hashlib

    digest = hashlib.blake2b(digest_size=16)
    for folder in folders:
        for line in sorted(_files(str(folder))):
            digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif entry.name.endswith(_SUFFIXES):
            status = entry.stat()
            yield f"{entry.path}\t{status.st_size}\t{status.st_mtime_ns}\n"

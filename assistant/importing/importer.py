"""One call imports one document and writes every edition in it, whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import RulingError
from assistant.importing.outline import Outline
from assistant.importing.profiles import Profile, load_profile
from assistant.importing.reading import Reader
from assistant.importing.source import Line, read_source
from assistant.laws.codes import load_codes
from assistant.laws.editions import FACTS, file_name, load_edition, read_facts, write_facts
from assistant.laws.ids import ProvisionId
from assistant.laws.markdown import read_law, write_law
from assistant.laws.tree import Provision, provisions
from assistant.places import laws_dir
from assistant.words import t


class ImportRefused(RulingError):
    """The document can be read, but not be put where it should go."""


@dataclass(frozen=True, slots=True)
class ReadEdition:
    """An edition as it stands in a document, before it is written anywhere."""

    facts: Mapping[str, str]
    laws: tuple[Provision, ...]
    owners: Mapping[int, ProvisionId]  # the provision that each line went to

    @property
    def name(self) -> str:
        """Language and year: `nl/2007`."""
        return f"{self.facts['language']}/{self.facts['year']}"


def import_file(
    path: Path,
    to: Path,
    *,
    templates: Iterable[Path] = (),
    language: str | None = None,
    year: str | None = None,
) -> list[Path]:
    """Import a document, by the TOML file beside it, into the laws folder `to`.

    An edition that lies there already keeps the laws that the document does not hold.

    Args:
        path: the document, plain text in UTF-8.
        to: a laws folder; editions go to `<lang>/<year>` in it.
        templates: further laws folders in which an edition named by `like` may lie.
        language: of a cleanly labelled document without a TOML file beside it.
        year: the code of such a document.

    Returns:
        The files written.

    Raises:
        RulingError: the document, its description or the place is not as it should be; nothing was written.
    """
    lines = read_source(path)
    profile = load_profile(path, language, year)
    _known_codes(profile, path)
    return _write(read_document(path, lines, profile, (to, *templates, *_home(path))), to)


def read_document(
    path: Path, lines: list[Line], profile: Profile, templates: Iterable[Path]
) -> list[ReadEdition]:
    """The editions in a document, without writing anything."""
    template = _template(profile, templates) if profile.like else None
    found: list[ReadEdition] = []
    for facts in profile.editions:
        items = Reader(profile, path).items(lines)
        outline = Outline(profile, facts["year"], path, template)
        laws = tuple(outline.build(items))
        for law in laws:
            # What was built must be what a reader of the Markdown gets; anything else would lose words.
            name = file_name(law.id)
            if read_law(write_law(law), name) != law:
                raise ImportRefused(t("{path}: Law {law} cannot be kept as Markdown.", path=path, law=law.id))
        found.append(ReadEdition(facts, laws, outline.owners))
    return found


def _known_codes(profile: Profile, path: Path) -> None:
    """Links need the register of the code: refuse a year that has none."""
    registered = load_codes(laws_dir())
    for year in profile.years:
        if year not in registered:
            raise ImportRefused(
                t(
                    "{path}: the code of {year} is not known; known are {years}.",
                    path=path,
                    year=year,
                    years=", ".join(registered),
                )
            )


def _home(path: Path) -> tuple[Path, ...]:
    """The laws folder around a document that lies in `<lang>/sources`."""
    return (path.resolve().parents[2],) if path.resolve().parent.name == "sources" else ()


def _template(profile: Profile, folders: Iterable[Path]) -> list[ProvisionId]:
    language, _, year = profile.like.partition("/")
    for folder in folders:
        place = folder / language / year
        if language.isalpha() and year.isdigit() and (place / FACTS).is_file():
            return [provision.id for provision in provisions(load_edition(place))]
    raise ImportRefused(
        t("The edition {like}, whose labels this document should take, is not held.", like=profile.like)
    )


def _write(editions: list[ReadEdition], to: Path) -> list[Path]:
    for edition in editions:
        _refuse_digest(to / edition.name, edition)
    try:
        to.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".import-", dir=to) as scratch:
            for edition in editions:
                _stage(edition, to / edition.name, Path(scratch) / "new" / edition.name)
            _put_in_place([edition.name for edition in editions], Path(scratch), to)
    except OSError as error:
        raise ImportRefused(
            t("{folder} cannot be written: {error}.", folder=to, error=error.strerror or error)
        ) from None
    return [
        to / edition.name / name
        for edition in editions
        for name in (FACTS, *(file_name(law.id) for law in edition.laws))
    ]


def _refuse_digest(place: Path, edition: ReadEdition) -> None:
    if (place / FACTS).exists() and read_facts(place / FACTS)["kind"] != edition.facts["kind"]:
        raise ImportRefused(
            t(
                "{folder} holds a digest of our own, which an imported text would mix with; import to "
                "another folder with --to.",
                folder=place,
            )
        )


def _stage(edition: ReadEdition, existing: Path, place: Path) -> None:
    if existing.is_dir():
        shutil.copytree(existing, place)
    place.mkdir(parents=True, exist_ok=True)
    (place / FACTS).write_text(write_facts(edition.facts), encoding="utf-8", newline="\n")
    for law in edition.laws:
        (place / file_name(law.id)).write_text(write_law(law), encoding="utf-8", newline="\n")
    load_edition(place)


def _put_in_place(names: list[str], scratch: Path, to: Path) -> None:
    """Exchange whole folders; if one exchange fails, undo those before it."""
    done: list[str] = []
    try:
        for name in names:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (scratch / "old" / name).parent.mkdir(parents=True, exist_ok=True)
            if (to / name).exists():
                os.replace(to / name, scratch / "old" / name)
            done.append(name)
            os.replace(scratch / "new" / name, to / name)
    except OSError:
        for name in reversed(done):
            if (to / name).exists():
                os.replace(to / name, scratch / "new" / name)
            if (scratch / "old" / name).exists():
                os.replace(scratch / "old" / name, to / name)
        raise

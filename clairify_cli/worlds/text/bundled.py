"""The descriptions of the bundled worlds: their domains, and the commands of their actions."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import data_path
from clairify_cli.files.reading import MOST_BYTES, UnreadableError, read_text
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, File
from clairify_cli.worlds.text.base import ActionForm, GameError, TextWorld
from clairify_cli.worlds.text.hidden import HiddenWorld, Spoken, forms_of

DOMAINS = {"coin_collector": "coin-collector", "household": "household"}
"""The generated worlds, with the bundled domains that describe them."""

GAMES = {"textworld-express": "coin-collector", "alfworld": "alfworld"}
"""Third-party games, with the domains that describe them."""


def is_described(kind: str) -> bool:
    """Whether a kind of world, or a domain, has a bundled description of how it talks."""
    return kind in GAMES or kind.replace("_", "-") in DOMAINS.values()


@lru_cache(maxsize=8)
def spoken_of(kind: str) -> Spoken | None:
    """Return the language of a kind of world or of a bundled domain; None if it is not bundled."""
    from clairify_cli.reader.goals.lexicon import load_lexicon
    from clairify_cli.worlds.text.description import SUFFIX, load_description

    name = GAMES.get(kind, kind.replace("_", "-"))
    if not is_described(kind):
        return None
    path = data_path("domains", f"{name}.pddl")
    source = source_of(path)
    file, domain = domain_in(source)
    described = path.parent / "games" / f"{kind}{SUFFIX}" if kind in GAMES else path.with_suffix(SUFFIX)
    lexicon = load_lexicon(path.with_suffix(".lexicon.yaml"))
    return Spoken(file, load_description(described, domain), lexicon, source.text)


def forms_of_kind(kind: str) -> tuple[ActionForm, ...]:
    """Return the commands of a bundled kind of world."""
    spoken = spoken_of(kind)
    assert spoken is not None and spoken.file.domain is not None
    return forms_of(spoken.file.domain, spoken.description)


def domain_of(world: TextWorld) -> str | None:
    """Return the text of the domain that describes a world; None if there is none."""
    own = world.spoken if isinstance(world, HiddenWorld) else None
    spoken = own or spoken_of(world.kind)
    return None if spoken is None else spoken.text


def source_of(path: Path, most_bytes: int = MOST_BYTES) -> Source:
    """Read a file. Raises `GameError`."""
    try:
        return Source(read_text(path, most_bytes=most_bytes), str(path))
    except UnreadableError as error:
        raise GameError(str(error)) from None


def domain_in(source: Source) -> tuple[File, Domain]:
    """Read the domain in a file, with the file. Raises `GameError` if there is none."""
    file = read(source)[0]
    if file.domain is None:
        raise GameError(f"{source.name}: it is no domain of PDDL")
    return file, file.domain

"""Find the games of a request, from seeds or from files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clairify_cli.agents.games.record import Episode
from clairify_cli.files.inputs import exists, is_file
from clairify_cli.records import replace
from clairify_cli.services.batch.run import part_of
from clairify_cli.services.errors import RequestError
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.replan.setup import OWN

FILES = {"alfworld": "*.tw-pddl", OWN: "*.pddl"}
"""The worlds whose games are files, and the pattern for these files in a folder."""


def episodes_of(request: ReplanRequest, world: str) -> list[Episode]:
    """Return the games of all runs that belong to the requested part. Raises `RequestError`."""
    asked = request.games
    paths = _paths(request, world)
    if paths:
        games = [Episode(number, path=path) for number, path in enumerate(paths[: asked.games])]
    else:
        games = [Episode(number, seed=asked.seed + number) for number in range(asked.games or 1)]
    part = part_of(request.batch.shard)
    games = [one for one in games if part.takes(one.number)]
    return [Episode(one.number, run, one.seed, one.path) for run in range(asked.runs) for one in games]


def with_own_domain(request: ReplanRequest, world: str) -> ReplanRequest:
    """Return the request with the domain of the user's own world as a file, if it is given. Raises `RequestError`.

    A bundled domain is named without folder and suffix.
    """
    from clairify_cli.agents.formalise.given import shipped

    domain, description = request.games.world_domain, request.games.world_description
    for option, name in (("--world-domain", domain), ("--world-description", description)):
        if name is None:
            continue
        if world != OWN:
            raise RequestError(f"{option} is for --world {OWN}")
        if not is_file(name) and not (name is domain and name in shipped()):
            raise RequestError(f"{option}: there is no file {name or 'without a name'}")
    if domain is None or is_file(domain):
        return request
    return replace(request, games=replace(request.games, world_domain=str(shipped()[domain])))


def _paths(request: ReplanRequest, world: str) -> list[Path]:
    """Return the files of the games, for a world whose games are files. Raises `RequestError`."""
    if world not in FILES:
        if request.files:
            raise RequestError(f"the games of {world} are made from seeds, not read from files")
        return []
    found: list[Path] = []
    for path in map(Path, request.files):
        if not exists(path):
            raise RequestError(f"there is no file or folder {path}")
        inside = _inside(path, world, request.max_size) if path.is_dir() else (path,)
        if not inside:
            raise RequestError(f"the folder {path} has no {FILES[world]}")
        found += inside
    if not found:
        raise RequestError(f"games of {world} are read from files: name them, or a folder of {FILES[world]}")
    return list(dict.fromkeys(found))


def _inside(folder: Path, world: str, most_bytes: int) -> Sequence[Path]:
    """Return the games in a folder and its subfolders, by name; PDDL files with only a domain are left out."""
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.languages.pddl.companions import heading

    found = []
    for path in sorted(folder.rglob(FILES[world])):
        try:
            begins = heading(read_text(path, most_bytes=most_bytes)) if world == OWN else None
        except UnreadableError:  # keep an unreadable game, so that its report says so
            begins = None
        if begins is None or begins.domain is None or begins.problem is not None:
            found.append(path)
    return found

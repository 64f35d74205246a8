"""Text worlds by name.

    with open_world("coin_collector", seed=3, size=7) as world:
        print(world.task, world.reset().text)

`coin_collector` and `household` are generated from a seed; `pddl` is a user's own problem (`path`), whose domain and
description are next to it or bundled; the others are third-party games.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing, near_matches
from clairify_cli.files.data import data_path
from clairify_cli.files.reading import MOST_BYTES
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Problem
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.worlds.text.base import WORLDS, GameError, TextWorld, WorldError
from clairify_cli.worlds.text.bundled import domain_in, source_of, spoken_of
from clairify_cli.worlds.text.hidden import HiddenWorld, Spoken

if TYPE_CHECKING:
    from clairify_cli.worlds.text.make_coin_collector import Made

NAMES = tuple(WORLDS)
SIZES = {"coin_collector": 5, "household": 1}
"""The generated worlds, with their default numbers of rooms."""

STEPS = 100
"""The default number of commands in a user's own world."""


def open_world(
    name: str,
    *,
    seed: int = 0,
    size: int | None = None,
    fold: str | None = None,
    path: Path | None = None,
    most_bytes: int = MOST_BYTES,
) -> TextWorld:
    """Open the world of that name.

    `module:Class` is a class of the user's, which is called with the seed, and with `size` if it is given.
    `size` is the number of rooms, `fold` that of a game of TextWorldExpress (`train`). `path` is a game's file: the
    `.tw-pddl` of `alfworld`, the problem of `pddl`; files larger than `most_bytes` are not read. Raises `WorldError`.
    """
    name = name.strip()
    if ":" in name:
        return foreign_world(name, seed, size)
    name = name.lower()
    if name not in NAMES:
        near = near_matches(name, NAMES)
        hint = f"did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else f"there are {listing(NAMES)}"
        raise WorldError(f"there is no world `{name[:60]}`; {hint}")
    if path is None and name in ("pddl", "alfworld"):
        what = "the file of its problem" if name == "pddl" else "a game's `.tw-pddl` file"
        raise WorldError(f"the world `{name}` is opened with {what}")
    match name:
        case "alfworld":
            from clairify_cli.worlds.text.alfworld import game

            assert path is not None
            return game(path, most_bytes=most_bytes)
        case "pddl":
            assert path is not None
            return own_world(path, most_bytes=most_bytes)
        case _ if name in SIZES:
            return made_world(name, seed, SIZES[name] if size is None else size)
        case _:
            from clairify_cli.worlds.text.express import ExpressGame

            return ExpressGame(name, seed, size, fold)


def foreign_world(name: str, seed: int, size: int | None) -> TextWorld:
    """The game of a user's class, `module:Class`, from the folder that one is in or where Python looks for modules.

    Raises `WorldError` if there is none, `GameError` if it makes no game.
    """
    module, _, called = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        make = getattr(importlib.import_module(module), called)
    except (ImportError, AttributeError, ValueError) as error:
        raise WorldError(f"no world was found at `{name[:60]}`: {error}") from None
    except Exception as error:  # a module of others may raise anything
        raise WorldError(f"`{name[:60]}` cannot be loaded: {type(error).__name__}: {error}") from None
    try:
        world: TextWorld = make(seed) if size is None else make(seed, size)
    except Exception as error:  # whatever code of others raises ends only its game
        raise GameError(f"`{name[:60]}` makes no game of seed {seed}: {type(error).__name__}: {error}") from None
    lacks = [one for one in ("name", "kind", "task", "limit", "forms", "reset", "act") if not hasattr(world, one)]
    if lacks:
        raise GameError(f"`{name[:60]}` lacks {listing(lacks)} of a world")
    return world


def made_world(name: str, seed: int, size: int) -> HiddenWorld:
    """Return the game of `coin_collector` or `household` of that seed and size. Raises `WorldError`."""
    made = made_problem(name, seed, size)
    spoken = spoken_of(name)
    problem = read(Source(made.problem, f"{name} {seed}"))[0].problem
    assert problem is not None and spoken is not None and spoken.file.domain is not None
    title = f"{name}-{size}-{seed}"
    task = make_task(spoken.file.domain, problem)
    return HiddenWorld(task, spoken.description, made.aim, name=title, kind=name, limit=made.limit)


def made_problem(name: str, seed: int, size: int) -> Made:
    """Return the problem, task and limit of such a game. Raises `WorldError` for an unsupported size."""
    from clairify_cli.worlds.text import make_coin_collector, make_household

    if name == "coin_collector":
        sizes, make = make_coin_collector.SIZES, make_coin_collector.coin_collector
    else:
        sizes, make = make_household.SIZES, make_household.household
    if size not in sizes:
        raise WorldError(f"`{name}` has {sizes.start} to {sizes.stop - 1} rooms, and {size} are asked for")
    return make(seed, size)


def own_world(
    problem: Path,
    domain: Path | None = None,
    description: Path | None = None,
    *,
    aim: str | None = None,
    limit: int = STEPS,
    most_bytes: int = MOST_BYTES,
) -> HiddenWorld:
    """Open the world of a user's files.

    A missing domain is looked up by the problem's domain name: in the problem's folder, the two folders above it, and
    the bundled domains. A missing description is the `.world.yaml` next to the domain. `aim` is the task in words; by
    default the comment on the problem's first line, or its goal. Files larger than `most_bytes` are not read. Raises
    `WorldError`.
    """
    from clairify_cli.languages.pddl.writing.printing import print_formula
    from clairify_cli.reader.goals.lexicon import Lexicon, LexiconError, lexicon_beside, load_lexicon
    from clairify_cli.worlds.text.description import SUFFIX, load_description

    source = source_of(problem, most_bytes)
    hidden = _problem(source)
    found = domain or _domain_of(source, problem, hidden)
    if found is None:
        wanted = hidden.domain.text if hidden.domain is not None else "?"
        raise GameError(f"{problem}: its domain `{wanted}` is not beside it; name it with --world-domain")
    domain_source = source_of(found, most_bytes)
    file, of_domain = domain_in(domain_source)
    _check(domain_source, source)
    beside = description or found.with_suffix(SUFFIX)
    if description is None and not beside.is_file():
        raise GameError(
            f"{found}: there is no description of its world beside it, which would be {beside}; name one with "
            "--world-description"
        )
    if hidden.goal is None:
        raise GameError(f"{problem}: it has no goal")
    words = aim or _first_comment(source.text) or print_formula(hidden.goal)
    talk = load_description(beside, of_domain, most_bytes=most_bytes)
    try:
        lexicon = load_lexicon(own) if (own := lexicon_beside(found)) is not None else Lexicon()
    except LexiconError as error:
        raise GameError(str(error)) from None
    return HiddenWorld(
        make_task(of_domain, hidden),
        talk,
        words,
        name=problem.stem,
        kind=of_domain.name.text if of_domain.name is not None else "pddl",
        limit=limit,
        spoken=Spoken(file, talk, lexicon, domain_source.text),
    )


def _problem(source: Source) -> Problem:
    problem = read(source)[0].problem
    if problem is None:
        raise GameError(f"{source.name}: it is no problem of PDDL")
    return problem


def _domain_of(source: Source, path: Path, problem: Problem) -> Path | None:
    """Find the file of the problem's domain: next to it, above it, or bundled."""
    from clairify_cli.languages.pddl.companions import Companions

    if problem.domain is None:
        return None
    beside = Companions().of_pddl(source.text, path)
    along = data_path("domains", f"{problem.domain.text}.pddl")
    return Path(beside[0].name) if beside else along if along.is_file() else None


def _check(domain: Source, problem: Source) -> None:
    """Raise `GameError` for the first error in the domain or the problem."""
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.languages.pddl.language import Pddl

    for source, given in ((domain, CheckOptions()), (problem, CheckOptions(context=(domain,)))):
        for one in Pddl().check(source, given):
            if one.is_error:
                raise GameError(f"{source.name}, line {one.span.line}: {one.message}")


def _first_comment(text: str) -> str | None:
    """Return the comment on a problem's first line, if any."""
    first = text.lstrip().partition("\n")[0]
    return first.lstrip(";").strip() or None if first.startswith(";") else None

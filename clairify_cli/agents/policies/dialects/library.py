"""The dialect of a world."""

from __future__ import annotations

from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.domains import domain_file, lexicon_of
from clairify_cli.worlds.text.base import TextWorld
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import DOMAINS, shipped

_CLUTTER = {"household": frozenset({"item"}), "alfworld": frozenset({"thing"})}
_OFFERING = ("alfworld",)
_GAMES = {"textworld-express": "coin-collector", "alfworld": "alfworld"}
"""The games of others, by the domains in whose terms they are described."""


def dialect_of(world: TextWorld) -> Described | None:
    """How a world talks, by its own description or its kind; None where that is not known."""
    name = world.kind.replace("_", "-")
    if isinstance(world, HiddenWorld) and world.spoken is not None:
        own = world.spoken
        clutter = _CLUTTER.get(name, frozenset())
        return Described(own.file, own.description, own.lexicon, clutter, is_own=True)
    return described(name) if name in _GAMES or name in DOMAINS.values() else None


def described(name: str) -> Described:
    """The dialect of a world that the project has a description of."""
    domain = _GAMES.get(name, name)
    clutter = _CLUTTER.get(name, frozenset())
    _, description = shipped(domain, f"games/{name}" if name in _GAMES else name)
    return Described(domain_file(domain), description, lexicon_of(domain), clutter, offers=name in _OFFERING)

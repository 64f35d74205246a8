"""The dialect of a world."""

from __future__ import annotations

from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.worlds.text.base import TextWorld
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import DOMAINS, shipped

_CLUTTER = {"household": frozenset({"item"}), "alfworld": frozenset({"thing"})}
_OFFERING = ("alfworld",)
_GAMES = {"textworld-express": "coin-collector", "alfworld": "alfworld"}
"""The games of others, by the domains in whose terms they are described."""


def dialect_of(world: TextWorld) -> Described | None:
    """The dialect of a world, from its own description or its kind; None if that is not known."""
    name = world.kind.replace("_", "-")
    if isinstance(world, HiddenWorld) and world.spoken is not None:
        return Described(*world.spoken, _CLUTTER.get(name, frozenset()), is_own=True)
    return described(name) if name in _GAMES or name in DOMAINS.values() else None


def described(name: str) -> Described:
    """The dialect of a world that the project has a description of."""
    spoken = shipped(_GAMES[name], name) if name in _GAMES else shipped(name)
    return Described(*spoken, _CLUTTER.get(name, frozenset()), offers=name in _OFFERING)

"""The dialect of a world."""

from __future__ import annotations

from clairify_cli.agents.policies.dialects.base import Dialect
from clairify_cli.agents.policies.dialects.domains import domain_file, lexicon_of
from clairify_cli.worlds.text.base import TextWorld
from clairify_cli.worlds.text.hidden import HiddenWorld
from clairify_cli.worlds.text.library import DOMAINS, shipped

_CLUTTER = {"household": frozenset({"item"})}


def dialect_of(world: TextWorld) -> Dialect | None:
    """How a world talks, by its own description or its kind; None where that is not known."""
    if isinstance(world, HiddenWorld) and world.spoken is not None:
        from clairify_cli.agents.policies.dialects.described import Described

        own = world.spoken
        clutter = _CLUTTER.get(world.kind, frozenset())
        return Described(own.file, own.description, own.lexicon, clutter, is_own=True)
    match world.kind:
        case "textworld-express":
            from clairify_cli.agents.policies.dialects.express import Express

            return Express()
        case "alfworld":
            from clairify_cli.agents.policies.dialects.alfworld import Alfworld

            return Alfworld()
    name = DOMAINS.get(world.kind, world.kind)
    return described(name) if name in DOMAINS.values() else None


def described(name: str) -> Dialect:
    """The dialect of a domain of the project that has a description."""
    from clairify_cli.agents.policies.dialects.described import Described

    return Described(domain_file(name), shipped(name)[1], lexicon_of(name), _CLUTTER.get(name, frozenset()))

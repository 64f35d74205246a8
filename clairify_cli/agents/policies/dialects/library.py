"""The dialect of a world."""

from __future__ import annotations

from clairify_cli.agents.policies.dialects.base import Dialect
from clairify_cli.worlds.text.base import TextWorld


def dialect_of(world: TextWorld) -> Dialect | None:
    """How a world talks, by its kind; None where that is not known."""
    match world.kind:
        case "textworld-express":
            from clairify_cli.agents.policies.dialects.express import Express

            return Express()
        case "alfworld":
            from clairify_cli.agents.policies.dialects.alfworld import Alfworld

            return Alfworld()
    return None

"""The dialect of a world."""

from __future__ import annotations

from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.worlds.text.base import TextWorld
from clairify_cli.worlds.text.bundled import spoken_of
from clairify_cli.worlds.text.hidden import HiddenWorld


def dialect_of(world: TextWorld) -> Described | None:
    """The dialect of a world, from its own description or its kind; None if that is not known."""
    if isinstance(world, HiddenWorld) and world.spoken is not None:
        return Described(*world.spoken[:3], is_own=True, public=world.public)
    return None if spoken_of(world.kind) is None else described(world.kind)


def described(kind: str) -> Described:
    """The dialect of a bundled kind of world."""
    spoken = spoken_of(kind)
    assert spoken is not None
    return Described(*spoken[:3])

"""Benches made for a task: a tidy one for what a program needs."""

from __future__ import annotations

from clairify_cli.worlds.scene.model import Scene
from clairify_cli.worlds.scene.needs import Needed


def scene_for_program(needed: Needed, *, name: str = "bench") -> Scene:
    """A tidy bench within comfortable reach of a Panda at the origin."""
    raise NotImplementedError

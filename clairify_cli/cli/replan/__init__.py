"""`clairify replan`: repairs plans that no longer fit the world, and plays games in partly observable worlds."""

from __future__ import annotations

from clairify_cli.cli.replan.command import command

__all__ = ["command"]

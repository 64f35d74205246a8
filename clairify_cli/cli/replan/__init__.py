"""`clairify replan`: a plan that no longer fits the world is repaired, and games are played in worlds seen in part."""

from __future__ import annotations

from clairify_cli.cli.replan.command import command

__all__ = ["command"]

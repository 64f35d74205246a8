"""English into goals, problems and domains of PDDL, and those into plans."""

from __future__ import annotations

from clairify_cli.services.pddl.request import COMBINATIONS, PddlRequest

__all__ = ["COMBINATIONS", "PddlRequest"]

"""Turn English into PDDL goals, problems and domains, and these into plans."""

from __future__ import annotations

from clairify_cli.services.pddl.request import COMBINATIONS, PddlRequest

__all__ = ["COMBINATIONS", "PddlRequest"]

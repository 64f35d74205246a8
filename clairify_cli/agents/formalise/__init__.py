"""Formalising: from a text in English to PDDL that is well made, says what the text says, and has a plan."""

from __future__ import annotations

from clairify_cli.agents.formalise.given import Given, Write, check_given
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.agents.formalise.run import Formalisation, Verdict, formalise, solve

__all__ = [
    "Formalisation",
    "Given",
    "Planned",
    "Planner",
    "Verdict",
    "Write",
    "check_given",
    "formalise",
    "solve",
]

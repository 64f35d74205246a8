"""Formalising: from a text in English to PDDL that is well made, says what the text says, and has a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.given import Given, Write, check_given
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.agents.formalise.result import Formalisation, Verdict, solve

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.run import formalise

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


def __getattr__(name: str) -> object:
    """`formalise` brings the loop along, which whoever only solves does not need."""
    if name == "formalise":
        from clairify_cli.agents.formalise.run import formalise

        return formalise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Formalising: from a text in English to PDDL that is well made, says what the text says, and has a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.given import Given, Write, check_given

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.planner import Planned, Planner
    from clairify_cli.agents.formalise.result import Formalisation, solve
    from clairify_cli.agents.formalise.run import formalise

__all__ = [
    "Formalisation",
    "Given",
    "Planned",
    "Planner",
    "Write",
    "check_given",
    "formalise",
    "solve",
]


def __getattr__(name: str) -> object:
    """Planning and the loop are brought along where they are asked for: whoever only reads a domain needs neither."""
    if name in ("Planned", "Planner"):
        from clairify_cli.agents.formalise import planner

        return getattr(planner, name)
    if name in ("Formalisation", "solve"):
        from clairify_cli.agents.formalise import result

        return getattr(result, name)
    if name == "formalise":
        from clairify_cli.agents.formalise.run import formalise

        return formalise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

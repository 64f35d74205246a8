"""Which solver looks for plans, and the words of a domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from clairify_cli.services.options import Argument, Does, Offer, Option, Panel, reads

TASKS = Argument(
    "[TEXT|FILE...]",
    "Tasks in quotes; files, directories (searched for *.txt and *.md), globs in quotes, tables (*.jsonl, *.csv, "
    "*.tsv), or - for standard input.",
    Offer.FILES,
)


@dataclass(frozen=True, slots=True)
class Solver:
    """Which solver looks for plans, and what it may use."""

    solver: Annotated[
        str,
        Option(
            "auto, fast-downward, pyperplan, or any planner: 'cmd:/path/planner {domain} {problem} {plan}'.",
            Panel.PLANNING,
            does=Does.STARTS,
            metavar="NAME",
            offer=Offer.SOLVERS,
            shows_default=True,
        ),
    ] = "auto"
    optimal: Annotated[bool, Option("Look for a plan of the least cost.", Panel.PLANNING)] = False
    solve_timeout: Annotated[
        float,
        Option("Time limit of a run of the solver.", Panel.PLANNING, metavar="SECONDS", shows_default=True),
    ] = 60.0
    memory: Annotated[int, Option("Memory limit of the solver.", Panel.PLANNING, metavar="MB", shows_default=True)] = (
        2048
    )


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a domain."""

    lexicon: Annotated[
        str | None,
        reads(
            "Words for the names of the domain, for the offline reader (default: NAME.lexicon.yaml next to NAME.pddl).",
            Panel.PLANNING,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The bench of a robot."""

    scene: Annotated[
        str | None,
        reads("The bench: a scene (YAML), as `execute --print-scene` writes it.", Panel.SIMULATION),
    ] = None

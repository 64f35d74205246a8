"""Solvers that remember: where a plan is only what a test begins with, the same task is not solved again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from clairify_cli.planning.solvers.base import Limits, Solution, SolverOutcome
from clairify_cli.planning.solvers.fast_downward import FastDownward
from clairify_cli.planning.solvers.pyperplan import Pyperplan

Solve = Callable[..., Solution]

SOLVERS: tuple[type[Any], ...] = (FastDownward, Pyperplan)
SURE = (SolverOutcome.SOLVED, SolverOutcome.UNSOLVABLE)
"""Answers that another run would give as well; whatever the machine had a part in is found out anew."""


def remembering(solve: Solve) -> Solve:
    """A `solve` that starts a process only for what this test run has not asked it yet."""
    known: dict[tuple[object, str, str, Limits], Solution] = {}

    def answer(
        solver: object, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None
    ) -> Solution:
        asked = (solver, domain, problem, limits)
        if asked in known and not (stop and stop.is_set()):
            return known[asked]
        found = solve(solver, domain, problem, limits, stop=stop)
        if found.outcome in SURE:
            known[asked] = found
        return found

    return answer


SOLVE = {solver: remembering(solver.solve) for solver in SOLVERS}

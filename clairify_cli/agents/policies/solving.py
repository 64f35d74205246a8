"""A solver whose runs are counted and bounded."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.base import Tally
from clairify_cli.planning.base import Limits, Solution, Solver


@dataclass(frozen=True)
class Counted:
    """A solver whose runs are counted in a tally."""

    solver: Solver
    tally: Tally

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        self.tally.solver_calls += 1
        return self.solver.solve(domain, problem, limits, stop=stop)


def planner_for(solver: Solver, bounds: Bounds, tally: Tally) -> Planner:
    """A planner for one game; what it has solved before it does not solve again."""
    return Planner(Counted(solver, tally), Limits(bounds.solver_seconds, bounds.solver_mb))

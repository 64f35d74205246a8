"""Ask a planner, once per state, whether the goal of a problem can still be reached."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, holds
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.repair.texts import problem_now
from clairify_cli.planning.solvers.base import Limits, Solver
from clairify_cli.records import dataclass, field

LIMITS = Limits(seconds=10.0, memory_mb=2048)
"""The planner's limits for one state. If it gives no answer, the goal counts as unreachable."""


@dataclass(slots=True)
class Reach:
    """Asks a solver for a plan from a state; `domain` and `problem` are the texts of the task."""

    task: Task
    domain: Source
    problem: Source
    solver: Solver
    limits: Limits = LIMITS
    _known: dict[frozenset[tuple[str, ...]], bool] = field(default_factory=dict)

    def __call__(self, state: WorldState) -> bool:
        """Whether there is a plan."""
        if state.atoms not in self._known:
            is_there = holds(self.task.goal, {}, state, self.task)
            problem = problem_now(self.problem, self.task.problem, state)
            solve = self.solver.solve
            self._known[state.atoms] = is_there or solve(self.domain.text, problem.text, self.limits).solved
        return self._known[state.atoms]

"""Ask a planner, once per state, whether the goal of a problem can still be reached."""

from __future__ import annotations

from clairify_cli.languages.pddl.meaning import WorldState, holds, words_of
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.solvers.base import Limits, Solver
from clairify_cli.records import dataclass, field

LIMITS = Limits(seconds=10.0, memory_mb=2048)
"""The planner's limits for one state. If it gives no answer, the goal counts as unreachable."""


@dataclass(slots=True)
class Reach:
    """Asks a solver for a plan from a state; `domain` is the text of the task's domain."""

    task: Task
    domain: str
    solver: Solver
    limits: Limits = LIMITS
    _known: dict[frozenset[tuple[str, ...]], bool] = field(default_factory=dict)

    def __call__(self, state: WorldState) -> bool:
        """Whether there is a plan."""
        if state.atoms not in self._known:
            is_there = holds(self.task.goal, {}, state, self.task)
            self._known[state.atoms] = (
                is_there or self.solver.solve(self.domain, self._problem(state), self.limits).solved
            )
        return self._known[state.atoms]

    def _problem(self, state: WorldState) -> str:
        """Return the problem with `state` as its initial state."""
        objects = " ".join(
            f"{one.name.text} - {_type([name.text for name in one.types])}" for one in self.task.problem.objects
        )
        facts = [f"({' '.join(one)})" for one in sorted(state.atoms)]
        facts += [f"(= ({' '.join(one)}) {value:g})" for one, value in sorted(state.numbers.items())]
        name = self.task.domain.name.text if self.task.domain.name is not None else "d"
        goal = words_of(self.task.goal, {}) if self.task.goal is not None else "(and)"
        return f"(define (problem p) (:domain {name}) (:objects {objects}) (:init {' '.join(facts)}) (:goal {goal}))"


def _type(names: list[str]) -> str:
    return "object" if not names else names[0] if len(names) == 1 else f"(either {' '.join(names)})"

"""Steps that no plan may have, and steps that every plan must have."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Source
from clairify_cli.records import dataclass, replace

if TYPE_CHECKING:
    from clairify_cli.planning.repair.model import GroundStep, Situation
    from clairify_cli.planning.solvers.base import Limits, Solution, Solver


@dataclass(frozen=True, slots=True)
class Constraints:
    """Patterns of steps; see `planning.repair.model.Forbidden`."""

    forbidden: tuple[GroundStep, ...] = ()
    required: tuple[GroundStep, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.forbidden or self.required)

    def solution(
        self, domain: Source, problem: Source, solver: Solver, limits: Limits, stop: threading.Event | None
    ) -> Solution | None:
        """Solve a task under the constraints; None if it needs no step at all."""
        from clairify_cli.languages.pddl.plan_reader import read_plan
        from clairify_cli.planning.repair.model import step_text
        from clairify_cli.planning.repair.repairing import new_plan

        made = new_plan(self._situation(domain, problem), lambda: solver, limits, stop)
        if made.solution is None or made.steps is None:
            return made.solution
        plan = read_plan(Source("".join(f"{step_text(one)}\n" for one in made.steps), "<plan>"))[0]
        return replace(made.solution, plan=plan)

    def explained(self, held: Solution, free: Solution, domain: Source, problem: Source) -> Solution:
        """Return an answer other than a plan, with what a plan without the constraints (`free`) does to them."""
        from clairify_cli.planning.repair.required import only_by
        from clairify_cli.planning.solvers.base import SolverOutcome

        if held.outcome is SolverOutcome.UNSUPPORTED:
            lacks = held.feature or "the conditions and effects"
            why = f"{held.solver} does not support {lacks}, which --forbid and --require need"
            return replace(held, message=why, line=None)
        why = "there is no plan with --forbid and --require"
        if free.plan is not None:
            why += f"; {only_by(self._situation(domain, problem), [one.words for one in free.plan.steps])}"
        return replace(held, message=why)

    def _situation(self, domain: Source, problem: Source) -> Situation:
        from clairify_cli.languages.pddl.meaning import initial_state
        from clairify_cli.languages.pddl.task import task_of
        from clairify_cli.planning.repair.model import Forbidden, Situation

        task = task_of(domain, problem)
        assert task is not None
        return Situation(task, domain, problem, initial_state(task), (), Forbidden(self.forbidden), self.required)

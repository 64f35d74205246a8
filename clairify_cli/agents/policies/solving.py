"""A solver whose runs are counted and bounded."""

from __future__ import annotations

import threading
from collections.abc import Collection

from clairify_cli.agents.formalise.planner import PLAN, plan_text, validate
from clairify_cli.agents.policies.base import Tally
from clairify_cli.agents.policies.files.grow import Step
from clairify_cli.agents.repair.story import steps_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import task_of
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.repair.nearby import plan_nearby
from clairify_cli.planning.solvers.base import Limits, Solution, Solver
from clairify_cli.records import dataclass, field


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


@dataclass
class Ways:
    """Plans without explanations, for callers that ask often and have an alternative."""

    solver: Solver
    limits: Limits
    stop: threading.Event | None = None
    _known: dict[tuple[str, str], tuple[Step, ...] | None] = field(default_factory=dict, init=False)

    def steps(
        self, domain: Source, problem: Source, without: Collection[Step] = frozenset()
    ) -> tuple[Step, ...] | None:
        """The steps of a validated plan for a task without errors; None if none was found, for any reason.

        If it contains one of the steps `without`, a plan that avoids them is looked for.

        The solver is not run if the goal is unreachable even in the delete relaxation.
        """
        key = (domain.text, problem.text)
        if key not in self._known:
            self._known[key] = self._found(domain, problem)
        found = self._known[key]
        if found is None or not set(without).intersection(found):
            return found
        task = task_of(domain, problem)
        plan = plan_nearby(task, without=set(without).__contains__).plan if task is not None else None
        return None if plan is None else tuple(one.words for one in plan)

    def _found(self, domain: Source, problem: Source) -> tuple[Step, ...] | None:
        task = task_of(domain, problem)
        if task is None or reach(task).goal is False:
            return None
        plan = self.solver.solve(domain.text, problem.text, self.limits, stop=self.stop).plan
        if plan is None:
            return None
        written = Source(plan_text(plan, None, unit=True), PLAN)
        if any(one.is_error for one in validate(written, domain, problem)):
            return None
        return steps_of(plan)

"""pyperplan, a planner in Python for STRIPS with types (Alkhazraji et al., 2020).

It is GPL and run as a process of its own. It treats all costs as 1 or refuses them, and refuses much else with
unhelpful messages, so a task's features are examined before it is called. It knows STRIPS with types, but not every way
to write it down: it is given a text that means the same.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from clairify_cli.files.extras import install
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.syntax import OBJECT, And, Atom, Formula, TypedName
from clairify_cli.languages.pddl.targets import LACKS, PYPERPLAN
from clairify_cli.languages.pddl.walk import conjuncts
from clairify_cli.languages.pddl.writing.nodes import name_of
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.solvers.base import Limits, Solution, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.outputs import (
    BrokenPlanError,
    ended_early,
    lacks_memory,
    memory_message,
    plan_of_file,
    solution,
    solved,
)
from clairify_cli.planning.solvers.process import Run, run, workspace
from clairify_cli.planning.solvers.support import ReadTask, UnreadableTaskError, first_lacking, read_task, unsupported
from clairify_cli.records import dataclass

NAME = PYPERPLAN

_EXHAUSTED = "No solution could be found"
_PLAN = "problem.pddl.soln"


@dataclass(frozen=True, slots=True)
class Pyperplan:
    """pyperplan with greedy best-first search and h^FF, or with A* and LM-cut if `optimal`."""

    optimal: bool = False

    @property
    def name(self) -> str:
        return NAME

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """See `Solver`."""
        try:
            task = read_task(domain, problem)
        except UnreadableTaskError as error:
            message = f"{NAME} was not asked, since {error}"
            return Solution(SolverOutcome.CRASHED, None, None, False, NAME, 0.0, 0.0, message)
        if use := first_lacking(LACKS[NAME], task):
            return unsupported(NAME, use, task)
        search = ["-H", "lmcut", "-s", "astar"] if self.optimal else ["-H", "hff", "-s", "gbf"]
        command = [sys.executable, "-m", "pyperplan", *search, "domain.pddl", "problem.pddl"]
        with workspace(*plainly(task)) as directory:
            ran = run(command, directory, limits, stop=stop, environment={"PYTHONHASHSEED": "0"})
            return self._answer(ran, directory / _PLAN, limits)

    def _answer(self, ran: Run, plan_file: Path, limits: Limits) -> Solution:
        if early := ended_early(NAME, ran, limits):
            return early
        if ran.exit_code != 0:
            if lacks_memory(ran):
                return solution(NAME, ran, SolverOutcome.OUT_OF_MEMORY, memory_message(NAME, limits))
            return solution(NAME, ran, SolverOutcome.CRASHED, f"{NAME} refused the task: {_reason(ran)}")
        if _EXHAUSTED in ran.stdout:
            words = f"there is no plan: {NAME} has ruled out every state that can be reached"
            return solution(NAME, ran, SolverOutcome.UNSOLVABLE, words, detail="")
        try:
            plan = plan_of_file(plan_file)
        except BrokenPlanError as error:
            return solution(NAME, ran, SolverOutcome.CRASHED, f"what {NAME} wrote {error}")
        if plan is None:
            return solution(NAME, ran, SolverOutcome.CRASHED, f"{NAME} ended without a plan and without saying why")
        return solved(NAME, ran, plan, optimal=self.optimal)


def find() -> None:
    """Check that pyperplan is installed; raise SolverMissingError if not."""
    from importlib.util import find_spec

    if find_spec("pyperplan") is None:
        raise SolverMissingError(f"pyperplan is not installed: {install('plan')} brings it")


def _reason(ran: Run) -> str:
    """Return the last line of its traceback, without the name of the exception."""
    lines = ran.stderr.strip().splitlines() or ["it gives no reason"]
    return lines[-1].rpartition("Error: ")[2].strip("'\"")


def plainly(task: ReadTask) -> tuple[str, str]:
    """Return domain and problem in the form of STRIPS with types that pyperplan reads.

    Every type is declared, everything has one, each formula is one conjunction, and costs and requirements are gone.
    """
    domain, problem = task.domain, task.problem
    above = {one.name.text: one.types[0].text for one in domain.types if one.types}
    kinds = hierarchy_of(domain).supertypes
    ordered = sorted((one for one in kinds if one != OBJECT), key=lambda one: (len(kinds[one]), one))
    actions = [
        one._replace(parameters=_typed(one.parameters), precondition=_flat(one.precondition), effect=_flat(one.effect))
        for one in domain.actions
    ]
    plain_domain = domain._replace(
        name=name_of("d"),
        requirements=(),
        sections=(),
        types=tuple(TypedName(name_of(one), (name_of(above.get(one, OBJECT)),)) for one in ordered),
        constants=_typed(domain.constants),
        predicates=tuple(one._replace(parameters=_typed(one.parameters)) for one in domain.predicates),
        functions=(),
        actions=tuple(actions),
    )
    plain_problem = problem._replace(
        name=name_of("p"),
        domain=name_of("d"),
        requirements=(),
        sections=tuple(one for one in problem.sections if one.keyword.text == ":init"),
        objects=_typed(problem.objects),
        init=tuple(one for one in problem.init if isinstance(one, Atom)),
        goal=_flat(problem.goal),
        metric=None,
    )
    return print_tree(plain_domain).lower(), print_tree(plain_problem).lower()


def _typed(names: Iterable[TypedName]) -> tuple[TypedName, ...]:
    return tuple(TypedName(one.name, one.types[:1] or (name_of(OBJECT),)) for one in names)


def _flat(formula: Formula | None) -> And:
    return And(tuple(conjuncts(formula)), 0, 0)

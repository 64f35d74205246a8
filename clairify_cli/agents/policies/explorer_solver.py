"""A plan of a solver, for tasks that are too large to be searched in process."""

from __future__ import annotations

from clairify_cli.languages.pddl.meaning import GroundAction, find_action
from clairify_cli.languages.pddl.syntax import And
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.planning.solvers.base import Limits, SolverError
from clairify_cli.planning.solvers.registry import get

SECONDS = 10.0


def solved(task: Task) -> tuple[GroundAction, ...] | None:
    """The plan that the solver which is installed finds in a short time; None where it finds none, or none is there."""
    try:
        solver = get("auto")
    except SolverError:
        return None
    problem = task.problem._replace(goal=task.goal or And((), 0, 0))
    answer = solver.solve(print_tree(task.domain), print_tree(problem), Limits(seconds=SECONDS))
    if answer.plan is None:
        return None
    steps = []
    for one in answer.plan.steps:
        action = find_action(task, one.action.text)
        if action is None:
            return None
        steps.append(GroundAction(action, tuple([name.text for name in one.arguments])))
    return tuple(steps)

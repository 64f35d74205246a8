"""Solvers, steps and plans in the form used in documents."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.formalise.planner import Planned
from clairify_cli.languages.pddl.meaning import find_action
from clairify_cli.languages.pddl.task import Task, task_of
from clairify_cli.planning.solvers.base import Solution, SolverOutcome
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class SolverRun:
    """The solver that was asked, and how its run ended."""

    name: str
    outcome: SolverOutcome
    message: str
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Step:
    """An action with its arguments."""

    action: str
    arguments: dict[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that was validated."""

    text: str
    cost: float | None
    optimal: bool
    steps: tuple[Step, ...]


def solver_run(solution: Solution) -> SolverRun:
    """The run of a solver."""
    seconds, cpu = round(solution.seconds, 3), round(solution.cpu_seconds, 3)
    return SolverRun(solution.solver, solution.outcome, solution.message, seconds, cpu)


def step_of(task: Task | None, words: Sequence[str]) -> Step:
    """A step, its arguments by the names of the action's parameters; without arguments if there is no such action."""
    action = find_action(task, words[0]) if task is not None else None
    names = [one.name.text.lstrip("?") for one in action.parameters] if action is not None else []
    return Step(words[0], dict(zip(names, words[1:], strict=False)))


def plan_of(planned: Planned | None) -> Plan | None:
    """The plan that was found; None if there is no good one."""
    if planned is None or not planned.solved or planned.solution.plan is None:
        return None
    solution, task = planned.solution, task_of(planned.domain, planned.problem)
    steps = tuple(step_of(task, one.words) for one in planned.solution.plan.steps)
    return Plan(planned.plan, solution.cost, solution.optimal, steps)

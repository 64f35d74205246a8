"""Repair a plan when the world disagrees: keep the rest of it, find a bridge back to it, or make a new plan.

    situation = Situation(task, domain, problem, now, rest, Forbidden(...))
    made = repair(situation, solver, limits)
    made.steps, made.how

Every result was simulated step by step from the current state: each step is possible and allowed, and the goal holds at
the end. If there is no plan, the solver's answer says whether that is proven.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from clairify_cli.languages.pddl.meaning import holds
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import steps_kept
from clairify_cli.planning.repair.model import Found, GroundStep, How, Repair, Situation, cost_of, reaches
from clairify_cli.planning.repair.nearby import about
from clairify_cli.planning.repair.search import SOON, editing, few_changes
from clairify_cli.planning.repair.texts import solver_texts
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverMissingError, SolverOutcome

OpenSolver = Callable[[], Solver]
"""Returns the solver on demand, because most repairs need none. May raise `SolverError`."""

MOST_SURE = 2
"""Up to this number of changes, a quickly found repair is not compared with others: there is nothing to gain."""

WORTH = 1.2
"""Maximum cost of a bridge relative to a new plan: a more expensive one does work that is no longer needed."""

MOST_COMPARED = 10.0
"""Seconds for the new plan that a bridge is compared with."""


def repair(
    situation: Situation,
    solver: OpenSolver,
    limits: Limits = Limits(),  # noqa: B008 - it is frozen
    *,
    strategy: How | None = None,
    stable: bool = False,
    stop: threading.Event | None = None,
) -> Repair:
    """Find a plan from the current state.

    Without a `strategy`, the ways are tried in order: the rest as it is, a bridge (unless a new plan costs much less),
    a new plan. `stable` looks for the plan with the fewest steps added and dropped. Raises `SolverError` if a
    solver is needed and cannot be used.
    """
    if strategy in (None, How.KEEP) and reaches(situation.task, situation.rest, situation.now, situation.forbidden):
        return Repair(How.KEEP, situation.rest, fewest=True)
    if strategy is How.KEEP:
        return Repair(None, None, no_way=True)
    if strategy is How.NEW:
        return new_plan(situation, solver, limits, stop)
    if stable or strategy is How.STABLE:
        return _stable(situation, solver, limits, stop)
    bridge = few_changes(situation, editing(situation), stop=stop, most=SOON)
    rest = situation.rest
    # Without any of the old steps it is simply a new plan, and a solver finds better ones.
    if bridge.steps is not None and changes(rest, bridge.steps) < len(rest) + len(bridge.steps):
        new = None if strategy is How.BRIDGE else _much_shorter(situation, bridge.steps, solver, limits, stop)
        return new or Repair(How.BRIDGE, bridge.steps, fewest=bridge.proven)
    if strategy is How.BRIDGE:
        return Repair(None, None, no_way=bridge.proven)
    return new_plan(situation, solver, limits, stop)


def _much_shorter(
    situation: Situation,
    bridge: tuple[GroundStep, ...],
    solver: OpenSolver,
    limits: Limits,
    stop: threading.Event | None,
) -> Repair | None:
    """Return a new plan that is much cheaper than a bridge, or None; solve only if an estimate allows for one."""
    if len(bridge) <= WORTH * (_about(situation) or 0):
        return None
    short = replace(limits, seconds=min(limits.seconds, MOST_COMPARED))
    try:
        new = new_plan(situation, solver, short, stop)
    except SolverMissingError:
        return None  # there is nothing to compare it with
    if new.steps is None:
        return None
    old_cost, new_cost = cost_of(situation, bridge), cost_of(situation, new.steps)
    return new if old_cost is not None and new_cost is not None and old_cost > WORTH * new_cost else None


def _about(situation: Situation) -> int | None:
    """Estimate the number of steps of a new plan, or return that of the rest if the task is too large.

    None if there is no plan even under the delete relaxation.
    """
    now = replace(situation.task, init=situation.now.atoms, notes={})
    try:
        return about(ground_small(now, without=situation.forbidden.never, kept=steps_kept(situation.task)))
    except TooLargeError:
        return len(situation.rest)


def _stable(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None) -> Repair:
    """Return the plan with the fewest changes of all that are found; never more than a new plan has.

    The long search runs only if the quick one fails and the solver does not report that there is no plan.
    """
    # If even the relaxation finds no plan there is none, so no slow search is needed.
    if _about(situation) is None:
        return Repair(None, None, no_way=True)
    rest, edits = situation.rest, editing(situation)
    soon = few_changes(situation, edits, stop=stop, most=SOON)
    if soon.steps is None and soon.proven:
        return Repair(None, None, no_way=True)
    if soon.steps is not None and (soon.proven or changes(rest, soon.steps) <= MOST_SURE):
        return Repair(How.STABLE, soon.steps, fewest=soon.proven)
    missing: SolverMissingError | None = None
    new = Repair(None, None)
    try:
        new = new_plan(situation, solver, limits, stop)
    except SolverMissingError as error:
        missing = error  # there is nothing to compare with
    known = [one for one in (new.steps, soon.steps) if one is not None]
    if not known and (new.no_way or edits is None):
        if missing is not None:
            raise missing
        return new
    best = min(known, key=partial(changes, rest), default=None)
    found = Found(best, False) if edits is None else few_changes(situation, edits, best, stop)
    if found.steps is None:
        if missing is not None and not found.proven:
            raise missing
        return new if not found.proven else Repair(None, None, no_way=True)
    return Repair(How.NEW if found.steps == new.steps else How.STABLE, found.steps, new.solution, fewest=found.proven)


def new_plan(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None = None) -> Repair:
    """Return an independent plan by the solver."""
    if holds(situation.task.goal, {}, situation.now, situation.task):
        return Repair(How.NEW, (), fewest=not situation.rest)
    answer, steps = _solved(situation, solver(), limits, stop)
    no_way = answer.outcome is SolverOutcome.UNSOLVABLE
    return Repair(How.NEW if steps is not None else None, steps, solution=answer, no_way=no_way)


def _solved(
    situation: Situation, solver: Solver, limits: Limits, stop: threading.Event | None
) -> tuple[Solution, tuple[GroundStep, ...] | None]:
    """Return a solver's answer, and its plan as steps of the task if it is valid."""
    one = situation
    texts = solver_texts(one.task, one.domain, one.problem, one.now, one.forbidden)
    answer = solver.solve(texts.domain.text, texts.problem.text, limits, stop=stop)
    if answer.plan is None:
        return answer, None
    steps = texts.meant(answer.plan)
    # Never trust a solver's plan without validating it.
    if not reaches(one.task, steps, one.now, one.forbidden):
        message = f"the plan of {answer.solver} is wrong, which is a fault of the solver"
        return replace(answer, outcome=SolverOutcome.CRASHED, plan=None, cost=None, message=message), None
    return answer, steps

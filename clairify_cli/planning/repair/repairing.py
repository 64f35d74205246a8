"""Repair a plan when the world disagrees: keep the rest of it, find a bridge back to it, or make a new plan.

    situation = Situation(task, domain, problem, now, rest, Forbidden(...))
    made = repair(situation, solver, limits)
    made.steps, made.how

Every result was simulated step by step from the current state: each step is possible and allowed, and the goal holds at
the end. That there is no plan is proven by looking at all states, or by a solver on the task as it now is; what a
search on facts concludes is not enough.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf

from clairify_cli.languages.pddl.meaning import holds
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.grounder import TooLargeError
from clairify_cli.planning.repair.blind import bridge_to_rest
from clairify_cli.planning.repair.closest import cheap, closest
from clairify_cli.planning.repair.diff import changes, compare
from clairify_cli.planning.repair.model import Found, GroundStep, How, Repair, Situation, cost_of, reaches
from clairify_cli.planning.repair.nearby import about
from clairify_cli.planning.repair.required import with_required
from clairify_cli.planning.repair.texts import solver_texts
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverMissingError, SolverOutcome

OpenSolver = Callable[[], Solver]
"""Returns the solver on demand, because most repairs need none. May raise `SolverError`."""

WORTH = 1.2
"""Maximum cost of a repair relative to a new plan: a more expensive one does work that is no longer needed."""

MOST_COMPARED = 8.0
"""Seconds after which a known repair is no longer compared with the solver's new plan."""


def repair(
    situation: Situation,
    solver: OpenSolver,
    limits: Limits = Limits(),  # noqa: B008 - it is frozen
    *,
    stop: threading.Event | None = None,
) -> Repair:
    """Find the plan from the current state that is closest to the rest of the old one.

    A plan that costs much more than a new one gives way to it, and becomes its `other`. The limits are those of the
    whole repair. Raises `SolverError` if a solver is needed and cannot be used.
    """
    rest, begun = situation.rest, time.monotonic()
    situation = with_required(situation)
    if reaches(situation.task, rest, situation.now, situation.forbidden):
        return Repair(How.KEEP, rest, fewest=True)
    now = replace(situation.task, init=situation.now.atoms, notes={})
    near, new = Found(None, False), Repair(How.NEW, None)
    with suppress(TooLargeError):
        ground = ground_small(now, without=situation.forbidden.never)
        near = Found(None, True) if about(ground) is None else closest(situation, ground, limits, stop)
        if near.steps is not None:
            new = Repair(How.NEW, cheap(situation, ground, limits, stop))
    if near.steps is None and near.proven:
        return _certain(situation, solver, _left(limits, begun), stop)
    if near.steps is None:
        near = bridge_to_rest(situation, stop=stop)
        if near.steps is None and near.proven:
            return Repair(None, None, no_way=True)
    if near.steps is not None:
        limits = replace(limits, seconds=min(limits.seconds, MOST_COMPARED))
    near_cost, bound = _cost(situation, near.steps), _cost(situation, new.steps)
    dear = bound == inf or bound < near_cost or situation.task.problem.metric is not None
    asked = new
    if dear or not near.proven:  # a new plan may by chance change less than a repair that is not the closest
        try:
            asked = new_plan(situation, solver, _left(limits, begun), stop)
        except SolverMissingError:
            if near.steps is None:
                raise
    # What the solver would do now is the measure: a plan may be shorter still, but for that much would change.
    bound = bound if asked.steps is None else _cost(situation, asked.steps)
    known = [one for one in (near.steps, new.steps, asked.steps) if one is not None]
    if not known:
        return asked
    known.sort(key=lambda steps: (changes(rest, steps), _cost(situation, steps)))
    worth = [steps for steps in known if not inf > _cost(situation, steps) > WORTH * bound] or known
    proven = near.proven and near.steps is not None and changes(rest, worth[0]) == changes(rest, near.steps)
    made = _made(situation, Found(worth[0], proven), asked.solution)
    return made if worth[0] is known[0] else replace(made, other=known[0])


def _cost(situation: Situation, steps: tuple[GroundStep, ...] | None) -> float:
    """Return what a plan costs; infinity if there is none, or that is not known."""
    cost = None if steps is None else cost_of(situation, steps)
    return inf if cost is None else cost


def _left(limits: Limits, begun: float) -> Limits:
    """Return what is left of the time, but at least a second."""
    return replace(limits, seconds=max(begun + limits.seconds - time.monotonic(), 1.0))


def _certain(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None) -> Repair:
    """Ask the solver, or else look at all states, whether there is no plan, as the search on facts concludes."""
    with suppress(SolverMissingError):
        made = new_plan(situation, solver, limits, stop)
        if made.steps is not None:
            return _made(situation, Found(made.steps, False), made.solution)
        if made.no_way or (stop is not None and stop.is_set()):
            return made
    seen = bridge_to_rest(situation, stop=stop)
    return Repair(None, None, no_way=seen.proven) if seen.steps is None else _made(situation, seen)


def _made(situation: Situation, found: Found, solution: Solution | None = None) -> Repair:
    """Return a repair, which is simply a new plan if none of the old steps is in it."""
    lines = compare(situation.rest, found.steps or ())
    return Repair(How.NEW if all(one.changed for one in lines) else How.BRIDGE, found.steps, solution, found.proven)


def new_plan(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None = None) -> Repair:
    """Return an independent plan by the solver."""
    situation = with_required(situation)
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
    domain, problem = solver_texts(one.task, one.domain, one.problem, one.now, one.forbidden)
    answer = solver.solve(domain.text, problem.text, limits, stop=stop)
    if answer.plan is None:
        return answer, None
    steps = tuple(step.words for step in answer.plan.steps)
    # Never trust a solver's plan without validating it.
    if not reaches(one.task, steps, one.now, one.forbidden):
        message = f"the plan of {answer.solver} is wrong, which is a fault of the solver"
        return replace(answer, outcome=SolverOutcome.CRASHED, plan=None, cost=None, message=message), None
    return answer, steps

"""Repairs a plan when the world disagrees: the rest of it as it is, a bridge back to it, or a new plan.

    situation = Situation(task, domain, problem, now, rest, Forbidden(...))
    made = repair(situation, solver, limits)
    made.steps, made.how

What is returned was gone through step by step from the state that things are in: every step can be done and is
allowed, and the goal holds at the end. Where there is no way, the solver's answer says whether that is proven.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from clairify_cli.languages.pddl.meaning import holds
from clairify_cli.planning.base import Limits, Solution, Solver, SolverMissingError, SolverOutcome
from clairify_cli.planning.repair_diff import changes
from clairify_cli.planning.repair_model import GroundStep, How, Repair, Situation, reaches, run_steps
from clairify_cli.planning.repair_search import bridge_to_rest, editing, fewest_changes, nearer
from clairify_cli.planning.repair_text import solver_texts

OpenSolver = Callable[[], Solver]
"""Gives the solver when it is needed: most repairs need none. May raise `SolverError`."""

MOST_SURE = 2
"""With so many changes a repair found by search is not held against a new plan: there is nothing to gain."""

MOST_DONE = 4
"""With more changes than that, what a search for few changes has found is held against other ways to plan as well."""


def repair(
    situation: Situation,
    solver: OpenSolver,
    limits: Limits = Limits(),  # noqa: B008 - it is frozen
    *,
    strategy: How | None = None,
    stable: bool = False,
    stop: threading.Event | None = None,
) -> Repair:
    """Find a plan from where things stand.

    Without a `strategy`, the ways are tried in order: the rest as it is, a bridge, a new plan. `stable` looks for the
    plan with the fewest steps added and dropped. Raises `SolverError` where a solver is needed and cannot be used.
    """
    if strategy in (None, How.KEEP) and reaches(situation.task, situation.rest, situation.now, situation.forbidden):
        return Repair(How.KEEP, situation.rest, fewest=True)
    if strategy is How.KEEP:
        return Repair(None, None, no_way=True)
    if strategy is How.NEW:
        return new_plan(situation, solver, limits, stop)
    if stable or strategy is How.STABLE:
        return _stable(situation, solver, limits, stop)
    bridge = bridge_to_rest(situation, stop=stop)
    if bridge.steps is not None:
        return Repair(How.BRIDGE, bridge.steps)
    if strategy is How.BRIDGE:
        return Repair(None, None, no_way=bridge.proven)
    return new_plan(situation, solver, limits, stop)


def _stable(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None) -> Repair:
    """The plan with the fewest changes of all that are found; never with more than a new plan."""
    rest = situation.rest
    edits = editing(situation)
    search = fewest_changes(situation, edits, stop=stop)
    found = search.steps
    if found is not None and (search.proven or changes(rest, found) <= MOST_SURE):
        return Repair(How.STABLE, found, fewest=search.proven)
    if found is None and search.proven:
        return Repair(None, None, no_way=True)
    if found is None or changes(rest, found) > MOST_DONE:
        bridge = bridge_to_rest(situation, stop=stop).steps
        found = min((one for one in (found, bridge) if one is not None), key=partial(changes, rest), default=None)
    try:
        other = new_plan(situation, solver, limits, stop)
    except SolverMissingError:
        if found is None:
            raise
        return Repair(How.STABLE, found)  # there is nothing to hold it against
    if other.steps is None:
        return other if found is None else Repair(How.STABLE, found, solution=other.solution)
    plans = [other.steps] if found is None else [found, other.steps]
    if min(changes(rest, one) for one in plans) > MOST_DONE:
        late = _anew_late(situation, solver, limits, stop)
        plans += [] if late is None else [late]
    plans += [nearer(situation, edits, one, stop=stop) for one in plans]
    best = min(plans, key=partial(changes, rest))
    return other if best == other.steps else Repair(How.STABLE, best, solution=other.solution)


def _anew_late(
    situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None
) -> tuple[GroundStep, ...] | None:
    """The rest as far as it can be done, and from there a new plan."""
    one = situation
    ran = run_steps(one.task, one.rest, one.now, one.forbidden)
    kept = len(ran.states) - 1
    if not kept:
        return None
    behind = new_plan(replace(one, now=ran.last, rest=one.rest[kept:]), solver, limits, stop).steps
    if behind is None:
        return None
    steps = (*one.rest[:kept], *behind)
    return steps if reaches(one.task, steps, one.now, one.forbidden) else None


def new_plan(situation: Situation, solver: OpenSolver, limits: Limits, stop: threading.Event | None = None) -> Repair:
    """A plan of its own by the solver; first without the failed step, then with it where something has changed."""
    if holds(situation.task.goal, {}, situation.now, situation.task):
        return Repair(How.NEW, (), fewest=not situation.rest)
    answer, steps = _solved(situation, solver(), limits, stop, ways_around=False)
    failed = situation.forbidden.failed
    if steps is None and answer.outcome is SolverOutcome.UNSOLVABLE and failed is not None:
        answer, steps = _solved(situation, solver(), limits, stop, ways_around=True)
    no_way = answer.outcome is SolverOutcome.UNSOLVABLE
    return Repair(How.NEW if steps is not None else None, steps, solution=answer, no_way=no_way)


def _solved(
    situation: Situation, solver: Solver, limits: Limits, stop: threading.Event | None, *, ways_around: bool
) -> tuple[Solution, tuple[GroundStep, ...] | None]:
    """What a solver answers, and its plan as steps of the task, where it is good."""
    one = situation
    texts = solver_texts(one.task, one.domain, one.problem, one.now, one.forbidden, ways_around=ways_around)
    answer = solver.solve(texts.domain.text, texts.problem.text, limits, stop=stop)
    if answer.plan is None:
        return answer, None
    steps = texts.meant(answer.plan)
    if not reaches(one.task, steps, one.now, one.forbidden):
        message = f"the plan of {answer.solver} is wrong, which is a fault of the solver"
        return replace(answer, outcome=SolverOutcome.CRASHED, plan=None, cost=None, message=message), None
    return answer, steps

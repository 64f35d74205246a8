"""Find the plan closest to the rest of an old one, with Fast Downward on the task of editing it (`edits`).

The same search finds a cheap plan without regard to the old one, which no translator has to read.
"""

from __future__ import annotations

import threading

from clairify_cli.planning.ground.bits import Ground
from clairify_cli.planning.repair.diff import changes
from clairify_cli.planning.repair.edits import MOST_CHANGES, By, Edits, edits_of
from clairify_cli.planning.repair.model import Found, GroundStep, Situation, reaches
from clairify_cli.planning.solvers.base import Limits, SolverMissingError
from clairify_cli.planning.solvers.fast_downward import FastDownward, find
from clairify_cli.records import replace

SECONDS = 2.0
"""Processor time of a search for a proof; the searches without one have a third as much each."""

_SHARE = 0.2
"""Share of the time limit that each kind of search may take: a new plan has to be found in it, too."""

_MORE = 5
"""Factor from processor time to the wall time that is allowed, since other programs may be running."""

_MOST = 0.2
"""Share of the time limit that this wall time may be for each kind of search."""

_OPTIMAL = "astar({heuristic}(),max_time={seconds})"
"""What it finds has the fewest changes."""

_HASTY = (
    "let(h,ff(),iterated([lazy_wastar([h],preferred=[h],w=2,max_time={third}),"
    "eager_wastar([h],preferred=[h],w=2,max_time={third}),"
    "eager_wastar([h],preferred=[h],w=1,max_time={third})],repeat_last=false))"
)
"""Finds a plan with few changes where a proof would take too long; that it finds none proves nothing."""

_CHEAP = (
    "let(l,landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()),pref=false),let(h,ff(),iterated(["
    "lazy_wastar([h,l],preferred=[h,l],w=5,max_time={third}),lazy_wastar([h,l],preferred=[h,l],w=2,max_time={third}),"
    "lazy_wastar([h],preferred=[h],w=2,max_time={third})],repeat_last=false)))"
)
"""Finds a plan that costs little. Landmarks guide on large tasks, but not through a rest that is kept step by step."""


def closest(
    situation: Situation,
    ground: Ground,
    limits: Limits,
    stop: threading.Event | None = None,
    *,
    seconds: float = SECONDS,
) -> Found:
    """Find a plan with few steps added and dropped; `proven`: none has fewer, or there is no plan.

    `ground` is the task from now on, without forbidden steps. Nothing is found if Fast Downward is not installed.
    """
    seconds = min(seconds, limits.seconds * _SHARE)
    # LM-cut is by far the better guide, but does not know conditional effects.
    heuristic = "hmax" if any(one.whens for one in ground.operators) else "lmcut"
    with_costs = edits_of(situation, ground)
    for search, by_cost, share in ((_OPTIMAL, True, 0.5), (_OPTIMAL, False, 1.0), (_HASTY, True, 1.0)):
        edits = with_costs if by_cost else edits_of(situation, ground, by=By.CHANGES)
        asked = search.format(heuristic=heuristic, seconds=share * seconds, third=seconds / 3)
        steps, no_way = _searched(edits, asked, limits, seconds, stop)
        if no_way and search is _OPTIMAL:
            return Found(None, True)
        if steps is not None:
            # Facts may not capture large or numeric conditions.
            is_plan = reaches(situation.task, steps, situation.now, situation.forbidden)
            is_best = is_plan and search is _OPTIMAL and changes(situation.rest, steps) <= MOST_CHANGES
            return Found(steps if is_plan else None, is_best)
    return Found(None, False)


def cheap(
    situation: Situation, ground: Ground, limits: Limits, stop: threading.Event | None = None
) -> tuple[GroundStep, ...] | None:
    """Find a plan that costs little, whatever it changes; None if there is none in time."""
    seconds = min(SECONDS / 2, limits.seconds * _SHARE)
    edits = edits_of(replace(situation, rest=()), ground, by=By.COSTS)
    steps, _ = _searched(edits, _CHEAP.format(third=seconds / 3), limits, seconds, stop)
    is_plan = steps is not None and reaches(situation.task, steps, situation.now, situation.forbidden)
    return steps if is_plan else None


def _searched(
    edits: Edits, search: str, limits: Limits, seconds: float, stop: threading.Event | None
) -> tuple[tuple[GroundStep, ...] | None, bool]:
    """Return the best plan that Fast Downward finds for a task of editing, and whether it proves that there is none."""
    try:
        planner = FastDownward(find())
    except SolverMissingError:
        return None, False
    limits = replace(limits, seconds=min(_MORE * seconds, _MOST * limits.seconds))
    names, no_way = planner.search(edits.text, search, limits, stop)
    return None if names is None else edits.plan(names), no_way

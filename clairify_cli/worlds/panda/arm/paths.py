"""Contact-free paths between joint angles. Tool motions along lines are in `lines`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clairify_cli.worlds.panda.arm import upright as constrained
from clairify_cli.worlds.panda.arm.dense import STEP, Path, Spline, densified, divided
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Joints
from clairify_cli.worlds.panda.arm.lines import Blocked, cartesian, straight
from clairify_cli.worlds.panda.arm.rrt import Free, connect, motion_free, shortened
from clairify_cli.worlds.panda.arm.surroundings import Surroundings

__all__ = ["Blocked", "cartesian", "plan", "straight"]

LOOKS = 80_000
"""The largest number of collision checks of a plan, some 2 s: a bound that is the same on every machine."""

_ROUNDS = 4
"""The largest number of path searches; another follows if the dense check finds a contact that one missed."""

_DETOUR = 1.25
"""With a tilt limit, the search is also repeated if the path is longer than this many times the direct way."""


def plan(
    surroundings: Surroundings,
    start: Joints,
    goals: Sequence[Joints],
    *,
    rng: np.random.Generator,
    clearance: float = 0.0,
    upright: float | None = None,
) -> Path | None:
    """Return a smooth path (n, 7) from `start` to one of `goals`, with contact-free rows at most 0.02 rad apart.

    The clearance (m) is kept to all bodies, but a pair that is closer at the start (or, if no goal keeps it, at a goal)
    only must not come closer. With `upright` the tool never tilts by more than this (rad) from its start. None if the
    start or all goals touch something or tilt, or no path was found.
    """
    start = np.asarray(start, dtype=np.float64)
    free, usable = _test(surroundings, start, [np.asarray(goal, dtype=np.float64) for goal in goals], clearance)
    limit: constrained.Upright | None = None
    if upright is not None:
        limit = constrained.Upright(surroundings.arm, start, upright)
        free = _both(limit, free)
    usable = [goal for goal in usable if free(goal)]
    if not usable or not free(start):
        return None
    # Most goals can be reached by a straight motion, which takes few checks.
    usable.sort(key=lambda goal: float(np.linalg.norm(goal - start)))
    for goal in usable:
        if motion_free(free, start, goal):
            path = rounded(free, np.stack((start, goal)))
            if path is not None:
                return path
    shortest: Path | None = None
    for _ in range(_ROUNDS):
        if limit is None:
            seed = int(rng.integers(1, 2**31))
            found = connect(surroundings.arm, free, start, usable, seed=seed, looks=LOOKS // _ROUNDS)
        else:
            found = constrained.connect(limit, free, start, usable, rng=rng, looks=LOOKS // _ROUNDS)
        if found is None:
            continue
        path = rounded(free, shortened(free, found, int(rng.integers(1, 2**31))))
        # Shortcuts pass close to objects and may leave corners that cannot be rounded; the original path has more room.
        if path is None:
            path = rounded(free, found)
        if path is None:
            continue
        if limit is None or _length(path) <= _DETOUR * float(np.linalg.norm(path[-1] - start)):
            return path
        # Trees on a constraint wander, so the shortest of several paths is taken.
        shortest = path if shortest is None or _length(path) < _length(shortest) else shortest
    return shortest


def _length(path: Path) -> float:
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


def _both(limit: constrained.Upright, free: Free) -> Free:
    return lambda q: limit.holds(q) and free(q)


def _test(
    surroundings: Surroundings, start: Joints, goals: list[Joints], clearance: float
) -> tuple[Free, list[Joints]]:
    """Return the test of joint angles and the usable goals: with the clearance if possible, else with as much as
    possible."""
    if clearance <= 0:
        return surroundings.free, [goal for goal in goals if surroundings.free(goal)]
    usable = [goal for goal in goals if surroundings.free(goal)]
    strict = surroundings.checker(clearance)
    kept = [goal for goal in usable if strict(goal)]
    return surroundings.relaxed(clearance, start, *(() if kept else usable)), kept or usable


# ------------------------------------------------------------------------------------- short and smooth paths


WIDEST = 0.4
"""The initial distance (rad, Euclidean) of a spline's control points, which determines how far corners are cut."""

_DIVISIONS = 5


def rounded(free: Free, path: Path) -> Path | None:
    """Return dense contact-free rows of a smooth curve near the path; None if even the path itself is not free.

    Corners are cut as far as possible: where the curve touches something, control points are placed more densely.
    """
    if len(path) == 2:
        rows = densified(path)
        return rows if all(free(q) for q in rows) else None
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    counts = np.maximum(1, np.ceil(lengths / WIDEST)).astype(np.int64)
    for _ in range(_DIVISIONS):
        points = divided(path, counts)
        curve = Spline(points)
        per_cell = int(np.ceil(np.abs(np.diff(points, axis=0)).max() / (0.75 * STEP)))
        parameters = np.linspace(0.0, curve.last, curve.last * per_cell + 1)
        rows = np.clip(densified(curve.at(parameters)), LOWER, UPPER)
        rows[0], rows[-1] = path[0], path[-1]
        touching = next((number for number, q in enumerate(rows) if not free(q)), None)
        if touching is None:
            return rows
        nearest = int(np.argmin(np.abs(np.cumsum(counts) - touching / len(rows) * curve.last)))
        counts[max(0, nearest - 1) : nearest + 2] *= 2
    rows = densified(path)
    return rows if all(free(q) for q in rows) else None

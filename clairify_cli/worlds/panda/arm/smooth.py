"""Makes a path short and smooth: shortcuts (Geraerts and Overmars 2007), then rounded corners."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from clairify_cli.worlds.panda.arm.dense import STEP, Path, Spline, densified, divided
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Joints
from clairify_cli.worlds.panda.arm.rrt import motion_free

WIDEST = 0.4
"""The distance of a spline's control points in rad (Euclidean) that is tried first: how far a corner is cut."""

_TRIES = 60
_IN_VAIN = 14
_ROUNDS = 5

Free = Callable[[Joints], bool]


def shortened(free: Free, path: Path, rng: np.random.Generator, tries: int = _TRIES) -> Path:
    """The path with shortcuts between random points of it, as long as they help."""
    in_vain = 0
    for _ in range(tries):
        if len(path) < 3 or in_vain >= _IN_VAIN:
            break
        lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
        along = np.concatenate(((0.0,), np.cumsum(lengths)))
        one, other = np.sort(rng.random(2)) * along[-1]
        # The ends and corners themselves are worth trying more than chance would.
        if rng.random() < 0.5:
            one, other = along[np.searchsorted(along, one, "right") - 1], along[np.searchsorted(along, other)]
        before, after = int(np.searchsorted(along, one, "right")), int(np.searchsorted(along, other, "left"))
        if after <= before - 1 or other - one < 0.1:
            in_vain += 1
            continue
        begin, end = _at(path, along, one), _at(path, along, other)
        saved = (other - one) - float(np.linalg.norm(end - begin))
        if saved < 0.01 * along[-1] or not motion_free(free, begin, end):
            in_vain += 1
            continue
        path = np.concatenate((path[:before], begin[None], end[None], path[after:]))
        path = path[np.concatenate(((True,), np.abs(np.diff(path, axis=0)).max(axis=1) > 1e-9))]
        in_vain = 0
    return path


def _at(path: Path, along: Joints, length: float) -> Joints:
    number = min(max(int(np.searchsorted(along, length, "right")) - 1, 0), len(path) - 2)
    share = (length - along[number]) / max(along[number + 1] - along[number], 1e-12)
    return np.asarray(path[number] + min(1.0, max(0.0, share)) * (path[number + 1] - path[number]))


def rounded(free: Free, path: Path) -> Path | None:
    """Dense rows of a smooth curve near the path, all of them free; None where even the path itself is not.

    Corners are cut as much as nothing is touched: where something is, the control points nearby are put closer.
    """
    if len(path) == 2:
        rows = densified(path)
        return rows if all(free(q) for q in rows) else None
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    counts = np.maximum(1, np.ceil(lengths / WIDEST)).astype(np.int64)
    for _ in range(_ROUNDS):
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

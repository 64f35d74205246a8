"""The final check of a path: contacts are checked every 0.02 rad, including the carried object."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints
from clairify_cli.worlds.panda.arm.surroundings import Surroundings
from clairify_cli.worlds.scene import limits

STEP = 0.02
"""The largest motion (rad) of a joint between two checks."""

Path = NDArray[np.float64]
"""(n, 7): joint angles in rad along a path, at least two rows; between rows the joints move on straight lines."""


def densified(path: Path, step: float = STEP) -> Path:
    """Return the path with rows so dense that no joint moves more than `step` rad between two of them."""
    if len(path) < 2:
        return path
    return divided(path, pieces(path, step))


def pieces(path: Path, step: float) -> NDArray[np.int64]:
    """Return into how many parts (n - 1,) to divide each straight piece so that no joint moves more than `step` rad."""
    longest = np.abs(np.diff(path, axis=0)).max(axis=1)
    return np.asarray(np.maximum(1, np.ceil(longest / step - 1e-9)), dtype=np.int64)


def is_free(surroundings: Surroundings, path: Path) -> bool:
    """Whether a path has no forbidden contact."""
    return all(surroundings.free(q) for q in densified(np.asarray(path, dtype=np.float64)))


_STEP = 0.1
"""The sampling step in rad: coarser, since the score is a measure and not a check."""


def isotropy(arm: Arm, q: Joints) -> float:
    """Return the ratio of the Jacobian's smallest and largest singular value (m and rad unscaled): 0 if singular."""
    values = np.linalg.svd(arm.jacobian(q), compute_uv=False)
    return float(values[-1] / values[0])


def motion_score(surroundings: Surroundings, path: Path) -> tuple[float, float]:
    """Return (M_I, M_E) of a path: the smallest isotropy, and the smallest distance to the bodies over the arm's reach.

    The distance is limited to 0 to the reach, so M_E is from 0 to 1.
    """
    rows = densified(np.asarray(path, dtype=np.float64), _STEP)
    closest = min(surroundings.distance(q) for q in rows)
    return (
        min(isotropy(surroundings.arm, q) for q in rows),
        min(max(closest, 0.0), limits.REACH) / limits.REACH,
    )


_BASIS = np.array(((1, 4, 1, 0), (-3, 0, 3, 0), (3, -6, 3, 0), (-1, 3, -3, 1))) / 6.0
"""The coefficients by power of the parameter (rows) and point (columns)."""


class Spline:
    """The cubic B-spline of n control points (n, 7), n ≥ 2, over the parameter from 0 to n - 1.

    It begins at the first and ends at the last point, with zero curvature there (the points are mirrored at the ends).
    """

    def __init__(self, points: Path):
        whole = np.concatenate((2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]))
        self.last = len(points) - 1
        windows = np.stack([whole[number : number + self.last] for number in range(4)], axis=1)
        self._powers: NDArray[np.float64] = np.einsum("pc,ncj->npj", _BASIS, windows)

    def _cells(self, parameter: NDArray[np.float64]) -> tuple[Any, NDArray[np.float64]]:
        cell = np.clip(np.floor(parameter).astype(np.int64), 0, self.last - 1)
        return self._powers[cell], (parameter - cell)[:, None]

    def at(self, parameter: NDArray[np.float64]) -> Path:
        """Return the curve (k, 7) at parameters (k,)."""
        powers, t = self._cells(parameter)
        return np.asarray(powers[:, 0] + t * (powers[:, 1] + t * (powers[:, 2] + t * powers[:, 3])))

    def first(self, parameter: NDArray[np.float64]) -> Path:
        """Return the first derivative (k, 7) by the parameter."""
        powers, t = self._cells(parameter)
        return np.asarray(powers[:, 1] + t * (2 * powers[:, 2] + 3 * t * powers[:, 3]))

    def second(self, parameter: NDArray[np.float64]) -> Path:
        """Return the second derivative (k, 7) by the parameter."""
        powers, t = self._cells(parameter)
        return np.asarray(2 * powers[:, 2] + 6 * t * powers[:, 3])


def divided(path: Path, counts: NDArray[np.int64]) -> Path:
    """Return the path with each straight piece divided into equal parts."""
    rows = [path[:1]]
    for start, goal, count in zip(path, path[1:], counts, strict=False):
        rows.append(start + np.arange(1, count + 1)[:, None] / count * (goal - start))
    return np.concatenate(rows)

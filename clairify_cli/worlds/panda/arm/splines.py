"""Uniform cubic B-splines over joint angles: smooth to the second derivative, straight where the points are in line."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.dense import Path

_BASIS = np.array(((1, 4, 1, 0), (-3, 0, 3, 0), (3, -6, 3, 0), (-1, 3, -3, 1))) / 6.0
"""By power of the parameter (rows) and point (columns)."""


class Spline:
    """The cubic B-spline of n control points (n, 7), n ≥ 2, over the parameter from 0 to n - 1.

    It begins at the first and ends at the last point, without curvature there (the points are mirrored at the ends).
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
        """(k, 7): the curve at parameters of shape (k,)."""
        powers, t = self._cells(parameter)
        return np.asarray(powers[:, 0] + t * (powers[:, 1] + t * (powers[:, 2] + t * powers[:, 3])))

    def first(self, parameter: NDArray[np.float64]) -> Path:
        """(k, 7): the first derivative by the parameter."""
        powers, t = self._cells(parameter)
        return np.asarray(powers[:, 1] + t * (2 * powers[:, 2] + 3 * t * powers[:, 3]))

    def second(self, parameter: NDArray[np.float64]) -> Path:
        """(k, 7): the second derivative by the parameter."""
        powers, t = self._cells(parameter)
        return np.asarray(2 * powers[:, 2] + 6 * t * powers[:, 3])


def divided(path: Path, counts: NDArray[np.int64]) -> Path:
    """The path with each of its straight pieces in so many equal parts."""
    pieces = [path[:1]]
    for start, goal, count in zip(path, path[1:], counts, strict=False):
        pieces.append(start + np.arange(1, count + 1)[:, None] / count * (goal - start))
    return np.concatenate(pieces)

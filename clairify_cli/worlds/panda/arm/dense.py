"""The last word on a path: every 0.02 rad of it is looked at for contacts, what is carried included."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.kinematics import Joints
from clairify_cli.worlds.panda.arm.surroundings import Pair, Surroundings

STEP = 0.02
"""No joint moves more than this, in rad, between two looks."""

Path = NDArray[np.float64]
"""(n, 7): joint angles in rad along a path, at least two rows; between rows the joints move on straight lines."""


@dataclass(frozen=True, slots=True, eq=False)
class Contact:
    """Where a path touches something first: the share of its length (0 to 1), the joint angles, and what touches."""

    share: float
    joints: Joints
    pairs: tuple[Pair, ...]


def densified(path: Path, step: float = STEP) -> Path:
    """The path with rows so close that no joint moves more than `step` rad between two of them."""
    if len(path) < 2:
        return path
    pieces = [path[:1]]
    for start, goal in itertools.pairwise(path):
        count = max(1, int(np.ceil(float(np.max(np.abs(goal - start))) / step - 1e-9)))
        shares = np.arange(1, count + 1)[:, None] / count
        pieces.append(start + shares * (goal - start))
    return np.concatenate(pieces)


def first_contact(surroundings: Surroundings, path: Path, clearance: float = 0.0) -> Contact | None:
    """The first of the dense samples at which anything touches that must not, or None."""
    free = surroundings.checker(clearance) if clearance else surroundings.free
    rows = densified(np.asarray(path, dtype=np.float64))
    for number, q in enumerate(rows):
        if not free(q):
            return Contact(number / max(1, len(rows) - 1), q, surroundings.contacts(q, clearance))
    return None

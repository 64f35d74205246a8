"""How good a motion is (Gupta et al., "Action Contextualization", 2024): far from singular and far from everything."""

from __future__ import annotations

import numpy as np

from clairify_cli.worlds.panda import limits
from clairify_cli.worlds.panda.arm.dense import Path, densified
from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints
from clairify_cli.worlds.panda.arm.surroundings import Surroundings

_STEP = 0.1
"""In rad: the score is a measure, not a check."""


def isotropy(arm: Arm, q: Joints) -> float:
    """The least over the greatest singular value of the Jacobian (m and rad taken as they are): 0 where singular."""
    values = np.linalg.svd(arm.jacobian(q), compute_uv=False)
    return float(values[-1] / values[0])


def motion_score(surroundings: Surroundings, path: Path) -> tuple[float, float]:
    """(M_I, M_E) of a path: the smallest isotropy, and the smallest distance to the bodies over the arm's reach.

    The distance counts from 0 to the reach: M_E is from 0 to 1.
    """
    rows = densified(np.asarray(path, dtype=np.float64), _STEP)
    closest = min(surroundings.distance(q) for q in rows)
    return (
        min(isotropy(surroundings.arm, q) for q in rows),
        min(max(closest, 0.0), limits.REACH) / limits.REACH,
    )

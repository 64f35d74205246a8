"""How fast the hand moves, at whichever of its points is the fastest, and the farthest corner of what it holds.

ISO 10218-1 limits the tool's centre point to 250 mm/s at reduced speed; here every point of the hand counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.lids import LID
from clairify_cli.worlds.panda.skills.bench import corners
from clairify_cli.worlds.scene.model import Scene, shape_of

Array = NDArray[np.float64]

_HAND = np.array(
    ((0.0, 0.0, 0.0), (0.0, -0.1025, 0.0658), (0.0, 0.1025, 0.0658), (0.0, -0.051, 0.1125), (0.0, 0.051, 0.1125))
)
"""Points of the hand in its own frame (m): the flange, both ends of its body, and the tips of the open fingers. From
the collision meshes of the URDF."""


def reach(scene: Scene, thing: str | None) -> float:
    """How far (m) a point of what is held is at most from the point between the fingers, wherever it is gripped."""
    found = scene.thing(thing.removesuffix(LID)) if thing is not None else None
    return 0.0 if found is None else float(np.linalg.norm(np.ptp(corners(shape_of(found)), axis=0)))


def speeds(arm: Arm, positions: Array, velocities: Array, held: float = 0.0) -> Array:
    """(n,): the speed (m/s) of the fastest point at joint angles (n, 7) and velocities (n, 7); `held` is a `reach`."""
    local = _HAND @ (turn := inverse(arm.tool_in_wrist) @ arm.hand_in_wrist)[:3, :3].T + turn[:3, 3]
    twists = np.array([arm.jacobian(q) @ v for q, v in zip(positions, velocities, strict=True)]).reshape(-1, 6)
    turned = np.array([local @ arm.tool(q)[:3, :3].T for q in positions]).reshape(-1, len(local), 3)
    moved = twists[:, None, :3] + np.cross(twists[:, None, 3:], turned)
    farthest = np.linalg.norm(twists[:, :3], axis=1) + held * np.linalg.norm(twists[:, 3:], axis=1)
    return np.asarray(np.maximum(np.linalg.norm(moved, axis=2).max(axis=1, initial=0.0), farthest))

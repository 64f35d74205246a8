"""Check whether an arm leaves the workspace of a scene or enters a keep-out zone, and how fast its hand moves.

The links, the hand and its open fingers are the convex hulls that the twin plans with. A held object counts only if its
pose in the hand is known: a script does not contain it, but a twin that plays the script does.

The hand's speed is that of its fastest point, or of the farthest corner of what it holds.

ISO 10218-1 limits the tool centre point to 250 mm/s at reduced speed; here every point of the hand counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.arm.kinematics import Arm, Joints
from clairify_cli.worlds.panda.arm.surroundings import KEPT_IN, WALLS, Body, Surroundings
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.lids import LID
from clairify_cli.worlds.panda.skills.bench import Bench, corners
from clairify_cli.worlds.scene.model import Scene, shape_of

KEEP_OUT, WORKSPACE, KEEP_IN = "keep-out", "workspace", "keep-in"


def guarded(scene: Scene) -> bool:
    """Whether a scene restricts where the arm may go."""
    return bool(scene.keep_out or scene.keep_in) or scene.workspace is not None


def went(kind: str, where: str) -> str:
    """Describe a zone violation by a part of the arm, as a clause."""
    said = {WORKSPACE: "leaves the workspace", KEEP_IN: "leaves the keep-in zone of the profile"}
    return said.get(kind, f"enters the keep-out zone {where}")


class Zones:
    """The restricted space of a scene. `attached` are held bodies, posed in the tool frame."""

    def __init__(self, scene: Scene, attached: Sequence[Body] = ()):
        bench = Bench(scene)
        self._names = {one.id for one in bench.kept_away}
        self._around = Surroundings(bench.arm, bench.kept_away, attached)
        # Only contact counts here: plans keep a small margin, which covers the difference between scripts and plans.
        self._free = self._around.checker(0.0, dict.fromkeys(range(len(self._around.pairs)), 0.0))

    def entered(self, rows: Joints) -> Iterator[tuple[int, str, str, str]]:
        """For rows (n, 7) of joint angles, yield the first violation of each pair of part and zone.

        Each has the row, the part (link or id), the kind `keep-out`, `workspace` or `keep-in`, and the zone's id."""
        told = set()
        for number, q in enumerate(rows):
            if self._free(q):
                continue
            for part, where in self._around.contacts(q):
                if where in self._names and (part, where) not in told:
                    told.add((part, where))
                    yield number, part, {WALLS: WORKSPACE, KEPT_IN: KEEP_IN}.get(where, KEEP_OUT), where


Array = NDArray[np.float64]

_HAND = np.array(
    ((0.0, 0.0, 0.0), (0.0, -0.1025, 0.0658), (0.0, 0.1025, 0.0658), (0.0, -0.051, 0.1125), (0.0, 0.051, 0.1125))
)
"""Points of the hand in its own frame (m), from the URDF's collision meshes: the flange, both ends of its body, and
the tips of the open fingers."""


def reach(scene: Scene, thing: str | None) -> float:
    """Return the largest possible distance (m) from the grip point to a point of the held object, for any grip."""
    found = scene.thing(thing.removesuffix(LID)) if thing is not None else None
    return 0.0 if found is None else float(np.linalg.norm(np.ptp(corners(shape_of(found)), axis=0)))


def speeds(arm: Arm, positions: Array, velocities: Array, held: float = 0.0) -> Array:
    """Return the speed (m/s) of the fastest point (n,) at joint angles and velocities (n, 7); `held` is a `reach`."""
    local = _HAND @ (turn := inverse(arm.tool_in_wrist) @ arm.hand_in_wrist)[:3, :3].T + turn[:3, 3]
    twists = np.array([arm.jacobian(q) @ v for q, v in zip(positions, velocities, strict=True)]).reshape(-1, 6)
    turned = np.array([local @ arm.tool(q)[:3, :3].T for q in positions]).reshape(-1, len(local), 3)
    moved = twists[:, None, :3] + np.cross(twists[:, None, 3:], turned)
    farthest = np.linalg.norm(twists[:, :3], axis=1) + held * np.linalg.norm(twists[:, 3:], axis=1)
    return np.asarray(np.maximum(np.linalg.norm(moved, axis=2).max(axis=1, initial=0.0), farthest))

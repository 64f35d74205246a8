"""Whether an arm goes where a scene does not let it: out of the workspace, or into a keep-out zone.

The links, the hand and its fingers, wide open, are the convex hulls that the twin plans with. What is held counts where
its pose in the hand is known: a script does not say it, a twin that plays it does.

How fast the hand moves, at whichever of its points is the fastest, and the farthest corner of what it holds.

ISO 10218-1 limits the tool's centre point to 250 mm/s at reduced speed; here every point of the hand counts.
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
    """Whether a scene says at all where the arm may go."""
    return bool(scene.keep_out or scene.keep_in) or scene.workspace is not None


def went(kind: str, where: str) -> str:
    """What a part did that entered a zone, in words."""
    said = {WORKSPACE: "leaves the workspace", KEEP_IN: "leaves the keep-in zone of the profile"}
    return said.get(kind, f"enters the keep-out zone {where}")


class Zones:
    """Where the arm of a scene may not go. `attached` is what is in its hand, at its poses in the frame of the tool."""

    def __init__(self, scene: Scene, attached: Sequence[Body] = ()):
        bench = Bench(scene)
        self._names = {one.id for one in bench.kept_away}
        self._around = Surroundings(bench.arm, bench.kept_away, attached)
        # What counts is contact: plans keep a hair more away, which is room for how scripts differ from them.
        self._free = self._around.checker(0.0, dict.fromkeys(range(len(self._around.pairs)), 0.0))

    def entered(self, rows: Joints) -> Iterator[tuple[int, str, str, str]]:
        """Of rows (n, 7) of joint angles the first for each pair: its number, what is there (a link, an id), whether
        `keep-out`, `workspace` or `keep-in`, and the zone's id."""
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

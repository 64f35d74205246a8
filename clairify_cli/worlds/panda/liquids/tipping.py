"""How the hand moves when it pours: poses of the tool along a rising tilt, by geometry alone.

A round vessel is tilted about its lip, which stays in one vertical plane over the mouth of the target. The lip hangs
`reach` inside of the near rim. At an angle t from the vertical the wall under the lip goes back at a slope of
1 / tan(t), so that it passes over the near rim at a distance `gap` when the lip is at `gap + reach / tan(t)` above it:
the source comes from above and sinks as it tilts, and never touches the target.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.panda.poses import inverse, rotation_about
from clairify_cli.worlds.scene.solids import WALLS

Array = NDArray[np.float64]
Direction = Literal[1, -1]

MOST_TILT = 130.0
"""How far a vessel is tilted, in degrees."""

STEP = 5.0
"""The tilt between two poses, in degrees."""


def tilts(most: float = MOST_TILT, step: float = STEP) -> Array:
    """The angles that `pour_poses` gives poses for, in degrees: from 0 to `most`, shape (n,)."""
    return np.linspace(0.0, most, max(2, round(most / step) + 1))


def pour_poses(
    source: Cup,
    grasp: Array,
    target: Cup,
    stands: Array,
    *,
    yaw: float,
    direction: Direction = 1,
    most: float = MOST_TILT,
    gap: float = 0.012,
) -> list[Array]:
    """Poses of the tool (4x4 each, in the world) that pour from a held cup into a standing one, by `tilts(most)`.

    `grasp` is the pose of the source in the frame of the tool (4x4), `stands` the pose of the upright target in the
    world (4x4). `yaw` (rad) is where the hand's approach axis points, seen from above: the vessel is tilted about
    that axis, so that the wrist does most of it; `direction` 1 tilts it to the left of the approach axis, -1 to the
    right. `gap` (m) is left between the source and the target's rim.

    A vessel that is gripped from above is tilted about the axis on which the fingers open instead, with `yaw` for it.
    """
    axis = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    towards = direction * np.cross(up, axis)
    thing_start = _upright(grasp, axis) @ grasp[:3, :3]
    back = inverse(grasp)
    radius = source.radius / math.cos(math.pi / WALLS)
    lip = towards * radius + up * source.height
    reach = 0.5 * (target.radius - target.wall)
    over = stands[:3, 3] + up * target.height - towards * (target.radius - target.wall - reach)
    poses = []
    for tilt in np.radians(tilts(most)):
        turn = rotation_about(np.cross(up, towards), float(tilt))
        thing = np.eye(4)
        thing[:3, :3] = turn @ thing_start
        thing[:3, 3] = over + up * _height(source, reach, float(tilt), gap) - turn @ lip
        poses.append(thing @ back)
    return poses


def _height(source: Cup, reach: float, tilt: float, gap: float) -> float:
    """How far the lip is above the target's rim, in m."""
    if tilt >= math.pi / 2:
        return gap
    below = source.height * math.cos(tilt)
    return gap + (min(below, reach / math.tan(tilt)) if tilt > 0.0 else below)


def _upright(grasp: Array, axis: Array) -> Array:
    """The rotation of the tool (3x3) in which the thing stands and the hand's approach is along `axis`."""
    up = grasp[:3, 2]
    forward = np.array([0.0, 0.0, 1.0])
    if abs(float(up @ forward)) > 0.7:
        forward = np.array([0.0, 1.0, 0.0])
    forward = forward - up * float(up @ forward)
    forward /= np.linalg.norm(forward)
    tool = np.column_stack([forward, np.cross(up, forward), up])
    world = np.column_stack([axis, np.cross([0.0, 0.0, 1.0], axis), [0.0, 0.0, 1.0]])
    return np.asarray(world @ tool.T)

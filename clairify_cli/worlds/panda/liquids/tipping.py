"""The hand's motion while pouring: poses of the tool along a rising tilt, from geometry alone.

A round vessel is tilted about its lip, which stays in one vertical plane over the target's mouth, `reach` inside the
near rim. The source comes from above and sinks as it tilts, such that its wall, and the finger under it, always pass
over that rim with a gap between them.
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
"""The default largest tilt of a vessel, in degrees."""

STEP = 5.0
"""The tilt between two poses, in degrees."""

FINGER_DEPTH = 0.03
"""How far (m) a finger protrudes from the held vessel, with some room."""

FINGER_HALF = 0.014
"""Half the width (m) of a finger, with some room."""

GAP = 0.012
"""The distance (m) that is kept between the source and the target's rim."""

THROWN = 0.012
"""How far (m) before the middle of a narrow mouth the lip is: the stream flies about as far."""

FASTEST_SINKING = 0.25
"""How fast (m/rad) the lip may sink towards the target while it tilts."""


def tilts(most: float = MOST_TILT) -> Array:
    """Return the tilts (n,) of the poses from `pour_poses`, in degrees: from 0 to `most`."""
    return np.linspace(0.0, most, max(2, round(most / STEP) + 1))


def pour_poses(
    source: Cup,
    grasp: Array,
    target: Cup,
    stands: Array,
    *,
    yaw: float,
    direction: Direction = 1,
    most: float = MOST_TILT,
) -> list[Array]:
    """Return tool poses (4x4 each, in the world) that pour from a held cup into a standing one, by `tilts(most)`.

    `grasp` is the source's pose in the tool frame (4x4), `stands` the pose of the upright target in the world (4x4).
    `yaw` (rad) is the direction of the hand's approach axis, seen from above: the vessel is tilted about that axis, so
    the wrist does most of the motion; `direction` 1 tilts it to the left of the approach axis, -1 to the right. `GAP`
    is kept between the source and the target's rim.

    A vessel gripped from above is tilted about the axis on which the fingers open instead, with `yaw` for that axis.
    """
    axis = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    towards = direction * np.cross(up, axis)
    thing_start = _upright(grasp, axis) @ grasp[:3, :3]
    back = inverse(grasp)
    radius = source.radius / math.cos(math.pi / WALLS)
    lip = towards * radius + up * source.height
    inner = target.radius - target.wall
    reach = min(0.5 * inner, inner - THROWN)
    over = stands[:3, 3] + up * target.height - towards * (inner - reach)
    poses = []
    angles = np.radians(tilts(most))
    heights = _heights(source, float(back[2, 3]), reach + target.wall + GAP, angles)
    for tilt, height in zip(angles, heights, strict=True):
        turn = rotation_about(np.cross(up, towards), float(tilt))
        thing = np.eye(4)
        thing[:3, :3] = turn @ thing_start
        thing[:3, 3] = over + up * height - turn @ lip
        poses.append(thing @ back)
    return poses


def _heights(source: Cup, grip: float, limit: float, angles: Array) -> Array:
    """Return the height (m) of the lip above the target's rim at each angle (rad), (n,); `grip` is the grip's height.

    At an angle t, a point s m down the wall from the lip and d m out from it lies s sin t - d cos t behind the lip and
    s cos t + d sin t below it. Points less than `limit` m behind the lip must be above the rim: those of the wall (d =
    0) and of the finger under it.
    """
    down, out = np.meshgrid(np.linspace(-FINGER_HALF, FINGER_HALF, 25), np.linspace(0.0, FINGER_DEPTH, 25))
    wall = np.linspace(0.0, source.height, 200)
    s = np.concatenate([wall, source.height - grip + down.ravel()])
    d = np.concatenate([np.zeros_like(wall), out.ravel()])
    sines, cosines = np.sin(angles)[:, None], np.cos(angles)[:, None]
    behind, below = s * sines - d * cosines, s * cosines + d * sines
    heights = GAP + np.max(np.where(behind < limit, below, 0.0), axis=1)
    heights = np.maximum.accumulate(heights[::-1])[::-1].copy()
    # It never rises while the tilt grows, and sinks no faster than the wrist can follow.
    for number in range(1, len(heights)):
        heights[number] = max(
            heights[number], heights[number - 1] - FASTEST_SINKING * (angles[number] - angles[number - 1])
        )
    return np.asarray(heights)


def _upright(grasp: Array, axis: Array) -> Array:
    """Return the tool's rotation (3x3) in which the held vessel is upright and the hand's approach is along `axis`."""
    up = grasp[:3, 2]
    forward = np.array([0.0, 0.0, 1.0])
    if abs(float(up @ forward)) > 0.7:
        forward = np.array([0.0, 1.0, 0.0])
    forward = forward - up * float(up @ forward)
    forward /= np.linalg.norm(forward)
    tool = np.column_stack([forward, np.cross(up, forward), up])
    world = np.column_stack([axis, np.cross([0.0, 0.0, 1.0], axis), [0.0, 0.0, 1.0]])
    return np.asarray(world @ tool.T)

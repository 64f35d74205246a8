"""Setting down a vessel that leans in the hand: it is let go leaning, its edge on the ground, and rights itself.

A vessel turns a little about the axis of the fingers while it is tilted and emptied. To stand it upright in the hand,
the hand would have to tilt as far, and low above a table there is no room for that.
"""

from __future__ import annotations

import math

import numpy as np

from clairify_cli.worlds.panda.poses import inverse, rotation_about
from clairify_cli.worlds.panda.skills import grasps
from clairify_cli.worlds.panda.skills.prepared import Transform

SLIGHT = math.radians(1.5)
"""What leans less is stood upright by the hand."""

MOST = math.radians(25.0)
"""What leans more is, too: let go, it could fall."""

SAFE = 0.7
"""What leans by a larger share of the angle at which it would fall over is stood upright by the hand as well."""

STEEP = (*grasps.PITCHES, math.pi / 2)
"""How steeply the hand comes down to what it grips, in rad."""


def leaning(
    upright: Transform, grasp: Transform, radius: float, height: float, now: Transform | None = None
) -> list[tuple[Transform, Transform]]:
    """Tools and vessels (4x4, world) as they are where it is let go, so that it then stands `upright`.

    `grasp` (4x4) is the vessel in the tool's frame; `radius` (m) is that of its bottom, on whose edge it tips, and half
    of its `height` (m) is taken to be where its weight is. The tool is as steep as it may have been when it gripped: as
    it is `now` (4x4), if it grips at such an angle. Empty if the vessel hardly leans, leans far, or to a finger.
    """
    tool = upright @ inverse(grasp)
    if abs(tool[2, 1]) > math.sin(SLIGHT):
        return []
    steep = _steepness(tool)
    at = [] if now is None else [one for one in STEEP if abs(one - _steepness(now)) < SLIGHT]
    off = sorted((abs(one - steep), one) for one in at or STEEP)
    if off[0][0] <= SLIGHT:
        return []
    most = min(MOST, SAFE * math.atan2(radius, height / 2))
    return [_let_go(upright, grasp, tool, one, radius) for away, one in off if away < most]


def _let_go(
    upright: Transform, grasp: Transform, tool: Transform, steep: float, radius: float
) -> tuple[Transform, Transform]:
    """The tool turned about the axis of the fingers until it is so steep (rad), and the vessel in it, on its edge."""
    # To turn about y moves z towards x: where x points up, the hand becomes less steep.
    steeper = steep - _steepness(tool)
    turned = tool.copy()
    turned[:3, :3] = rotation_about(tool[:3, 1], -steeper if tool[2, 0] > 0.0 else steeper) @ tool[:3, :3]
    held = turned @ grasp
    # The edge that is lowest stays where it is while the vessel rights itself.
    axis = held[:3, 2]
    lowest = axis[2] * axis - np.array((0.0, 0.0, 1.0))
    lowest *= radius / float(np.linalg.norm(lowest))
    level = np.array((lowest[0], lowest[1], 0.0))
    level *= radius / float(np.linalg.norm(level))
    shift = (upright[:3, 3] + level) - (held[:3, 3] + lowest)
    for pose in (turned, held):
        pose[:3, 3] += shift
    return turned, held


def _steepness(tool: Transform) -> float:
    """How steeply a hand points down, in rad."""
    return math.asin(min(1.0, max(-1.0, -float(tool[2, 2]))))

"""Set down a vessel that leans in the hand: it is let go leaning, with its edge on the ground, and rights itself.

A vessel turns a little about the axis of the fingers while it is tilted and emptied. To set it down upright, the hand
would have to tilt as far, and low above a table there is no room for that.
"""

from __future__ import annotations

import math

import numpy as np

from clairify_cli.worlds.panda.poses import inverse, rotation_about
from clairify_cli.worlds.panda.skills import grasps
from clairify_cli.worlds.panda.skills.prepared import Transform

SLIGHT = math.radians(1.5)
"""A vessel that leans less is set upright by the hand."""

MOST = math.radians(25.0)
"""A vessel that leans more is set upright by the hand, too: let go, it could fall."""

SAFE = 0.7
"""The same if it leans by more than this share of the angle at which it would fall over."""

STEEP = (*grasps.PITCHES, math.pi / 2)
"""The pitches (rad) of the hand for gripping."""


def leaning(
    upright: Transform, grasp: Transform, radius: float, height: float, now: Transform | None = None
) -> list[tuple[Transform, Transform]]:
    """Return tool and vessel poses (4x4, world) for letting a vessel go such that it then stands `upright`.

    `grasp` (4x4) is the vessel in the tool's frame; `radius` (m) is that of its bottom, on whose edge it tips; its
    centre of mass is assumed at half of its `height` (m). The tool is pitched as it may have been when it gripped: as
    it is `now` (4x4), if that is a gripping pitch. Empty if the vessel hardly leans, leans far, or leans towards a
    finger.
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
    """Return the tool, turned about the axis of the fingers to a pitch (rad), and the vessel in it, on its edge."""
    # Turning about y moves z towards x: if x points up, the hand becomes less steep.
    steeper = steep - _steepness(tool)
    turned = tool.copy()
    turned[:3, :3] = rotation_about(tool[:3, 1], -steeper if tool[2, 0] > 0.0 else steeper) @ tool[:3, :3]
    held = turned @ grasp
    # The lowest edge stays in place while the vessel rights itself.
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
    """Return how steeply a hand points down, in rad."""
    return math.asin(min(1.0, max(-1.0, -float(tool[2, 2]))))

"""The camera position of a film: as near as possible with the whole bench, and the hand above it, in view."""

from __future__ import annotations

import numpy as np

from clairify_cli.worlds.panda.simulation.camera import FIELD, View
from clairify_cli.worlds.scene.model import Scene

_TOWARDS = (0.74, 0.36, 0.57)
"""The direction from the bench to the camera: from the front and one side, above."""

_HIGH = 0.38
"""The height (m) above the bench that is shown."""

_AROUND = 0.06
_FILLED = 0.94
"""The share of the picture that the bench fills."""


def near(scene: Scene, size: tuple[int, int]) -> View:
    """Return the view for pictures of some width and height."""
    spots = [one.pose.position[:2] for one in scene.things] + [one.position[:2] for one in scene.places]
    spots = spots or [scene.table.centre]
    xs, ys = [one[0] for one in spots], [one[1] for one in spots]
    x0, x1 = min(xs) - _AROUND, max(xs) + _AROUND
    y0, y1 = min(ys) - _AROUND, max(ys) + _AROUND
    corners = np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (0.0, _HIGH)])
    target = corners.mean(axis=0)
    back = np.array(_TOWARDS) / np.linalg.norm(_TOWARDS)
    side = np.cross((0.0, 0.0, 1.0), back)
    side /= np.linalg.norm(side)
    up = np.cross(back, side)
    high = np.tan(np.radians(FIELD / 2)) * _FILLED
    wide = high * size[0] / size[1]
    seen = corners - target
    distance = float(np.max(seen @ back + np.maximum(np.abs(seen @ side) / wide, np.abs(seen @ up) / high)))
    eye = target + back * distance
    return View(tuple(float(one) for one in eye), tuple(float(one) for one in target))  # type: ignore[arg-type]

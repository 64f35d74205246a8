"""The camera position of a film: as near as possible with the whole bench, and the hand above it, in view."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda.simulation.camera import FIELD, View
from clairify_cli.worlds.scene.model import Scene

_TOWARDS = (0.74, 0.36, 0.57)
"""The direction from the bench to the camera: from the front and one side, above."""

_HIGH = 0.38
"""The height (m) above the bench that is shown."""

_ARM = 0.62
"""The height (m) above its base up to which the arm is shown."""

_AROUND = 0.06
_FILLED = 0.94
"""The share of the picture that the bench fills."""


def pixel(view: View, point: tuple[float, float, float], size: tuple[int, int]) -> tuple[float, float]:
    """Return where a point (m, world) is in a picture of some width and height, in pixels from its top left."""
    back = np.array(view.eye) - np.array(view.target)
    back /= np.linalg.norm(back)
    side, up = _across(back)
    seen = np.array(point) - np.array(view.eye)
    scale = size[1] / 2 / np.tan(np.radians(FIELD / 2)) / -float(seen @ back)
    return size[0] / 2 + scale * float(seen @ side), size[1] / 2 - scale * float(seen @ up)


def _across(back: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the picture's directions to the right and up, for the direction (3,) towards the camera."""
    side = np.cross((0.0, 0.0, 1.0), back)
    side /= np.linalg.norm(side)
    return side, np.cross(back, side)


def near(scene: Scene, size: tuple[int, int]) -> View:
    """Return the view for pictures of some width and height."""
    spots = [one.pose.position[:2] for one in scene.things] + [one.position[:2] for one in scene.places]
    spots = spots or [scene.table.centre]
    xs, ys = [one[0] for one in spots], [one[1] for one in spots]
    x0, x1 = min(xs) - _AROUND, max(xs) + _AROUND
    y0, y1 = min(ys) - _AROUND, max(ys) + _AROUND
    base = scene.robot.base.position
    corners = np.array(
        [
            *((x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (0.0, _HIGH)),
            *((base[0], base[1], base[2] + z) for z in (0.0, _ARM)),
        ]
    )
    target = (corners.min(axis=0) + corners.max(axis=0)) / 2
    back = np.array(_TOWARDS) / np.linalg.norm(_TOWARDS)
    side, up = _across(back)
    high = np.tan(np.radians(FIELD / 2)) * _FILLED
    wide = high * size[0] / size[1]
    seen = corners - target
    distance = float(np.max(seen @ back + np.maximum(np.abs(seen @ side) / wide, np.abs(seen @ up) / high)))
    eye = target + back * distance
    return View(tuple(float(one) for one in eye), tuple(float(one) for one in target))  # type: ignore[arg-type]

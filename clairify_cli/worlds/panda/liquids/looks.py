"""The rendering of contents: a colour per substance, and a solid up to the level surface in a vessel."""

from __future__ import annotations

import colorsys
import math
import zlib

import coal
import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.panda.liquids.amounts import Contents, grams
from clairify_cli.worlds.panda.poses import quaternion, rotation_about
from clairify_cli.worlds.panda.simulation.engine import Bullet
from clairify_cli.worlds.panda.simulation.looks import facets
from clairify_cli.worlds.scene.model import Colour

Array = NDArray[np.float64]

WATER: Colour = (0.35, 0.62, 0.92, 1.0)


def colour(contents: Contents) -> Colour:
    """Return the mean of the substances' colours by mass; colours derive from names, and water is blue."""
    total = grams(contents)
    if total <= 0.0:
        return WATER
    parts = [(one.grams / total, _own(one.substance)) for one in contents]
    red, green, blue = (sum(weight * own[channel] for weight, own in parts) for channel in range(3))
    return (round(red, 3), round(green, 3), round(blue, 3), 1.0)


def _own(substance: str) -> Colour:
    name = substance.strip().lower()
    if name in ("water", "distilled water", "deionized water", "ice"):
        return WATER
    hue = (zlib.crc32(name.encode()) % 360) / 360.0
    return (*colorsys.hsv_to_rgb(hue, 0.65, 0.9), 1.0)


UPRIGHT = math.radians(2.0)
"""The tilt (rad) up to which contents are drawn as in an upright vessel; beyond it, the step between drawn tilts."""


def tilted(radius: float, length: float, share: float, tilt: float) -> tuple[Array, list[list[int]]]:
    """Return corners (n, 3) in m, and triangles of them, of what fills a share of a cylinder up to a level surface.

    The cylinder stands on the origin along z, and leans by `tilt` rad towards x. Its mouth holds nothing back, but
    contents that would run out are drawn as if it were closed.
    """
    up = np.array([-math.sin(tilt), 0.0, math.cos(tilt)])
    x, z = (axis.ravel() for axis in np.meshgrid(np.linspace(-radius, radius, 61), np.linspace(0.0, length, 301)))
    heights = x * up[0] + z * up[2]
    order = np.argsort(heights)
    below = np.cumsum(np.sqrt(radius**2 - x[order] ** 2))
    level = heights[order][np.searchsorted(below, share * below[-1])]
    turns = np.linspace(0.0, 2 * math.pi, _AROUND, endpoint=False)
    bottom = np.column_stack([radius * np.cos(turns), radius * np.sin(turns), np.zeros(_AROUND)])
    top = bottom + np.array([0.0, 0.0, length])
    starts = np.concatenate([bottom, top, bottom])
    ends = np.concatenate([np.roll(bottom, 1, 0), np.roll(top, 1, 0), top])
    first, second = starts @ up - level, ends @ up - level
    cut = first * second < 0.0
    part = (first[cut] / (first[cut] - second[cut]))[:, None]
    kept = np.concatenate([starts[first <= 0.0], starts[cut] + part * (ends[cut] - starts[cut])])
    corners = coal.StdVec_Vec3s()
    for corner in np.unique(kept.round(6), axis=0):
        corners.append(corner)
    hull = coal.Convex.convexHull(corners, True, "Qt")
    triangles = (hull.polygons(number) for number in range(hull.num_polygons))
    return np.array(hull.points()), [[int(one[0]), int(one[1]), int(one[2])] for one in triangles]


_AROUND = 24


class Levels:
    """The solids that show contents: visual only, no mass, no contacts."""

    def __init__(self, bullet: Bullet) -> None:
        self._bullet = bullet
        self._bodies: dict[str, tuple[int, tuple[object, ...]]] = {}

    def show(self, vessel: str, cup: Cup, pose: Array, height: float, tint: Colour) -> None:
        """Show contents that reach `height` m above the inner bottom of a vessel at a pose (4x4) when it is upright.

        Their surface is level in the world, to a degree. Nothing is shown below 0.3 mm.
        """
        x, y, z = pose[2, :3]
        lean = math.acos(max(-1.0, min(1.0, float(z))))
        steps = round(lean / UPRIGHT) if lean > UPRIGHT else 0
        key = (round(height, 4), tint, steps)
        body, before = self._bodies.get(vessel, (-1, ()))
        if before != key:
            if body >= 0:
                self._bullet.removeBody(body)
                self._bullet.tilted.pop(body, None)
            body = self._make(cup, height, tint, steps * UPRIGHT) if height >= 0.0003 else -1
            self._bodies[vessel] = (body, key)
        if body >= 0:
            about = rotation_about(np.array([0.0, 0.0, 1.0]), math.atan2(-y, -x)) if steps else np.eye(3)
            at = pose[:3, 3] + pose[:3, 2] * (cup.bottom + (0.0 if steps else height / 2.0))
            self._bullet.resetBasePositionAndOrientation(body, list(at), quaternion(pose[:3, :3] @ about))

    def drop(self, centre: Array, radius: float, tint: Colour) -> None:
        """Show a drop where a sphere came to rest: a flat disc under its centre."""
        look = self._bullet.createVisualShape(
            self._bullet.GEOM_CYLINDER, radius=1.2 * radius, length=0.001, rgbaColor=tint
        )
        at = [float(centre[0]), float(centre[1]), float(centre[2]) - radius + 0.0008]
        self._bullet.createMultiBody(0, -1, look, at)

    def _make(self, cup: Cup, height: float, tint: Colour, tilt: float) -> int:
        radius = cup.radius - cup.wall - 0.0005
        if tilt == 0.0:
            look = self._bullet.createVisualShape(
                self._bullet.GEOM_CYLINDER, radius=radius, length=height, rgbaColor=tint
            )
            return int(self._bullet.createMultiBody(0, -1, look))
        length = cup.height - cup.bottom
        size = (radius, length, round(min(1.0, height / length), 4), tilt)
        look = self._bullet.createVisualShape(self._bullet.GEOM_MESH, rgbaColor=tint, **facets(*tilted(*size)))
        body = int(self._bullet.createMultiBody(0, -1, look))
        self._bullet.tilted[body] = size
        return body

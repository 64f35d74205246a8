"""The rendering of contents: a colour per substance, and a coloured cylinder up to the level in a vessel."""

from __future__ import annotations

import colorsys
import zlib

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup
from clairify_cli.worlds.panda.liquids.amounts import Contents, grams
from clairify_cli.worlds.panda.poses import quaternion
from clairify_cli.worlds.panda.simulation.engine import Bullet
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


class Levels:
    """The cylinders that show contents: visual only, no mass, no contacts."""

    def __init__(self, bullet: Bullet) -> None:
        self._bullet = bullet
        self._bodies: dict[str, tuple[int, tuple[object, ...]]] = {}

    def show(self, vessel: str, cup: Cup, pose: Array, height: float, tint: Colour) -> None:
        """Show contents up to `height` m above the inner bottom of a vessel at a pose (4x4); none below 0.3 mm."""
        key = (round(height, 4), tint)
        body, before = self._bodies.get(vessel, (-1, ()))
        if before != key:
            if body >= 0:
                self._bullet.removeBody(body)
            body = self._make(cup, height, tint) if height >= 0.0003 else -1
            self._bodies[vessel] = (body, key)
        if body >= 0:
            at = pose[:3, 3] + pose[:3, 2] * (cup.bottom + height / 2.0)
            turn = quaternion(pose[:3, :3])
            self._bullet.resetBasePositionAndOrientation(body, list(at), turn)

    def drop(self, centre: Array, radius: float, tint: Colour) -> None:
        """Show a drop where a sphere came to rest: a flat disc under its centre."""
        look = self._bullet.createVisualShape(
            self._bullet.GEOM_CYLINDER, radius=1.2 * radius, length=0.001, rgbaColor=tint
        )
        at = [float(centre[0]), float(centre[1]), float(centre[2]) - radius + 0.0008]
        self._bullet.createMultiBody(0, -1, look, at)

    def _make(self, cup: Cup, height: float, tint: Colour) -> int:
        look = self._bullet.createVisualShape(
            self._bullet.GEOM_CYLINDER,
            radius=cup.radius - cup.wall - 0.0005,
            length=height,
            rgbaColor=tint,
        )
        return int(self._bullet.createMultiBody(0, -1, look))

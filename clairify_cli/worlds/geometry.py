"""Shapes and poses as plain values: metres, right-handed frames with z up, quaternions as (x, y, z, w).

The origin of an object is the middle of its bottom, so its pose is where it stands.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import ClassVar

from clairify_cli.records import dataclass

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

UPRIGHT: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something is: the position of its origin (m) and its orientation (unit quaternion)."""

    position: Vector
    orientation: Quaternion = UPRIGHT


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its size along x, y and z in m, with its origin at the middle of its bottom."""

    size: Vector
    lowest: ClassVar[float] = 0.0


class _Round:
    """Round about its z axis."""

    __slots__ = ()
    radius: float
    height: float
    lowest: ClassVar[float] = 0.0

    @property
    def size(self) -> Vector:
        """The size of the box around it."""
        return 2 * self.radius, 2 * self.radius, self.height


@dataclass(frozen=True, slots=True)
class Cylinder(_Round):
    """An upright cylinder, in m; its origin is in the middle of its bottom."""

    radius: float
    height: float


@dataclass(frozen=True, slots=True)
class Sphere(_Round):
    """A sphere, in m; its origin is its lowest point."""

    radius: float

    @property
    def height(self) -> float:  # type: ignore[override]
        return 2 * self.radius


@dataclass(frozen=True, slots=True)
class Mesh:
    """The convex hull of the points of a file (.obj, .stl), multiplied by `scale` to metres, origin as in the file.

    `size` is the box around it in m, and `lowest` the z of its lowest point, both after scaling.
    """

    file: Path
    scale: float
    size: Vector
    lowest: float


Shape = Box | Cylinder | Sphere | Mesh


@dataclass(frozen=True, slots=True)
class Cup(_Round):
    """A round open vessel in m: outer radius, outer height, thickness of the wall and of the bottom."""

    radius: float
    height: float
    wall: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Tray:
    """An open box in m: outer size along x, y and z, thickness of its walls and bottom."""

    size: Vector
    wall: float
    lowest: ClassVar[float] = 0.0


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex part of an object, and its pose in the object's frame."""

    shape: Shape
    pose: Pose


def turned(yaw: float) -> Quaternion:
    """Return the orientation of an object turned about z by an angle in degrees."""
    half = math.radians(yaw) / 2
    return UPRIGHT if yaw == 0 else (0.0, 0.0, math.sin(half), math.cos(half))

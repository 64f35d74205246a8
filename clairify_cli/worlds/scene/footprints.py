"""Where things are, seen from above: discs and convex polygons with the heights between which they stand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from clairify_cli.worlds.geometry import (
    Cup,
    Cylinder,
    Pose,
    Quaternion,
    Shape,
    Solid,
    Sphere,
    Tray,
    Vector,
)
from clairify_cli.worlds.scene.solids import outline, parts

Point = tuple[float, float]

TOUCHING = 0.0005
"""How deep (m) things may reach into each other and still only touch."""


@dataclass(frozen=True, slots=True)
class Block:
    """An upright prism, in m: a disc (`corners` empty, `radius` > 0) or a convex polygon, and two heights."""

    middle: Point
    radius: float
    corners: tuple[Point, ...]
    low: float
    high: float

    @property
    def round(self) -> bool:
        """Whether it is a disc."""
        return not self.corners


def blocks(shape: Shape | Cup | Tray, pose: Pose) -> tuple[Block, ...]:
    """The parts of a thing. What is tilted is taken as the upright box around its outline."""
    x, y, _, _ = pose.orientation
    if math.hypot(x, y) > 1e-9:
        return (around(shape, pose),)
    return tuple(_upright(part, pose) for part in parts(shape))


def around(shape: Shape | Cup | Tray, pose: Pose) -> Block:
    """One block around all of a thing."""
    hull = outline(shape)
    x, y, _, _ = pose.orientation
    if math.hypot(x, y) <= 1e-9 or isinstance(hull, Sphere):
        return _upright(Solid(hull, Pose((0.0, 0.0, 0.0))), pose)
    (a, b, c), low = hull.size, hull.lowest
    points = [_moved(pose, (i * a / 2, j * b / 2, low + k * c)) for i in (-1, 1) for j in (-1, 1) for k in (0, 1)]
    xs, ys, zs = zip(*points, strict=True)
    corners = ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))
    return _polygon(corners, min(zs), max(zs))


def meet(one: Block, other: Block) -> bool:
    """Whether two blocks reach into each other."""
    if min(one.high, other.high) - max(one.low, other.low) <= TOUCHING:
        return False
    between = math.dist(one.middle, other.middle)
    if between >= one.radius + other.radius - TOUCHING:
        return False
    if one.round and other.round:
        return True
    if one.round:
        return _from_polygon(one.middle, other.corners) < one.radius - TOUCHING
    if other.round:
        return _from_polygon(other.middle, one.corners) < other.radius - TOUCHING
    return not (_parted(one.corners, other.corners) or _parted(other.corners, one.corners))


def _upright(part: Solid, pose: Pose) -> Block:
    x, y, z = _moved(pose, part.pose.position)
    shape = part.shape
    size, low = shape.size, shape.lowest
    if isinstance(shape, (Cylinder, Sphere)):
        return Block((x, y), shape.radius, (), z + low, z + low + size[2])
    turn = _yaw(pose.orientation) + _yaw(part.pose.orientation)
    cos, sin = math.cos(turn), math.sin(turn)
    a, b = size[0] / 2, size[1] / 2
    corners = tuple(
        (x + cos * i * a - sin * j * b, y + sin * i * a + cos * j * b) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return _polygon(corners, z + low, z + low + size[2])


def _polygon(corners: tuple[Point, ...], low: float, high: float) -> Block:
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    return Block(middle, max(math.dist(middle, one) for one in corners), corners, low, high)


def _yaw(orientation: Quaternion) -> float:
    return 2 * math.atan2(orientation[2], orientation[3])


def _moved(pose: Pose, point: Vector) -> Vector:
    """A point of a thing's frame in the world: p + v + 2 u × (u × v + w v), for the quaternion (u, w)."""
    (ux, uy, uz, w), (x, y, z) = pose.orientation, point
    tx, ty, tz = 2 * (uy * z - uz * y), 2 * (uz * x - ux * z), 2 * (ux * y - uy * x)
    px, py, pz = pose.position
    return (
        px + x + w * tx + uy * tz - uz * ty,
        py + y + w * ty + uz * tx - ux * tz,
        pz + z + w * tz + ux * ty - uy * tx,
    )


def _from_polygon(point: Point, corners: tuple[Point, ...]) -> float:
    """The distance of a point from a convex polygon (counterclockwise), 0 within."""
    inside, nearest = True, math.inf
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = bx - ax, by - ay
        px, py = point[0] - ax, point[1] - ay
        inside = inside and dx * py - dy * px >= 0
        along = max(0.0, min(1.0, (px * dx + py * dy) / ((dx * dx + dy * dy) or 1.0)))
        nearest = min(nearest, math.hypot(px - along * dx, py - along * dy))
    return 0.0 if inside else nearest


def _parted(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether a side of one convex polygon (counterclockwise) has all of the other beyond it (separating axis)."""
    for (ax, ay), (bx, by) in zip(one, (*one[1:], one[0]), strict=True):
        nx, ny = by - ay, ax - bx
        length = math.hypot(nx, ny) or 1.0
        if all(((x - ax) * nx + (y - ay) * ny) / length >= -TOUCHING for x, y in other):
            return True
    return False

"""Check that a bench is possible: no overlaps, everything on the table and within reach, no vessel overfull."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.records import dataclass
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
from clairify_cli.worlds.scene import model
from clairify_cli.worlds.scene.model import shape_of
from clairify_cli.worlds.scene.rules import rules
from clairify_cli.worlds.scene.solids import outline, parts

NEAREST, FARTHEST = 0.25, 0.80
"""The range of distances (m) from the base that the hand can reach."""

GRIPPED = 0.074
"""The widest vessel (m) that the hand, which opens to 80 mm, can grip; `grasps.refused` uses the same limit."""

_AT_A_PLACE = 0.05
"""The height (m) above a place that the hand must reach: half of a vessel that stands there."""
_BASE_RADIUS, _BASE_HEIGHT = 0.1, 0.3
_EDGE = 0.001

_MOST_OVERLAPS = 3
"""The most overlapping neighbours that are reported per object: a heap would yield thousands of findings."""


def check_bench(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    """Return all findings on a scene that was read; `spans` has the place where each id is declared."""
    return [
        *_taken(scene, spans),
        *_overlaps(scene, spans),
        *_out_of_reach(scene, spans),
        *_kept_away(scene, spans),
        *_off_table(scene, spans),
        *_vessels(scene, spans),
    ]


def _taken(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    first: dict[str, str] = {}
    for one in scene.vessels:
        if one.place is None:
            continue
        if one.place in first:
            other = first[one.place]
            yield rules.place_taken(spans[one.id], one.id, one.place, other, spans[other])
        first.setdefault(one.place, one.id)


def _overlaps(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    x, y, z = scene.robot.base.position
    base = _disc((x, y), _BASE_RADIUS, z, z + _BASE_HEIGHT)
    things = [(one, around(shape_of(one), one.pose), blocks(shape_of(one), one.pose)) for one in scene.things]
    places = {one.id: one.place for one in scene.vessels if one.place is not None}
    for number, (one, outside, inside) in enumerate(things):
        if any(meet(base, part) for part in inside):
            yield rules.overlap(spans[one.id], one.id, "robot", None)
        told = 0
        for other, others_outside, others_inside in things[:number]:
            if told == _MOST_OVERLAPS:
                break
            if not meet(outside, others_outside):
                continue
            if one.id in places and places[one.id] == places.get(other.id):
                continue  # reported as a taken place already
            if any(meet(part, another) for part in inside for another in others_inside):
                yield rules.overlap(spans[one.id], one.id, other.id, spans[other.id])
                told += 1


def _points(scene: model.Scene) -> dict[str, Vector]:
    """Return the points that the hand must reach, by the id of what is there."""
    points: dict[str, Vector] = {}
    for place in scene.places:
        x, y, z = place.position
        points[place.device or place.id] = (x, y, z + _AT_A_PLACE)
    for zone in scene.zones:
        points[zone.id] = (*zone.centre, 0.0)
    things: tuple[model.Vessel | model.Item | model.Container, ...]
    things = (*scene.vessels, *scene.items, *scene.containers)
    for one in things:
        if isinstance(one, model.Vessel) and one.place is not None:
            continue  # its place is checked instead
        block = around(shape_of(one), one.pose)
        height = block.high if isinstance(one, model.Container) else (block.low + block.high) / 2
        points[one.id] = (*block.middle, height)
    return points


def _out_of_reach(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    for name, point in _points(scene).items():
        distance = math.dist(point, scene.robot.base.position)
        if not NEAREST <= distance <= FARTHEST:
            side = "too near to" if distance < NEAREST else "too far from"
            yield rules.out_of_reach(spans[name], name, distance, side, NEAREST, FARTHEST)


def _kept_away(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    box = scene.workspace
    for name, point in _points(scene).items() if scene.keep_out or box is not None else ():
        if box is not None and not all(low <= at <= top for low, at, top in zip(box.low, point, box.high, strict=True)):
            yield rules.kept_away(spans[name], name, None)
        for one in scene.keep_out:
            if _within(one, point):
                yield rules.kept_away(spans[name], name, one.id)


def _within(zone: model.KeepOut, point: Vector) -> bool:
    """Whether a point is in a keep-out zone."""
    x, y, z, w = zone.pose.orientation
    px, py, pz = (at - origin for at, origin in zip(point, zone.pose.position, strict=True))
    # The point in the zone's frame: turned by the inverse of the zone's orientation.
    local = _moved(Pose((0.0, 0.0, 0.0), (-x, -y, -z, w)), (px, py, pz))
    lows = (-zone.size[0] / 2, -zone.size[1] / 2, 0.0)
    return all(low <= at <= low + size for low, at, size in zip(lows, local, zone.size, strict=True))


def _off_table(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    """Check that everything is on the table, except for obstacles, which may stand next to it."""
    for one in scene.things:
        if isinstance(one, model.Obstacle):
            continue
        block = around(shape_of(one), one.pose)
        if how := _edge(scene.table, block):
            yield rules.off_the_table(spans[one.id], one.id, how)
    for place in scene.places:
        if place.device is None and (how := _edge(scene.table, _disc(place.position[:2], 0, place.position[2], 1))):
            yield rules.off_the_table(spans[place.id], place.id, how)
    for zone in scene.zones:
        if how := _edge(scene.table, _disc(zone.centre, 0, 0, 0)):
            yield rules.off_the_table(spans[zone.id], zone.id, how)


def _edge(table: model.Table, block: Block) -> str | None:
    """Return in what way a block is not on the table; None if it is."""
    over = -math.inf
    for axis in (0, 1):
        low, high = table.centre[axis] - table.size[axis] / 2, table.centre[axis] + table.size[axis] / 2
        if not low <= block.middle[axis] <= high:
            return "stands beyond the edge of the table"
        ends = [one[axis] for one in block.corners]
        over = max(over, low - min(ends), max(ends) - high)
    if over > _EDGE:
        return f"reaches {1000 * over:.0f} mm over the edge of the table"
    return f"is {-1000 * block.low:.0f} mm below the top of the table" if block.low < -_EDGE else None


def _vessels(scene: model.Scene, spans: Mapping[str, Span]) -> Iterator[Diagnostic]:
    for one in scene.vessels:
        volume = sum(content.grams / content.density for content in one.contents)
        if volume > one.capacity_ml * (1 + 1e-9):
            yield rules.overfull(spans[one.id], one.id, volume, one.capacity_ml)
        if 2 * one.shape.radius > GRIPPED + 1e-9:
            yield rules.too_wide(spans[one.id], one.id, 2000 * one.shape.radius, 1000 * GRIPPED)


# ------------------------------------------------------------------------------------ geometry, seen from above


Point = tuple[float, float]

_CORNERS = 32

TOUCHING = 0.0005
"""How deep (m) objects may overlap and still count as only touching."""


@dataclass(frozen=True, slots=True)
class Block:
    """An upright prism, in m: a convex polygon (counterclockwise), the radius of the circle around it, two heights."""

    middle: Point
    radius: float
    corners: tuple[Point, ...]
    low: float
    high: float


def blocks(shape: Shape | Cup | Tray, pose: Pose) -> tuple[Block, ...]:
    """Return the parts of an object. A tilted object is replaced by the upright box around its outline."""
    x, y, _, _ = pose.orientation
    if math.hypot(x, y) > 1e-9:
        return (around(shape, pose),)
    return tuple(_upright(part, pose) for part in parts(shape))


def around(shape: Shape | Cup | Tray, pose: Pose) -> Block:
    """Return one block around the whole object."""
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
    """Whether two blocks overlap."""
    if min(one.high, other.high) - max(one.low, other.low) <= TOUCHING:
        return False
    if math.dist(one.middle, other.middle) >= one.radius + other.radius - TOUCHING:
        return False
    return not (_parted(one.corners, other.corners) or _parted(other.corners, one.corners))


def _upright(part: Solid, pose: Pose) -> Block:
    x, y, z = _moved(pose, part.pose.position)
    shape = part.shape
    size, low = shape.size, shape.lowest
    if isinstance(shape, (Cylinder, Sphere)):
        return _disc((x, y), shape.radius, z + low, z + low + size[2])
    turn = _yaw(pose.orientation) + _yaw(part.pose.orientation)
    cos, sin = math.cos(turn), math.sin(turn)
    a, b = size[0] / 2, size[1] / 2
    corners = tuple(
        (x + cos * i * a - sin * j * b, y + sin * i * a + cos * j * b) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return _polygon(corners, z + low, z + low + size[2])


def _disc(middle: Point, radius: float, low: float, high: float) -> Block:
    """Return a disc as a polygon of so many corners that it lacks no more than a vessel may overlap."""
    turns = [2 * math.pi * number / _CORNERS for number in range(_CORNERS)]
    corners = tuple((middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns)
    return Block(middle, radius, corners, low, high)


def _polygon(corners: tuple[Point, ...], low: float, high: float) -> Block:
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    return Block(middle, max(math.dist(middle, one) for one in corners), corners, low, high)


def _yaw(orientation: Quaternion) -> float:
    return 2 * math.atan2(orientation[2], orientation[3])


def _moved(pose: Pose, point: Vector) -> Vector:
    """Transform a point to the world: p + v + 2 u × (u × v + w v), for the quaternion (u, w)."""
    (ux, uy, uz, w), (x, y, z) = pose.orientation, point
    tx, ty, tz = 2 * (uy * z - uz * y), 2 * (uz * x - ux * z), 2 * (ux * y - uy * x)
    px, py, pz = pose.position
    return (
        px + x + w * tx + uy * tz - uz * ty,
        py + y + w * ty + uz * tx - ux * tz,
        pz + z + w * tz + ux * ty - uy * tx,
    )


def _parted(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether a side of one convex polygon (counterclockwise) separates it from the other (separating axis)."""
    for (ax, ay), (bx, by) in zip(one, (*one[1:], one[0]), strict=True):
        nx, ny = by - ay, ax - bx
        length = math.hypot(nx, ny) or 1.0
        if all(((x - ax) * nx + (y - ay) * ny) / length >= -TOUCHING for x, y in other):
            return True
    return False

"""Whether such a bench can be: nothing in one place, all on the table and within reach, no vessel overfull."""

from __future__ import annotations

import math
from collections.abc import Mapping

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.worlds.geometry import Vector
from clairify_cli.worlds.scene import model
from clairify_cli.worlds.scene.footprints import Block, around, blocks, meet
from clairify_cli.worlds.scene.model import shape_of
from clairify_cli.worlds.scene.rules import rules

NEAREST, FARTHEST = 0.25, 0.80
"""How far from the base (m) the hand gets at things."""

GRIPPED = 0.074
"""The widest vessel that the hand, which opens to 80 mm, gets its fingers around (m), as `grasps.refused` has it."""

_AT_A_PLACE = 0.05
"""Half the height of a vessel that stands at a place."""
_BASE_RADIUS, _BASE_HEIGHT = 0.1, 0.3
_EDGE = 0.001

_MOST_OVERLAPS = 3
"""As many neighbours that a thing reaches into are named; a heap would be told in thousands of findings."""


def check_bench(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    """All findings on a scene whose text is read; `spans` has the place where each id is declared."""
    return [
        *_taken(scene, spans),
        *_overlaps(scene, spans),
        *_out_of_reach(scene, spans),
        *_kept_away(scene, spans),
        *_off_table(scene, spans),
        *_vessels(scene, spans),
    ]


def _taken(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    first: dict[str, str] = {}
    for one in scene.vessels:
        if one.place is None:
            continue
        if one.place in first:
            other = first[one.place]
            found.append(rules.place_taken(spans[one.id], one.id, one.place, other, spans[other]))
        first.setdefault(one.place, one.id)
    return found


def _overlaps(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    x, y, z = scene.robot.base.position
    base = Block((x, y), _BASE_RADIUS, (), z, z + _BASE_HEIGHT)
    things = [(one, around(shape_of(one), one.pose), blocks(shape_of(one), one.pose)) for one in scene.things]
    places = {one.id: one.place for one in scene.vessels if one.place is not None}
    for number, (one, outside, inside) in enumerate(things):
        if any(meet(base, part) for part in inside):
            found.append(rules.overlap(spans[one.id], one.id, "robot", None))
        told = 0
        for other, others_outside, others_inside in things[:number]:
            if told == _MOST_OVERLAPS:
                break
            if not meet(outside, others_outside):
                continue
            if one.id in places and places[one.id] == places.get(other.id):
                continue  # which is said already
            if any(meet(part, another) for part in inside for another in others_inside):
                found.append(rules.overlap(spans[one.id], one.id, other.id, spans[other.id]))
                told += 1
    return found


def _points(scene: model.Scene) -> dict[str, Vector]:
    """Where the hand has to get to, by the id of what is there."""
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
            continue  # its place is looked at
        block = around(shape_of(one), one.pose)
        height = block.high if isinstance(one, model.Container) else (block.low + block.high) / 2
        points[one.id] = (*block.middle, height)
    return points


def _out_of_reach(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for name, point in _points(scene).items():
        distance = math.dist(point, scene.robot.base.position)
        if not NEAREST <= distance <= FARTHEST:
            side = "too near to" if distance < NEAREST else "too far from"
            found.append(rules.out_of_reach(spans[name], name, distance, side, NEAREST, FARTHEST))
    return found


def _kept_away(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    box = scene.workspace
    for name, point in _points(scene).items() if scene.keep_out or box is not None else ():
        if box is not None and not all(low <= at <= top for low, at, top in zip(box.low, point, box.high, strict=True)):
            found.append(rules.kept_away(spans[name], name, None))
        for one in scene.keep_out:
            if _within(one, point):
                found.append(rules.kept_away(spans[name], name, one.id))
    return found


def _within(zone: model.KeepOut, point: Vector) -> bool:
    """Whether a point is in a keep-out zone."""
    x, y, z, w = zone.pose.orientation
    px, py, pz = (at - origin for at, origin in zip(point, zone.pose.position, strict=True))
    # The point in the zone's frame: turned by the inverse of the zone's orientation (v + 2u x (u x v + w v), u = -xyz).
    cx, cy, cz = z * py - y * pz + w * px, x * pz - z * px + w * py, y * px - x * py + w * pz
    local = px + 2 * (z * cy - y * cz), py + 2 * (x * cz - z * cx), pz + 2 * (y * cx - x * cy)
    lows = (-zone.size[0] / 2, -zone.size[1] / 2, 0.0)
    return all(low <= at <= low + size for low, at, size in zip(lows, local, zone.size, strict=True))


def _off_table(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    """Obstacles may stand next to the table; nothing else may."""
    found: list[Diagnostic] = []
    for one in scene.things:
        if isinstance(one, model.Obstacle):
            continue
        block = around(shape_of(one), one.pose)
        if how := _edge(scene.table, block):
            found.append(rules.off_the_table(spans[one.id], one.id, how))
    for place in scene.places:
        if place.device is None and (how := _edge(scene.table, Block(place.position[:2], 0, (), place.position[2], 1))):
            found.append(rules.off_the_table(spans[place.id], place.id, how))
    for zone in scene.zones:
        if how := _edge(scene.table, Block(zone.centre, 0, (), 0, 0)):
            found.append(rules.off_the_table(spans[zone.id], zone.id, how))
    return found


def _edge(table: model.Table, block: Block) -> str | None:
    """How a block is not on the table; None if it is."""
    over = -math.inf
    for axis in (0, 1):
        low, high = table.centre[axis] - table.size[axis] / 2, table.centre[axis] + table.size[axis] / 2
        if not low <= block.middle[axis] <= high:
            return "stands beyond the edge of the table"
        ends = [one[axis] for one in block.corners] or [
            block.middle[axis] - block.radius,
            block.middle[axis] + block.radius,
        ]
        over = max(over, low - min(ends), max(ends) - high)
    if over > _EDGE:
        return f"reaches {1000 * over:.0f} mm over the edge of the table"
    return f"is {-1000 * block.low:.0f} mm below the top of the table" if block.low < -_EDGE else None


def _vessels(scene: model.Scene, spans: Mapping[str, Span]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for one in scene.vessels:
        volume = sum(content.grams / content.density for content in one.contents)
        if volume > one.capacity_ml * (1 + 1e-9):
            found.append(rules.overfull(spans[one.id], one.id, volume, one.capacity_ml))
        if 2 * one.shape.radius > GRIPPED + 1e-9:
            found.append(rules.too_wide(spans[one.id], one.id, 2000 * one.shape.radius, 1000 * GRIPPED))
    return found

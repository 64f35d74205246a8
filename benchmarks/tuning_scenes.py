"""Tables for `benchmarks.score_tuning`: six objects among clutter, a full glass in the way, a lamp above."""

from __future__ import annotations

import math
from dataclasses import replace

from benchmarks.clearing_scenes import random_scene
from clairify_cli.worlds.geometry import Box, Cylinder, Pose, Sphere, turned
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.furniture import TABLE as SURFACE
from clairify_cli.worlds.scene.furniture import basin
from clairify_cli.worlds.scene.model import Container, Content, Item, Obstacle, Robot, Scene, Vessel, Zone

TABLE, TRAY, FULL = "on-table", "tray", "full-glass"
SIX = ("apple", "half-apple", "empty-glass", "full-glass", "paper1", "paper2")
"""The objects: an apple, an eaten one, an empty and a full glass, two paper balls."""

BELONGS = {"empty-glass": "sink", FULL: TRAY}
"""Where glasses belong; everything else belongs into the bin."""

LAMP_HEIGHT = 0.48
"""How far above the table, in m, the lamp's shade begins."""

_SPARE = "paper3"
_GONE = (_SPARE, "paper4", "paper5")


def goal_of(name: str) -> str:
    """Where an object should be, as a formula."""
    where = BELONGS.get(name, "bin")
    return f"(at {name} {where})" if where == TRAY else f"(in {name} {where})"


def six_objects(seed: int) -> Scene:
    """A random table with the six objects, a bin, a sink, clutter, and a tray where another paper ball might lie."""
    scene = random_scene(seed)
    spare = next(one for one in scene.items if one.id == _SPARE).pose.position
    kept = tuple(one for one in scene.items if one.id not in _GONE)
    return _with_zones(replace(scene, items=kept), (spare[0], spare[1]))


def with_lamp(scene: Scene) -> Scene:
    """The same with a lamp on a post behind the objects, whose shade hangs low above them, beside the hand's home."""
    lamp = (
        Obstacle("lamp-post", "post of the lamp", Cylinder(0.015, LAMP_HEIGHT + 0.1), Pose((0.82, 0.0, 0.0))),
        Obstacle("lamp-arm", "arm of the lamp", Box((0.26, 0.02, 0.02)), Pose((0.7, 0.0, LAMP_HEIGHT + 0.1))),
        Obstacle("lamp-shade", "shade of the lamp", Cylinder(0.09, 0.1), Pose((0.58, 0.0, LAMP_HEIGHT))),
    )
    return replace(scene, name=f"{scene.name} under a lamp", obstacles=(*scene.obstacles, *lamp))


def glass_in_the_way(turn: float = 0.0) -> Scene:
    """Two apples, the nearer in a niche with the full glass before it, so close that no finger fits between them.

    `turn` (degrees) is the direction in which the niche is seen from the arm.
    """
    away, radius = 0.52, 0.035
    glass = sizes.cup_for("beaker", 200.0)
    before = away - radius - 0.004 - glass.radius
    beside = radius + 0.004 + 0.01
    wall = Box((0.09, 0.02, 0.05))
    items = (
        Item("apple", "apple", "apple", Sphere(radius), _at(away, 0.0, turn), 180.0),
        Item("half-apple", "half-eaten apple", "half-eaten apple", Cylinder(0.026, 0.05), _at(0.66, 0.2, turn), 90.0),
    )
    walls = tuple(
        Obstacle(f"wall{number}", f"wall {number}", wall, Pose(_at(away, side, turn).position, turned(turn)))
        for number, side in ((1, beside), (2, -beside))
    )
    mass = sizes.mass_for(glass)
    vessel = Vessel(
        FULL, "full glass", "beaker", glass, _at(before, 0.0, turn), 200.0, mass, (Content("water", 160.0),)
    )
    boxes = tuple(
        Container(name, name, name, sizes.CONTAINER_SHAPES[name], _at(0.55, 0.0, turn + angle))
        for name, angle in (("bin", 100.0), ("sink", -100.0))
    )
    scene = Scene(
        "full glass in the way",
        Robot(Pose((0.0, 0.0, 0.0))),
        SURFACE,
        tuple(basin(one) for one in boxes if one.kind == "sink"),
        vessels=(vessel,),
        items=items,
        containers=boxes,
        obstacles=walls,
    )
    x, y, _ = _at(0.5, -0.25, turn).position
    return _with_zones(scene, (x, y))


def _at(away: float, side: float, turn: float) -> Pose:
    """A place so far (m) from the arm in a direction (degrees), and so far to its left."""
    angle = math.radians(turn)
    x, y = away * math.cos(angle) - side * math.sin(angle), away * math.sin(angle) + side * math.cos(angle)
    return Pose((round(x, 4), round(y, 4), 0.0))


def _with_zones(scene: Scene, tray: tuple[float, float]) -> Scene:
    """The scene with a zone that is all of the table, and a tray."""
    zones = (Zone(TABLE, "table", scene.table.centre, scene.table.size), Zone(TRAY, "tray", tray, (0.14, 0.14)))
    return replace(scene, zones=(*scene.zones, *zones))

"""Placements of an object: poses (4x4, world) in order of preference, before the arm is considered."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup, Sphere, Tray
from clairify_cli.worlds.panda.poses import matrix
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.observe import contained
from clairify_cli.worlds.panda.skills.bench import Bench, Now, box_of, extent
from clairify_cli.worlds.panda.skills.prepared import Transform
from clairify_cli.worlds.scene.model import Container

Point = tuple[float, float]
"""x and y, in m."""

ABOVE = 0.002
"""The height (m) above the support at which objects are let go."""

CORRIDOR = (0.25, 0.21)
"""The length and width (m) of the hand's space in front of a vessel gripped from the side, towards the base."""

APART = 0.02
"""The distance (m) of an object put on the table from the others, if there is room."""

STANDING, FINGERS = 0.006, 0.016
"""The distance (m) from a container's wall: for vessels, and for objects with the fingers around them."""

YAWS = 12


def standing(position: NDArray[np.float64], yaw: float) -> Transform:
    """Return an upright pose at a position (3,), turned by `yaw` rad about the vertical."""
    made = np.eye(4)
    cosine, sine = math.cos(yaw), math.sin(yaw)
    made[:2, :2] = ((cosine, -sine), (sine, cosine))
    made[:3, 3] = position
    return made


def yaws(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return angles (rad) all around, evenly spread from a random one."""
    angles: NDArray[np.float64] = (rng.random() + np.arange(YAWS)) * 2 * math.pi / YAWS
    return angles


def at_point(x: float, y: float, z: float, rng: np.random.Generator) -> Iterator[Transform]:
    """Yield upright poses at a point of a surface, with yaws all around."""
    for yaw in yaws(rng):
        yield standing(np.array((x, y, z + ABOVE)), yaw)


def free_spots(
    now: Now, thing: str, centre: Point, size: Point, *, keep_slots: bool = False, most: int = 6
) -> list[Point]:
    """Return random points (x, y) of a rectangle on the table with room for the object, the roomiest first.

    Points are at most 0.68 m from the base. `keep_slots` leaves the bench's slots to vessels, and uses only as a last
    resort points that the hand needs to bring a vessel to its slot. Empty if there is no room.
    """
    bench, belief, rng = now.bench, now.belief, now.rng
    radius = extent(bench.shape(thing))[0]
    around = [box_of(body.shape, body.pose) for body in bench.bodies(belief, (thing,)) if body.id != TABLE]
    taken = np.array([(*low[:2], *high[:2]) for low, high in around if low[2] < 0.25 and high[2] > 0.0]).reshape(-1, 4)
    slots = [one.position[:2] for one in bench.scene.places if one.device is None] if keep_slots else []
    base = np.array(bench.scene.robot.base.position[:2])
    room = np.maximum(np.array(size) / 2 - radius, 0.0)
    found = []
    for _ in range(200):
        point = np.array(centre) + rng.uniform(-1.0, 1.0, 2) * room
        away = float(np.linalg.norm(point - base))
        if not 0.28 <= away <= 0.68 or any(math.dist(point, slot) < radius + 0.045 for slot in slots):
            continue
        gaps = np.hypot(*(np.maximum(np.maximum(taken[:, :2] - point, point - taken[:, 2:]), 0.0).T))
        gap = float(gaps.min(initial=1.0)) - radius
        if gap > APART / 2:
            passed = any(_in_corridor(point, np.array(slot), base, radius) for slot in slots)
            found.append((passed, -min(gap, 0.08), float(point[0]), float(point[1])))
            if sum(not one[0] for one in found) >= 3 * most:
                break
    found.sort(key=lambda one: one[:2])
    return [(x, y) for _, _, x, y in found[:most]]


def _in_corridor(point: Transform, slot: Transform, base: Transform, radius: float) -> bool:
    """Whether an object of that radius would be in the hand's way to hold a vessel in a slot from the side."""
    inward = base - slot
    inward = inward / max(float(np.linalg.norm(inward)), 1e-9)
    along = float((point - slot) @ inward)
    aside = abs(float((point - slot) @ np.array((-inward[1], inward[0]))))
    return 0.0 < along < CORRIDOR[0] + radius and aside < CORRIDOR[1] / 2 + radius


def in_container(now: Now, thing: str, container: Container, *, stands: bool = False) -> list[NDArray[np.float64]]:
    """Return points (3,) on a container's bottom with room for the object next to its contents, the roomiest first.

    There are at most six; if no space is left, they are on top of what lies there. The first object goes into the
    middle only if another one then has room next to it. `stands`: the object is set down and stays upright.
    """
    rng, shape, pose = now.rng, container.shape, matrix(container.pose)
    radius = extent(now.bench.shape(thing))[0]
    floor = shape.bottom if isinstance(shape, Cup) else shape.wall
    others = [
        (np.linalg.inv(pose) @ (*one.position, 1.0))[:3]
        for name, one in now.belief.poses.items()
        if name != thing and contained(shape, pose, np.array(one.position))
    ]
    room = _room(shape, radius, STANDING if stands else FINGERS)
    narrow = float(room.min()) < 2 * radius
    spots = [room * one for one in rng.permutation(QUARTERS)] if stands else []
    if narrow and not stands:
        spots += [room * (math.cos(angle), math.sin(angle)) for angle in yaws(rng)]
    for _ in range(40):
        if isinstance(shape, Tray):
            spots.append(rng.uniform(-1.0, 1.0, 2) * room)
        else:
            angle, share = rng.uniform(0.0, 2 * math.pi), math.sqrt(rng.random())
            spots.append(room * share * np.array((math.cos(angle), math.sin(angle))))
    if not others and not stands and not narrow:
        spots.insert(0, np.zeros(2))
    most = 2 * radius + 0.03
    gaps = [min((float(np.linalg.norm(other[:2] - spot)) for other in others), default=most) for spot in spots]
    # Stable: equally roomy points keep their order.
    order = np.argsort([-min(gap, most) for gap in gaps], kind="stable")
    return [(pose @ np.array((*spots[index], floor, 1.0)))[:3] for index in order[:6]]


QUARTERS = np.array(((0.75, 0.0), (-0.75, 0.0), (0.0, 0.75), (0.0, -0.75)))
"""Where vessels stand in a container, as shares of its room: next to the middle, so that two have room."""


def _room(shape: Tray | Cup, radius: float, spare: float) -> NDArray[np.float64]:
    """Return how far (2,), in m, an object's axis can be from a container's middle, `spare` m from the wall."""
    if isinstance(shape, Tray):
        return np.maximum(np.array(shape.size[:2]) / 2 - shape.wall - radius - spare, 0.0)
    return np.full(2, max(shape.radius - shape.wall - radius - spare, 0.0))


def aligned(container: Transform, back: Transform) -> list[float]:
    """Return yaws (rad) of an object at which the fingers open along a container's sides or diagonals.

    `back` is the tool's pose in the object's frame: only so does a wide hand fit between walls.
    """
    opening = math.atan2(back[1, 1], back[0, 1])
    turn = math.atan2(container[1, 0], container[0, 0]) - opening
    return [turn + step * math.pi / 4 for step in range(8)]


def on_thing(now: Now, support: str) -> Iterator[Transform]:
    """Yield upright poses on top of another object, aligned with its sides."""
    pose = matrix(now.belief.poses[support])
    low, high = box_of(now.bench.shape(support), pose)
    turn = math.atan2(pose[1, 0], pose[0, 0])
    middle = (low + high) / 2
    for step in now.rng.permutation(4):
        yield standing(np.array((middle[0], middle[1], high[2] + ABOVE)), turn + step * math.pi / 2)


def middle_of(bench: Bench, thing: str, pose: Transform) -> NDArray[np.float64]:
    """Return the middle (3,) of an object at a pose."""
    shape = bench.shape(thing)
    if isinstance(shape, Sphere):
        return np.asarray(pose[:3, 3] + shape.radius * pose[:3, 2])
    low, high = box_of(shape, pose)
    return (low + high) / 2

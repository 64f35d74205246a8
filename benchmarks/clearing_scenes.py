"""Tables to be cleared, made at random: two apples, two glasses, five paper balls, a bin, a sink, and clutter."""

from __future__ import annotations

import math
from random import Random

from clairify_cli.worlds.geometry import UPRIGHT, Box, Cup, Cylinder, Pose, Shape, Sphere, turned
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.model import Container, Content, Item, Obstacle, Robot, Scene, Vessel
from clairify_cli.worlds.scene.sizes import TABLE, basin
from clairify_cli.worlds.scene.solids import outline

PAPER_BALLS = 5
MOST_CLUTTER = 6
GAP = 0.08
"""m between the surfaces of neighbours, as long as there is room."""

_NEAREST, _FARTHEST, _WIDEST = 0.36, 0.68, 80.0
_TRIES = 400

Spot = tuple[float, float, float]


def random_scene(seed: int) -> Scene:
    """The scene of a seed: rubbish (`apple`, `half-apple`, `paper1` to `paper5`), `empty-glass`, `full-glass`.

    Everything stands within reach and at least 8 cm from its neighbours, or as far as fits. `bin` and `sink` are to
    the left and right, or the other way round. `clutter1` and on are obstacles, three to six of them.
    """
    rng = Random(seed)
    side = rng.choice((-1, 1))
    taken: list[Spot] = []
    containers = []
    for name, angle in (("bin", 108.0 * side), ("sink", -108.0 * side)):
        turn, away = math.radians(angle + rng.uniform(-5, 5)), rng.uniform(0.5, 0.58)
        x, y = round(away * math.cos(turn), 3), round(away * math.sin(turn), 3)
        taken.append((x, y, 0.17))
        containers.append(Container(name, name, name, sizes.CONTAINER_SHAPES[name], Pose((x, y, 0.0))))
    vessels = tuple(_glass(name, contents, rng, taken) for name, contents in _GLASSES)
    items = [_item(name, kind, shape, mass, rng, taken) for name, kind, shape, mass in _RUBBISH]
    clutter = []
    for number in range(1, rng.randint(3, MOST_CLUTTER) + 1):
        shape = _clutter(rng)
        x, y = _spot(_radius(shape), rng, taken)
        yaw = turned(round(rng.uniform(-90, 90), 1)) if isinstance(shape, Box) else UPRIGHT
        clutter.append(Obstacle(f"clutter{number}", f"clutter {number}", shape, Pose((x, y, 0.0), yaw)))
    return Scene(
        f"table {seed}",
        Robot(Pose((0.0, 0.0, 0.0))),
        TABLE,
        tuple(basin(one) for one in containers if one.kind == "sink"),
        vessels=vessels,
        items=tuple(items),
        containers=tuple(containers),
        obstacles=tuple(clutter),
    )


_GLASSES = (("full-glass", (Content("water", 160.0),)), ("empty-glass", ()))
_RUBBISH: tuple[tuple[str, str, Shape, float], ...] = (
    ("apple", "apple", Sphere(0.035), 180.0),
    ("half-apple", "half-eaten apple", Cylinder(0.026, 0.05), 90.0),
    *((f"paper{number}", "paper ball", Sphere(0.022), 8.0) for number in range(1, PAPER_BALLS + 1)),
)


def _glass(name: str, contents: tuple[Content, ...], rng: Random, taken: list[Spot]) -> Vessel:
    shape = sizes.cup_for("beaker", 200.0)
    x, y = _spot(_radius(shape), rng, taken)
    mass = sizes.mass_for(shape)
    return Vessel(name, name.replace("-", " "), "beaker", shape, Pose((x, y, 0.0)), 200.0, mass, contents)


def _item(name: str, kind: str, shape: Shape, mass: float, rng: Random, taken: list[Spot]) -> Item:
    x, y = _spot(_radius(shape), rng, taken)
    usual = sizes.ITEMS.get(kind)
    colour = (0.85, 0.75, 0.45, 1.0) if usual is None else usual[2]
    return Item(name, name.replace("-", " "), kind, shape, Pose((x, y, 0.0)), mass, colour)


def _clutter(rng: Random) -> Shape:
    height = round(rng.uniform(0.04, 0.16), 3)
    if rng.random() < 0.5:
        return Cylinder(round(rng.uniform(0.015, 0.035), 3), height)
    return Box((round(rng.uniform(0.03, 0.07), 3), round(rng.uniform(0.03, 0.07), 3), height))


def _radius(shape: Shape | Cup) -> float:
    """The radius of the circle around a thing, seen from above."""
    hull = outline(shape)
    return hull.radius if isinstance(hull, (Cylinder, Sphere)) else math.hypot(hull.size[0], hull.size[1]) / 2


def _spot(radius: float, rng: Random, taken: list[Spot]) -> tuple[float, float]:
    """A random spot, taken from then on; where none was found, with 1 cm less to its neighbours."""
    gap = GAP
    while True:
        for _ in range(_TRIES):
            turn = math.radians(rng.uniform(-_WIDEST, _WIDEST))
            away = math.sqrt(rng.uniform(_NEAREST**2, _FARTHEST**2))  # alike all over the area
            x, y = round(away * math.cos(turn), 3), round(away * math.sin(turn), 3)
            if all(math.hypot(x - a, y - b) >= radius + other + gap for a, b, other in taken):
                taken.append((x, y, radius))
                return x, y
        gap = max(gap - 0.01, 0.002)

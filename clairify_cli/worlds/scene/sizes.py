"""Default sizes: of glassware by capacity, of devices and boxes by kind.

Lengths in m, volumes in mL, masses in g. The data of each kind are in `things.toml`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clairify_cli.files.data import toml
from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Shape, Sphere, Tray, Vector
from clairify_cli.worlds.scene import model

DATA: dict[str, dict[str, Any]] = toml(Path(__file__).with_name("things.toml"))
VESSELS, DEVICES, CONTAINERS = (tuple(DATA[one]) for one in ("vessels", "devices", "containers"))

_SLIM = 0.072
"""The largest diameter chosen until a vessel is taller than `_TALL`; a wider one would be too wide for the hand."""

_TALL = 0.23
_WALL = 0.004
_FILLED = 0.9
"""The share of its height to which a vessel with its full capacity is filled."""

_WALL_DENSITY = 1.2
"""g/cm³: a 4 mm wall is thicker than a real beaker's, which would be twice as heavy with the density of glass."""

DEVICE_SIZES: Mapping[str, Vector] = {kind: (x, y, z) for kind, (x, y, z) in DATA["devices"].items()}
DEVICE_RATINGS: Mapping[str, tuple[tuple[str, float], ...]] = {
    kind: tuple(ratings.items()) for kind, ratings in DATA["ratings"].items()
}
CONTAINER_SHAPES: Mapping[str, Tray | Cup] = {
    kind: Cup(*one) if len(one) == 4 else Tray(tuple(one[0]), one[1]) for kind, one in DATA["containers"].items()
}
LOW_SINK = Tray((0.24, 0.24, 0.06), 0.005)
"""A sink with a rim low enough to grip a vessel that stands in it."""

TABLE = model.Table((1.4, 1.9), (0.2, 0.0))
"""The usual table; the robot stands on it, at the origin."""


def inner_area(cup: Cup) -> float:
    """Return the inner cross section in cm² (that is, mL per cm of height)."""
    return math.pi * (100 * (cup.radius - cup.wall)) ** 2


def brim_ml(cup: Cup) -> float:
    """Return the volume of a cup up to its rim, in mL."""
    return inner_area(cup) * 100 * (cup.height - cup.bottom)


def capacity_of(cup: Cup) -> float:
    """Return the capacity, in whole mL, of a vessel of this shape."""
    return float(max(round(_FILLED * brim_ml(cup)), 1))


def cup_for(kind: str, capacity_ml: float) -> Cup:
    """Return the shape of a vessel of a kind that is filled to nine tenths of its height at its capacity.

    The width is the usual one of the kind; 72 mm if the vessel would be taller than 230 mm; and if that is not enough,
    as wide as needed, which is too wide for the hand. Sizes are in whole millimetres.
    """
    diameter, lowest = DATA["vessels"][kind]
    height = _height(diameter, capacity_ml)
    if height > _TALL:
        diameter = max(diameter, _SLIM)
        height = _height(diameter, capacity_ml)
    if height > _TALL:
        area = capacity_ml / _FILLED / (100 * (_TALL - _WALL))
        diameter = math.ceil(1000 * 2 * (math.sqrt(area / math.pi) / 100 + _WALL)) / 1000
        height = _height(diameter, capacity_ml)
    return Cup(diameter / 2, max(height, lowest), _WALL, _WALL)


def _height(diameter: float, capacity_ml: float) -> float:
    area = math.pi * (100 * (diameter / 2 - _WALL)) ** 2
    return math.ceil(1000 * (_WALL + capacity_ml / _FILLED / area / 100)) / 1000


def mass_for(cup: Cup) -> float:
    """Return the mass of an empty vessel in whole grams."""
    outer = math.pi * (100 * cup.radius) ** 2 * 100 * cup.height
    return float(max(round((outer - brim_ml(cup)) * _WALL_DENSITY), 1))


COLOURS: Mapping[str, model.Colour] = {name: (r, g, b, opacity) for name, (r, g, b, opacity) in DATA["colours"].items()}
"""Colours by name: red, green, blue, opacity."""

ITEMS: Mapping[str, tuple[Shape, float, model.Colour]] = {
    kind: (Sphere(size) if isinstance(size, float) else Box(tuple(size)), mass, tuple(colour))
    for kind, (size, mass, colour) in DATA["items"].items()
}
"""Shape, mass (g) and colour of items by kind."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    word: tuple(kinds) for words, kinds in DATA["groups"].items() for word in words.split()
}
"""Kinds of objects by category, such as rubbish."""

_SOLID_DENSITY = 0.6
"""g/cm³, for items without a given mass."""


def item_mass(shape: Shape) -> float:
    """Return the mass of an item of this shape, in whole grams."""
    if isinstance(shape, Sphere):
        volume = 4 / 3 * math.pi * shape.radius**3
    elif isinstance(shape, Cylinder):
        volume = math.pi * shape.radius**2 * shape.height
    else:
        volume = math.prod(shape.size)
    return float(max(round(1e6 * volume * _SOLID_DENSITY), 1))


def basin(sink: model.Container) -> model.Place:
    """Return the place in the middle of a sink's floor, under the sink's id."""
    x, y, z = sink.pose.position
    floor = sink.shape.wall if isinstance(sink.shape, Tray) else sink.shape.bottom
    return model.Place(sink.id, sink.name, (x, y, z + floor), sink.id)


def words(name: str) -> str:
    """Return an id in readable form: `water-bottle` is "water bottle"."""
    return re.sub(r"[-_]+", " ", name).strip() or name


def usual_item(kind: str) -> tuple[Shape, float, model.Colour] | None:
    """Return the default shape, mass (g) and colour of items of a kind, if known."""
    return ITEMS.get(words(kind.lower()))

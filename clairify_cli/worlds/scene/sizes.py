"""The sizes that things have where nobody says otherwise: glassware from its capacity, devices and boxes by kind.

Lengths in m, volumes in mL, masses in g. The hand opens to 80 mm, so glassware is slim and tall rather than as in a
catalogue: 72 mm across where a real beaker of 600 mL has 90.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Shape, Sphere, Tray, Vector
from clairify_cli.worlds.scene import model

VESSELS = ("beaker", "flask", "vial", "dish", "cylinder", "bottle")
DEVICES = ("balance", "stirrer", "hotplate", "ice-bath")
CONTAINERS = ("bin", "sink", "bowl")

_DIAMETERS: Mapping[str, float] = {
    "beaker": 0.072,
    "flask": 0.072,
    "vial": 0.04,
    "dish": 0.072,
    "cylinder": 0.05,
    "bottle": 0.066,
}
_SLIM = 0.072
"""The widest that is chosen before a vessel grows taller than `_TALL`; beyond, it is too wide for the hand."""

_LOWEST: Mapping[str, float] = {"vial": 0.08, "dish": 0.045, "bottle": 0.11}
_LOW = 0.09
_TALL = 0.23
_WALL = 0.004
_FILLED = 0.9
"""How high a vessel is filled when it holds its capacity."""

_WALL_DENSITY = 1.2
"""g/cm³: a wall of 4 mm is thicker than that of a beaker, which would make it twice as heavy in glass."""

DEVICE_SIZES: Mapping[str, Vector] = {
    "balance": (0.15, 0.15, 0.04),
    "stirrer": (0.15, 0.15, 0.045),
    "hotplate": (0.15, 0.15, 0.05),
    "ice-bath": (0.15, 0.15, 0.04),
}

DEVICE_RATINGS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "balance": (("most", 2000.0),),
    "stirrer": (("fastest", 1500.0),),
    "hotplate": (("hottest", 300.0), ("power", 600.0), ("fastest", 1500.0)),
    "ice-bath": (("coldest", 0.0),),
}

CONTAINER_SHAPES: Mapping[str, Tray | Cup] = {
    "bin": Tray((0.24, 0.24, 0.15), 0.005),
    "sink": Tray((0.24, 0.24, 0.15), 0.005),
    "bowl": Cup(0.07, 0.05, 0.005, 0.005),
}

LOW_SINK = Tray((0.24, 0.24, 0.06), 0.005)
"""A sink with a rim low enough to grip a vessel that stands in it."""


def inner_area(cup: Cup) -> float:
    """The cross section of the inside in cm² (so many mL for each cm of height)."""
    return math.pi * (100 * (cup.radius - cup.wall)) ** 2


def brim_ml(cup: Cup) -> float:
    """The volume of a cup up to its rim."""
    return inner_area(cup) * 100 * (cup.height - cup.bottom)


def capacity_of(cup: Cup) -> float:
    """The capacity in whole mL of a vessel of which only the shape is known."""
    return float(max(round(_FILLED * brim_ml(cup)), 1))


def cup_for(kind: str, capacity_ml: float) -> Cup:
    """The shape of a vessel of that kind which is filled to nine tenths of its height when it holds its capacity.

    As wide as is usual for the kind; 72 mm where it would be taller than 230 mm otherwise; and if that is not enough,
    as wide as needed, which is then too wide for the hand. Sizes are in whole millimetres.
    """
    diameter = _DIAMETERS[kind]
    height = _height(diameter, capacity_ml)
    if height > _TALL:
        diameter = max(diameter, _SLIM)
        height = _height(diameter, capacity_ml)
    if height > _TALL:
        area = capacity_ml / _FILLED / (100 * (_TALL - _WALL))
        diameter = math.ceil(1000 * 2 * (math.sqrt(area / math.pi) / 100 + _WALL)) / 1000
        height = _height(diameter, capacity_ml)
    return Cup(diameter / 2, max(height, _LOWEST.get(kind, _LOW)), _WALL, _WALL)


def _height(diameter: float, capacity_ml: float) -> float:
    area = math.pi * (100 * (diameter / 2 - _WALL)) ** 2
    return math.ceil(1000 * (_WALL + capacity_ml / _FILLED / area / 100)) / 1000


def mass_for(cup: Cup) -> float:
    """The mass of an empty vessel in whole grams."""
    outer = math.pi * (100 * cup.radius) ** 2 * 100 * cup.height
    return float(max(round((outer - brim_ml(cup)) * _WALL_DENSITY), 1))


COLOURS: Mapping[str, tuple[float, float, float, float]] = {
    "red": (0.8, 0.15, 0.15, 1.0),
    "orange": (0.95, 0.5, 0.1, 1.0),
    "yellow": (0.95, 0.85, 0.15, 1.0),
    "green": (0.2, 0.6, 0.25, 1.0),
    "blue": (0.15, 0.35, 0.8, 1.0),
    "purple": (0.5, 0.2, 0.6, 1.0),
    "pink": (0.95, 0.55, 0.7, 1.0),
    "brown": (0.45, 0.3, 0.15, 1.0),
    "black": (0.1, 0.1, 0.1, 1.0),
    "white": (0.95, 0.95, 0.95, 1.0),
    "grey": (0.5, 0.5, 0.5, 1.0),
    "gray": (0.5, 0.5, 0.5, 1.0),
}
"""Colours by name: red, green, blue, opacity."""

ITEMS: Mapping[str, tuple[Shape, float, tuple[float, float, float, float]]] = {
    "apple": (Sphere(0.035), 180.0, (0.75, 0.15, 0.12, 1.0)),
    "paper ball": (Sphere(0.022), 8.0, (0.93, 0.93, 0.9, 1.0)),
    "block": (Box((0.04, 0.04, 0.04)), 50.0, (0.8, 0.3, 0.2, 1.0)),
    "ball": (Sphere(0.03), 60.0, (0.8, 0.3, 0.2, 1.0)),
    "sponge": (Box((0.07, 0.05, 0.03)), 15.0, (0.95, 0.85, 0.15, 1.0)),
}
"""Shape, mass (g) and colour of items by kind."""

_SOLID_DENSITY = 0.6
"""g/cm³, of items whose mass is not said."""


def item_mass(shape: Shape) -> float:
    """The mass of an item of which only the shape is known, in whole grams."""
    if isinstance(shape, Sphere):
        volume = 4 / 3 * math.pi * shape.radius**3
    elif isinstance(shape, Cylinder):
        volume = math.pi * shape.radius**2 * shape.height
    else:
        volume = math.prod(shape.size)
    return float(max(round(1e6 * volume * _SOLID_DENSITY), 1))


def _default(kind: Any, name: str) -> Any:
    """What a field of the model is where nothing is said; of a class with slots it cannot be asked for by name."""
    return next(one.default for one in fields(kind) if one.name == name)


GLASS: model.Colour = _default(model.Vessel, "colour")
ITEM_COLOUR: model.Colour = _default(model.Item, "colour")
CONTAINER_COLOUR: model.Colour = _default(model.Container, "colour")
DEVICE_COLOUR: model.Colour = _default(model.Device, "colour")
OBSTACLE_COLOUR: model.Colour = _default(model.Obstacle, "colour")
FRICTION: float = _default(model.Vessel, "friction")

"""Read quantities: a plain number, an optional space, a unit of the right dimension."""

from __future__ import annotations

import re
from functools import lru_cache

from clairify_cli.languages.xdl.schema import Type, Unit, load
from clairify_cli.records import dataclass

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_PLAIN = re.compile(rf"(-?)({NUMBER}) ?(.*)", re.DOTALL)
_XML_SPACE = " \t\n\r"

LONGEST = 200
"""A longer value is never a quantity."""

ABSOLUTE_ZERO = -273.15


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a unit; if only a number was written, the unit is the type's default."""

    value: float
    unit: Unit
    written: str
    in_default: float
    """The value in the default unit of the unit's dimension (temperatures in °C)."""


def to_default(value: float, unit: Unit) -> float:
    """Convert a value to the default unit of the unit's dimension."""
    if unit.name == "K":
        return value + ABSOLUTE_ZERO
    if unit.name == "°F":
        return (value - 32.0) * 5.0 / 9.0
    return value * unit.factor


@dataclass(frozen=True, slots=True)
class Plain:
    """A value split into its sign, number as written, and unit as written ("" if missing)."""

    negative: bool
    number: str
    unit: str

    @property
    def value(self) -> float:
        return -float(self.number) if self.negative else float(self.number)


def collapse(value: str) -> str:
    """Collapse white space as XML Schema does: none at the ends, single spaces inside."""
    value = value.strip(_XML_SPACE)
    if "  " in value or "\t" in value or "\n" in value or "\r" in value:
        return re.sub(f"[{_XML_SPACE}]+", " ", value)
    return value


def plain(value: str) -> Plain | None:
    """Split a value that begins with a plain number; return None for any other."""
    match = _PLAIN.match(value) if len(value) <= LONGEST else None
    if match is None:
        return None
    return Plain(match.group(1) == "-", match.group(2), match.group(3))


def clean(value: str, kind: Type) -> Quantity | None:
    """Return the quantity of a value without any fault, not even in the spelling of its unit; otherwise None."""
    return _clean(value, kind.name)


@lru_cache(maxsize=8192)
def _clean(value: str, type_name: str) -> Quantity | None:
    parts, kind = plain(value), load().types[type_name]
    if parts is None or (parts.negative and not kind.signed):
        return None
    number = parts.value
    unit: Unit | None = None
    if parts.unit:
        for dimension in kind.dimensions:
            unit = dimension.units.get(parts.unit)
            if unit is not None:
                break
        else:
            return None
    elif not kind.default_unit:
        return None
    else:
        unit = kind.dimensions[0].units[kind.default_unit]
    amount = to_default(number, unit)
    if kind.usual is not None and not kind.usual[0] <= amount <= kind.usual[1]:
        return None
    if amount == 0 and not kind.signed:
        return None
    return Quantity(number, unit, value, amount)


def read_quantity(value: str, kind: Type) -> Quantity | None:
    """Return the quantity of a value whose meaning is clear, with any spelling of the unit; otherwise None."""
    parts = plain(collapse(value))
    if parts is None:
        return None
    if not parts.unit:
        if not kind.default_unit:
            return None
        unit: Unit | None = kind.dimensions[0].units[kind.default_unit]
    else:
        unit = kind.spellings.get(parts.unit)
    return None if unit is None else Quantity(parts.value, unit, value, to_default(parts.value, unit))


@lru_cache(maxsize=4096)
def dimension_of(unit: str) -> str | None:
    """Return the dimension that has a unit with this spelling; None if there is none."""
    for dimension in load().dimensions.values():
        if unit in dimension.spellings:
            return dimension.name
    return None


_SHOWN = {"volume": ("µL", "mL", "L"), "mass": ("µg", "mg", "g", "kg"), "time": ("s", "min", "h", "days")}


def show_short(amount: float, dimension: str) -> str:
    """Format an amount, given in a dimension's default unit, in the unit that gives a handy number."""
    units = load().dimensions[dimension].units
    handy = [units[name] for name in _SHOWN.get(dimension, ())]
    if not handy:
        return show(amount, dimension)
    unit = next((unit for unit in reversed(handy) if amount >= unit.factor), handy[0])
    return f"{amount / unit.factor:.6g} {unit.name}"


def show(amount: float, dimension: str) -> str:
    """Format an amount in the default unit of its dimension."""
    return f"{amount:.6g} {load().dimensions[dimension].default}"

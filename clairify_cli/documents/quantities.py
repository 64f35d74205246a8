"""Numbers with units: `250 mL`, `72 mm`, `120 g`. Exact in decimals, so that a printed value is read back the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

NUMBER_PATTERN = r"[+-]?(?:\d{1,20}(?:\.\d{0,25})?|\.\d{1,25})(?:[eE][+-]?\d{1,3})?"
"""The syntax of a number without its unit."""

_WRITTEN = re.compile(rf"\s*({NUMBER_PATTERN})\s*([^\s\d][^\d\n]{{0,9}}\d?)?\s*")


_LONGEST = 22
"""Longest number, in characters, that is printed without an exponent."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of quantity: its units with their factors to the first one, which is also the default unit."""

    name: str
    units: Mapping[str, str]

    @property
    def unit(self) -> str:
        """The unit of a number without a unit; empty if the kind has none."""
        return next(iter(self.units), "")


LENGTH = Kind("length", {"m": "1", "mm": "0.001", "cm": "0.01", "dm": "0.1"})
MASS = Kind("mass", {"g": "1", "kg": "1000", "mg": "0.001"})
VOLUME = Kind("volume", {"mL": "1", "L": "1000", "cL": "10", "µL": "0.001", "μL": "0.001", "uL": "0.001", "cm3": "1"})
TEMPERATURE = Kind("temperature", {"°C": "1", "C": "1"})
ANGLE = Kind("angle", {"°": "1", "deg": "1", "rad": "57.29577951308232"})
JOINT = Kind("angle", {"rad": "1", "°": "0.017453292519943295", "deg": "0.017453292519943295"})
POWER = Kind("power", {"W": "1", "kW": "1000"})
TURNS = Kind("rotation", {"rpm": "1"})
DENSITY = Kind("density", {"g/mL": "1", "g/cm3": "1", "g/cm³": "1", "kg/L": "1", "kg/m3": "0.001"})
TIME = Kind("time", {"s": "1", "ms": "0.001"})
SPEED = Kind("speed", {"m/s": "1", "mm/s": "0.001"})
VELOCITY = Kind("angular velocity", {"rad/s": "1", "deg/s": "0.017453292519943295", "°/s": "0.017453292519943295"})
ACCELERATION = Kind("angular acceleration", {"rad/s²": "1", "rad/s2": "1"})
JERK = Kind("angular jerk", {"rad/s³": "1", "rad/s3": "1"})
NUMBER = Kind("number", {})


class QuantityError(ValueError):
    """The text is not a quantity of the kind; the message completes "which ..."."""


def parse(written: str, kind: Kind) -> float:
    """Return the value in the first unit of its kind. Raises `QuantityError`."""
    return _value(written, kind)[0]


def parse_either(written: str, kinds: tuple[Kind, ...]) -> tuple[float, Kind]:
    """Return the value and the first of several kinds that has the written unit. Raises `QuantityError`."""
    for kind in kinds[:-1]:
        try:
            return _value(written, kind)
        except QuantityError:
            continue
    return _value(written, kinds[-1])


def _value(written: str, kind: Kind) -> tuple[float, Kind]:
    match = _WRITTEN.fullmatch(written)
    if match is None:
        raise QuantityError("is no number" if not kind.units else f"is no number with a unit of {kind.name}")
    number, unit = match[1], (match[2] or "").strip()
    if not unit:
        return float(Decimal(number)), kind
    factor = kind.units.get(unit)
    if factor is None:
        # Case is ignored only now, because `M` and `m` may be different units.
        folded = {known.casefold(): value for known, value in kind.units.items()}
        factor = folded.get(unit.casefold())
    if factor is None:
        raise QuantityError(f"has no unit of {kind.name}" if kind.units else "has a unit, where a number is expected")
    return float(Decimal(number) * Decimal(factor)), kind


def shown(value: float, unit: str = "", factor: str = "1") -> str:
    """Format a value, given in the first unit of its kind, in a unit with this `factor` to it."""
    number = Decimal(repr(float(value))) / Decimal(factor)
    text = format(number.normalize(), "f")
    text = text if len(text) <= _LONGEST else format(number.normalize(), "E")
    text = "0" if text in ("-0", "0") else text
    return f"{text} {unit}".rstrip()

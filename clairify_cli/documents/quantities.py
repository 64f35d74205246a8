"""Numbers with units: `250 mL`, `72 mm`, `120 g`. Exact in decimals, so that a printed value is read back the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from clairify_cli.english.units import factors
from clairify_cli.records import dataclass

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


def _kind(dimension: str, units: str = "", name: str = "") -> Kind:
    known = factors(dimension)
    return Kind(name or dimension, {one: known[one] for one in units.split() or known})


LENGTH = _kind("length")
MASS = _kind("mass", "g kg mg")
VOLUME = _kind("volume", "mL L cL µL μL uL cm3")
TEMPERATURE = _kind("temp", "°C C", "temperature")
ANGLE = _kind("turn", name="angle")
JOINT = _kind("angle")
POWER = _kind("wattage", name="power")
TURNS = _kind("stir_speed", "rpm", "rotation")
DENSITY = _kind("density", "g/mL g/cm3 g/cm³ kg/L kg/m3")
TIME = _kind("time", "s ms")
SPEED = _kind("speed")
VELOCITY = _kind("angular velocity")
ACCELERATION = _kind("angular acceleration")
JERK = _kind("angular jerk")
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

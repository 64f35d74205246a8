"""A number with a unit, as it stands in a property."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .units import PLAUSIBLE, SIZES, dimension_of

_SHAPE = re.compile(r"\s*([-−–]?\d+(?:\.\d+)?)(\s*)([A-Za-zµμ°º˚³]+3?\.?)\s*\Z")


@dataclass(frozen=True)
class Quantity:
    """A value in the unit in which it is written."""

    number: str
    gap: str
    unit: str
    dimension: str

    @property
    def value(self) -> float:
        """The number as written."""
        return float(self.number)

    @property
    def base(self) -> float:
        """The value in the base unit of its dimension."""
        return self.value * SIZES[self.dimension][self.unit]

    def __str__(self) -> str:
        """The quantity as written."""
        single = self.value == 1 and self.unit in ("seconds", "minutes", "hours", "days", "weeks")
        return f"{self.number}{self.gap}{self.unit[:-1] if single else self.unit}"

    def with_value(self, value: float) -> Quantity:
        """Another number of the same unit, written with no more digits than it needs."""
        return Quantity(tidy(value), self.gap, self.unit, self.dimension)

    def with_unit(self, unit: str) -> Quantity:
        """The same number of another unit."""
        return Quantity(self.number, self.gap, unit, self.dimension)

    def plausible(self) -> bool:
        """Whether a laboratory step can have this value."""
        low, high = PLAUSIBLE[self.dimension]
        return low <= self.base <= high


def tidy(value: float) -> str:
    """A number with four significant digits and no needless zeros."""
    text = f"{value:.4g}"
    if "e" in text:
        text = f"{value:.10f}".rstrip("0").rstrip(".")
    return text


def read(value: str | None) -> Quantity | None:
    """The quantity that a property holds, or None where it is no plain number with a known unit."""
    found = _SHAPE.match(value or "")
    if found is None:
        return None
    number, gap, unit = found.groups()
    dimension = dimension_of(unit)
    if dimension is None:
        return None
    return Quantity(number.replace("−", "-").replace("–", "-"), gap, unit, dimension)


def close(one: float, other: float, share: float = 0.01) -> bool:
    """Whether two values are the same but for rounding."""
    return abs(one - other) <= share * max(abs(one), abs(other)) + 1e-9

"""Convert quantities of the text to the default units, and read temperatures of scans (`1200C`, `100110 °C`)."""

from __future__ import annotations

import re
from functools import cache

from clairify_cli.english.quantities import Quantity
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.quantities import to_default
from clairify_cli.languages.xdl.schema import Unit, load

_MEASURES = {"drop": (0.02, 0.1), "teaspoon": (4.5, 6.2), "tablespoon": (14.0, 21.0), "cup": (200.0, 285.0)}
"""The minimum and maximum volume, in mL, of measures that no property has: those of kitchens differ by country."""

AMOUNTS = frozenset(("mass", "volume", "moles", "equivalents"))
"""The dimensions that measure how much of a reagent there is."""


_CARRIED = word_set("units carried")
"""The dimensions that a step can have, besides moles."""


@cache
def _units() -> dict[str, Unit]:
    """Return the units of these dimensions and of moles, by standard spelling."""
    known = (unit for dimension in load().dimensions.values() for unit in dimension.units.values())
    return {unit.name: unit for unit in known if unit.dimension in _CARRIED | {"amount_of_substance"}}


def in_default(number: str, unit: str) -> tuple[str, float] | None:
    """Return dimension and value of a number with one of the reader's units; None for a unit that no step can have."""
    if unit == "mol%":
        return "equivalents", float(number) / 100.0
    known = _units().get("mL/h" if unit == "mL/hr" else unit)
    if known is None:
        return None
    return known.dimension if known.dimension in _CARRIED else "moles", to_default(float(number), known)


def is_measure(words: str) -> bool:
    """Whether a quantity of the text counts measures: `5 drops`, `2 tsp`."""
    return words.rstrip(".").removesuffix("s").endswith((*_MEASURES, "tsp", "tbsp"))


def bounds(quantity: Quantity) -> tuple[str, float, float] | None:
    """Return dimension, lowest and highest value of a quantity of the text, with slack for rounding."""
    measure = _MEASURES.get(quantity.unit.removesuffix("s"))
    if measure is not None:
        return "volume", float(quantity.number) * measure[0], float(quantity.number) * measure[1]
    first = in_default(quantity.number, quantity.unit)
    if first is None:
        return None
    dimension, low = first
    high = low
    if quantity.upper is not None:
        second = in_default(quantity.upper, quantity.unit)
        if second is not None:
            low, high = min(low, second[1]), max(low, second[1])
    slack = 0.6 if dimension == "temp" and quantity.unit != "°C" else 0.05 if dimension == "temp" else 0.0
    spread = 0.001
    return (
        dimension,
        low - slack - abs(low) * spread * (dimension != "temp"),
        high + slack + abs(high) * spread * (dimension != "temp"),
    )


HOTTEST = 350.0
"""Maximum temperature (°C) of a bath or mantle: the limit of oils and salts, and of nearly all organic chemistry."""
_SUSPECT = 200.0
"""From here on, a number that ends in 0 without a degree sign may be ten times too high: `250C`, but not `150C`."""
_WIDEST = 50
_ZERO = late(r"(?P<number>[-–−]?\d{2,3})0\s?C")
_RUN_ON = late(r"(?P<low>\d{2,3}?)(?P<high>\d{2,3})\s?(?:Â?[°º˚o]\s?)?C")


def is_fired(text: str) -> bool:
    """Whether a text has equipment that gets hotter than glassware withstands, or keeps a liquid from boiling."""
    return pattern("fired").search(text) is not None


def meant(words: str, value: float) -> tuple[float, float] | None:
    """Return the lowest and highest temperature (°C) that an extreme value may mean; None if it is meant as written.

    >>> meant("1200C", 1200), meant("100110˚C", 100110), meant("120 °C", 120)
    ((120.0, 120.0), (100.0, 110.0), None)
    """
    both = _RUN_ON.fullmatch(words.strip()) if value > HOTTEST else None
    if both is not None:
        low, high = float(both["low"]), float(both["high"])
        if low < high <= min(low + _WIDEST, HOTTEST):
            return low, high
    one = _ZERO.fullmatch(words.strip()) if abs(value) >= _SUSPECT else None
    number = float(re.sub("[–−]", "-", one["number"])) if one is not None else HOTTEST + 1
    return (number, number) if number <= HOTTEST else None

"""The units of XDL's quantities, with their size in the base unit of their dimension."""

from __future__ import annotations

#: dimension -> unit -> size in the base unit (mL, g, mmol, eq, s); temperature is converted apart
SIZES: dict[str, dict[str, float]] = {
    "volume": {
        "mL": 1, "ml": 1, "cc": 1, "cm3": 1, "cm³": 1, "L": 1000, "l": 1000, "cL": 10, "dL": 100,
        "µL": 1e-3, "μL": 1e-3, "uL": 1e-3, "µl": 1e-3, "μl": 1e-3, "ul": 1e-3,
    },
    "mass": {"g": 1, "mg": 1e-3, "kg": 1000, "µg": 1e-6, "μg": 1e-6, "ug": 1e-6},
    "moles": {"mmol": 1, "mol": 1000, "µmol": 1e-3, "μmol": 1e-3, "umol": 1e-3},
    "equivalents": {"eq": 1, "equiv": 1, "eq.": 1, "equiv.": 1},
    "time": {
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
        "d": 86400, "day": 86400, "days": 86400, "week": 604800, "weeks": 604800,
    },
    "temperature": {"°C": 1, "C": 1, "ºC": 1, "˚C": 1},
    "pressure": {
        "mbar": 1, "bar": 1000, "torr": 1.33322, "Torr": 1.33322, "mmHg": 1.33322, "atm": 1013.25, "Pa": 0.01,
        "kPa": 10,
    },
}  # fmt: skip

#: what a plausible amount of one step lies between, in base units
PLAUSIBLE: dict[str, tuple[float, float]] = {
    "volume": (1e-3, 10000),
    "mass": (1e-4, 10000),
    "moles": (1e-3, 50000),
    "equivalents": (0.001, 100),
    "time": (1, 14 * 86400),
    "temperature": (-100, 250),
    "pressure": (1e-6, 5000),
}


def dimension_of(unit: str) -> str | None:
    """The dimension that a unit belongs to, or None."""
    return next((dimension for dimension, units in SIZES.items() if unit in units), None)

"""Units of the text as values in the default units of their dimensions."""

from __future__ import annotations

from clairify_cli.reader.model import Quantity

_FACTORS = {
    "mL": ("volume", 1.0),
    "L": ("volume", 1000.0),
    "dL": ("volume", 100.0),
    "cL": ("volume", 10.0),
    "µL": ("volume", 0.001),
    "g": ("mass", 1.0),
    "kg": ("mass", 1000.0),
    "mg": ("mass", 0.001),
    "µg": ("mass", 1e-6),
    "mol": ("moles", 1.0),
    "mmol": ("moles", 0.001),
    "µmol": ("moles", 1e-6),
    "eq": ("equivalents", 1.0),
    "mol%": ("equivalents", 0.01),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
    "h": ("time", 3600.0),
    "days": ("time", 86400.0),
    "mbar": ("pressure", 1.0),
    "bar": ("pressure", 1000.0),
    "torr": ("pressure", 1.33322),
    "mmHg": ("pressure", 1.33322),
    "atm": ("pressure", 1013.25),
    "kPa": ("pressure", 10.0),
    "Pa": ("pressure", 0.01),
    "RPM": ("stir_speed", 1.0),
    "nm": ("wavelength", 1.0),
    "mL/min": ("flow_rate", 1.0),
    "L/min": ("flow_rate", 1000.0),
    "mL/s": ("flow_rate", 60.0),
    "mL/h": ("flow_rate", 1.0 / 60.0),
    "mL/hr": ("flow_rate", 1.0 / 60.0),
}

_DROP = (0.02, 0.1)
"""The least and the greatest volume, in mL, that is called a drop."""

AMOUNTS = frozenset(("mass", "volume", "moles", "equivalents"))
"""The dimensions in which one says how much of a thing there is."""


def in_default(number: str, unit: str) -> tuple[str, float] | None:
    """Dimension and value of a number with one of the reader's units; None for a unit that no step can carry."""
    value = float(number)
    if unit == "°C":
        return "temp", value
    if unit == "K":
        return "temp", value - 273.15
    if unit == "°F":
        return "temp", (value - 32.0) * 5.0 / 9.0
    known = _FACTORS.get(unit)
    return None if known is None else (known[0], value * known[1])


def bounds(quantity: Quantity) -> tuple[str, float, float] | None:
    """Dimension, lowest and highest value of a quantity of the text, with the slack that rounding needs."""
    if quantity.unit in ("drop", "drops"):
        drops = float(quantity.number)
        return "volume", drops * _DROP[0], drops * _DROP[1]
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

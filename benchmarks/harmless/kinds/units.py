"""Quantities are given in other units, with the same value."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.edit import Edit, apply, put
from benchmarks.faults.properties import AMOUNTS, TIMES
from benchmarks.faults.quantity import Quantity
from benchmarks.faults.steps import Step

from ..draft import Draft

_SIZES: dict[str, dict[str, Decimal]] = {
    "time": {"s": Decimal(1), "min": Decimal(60), "h": Decimal(3600), "days": Decimal(86400)},
    "mass": {"mg": Decimal("0.001"), "g": Decimal(1), "kg": Decimal(1000)},
    "volume": {"µL": Decimal("0.001"), "mL": Decimal(1), "L": Decimal(1000)},
    "moles": {"µmol": Decimal("0.001"), "mmol": Decimal(1), "mol": Decimal(1000)},
}
_SAME = {
    "ml": "mL", "cm3": "mL", "cc": "mL", "cm³": "mL", "l": "L", "μL": "µL", "uL": "µL", "minutes": "min", "mins": "min",
    "minute": "min", "hours": "h", "hour": "h", "hr": "h", "hrs": "h", "seconds": "s", "sec": "s", "day": "days",
    "d": "days",
}  # fmt: skip


def _converted(held: Quantity) -> list[str]:
    """The same quantity in other units, where the number stays short and exact."""
    sizes = _SIZES.get(held.dimension, {})
    unit = _SAME.get(held.unit, held.unit)
    if unit not in sizes:
        return []
    base = Decimal(held.number) * sizes[unit]
    found: list[str] = []
    for other, size in sizes.items():
        value = base / size
        text = format(value.normalize(), "f")
        neat = len(text.replace(".", "")) <= 6 and Decimal("0.01") <= value < 100000
        if other == "days" and value < Decimal("0.5"):
            continue
        if Decimal(text) * size == base and neat:
            found.append(f"{text} {other}")
    return [one for one in found if one.split()[1] != unit or held.unit != unit]


def _quantities(case: Case) -> Iterator[tuple[Step, str, list[str]]]:
    """Every amount and time with the other forms that it can have."""
    for step in case.steps:
        for name in (*AMOUNTS, *TIMES):
            held = case.quantity(step, name)
            forms = _converted(held) if held is not None else []
            if forms:
                yield step, name, forms


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """One quantity, each in turn, and all at once."""
    edits: list[Edit] = []
    for step, name, forms in _quantities(case):
        form = rng.choice(forms)
        edit = put(case.document, step.node, name, form)
        edits.append(edit)
        yield Draft(apply(case.document, [edit]), f"In {step}, the {name} of {step.get(name)} is written {form}.")
    if len(edits) > 1:
        yield Draft(apply(case.document, edits), "All amounts and times are given in other units.")

"""A number has another unit than in the text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import amount, amounts, temperature, time
from ..case import Case
from ..change import requantify
from ..draft import Draft
from ..edit import apply, put
from ..properties import AMOUNTS, TIMES
from ..quantity import Quantity, close
from ..steps import Step

_OTHER: dict[str, tuple[str, ...]] = {
    "mL": ("L", "µL"), "ml": ("l", "µl"), "L": ("mL",), "l": ("ml",), "µL": ("mL",), "μL": ("mL",), "cm3": ("L", "µL"),
    "cc": ("L",), "g": ("mg", "kg"), "mg": ("g", "µg"), "kg": ("g",), "µg": ("mg",), "mmol": ("mol", "µmol"),
    "mol": ("mmol",), "µmol": ("mmol",),
    "s": ("min", "h"), "sec": ("min",), "seconds": ("minutes",), "second": ("minutes",),
    "min": ("h", "s"), "mins": ("h",), "minutes": ("hours", "seconds"), "h": ("min", "days"), "hr": ("min",),
    "hrs": ("min",), "hours": ("minutes", "days"), "hour": ("minutes",), "days": ("h", "min"), "day": ("h",),
}  # fmt: skip


def _shifted(case: Case, step: Step, name: str, new: Quantity) -> dict[str, Quantity]:
    """The new value, and the other amounts of the step (moles besides a mass) shifted as much; empty if impossible."""
    old = case.quantity(step, name)
    given = amounts(case, step) if name in AMOUNTS else {}
    shifted = {name: new}
    for other, (held, _) in given.items():
        if other == name or old is None:
            continue
        units = [held.with_unit(unit) for unit in _OTHER.get(held.unit, ())]
        fit = [one for one in units if close(one.base / held.base, new.base / old.base)]
        if not fit:
            return {}
        shifted[other] = fit[0]
    free = all(one.plausible() and case.free(one.dimension, one.base, 0.25) for one in shifted.values())
    return shifted if free else {}


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every amount and time that the text gives, in another unit; temperatures in degrees Fahrenheit."""
    for step in case.steps:
        for name in (*AMOUNTS, *TIMES):
            found = amount(case, step, name) or time(case, step, name)
            if found is None:
                continue
            old = found[0]
            for unit in _OTHER.get(old.unit, ()):
                new = _shifted(case, step, name, old.with_unit(unit))
                edits = requantify(case, step, new)
                if new and edits is not None:
                    told = " and ".join(
                        f"the {one} is {value} instead of {step.get(one)}" for one, value in new.items()
                    )
                    what = f"In {step}, {told}."
                    yield Draft(f"{step.number} {name}", what, apply(case.document, edits))
        heat = temperature(case, step, "temp")
        if heat is not None and heat[0].unit == "°C" and heat[0].base >= 45 and not step.comment:
            new_base = (heat[0].base - 32) / 1.8
            if case.free("temperature", new_base, 0.6):
                value = f"{heat[0].number}{heat[0].gap}°F"
                what = f"In {step}, the temp is {value} instead of {heat[0]}."
                yield Draft(
                    f"{step.number} temp", what, apply(case.document, [put(case.document, step.node, "temp", value)])
                )

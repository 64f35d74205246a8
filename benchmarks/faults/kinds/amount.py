"""A volume, mass or amount of substance is another one than the text says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import amounts
from ..case import Case
from ..change import requantify
from ..contents import volatile
from ..draft import Draft
from ..edit import apply
from ..quantity import Quantity, close
from ..reagents import watery
from ..steps import Step


def _repeats(step: Step) -> int:
    """How often the step is done."""
    text = step.get("repeats") or "1"
    return int(text) if text.isdigit() else 1


def _scaled(case: Case, step: Step, factor: float) -> dict[str, Quantity] | None:
    """All amounts of a step times a factor; None where one of them could be right by the text."""
    new: dict[str, Quantity] = {}
    for name, (old, mention) in amounts(case, step).items():
        if name == "rinsing_volume":
            continue
        changed = old.with_value(old.value * factor)
        total = _repeats(step) * mention.times
        if not changed.plausible() or not case.free(old.dimension, changed.base, 0.2):
            return None
        if close(changed.base, old.base * total) or close(changed.base * total, old.base):
            return None
        new[name] = changed
    return new or None


def _factors(step: Step) -> tuple[tuple[float, ...], ...]:
    """How much too large and too small: more for solvents, of which the exact amount matters less."""
    if any(volatile(one) or watery(one) for one in step.reagents):
        return ((4, 5, 8, 10), (0.2, 0.25, 0.1))
    return ((3, 2, 2.5, 5, 10), (0.3, 0.5, 0.2, 0.25, 0.1))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every amount that the text gives, once too large and once too small."""
    for step in case.steps:
        for factors in _factors(step):
            for factor in rng.sample(factors, len(factors)):
                new = _scaled(case, step, factor)
                edits = requantify(case, step, new) if new else None
                if new is None or edits is None:
                    continue
                told = " and ".join(f"the {name} is {one} instead of {step.get(name)}" for name, one in new.items())
                yield Draft(f"{step.number}", f"In {step}, {told}.", apply(case.document, edits))
                break

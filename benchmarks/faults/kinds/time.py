"""A time is at least twice or at most half of what the text says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import overnight, time
from ..case import Case
from ..change import requantify
from ..draft import Draft
from ..edit import apply
from ..properties import TIMES
from ..quantity import Quantity
from ..steps import Step

_USUAL: dict[float, tuple[float, ...]] = {
    1: (5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300),
    60: (1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480),
    3600: (0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 18, 24, 36, 48, 72, 96),
    86400: (0.5, 1, 2, 3, 5, 7, 10, 12),
}


def _draft(case: Case, step: Step, name: str, old: Quantity, value: float) -> Draft | None:
    """The fault with one new value, where the text leaves that free."""
    new = old.with_value(value)
    edits = requantify(case, step, {name: new})
    if edits is None or not new.plausible() or not case.free("time", new.base, 0.4):
        return None
    what = f"In {step}, the {name} is {new} instead of {old}."
    return Draft(f"{step.number} {name}", what, apply(case.document, edits))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every time that the text gives as a number, or as "overnight" of one step."""
    for step in case.steps:
        for name in TIMES:
            found = time(case, step, name)
            night = None if found or name != "time" else overnight(case, step)
            old = found[0] if found else case.quantity(step, name)
            if old is None or (found is None and night is None):
                continue
            low, high = (found[1].low, found[1].high) if found else (old.base, old.base)
            size = old.base / old.value if old.value else 1
            usual = _USUAL.get(round(size), ())
            longer = [one for one in usual if 3 * high <= one * size <= 14 * high] if found else []
            shorter = [one for one in usual if low / 14 <= one * size <= low / 3]
            if night is not None:
                shorter = [one for one in usual if 900 <= one * size <= 7200]
            for values in (shorter,) if step.tag in ("Dry", "Evaporate") else (longer, shorter):
                drafts = [_draft(case, step, name, old, value) for value in rng.sample(values, len(values))]
                yield from [one for one in drafts if one is not None][:1]

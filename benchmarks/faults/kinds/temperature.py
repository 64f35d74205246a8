"""A temperature is at least fifteen degrees away from what the text says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..anchor import reflux, temperature
from ..case import Case
from ..change import requantify
from ..draft import Draft
from ..edit import apply
from ..history import later
from ..history import temperature as before
from ..properties import TEMPERATURES, THERMAL
from ..quantity import Quantity
from ..reagents import watery
from ..steps import Step

_STEPS = (20, 25, 30, 40, 50, 60)


def _passing(case: Case, step: Step) -> bool:
    """Whether the temperature is only passed through, because the next thing on the vessel sets another one."""
    if step.tag not in ("HeatChillToTemp", "StartHeatChill"):
        return False
    rest = list(later(case, step, step.get("vessel") or ""))
    after = rest[0] if rest else None
    target = next((one for one in rest if one.tag not in ("Stir", "Wait", "StartStir")), None)
    if target is not None and target.tag in THERMAL and target.get("temp") == step.get("temp"):
        return True
    if after is None:
        return step.number < len(case.steps)
    return after.tag in (*THERMAL, "StopHeatChill", "Evaporate", "Dry", "StopStir", "Separate")


def _other(
    case: Case, step: Step, old: Quantity, rng: Random, signs: tuple[int, ...], least: int
) -> Iterator[Quantity]:
    """New temperatures that no word of the text makes right and that the vessel does not have anyway."""
    vessel = step.get("vessel") or ""
    for sign in signs:
        for delta in rng.sample(_STEPS, len(_STEPS)):
            new = old.with_value(old.value + sign * delta)
            harmless = step.tag in THERMAL and abs(new.base - before(case, step, vessel)) < 5
            boils = new.base > 100 and any(watery(one) for one in case.held(step, vessel))
            if (
                not boils
                and delta >= least
                and new.plausible()
                and not harmless
                and case.free("temperature", new.base, 1)
            ):
                yield new
                break


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Every temperature that the text gives, too high and too low; a reflux only too low."""
    for step in case.steps:
        if _passing(case, step):
            continue
        for name in TEMPERATURES:
            found = temperature(case, step, name)
            held = found[0] if found else reflux(case, step) if name == "temp" else None
            if held is None:
                continue
            signs = (1, -1) if found else (-1,)
            if found and found[1].vague:
                signs = (1,)
            for new in _other(case, step, held, rng, signs, 20 if found else 30):
                edits = requantify(case, step, {name: new})
                if edits is None:
                    continue
                what = f"In {step}, the {name} is {new} instead of {held}."
                yield Draft(f"{step.number} {name}", what, apply(case.document, edits))

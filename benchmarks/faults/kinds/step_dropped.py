"""A step that the text asks for is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..anchor import amounts, temperature, weighty
from ..case import Case
from ..draft import Draft
from ..edit import Edit, apply, remove
from ..history import inflow, later
from ..history import temperature as before
from ..properties import TIMED
from ..reagents import drying, named
from ..steps import Step

_SAID: dict[str, str] = {
    "Evaporate": r"\bin vacuo|evaporat|concentrat|reduced pressure|rotary|roto|solvents? (?:was |were )?removed"
    r"|distilled off|removal of (?:the )?(?:solvent|volatile)|volatiles|under vacuum|reduced in vacuo",
    "Filter": r"\bfilt(?:er|rat)|collected",
    "Dry": r"\bdried\b|\bdry(?:ing)?\b",
    "Crystallize": r"crystalli[sz]",
    "WashSolid": r"\bwash|rins",
    "Separate": r"\bwash|extract",
    "EvacuateAndRefill": r"argon|nitrogen|\bN2\b|inert|\bAr\b|degas",
    "Precipitate": r"precipitat",
}


def _addition(case: Case, step: Step) -> bool:
    """An addition that the text gives with its amount, or of a reagent that it names and no other step brings."""
    reagent = step.get("reagent") or ""
    if step.tag not in ("Add", "AddSolid") or drying(reagent):
        return False
    after = [one.get("solvent") for one in later(case, step, step.get("vessel") or "")][:2]
    if reagent in after and step.get("purpose") == "dilute":
        return False
    alone = sum(1 for one in case.steps if reagent in one.reagents) == 1
    return bool(amounts(case, step)) or (alone and named(reagent, case.text) and not case.guessed(step))


def _timed(case: Case, step: Step) -> bool:
    """A timed step with the text's time."""
    if step.tag not in TIMED:
        return False
    return weighty(case, step)


def _thermal(case: Case, step: Step) -> bool:
    """A change of temperature that the text gives and in which something is then brought in."""
    vessel = step.get("vessel") or ""
    found = temperature(case, step, "temp")
    if step.tag not in ("HeatChillToTemp", "StartHeatChill") or found is None:
        return False
    after = next(later(case, step, vessel), None)
    return after is not None and inflow(after, vessel) and abs(before(case, step, vessel) - found[0].base) >= 20


def _evaporated_anyway(case: Case, step: Step) -> bool:
    """Whether the next thing that happens to what was to be evaporated is another evaporation or a drying."""
    vessel = step.get("vessel") or ""
    for after in case.steps[step.number :]:
        if vessel not in after.vessels:
            continue
        if after.tag in ("Transfer", "RunColumn") and after.get("from_vessel") == vessel:
            if after.tag == "RunColumn":
                return False
            vessel = after.get("to_vessel") or ""
            continue
        return after.tag in ("Evaporate", "Dry")
    return False


def _asked(case: Case, step: Step) -> bool:
    """A step of another kind that the text asks for at least as often as the program has it."""
    shape = _SAID.get(step.tag)
    if shape is None or case.guessed(step):
        return False
    said = len(re.findall(shape, case.text, re.IGNORECASE))
    have = sum(1 for one in case.steps if one.tag == step.tag)
    if said < have:
        return False
    after = next(later(case, step, step.get("vessel") or ""), None)
    match step.tag:
        case "Separate":
            solvent = step.get("solvent")
            stays = step.get("from_vessel") == step.get("to_vessel")
            return stays and solvent is not None and named(solvent, case.text)
        case "WashSolid":
            return named(step.get("solvent") or "", case.text)
        case "Filter":
            return step.get("filtrate_vessel") is None and (after is None or after.tag != "WashSolid")
        case "Evaporate":
            return not _evaporated_anyway(case, step)
        case _:
            return True


def _undeclare(case: Case, step: Step) -> list[Edit]:
    """Take away the declarations of reagents that only this step used."""
    others = {one for other in case.steps if other is not step for one in other.reagents}
    gone = [one for one in step.reagents if one not in others and one in case.reagents]
    return [remove(case.document, case.reagents[one]) for one in dict.fromkeys(gone)]


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Steps that the text clearly asks for and without which the others still make sense."""
    del rng
    for step in case.steps:
        if len(case.steps) < 2 or len(step.parent.children) < 2:
            continue
        if _addition(case, step) or _timed(case, step) or _thermal(case, step) or _asked(case, step):
            told = " ".join(f'{name}="{value}"' for name, value in step.node.attributes.items() if name != "comment")
            edits = [remove(case.document, step.node), *_undeclare(case, step)]
            yield Draft(f"{step.number}", f"S{str(step)[1:]} is left out: {told}.", apply(case.document, edits))

"""The product is thrown away, or the work goes on where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..case import Case
from ..contents import liquid
from ..draft import Draft
from ..edit import Edit, apply, element, put
from ..history import later
from ..properties import VESSELS
from ..reagents import watery
from ..steps import Step

#: steps in which a product, not a waste, is worked on
_WORK = (
    "Evaporate", "RunColumn", "Separate", "Add", "HeatChill", "HeatChillToTemp", "StartHeatChill", "Crystallize",
    "Filter", "Dissolve", "Transfer", "Precipitate", "Stir", "FilterThrough", "Distill", "Dry", "Wait",
)  # fmt: skip


def _worked_on(case: Case, step: Step, vessel: str) -> bool:
    """Whether a vessel that is empty before a step is worked on after it, before anything else comes in."""
    after = next((one for one in later(case, step, vessel) if one.get("filtrate_vessel") != vessel), None)
    if case.held(step, vessel) or after is None or after.tag not in _WORK or case.vessels.get(vessel) == "waste":
        return False
    return vessel in (after.get("vessel"), after.get("from_vessel"))


def _lost(case: Case, step: Step) -> Iterator[Draft]:
    """A filtrate that is needed goes to waste."""
    filtrate = step.get("filtrate_vessel")
    if step.tag == "Filter" and filtrate and _worked_on(case, step, filtrate):
        what = (
            f"In {step}, the filtrate, which is used afterwards, goes to waste: filtrate_vessel={filtrate} is missing."
        )
        yield Draft(
            f"{step.number}", what, apply(case.document, [put(case.document, step.node, "filtrate_vessel", None)])
        )


def _stays_behind(case: Case, step: Step) -> Iterator[Draft]:
    """The work goes on with the solid that was filtered off."""
    source = step.get("vessel") if step.tag == "Filter" else step.get("from_vessel")
    target = step.get("filtrate_vessel") if step.tag == "Filter" else step.get("to_vessel")
    if step.tag not in ("Filter", "FilterThrough") or not source or not target or source == target:
        return
    rest = case.steps[step.number :]
    if not _worked_on(case, step, target) or any(source in one.vessels for one in rest):
        return
    edits: list[Edit] = []
    for one in rest:
        edits += [put(case.document, one.node, name, source) for name in VESSELS if one.get(name) == target]
    left = "the solid" if step.tag == "Filter" else "what was filtered off"
    what = f"After {step}, the work goes on in {source}, where {left} is, while the product is in {target}."
    yield Draft(f"{step.number}", what, apply(case.document, edits))


def _wrong_layer(case: Case, step: Step) -> Iterator[Draft]:
    """After a separation the work goes on with the waste phase."""
    target, waste = step.get("to_vessel"), step.get("waste_phase_to_vessel")
    if step.tag != "Separate" or not target or not waste or waste == target or waste == step.get("from_vessel"):
        return
    rest = case.steps[step.number :]
    if case.vessels.get(waste) == "waste" or target == step.get("from_vessel") or not _worked_on(case, step, target):
        return
    if any(waste in (one.get("vessel"), one.get("from_vessel"), one.get("to_vessel")) for one in rest):
        return
    if any(one.get("waste_phase_to_vessel") == waste for one in rest):
        return
    edits: list[Edit] = []
    for one in rest:
        edits += [put(case.document, one.node, name, waste) for name in VESSELS if one.get(name) == target]
    what = f"After {step}, the work goes on in {waste}, where the waste phase is, while the product is in {target}."
    yield Draft(f"{step.number}", what, apply(case.document, edits))


def _thrown_away(case: Case, step: Step) -> Iterator[Draft]:
    """The two layers of a separation change places: the product goes to waste, and the waste is worked up."""
    target, waste = step.get("to_vessel"), step.get("waste_phase_to_vessel")
    if step.tag != "Separate" or not target or not waste or target == waste or case.vessels.get(waste) != "waste":
        return
    if not _worked_on(case, step, target):
        return
    edits = [
        put(case.document, step.node, "to_vessel", waste),
        put(case.document, step.node, "waste_phase_to_vessel", target),
    ]
    what = f"In {step}, the product phase goes to {waste}, and the waste phase to {target}, where the work goes on."
    yield Draft(f"{step.number}", what, apply(case.document, edits))


def _filtered_wash(case: Case, step: Step) -> Iterator[Draft]:
    """A solution is washed as if it were a solid, so that it runs to waste with the wash."""
    source = step.get("from_vessel") or ""
    solvent, volume = step.get("solvent"), step.get("solvent_volume")
    if step.tag != "Separate" or step.get("purpose") != "wash" or source != step.get("to_vessel") or not volume:
        return
    if not solvent or not watery(solvent) or not liquid(case.held(step, source)):
        return
    attributes = {"vessel": source, "solvent": solvent, "volume": volume}
    if step.get("repeats") is not None:
        attributes["repeats"] = step.get("repeats") or "1"
    edit = Edit(step.node.start, step.node.end, element("WashSolid", attributes).encode())
    what = f"{step} has become a WashSolid of {source}, where the product is dissolved and runs off with the wash."
    yield Draft(f"{step.number}", what[0].upper() + what[1:], apply(case.document, [edit]))


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Filtrates lost, filter cakes and waste phases worked up, solutions washed as solids."""
    del rng
    for step in case.steps:
        for rule in (_lost, _stays_behind, _wrong_layer, _thrown_away, _filtered_wash):
            yield from rule(case, step)

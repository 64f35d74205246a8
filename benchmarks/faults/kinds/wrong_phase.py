"""The wrong layer is kept, or an extraction is a wash and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ..case import Case
from ..draft import Draft
from ..edit import apply, put
from ..reagents import density, named, watery
from ..steps import Step


def _organic(case: Case, step: Step) -> list[float]:
    """The densities of the solvents that make the organic layer, all on one side of water, or nothing."""
    held = case.held(step, step.get("from_vessel") or "") | case.held(step, step.get("separation_vessel") or "")
    solvents = {*held, step.get("solvent") or ""}
    known = [value for one in solvents if (value := density(one)) is not None]
    return known if len({value > 1 for value in known}) == 1 else []


def _decided(case: Case, step: Step) -> bool:
    """Whether the solvent's density says which layer is the product's, and the program agrees."""
    known = _organic(case, step)
    solvent = step.get("solvent")
    if not known or step.get("to_vessel") == step.get("waste_phase_to_vessel"):
        return False
    side = "bottom" if known[0] > 1 else "top"
    extracts = step.get("purpose") == "extract" and (solvent is None or density(solvent) is not None)
    washes = step.get("purpose") == "wash" and solvent is not None and density(solvent) is None and watery(solvent)
    return (extracts or washes) and step.get("product_phase") == side


def _said(case: Case, step: Step, verb: str) -> bool:
    """Whether the text says the verb in the sentence of the solvent."""
    solvent = step.get("solvent")
    if solvent is None:
        return False
    return any(re.search(verb, one.text, re.IGNORECASE) and named(solvent, one.text) for one in case.sentences)


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Separations of which the solvent's density, or the text's own word, decides."""
    del rng
    for step in case.steps:
        if step.tag != "Separate" or not _decided(case, step):
            continue
        phase = "top" if step.get("product_phase") == "bottom" else "bottom"
        edit = put(case.document, step.node, "product_phase", phase)
        what = f"In {step}, the product_phase is {phase} instead of {step.get('product_phase')}."
        yield Draft(f"{step.number}", what, apply(case.document, [edit]))
        purpose = "wash" if step.get("purpose") == "extract" else "extract"
        if _said(case, step, "extract|partition" if purpose == "wash" else "wash"):
            edits = [edit, put(case.document, step.node, "purpose", purpose)]
            what = (
                f"In {step}, the purpose is {purpose} instead of {step.get('purpose')}, and the product_phase {phase}."
            )
            yield Draft(f"{step.number}", what, apply(case.document, edits))

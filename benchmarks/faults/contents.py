"""What is in which vessel before every step, as far as it can be told without chemistry."""

from __future__ import annotations

from collections.abc import Mapping

from .reagents import canonical, density
from .steps import Step

Contents = Mapping[str, frozenset[str]]

_NOTHING: frozenset[str] = frozenset()
#: solvents besides those that do not mix with water that an evaporation takes away
_VOLATILE = frozenset(
    [
        "water",
        "methanol",
        "ethanol",
        "2-propanol",
        "tetrahydrofuran",
        "acetone",
        "acetonitrile",
        "1,4-dioxane",
        "tert-butanol",
        "1-butanol",
    ]
)


def volatile(reagent: str) -> bool:
    """Whether an evaporation takes a reagent away."""
    return density(reagent) is not None or canonical(reagent) in _VOLATILE


def _move(state: dict[str, frozenset[str]], source: str, target: str, whole: bool) -> None:
    """Carry what is in one vessel into another."""
    state[target] = state.get(target, _NOTHING) | state.get(source, _NOTHING)
    if whole and source != target:
        state[source] = _NOTHING


def _separate(state: dict[str, frozenset[str]], step: Step) -> None:
    """Shake with a solvent and part the layers."""
    source, target = step.get("from_vessel") or "", step.get("to_vessel") or ""
    waste = step.get("waste_phase_to_vessel")
    solvent = step.get("solvent")
    held = state.get(source, _NOTHING) | (frozenset({solvent}) if solvent else _NOTHING)
    organic = frozenset(one for one in held if density(one) is not None)
    watery = held - organic
    heavy = [one for one in organic if (density(one) or 0) > 1]
    product_is_organic = (step.get("product_phase") == "bottom") == bool(heavy)
    product, rest = (organic or held, watery) if product_is_organic else (watery, organic)
    state[source] = _NOTHING
    state[target] = state.get(target, _NOTHING) | product | {"(solute)"}
    if waste:
        state[waste] = state.get(waste, _NOTHING) | rest


def _run(state: dict[str, frozenset[str]], step: Step) -> None:
    """Carry out one step."""
    vessel = step.get("vessel") or ""
    source, target = step.get("from_vessel") or "", step.get("to_vessel") or ""
    match step.tag:
        case "Add" | "AddSolid" | "Dissolve" | "Precipitate":
            state[vessel] = state.get(vessel, _NOTHING) | frozenset(step.reagents)
        case "Transfer":
            _move(state, source, target, step.get("amount") is None and step.get("volume") in (None, "all"))
        case "FilterThrough" | "RunColumn" | "Distill":
            _move(state, source, target, True)
        case "Separate":
            _separate(state, step)
        case "Filter" | "WashSolid":
            filtrate = step.get("filtrate_vessel")
            held = state.get(vessel, _NOTHING) | frozenset(step.reagents)
            if filtrate:
                state[filtrate] = state.get(filtrate, _NOTHING) | held
            state[vessel] = frozenset(one for one in held if not volatile(one)) | {"(solid)"}
        case "Evaporate" | "Dry":
            held = state.get(vessel, _NOTHING)
            state[vessel] = frozenset(one for one in held if not volatile(one)) | {"(residue)"}
        case _:
            pass


def contents(steps: tuple[Step, ...]) -> tuple[Contents, ...]:
    """The contents of the vessels before each step, and at the end."""
    state: dict[str, frozenset[str]] = {}
    found: list[Contents] = []
    for step in steps:
        found.append(dict(state))
        _run(state, step)
    found.append(dict(state))
    return tuple(found)


def liquid(held: frozenset[str]) -> bool:
    """Whether a known solvent or a watery liquid is among the contents."""
    return any(volatile(one) for one in held)

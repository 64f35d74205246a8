"""Check whether a temperature suits the contents of a vessel, and whether a solid given by volume is a solution."""

from __future__ import annotations

import re
from math import isnan

from clairify_cli.chemistry import is_diluted
from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.checks.contents import LOW_MELTING, Contents, Facts, Held
from clairify_cli.languages.xdl.checks.context import Scope
from clairify_cli.languages.xdl.checks.named import TOLERANCE, Named
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.tree import Element

_CLOSED = late(
    r"seal|closed|pressur|autoclave|bomb|parr|tube|microwave|condenser|reflux|boil|dean|soxhlet|bath|mantle|vial|schlenk|ampoule",
    re.IGNORECASE,
)
"""Words in a vessel or comment that imply a lid, a condenser, or that the temperature is of something else."""

_FROZEN = -150.0
"""Cooling below this (°C) is not a mistake: the contents are meant to freeze, in liquid nitrogen."""

_SHARE = 0.1
"""Liquids with a smaller fraction of the volume are ignored."""

_MUCH_SOLID = 0.5
"""Grams of solid per millilitre of liquid above which a mixture no longer boils like its solvent."""

_DISSOLVED = late(r"\b(?:solution|in [a-z]{3,})\b")


def too_hot_or_cold(
    chemist: Named, element: Element, attrib: dict[str, str], vessel: Vessel, contents: Contents, temp: float
) -> None:
    """Report a temperature at which all the liquid in a vessel boils or freezes."""
    if contents.doubtful:
        return
    liquids = _in_quantity(contents.liquids())
    if not any(held.facts.is_solvent for held in liquids):
        return
    boiling = [held.facts.boiling for held in liquids]
    melting = [_melting(held, contents) for held in liquids]
    highest = max((value for value in boiling if value is not None), default=None)
    lowest = min((value for value in melting if value is not None), default=None)
    too_hot = None not in boiling and highest is not None and temp > highest + TOLERANCE
    too_cold = None not in melting and lowest is not None and _FROZEN < temp < lowest - TOLERANCE
    if contents.asked or not (too_hot or too_cold):
        return
    if too_hot and (_is_closed(chemist, attrib, vessel) or _is_mostly_solid(contents)):
        return
    contents.asked = True
    code, rule = ("XDL501", rules.above_boiling_point) if too_hot else ("XDL502", rules.below_freezing_point)
    if chemist.once(code, element, vessel):
        span = chemist.context.document.value_span(element, "temp")
        limit = f"{highest if too_hot else lowest:g} °C"
        chemist.report(rule(span, element.tag, vessel.name, attrib["temp"], _names(liquids), limit))


def _melting(held: Held, contents: Contents) -> float | None:
    """Return a liquid's freezing point in °C; water with anything else in the vessel counts as brine."""
    if held.facts.pure_water and len(contents.held) > 1:
        return -21.0
    return held.facts.melting


def _in_quantity(liquids: list[Held]) -> list[Held]:
    """Return the liquids, without those present in small amounts."""
    total = sum(held.volume for held in liquids if not isnan(held.volume))
    return [held for held in liquids if isnan(held.volume) or held.volume >= _SHARE * total]


def _is_mostly_solid(contents: Contents) -> bool:
    """Whether there is (or may be) so much solid that the mixture is a syrup or a melt."""
    solids = [held.grams for held in contents.held.values() if not held.liquid]
    volume = sum(held.volume for held in contents.liquids())
    return bool(solids) and (isnan(volume) or sum(solids) > _MUCH_SOLID * volume)


def _is_closed(chemist: Named, attrib: dict[str, str], vessel: Vessel) -> bool:
    declared = chemist.scope.vessels.get(vessel.name)
    told = [vessel.name, attrib.get("comment", "")]
    if declared is not None:
        told += [declared.attrib.get("type", ""), declared.attrib.get("comment", "")]
    return "pressure" in attrib or any(_CLOSED.search(text) for text in told)


def _names(liquids: list[Held]) -> str:
    """Return the liquids by name, the last joined by `and`."""
    names = [f"`{held.facts.name}`" for held in liquids]
    return names[0] if len(names) == 1 else f"the mixture of {', '.join(names[:-1])} and {names[-1]}"


def is_meant_as_solution(scope: Scope, attrib: dict[str, str], facts: Facts) -> bool:
    """Whether a solid given by volume is in fact a solution, or melts so low that it is often a liquid.

    Indicators are used as solutions, and in cooking solids are measured by volume.
    """
    substance = facts.substance
    if substance is None or (substance.melting is not None and substance.melting < LOW_MELTING):
        return True
    if substance.is_a("food", "indicator"):
        return True
    declared = scope.reagents.get(facts.name)
    told = [attrib.get("comment", "")]
    if declared is not None:
        if "concentration" in declared.attrib:
            return True
        told.append(declared.attrib.get("comment", ""))
    return any(is_diluted(text) or _DISSOLVED.search(text) for text in told)

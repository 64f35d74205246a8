"""Incompatible pairs of substances: which meet, in which order, at which temperature."""

from __future__ import annotations

from math import isnan

from clairify_cli.chemistry.incompatible import PAIRS, Pair
from clairify_cli.languages.xdl.checks.contents import BIT, Contents, Facts, Held, union
from clairify_cli.languages.xdl.checks.named import Named
from clairify_cli.languages.xdl.checks.vessels import Vessel
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.tree import Element

_BULK = 3.0
"""Least volume in mL of a liquid present in bulk."""

_OF_LIQUID = 0.5
"""Least fraction of all liquid for a liquid present in bulk."""


def meet(chemist: Named, element: Element, vessel: Vessel, contents: Contents, new: Facts, volume: float) -> None:
    """Report the first incompatible pair of an added substance with the contents of a vessel."""
    for pair in PAIRS:
        if pair.heated_to is not None or _is_cold(pair, contents):
            continue
        other = _partner(pair, new, volume, contents)
        if other is not None:
            _say(chemist, element, vessel, pair, new, other)
            return


def pour(chemist: Named, element: Element, vessel: Vessel, incoming: Contents, contents: Contents) -> None:
    """Report a pair when a mixture is poured into a vessel; a pair wrong only in one order is a usual quench here."""
    for pair in PAIRS:
        if pair.into or pair.heated_to is not None or _is_cold(pair, contents):
            continue
        for held in incoming.held.values():
            other = _partner(pair, held.facts, held.volume, contents) if _is_active(held, pair) else None
            if other is not None:
                _say(chemist, element, vessel, pair, held.facts, other)
                return


def heat(chemist: Named, element: Element, vessel: Vessel, contents: Contents, temp: float) -> None:
    """Report a pair that is incompatible only when heated, and reaches its temperature."""
    for pair in PAIRS:
        if pair.heated_to is None or temp < pair.heated_to:
            continue
        ones = _active(contents, pair.one)
        others = _active(contents, pair.other)
        if ones and others:
            _say(chemist, element, vessel, pair, ones[0].facts, others[0])
            return


def quench(contents: Contents) -> None:
    """Mark substances destroyed by others in the vessel, so that they no longer count."""
    ends = union(held.facts.ends for held in contents.held.values())
    for held in contents.held.values():
        held.quenched |= held.facts.mask & ends
    contents.weigh()


def _is_cold(pair: Pair, contents: Contents) -> bool:
    return pair.harmless_below is not None and contents.temp <= pair.harmless_below


def _partner(pair: Pair, new: Facts, volume: float, contents: Contents) -> Held | None:
    """Return the substance in the vessel that forms the pair with a new one, if order and quantity matter."""
    if new.mask & BIT[pair.one]:
        for held in _active(contents, pair.other):
            if not pair.bulk or _is_bulk(held, contents):
                return held
    if not pair.into and new.mask & BIT[pair.other] and (not pair.bulk or isnan(volume) or volume >= _BULK):
        return next(iter(_active(contents, pair.one)), None)
    return None


def _active(contents: Contents, group: str) -> list[Held]:
    return [held for held in contents.held.values() if held.facts.mask & ~held.quenched & BIT[group]]


def _is_active(held: Held, pair: Pair) -> bool:
    return bool(held.facts.mask & ~held.quenched & (BIT[pair.one] | BIT[pair.other]))


def _is_bulk(held: Held, contents: Contents) -> bool:
    """Whether it is present as a solvent: in bulk, and at least half of the liquid."""
    if isnan(held.volume):
        return True
    total = sum(one.volume for one in contents.liquids() if not isnan(one.volume))
    return held.volume >= _BULK and held.volume >= _OF_LIQUID * total


def _say(chemist: Named, element: Element, vessel: Vessel, pair: Pair, new: Facts, other: Held) -> None:
    if not chemist.once("XDL506", element, vessel):
        return

    first = chemist.span(other.element) if other.element is not element else None
    names = new.name, other.facts.name
    found = rules.incompatible(chemist.span(element), *names, vessel.name, pair.reason, pair.advice, pair.source, first)
    chemist.report(found)

"""Impossibly high or low temperatures, and reagents and filtrations that the text names hot or cold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.units import HOTTEST, is_fired, meant
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_COLDEST = -200.0
"""Liquid nitrogen, the coldest bath in a laboratory, is at -196 °C."""
_ABOVE_BOILING = 60.0
"""How far (K) above the boiling point of the heated liquid a bath may be."""
_CLOSED, _DRIVEN_OFF = pattern("closed vessel"), pattern("driven off")
_EMPTIES = frozenset(("evaporate", "filter", "distil", "dry", "purify", "extract", "crystallise"))


def check_extremes(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report temperatures of the program that the text gives too, but cannot mean."""
    liquids: dict[str, float] | None = {}
    emptied = [step.number for step in evidence.steps if step.action in _EMPTIES]
    for item in evidence.matching.items:
        claim = item.claim
        while emptied and emptied[0] <= item.step.number:
            emptied.pop(0)
            liquids = {}
        if claim.kind is ClaimKind.REAGENT and liquids is not None:
            liquids = _with(liquids, item)
        if claim.dimension != "temp" or item.chosen is None or item.amount is None:
            continue
        why = _why_not(evidence, item, liquids or {})
        if why is not None:
            amount = item.amount
            words = next(value.words for value in amount.values if value.dimension == "temp")
            both = meant(words, amount.values[0].low) or ()
            probably = " to ".join(f"{one:g}" for one in sorted({*both}))  # a range, or a single value
            related = evidence.here(amount.start, amount.end)
            yield rules.beyond_all(claim.span, claim.written, why, words, probably, min(both, default=None), related)


def _with(liquids: dict[str, float], item: Item) -> dict[str, float] | None:
    """Add the boiling point of a reagent to those in use; None if it may be any liquid."""
    written = item.claim.written
    substance = find(written)
    if substance is not None and substance.state == "liquid" and substance.boiling is not None:
        return {**liquids, substance.name: substance.boiling}
    is_liquid = substance is None and any(claim.dimension == "volume" for claim in item.step.claims)
    return None if is_liquid else liquids


def _why_not(evidence: Evidence, item: Item, liquids: dict[str, float]) -> str | None:
    """Return why a temperature cannot be meant; None if it can."""
    value, text = item.claim.value, evidence.text.text
    if value < _COLDEST:
        return "is colder than liquid nitrogen"
    # A dry solid may be heated as far as a number with its degree sign says.
    dry = not liquids and item.amount is not None and "°" in item.amount.values[0].words
    if value > HOTTEST and not is_fired(text) and not dry:
        return "is more than glassware stands, and the text names no furnace, flame or closed vessel"
    solvents = {name for name in liquids if (found := find(name)) is not None and found.is_a("solvent")}
    highest = max(liquids, key=lambda name: liquids[name], default="")
    if item.step.action != "heat" or not solvents or value <= liquids[highest] + _ABOVE_BOILING or is_fired(text):
        return None
    start, end = evidence.facts.bounds_around(*(item.place or (0, 0)))
    if _CLOSED.search(text) or _DRIVEN_OFF.search(text, start, end):
        return None
    return (
        f"is {value - liquids[highest]:.0f} K above the boiling point of {highest}, and the text names no closed vessel"
    )


_BEFORE, _FILTERED_HOT = pattern("named hot or cold"), pattern("filtered hot")
_HOT, _COLD = late(r"\b(?:hot|boil|warm)", re.IGNORECASE), late(r"\b(?:ice|icy|cold|chill|cool)", re.IGNORECASE)
_DEGASSED, _NEVER = late(r"\b(?:de-?gas|deoxy|deaer)", re.IGNORECASE), late(r"(?!)")
_LONGEST, _BESIDE, _AROUND, _WARM = 40, 4, 3, 30.0
"""Characters of such words, and between a name and its amount; steps near one that may warm or cool its vessel; °C that
are no longer hot."""
_HINT = "write the word in the reagent's name, or bring it to that temperature"
_HINT_HOT = "filter before the mixture is cooled, or give the step the `temp`"


def check_warmth(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report hot and cold reagents that the program takes otherwise, and hot filtrations of cold mixtures."""
    text = evidence.text.text
    for item in evidence.matching.items:
        place, name = item.place, item.claim.written
        if item.claim.kind is not ClaimKind.REAGENT or place is None:
            continue
        places = list(evidence.facts.names.find(name, item.claim.names))
        if " " in name and name.casefold() in text.casefold():  # with its own `hot` or `cold`
            continue
        measured = (other.amount.start for other in evidence.placed[item.step.number - 1].items if other.amount)
        if any(0 <= start - place[1] < _BESIDE for start in measured):
            places = [place]  # with an amount right behind it, no other mention is meant
        said = _BEFORE.search(text[max(0, place[0] - _LONGEST) : place[0]])
        if said is None or not all(_BEFORE.search(text[max(0, low - _LONGEST) : low]) for low, _ in places):
            continue
        if said["degassed"]:
            own, other = _DEGASSED, _NEVER
        else:
            own, other = (_COLD, _HOT) if said["cold"] else (_HOT, _COLD)
        noted = own.search(" ".join((name, *item.step.notes))) is not None
        kept = noted or _is_made_so(evidence, item.step.number, said)
        if kept and not other.search(name):
            continue
        start = place[0] - len(said.group())
        words = evidence.facts.words.words_of(start, place[1])
        around, related = evidence.quoted(start, place[1])
        yield rules.lost_condition(item.claim.span, words, around, _HINT, False, related, sure=True)
    for match in _FILTERED_HOT.finditer(text):
        one = next((one for one in evidence.placed if one.step.action == "filter" and _is_at(one, match)), None)
        if one is not None and _is_cold(evidence, one):
            words = evidence.facts.words.words_of(*match.span())
            around, related = evidence.quoted(*match.span())
            yield rules.lost_condition(one.step.span, words, around, _HINT_HOT, False, related, sure=True)


def _is_at(one: Placed, match: re.Match[str]) -> bool:
    return one.cue is not None and match.start() <= one.cue.start < match.end()


def _is_cold(evidence: Evidence, one: Placed) -> bool:
    """Whether a step works at a temperature that is not hot: its own, or the last one of its vessel."""
    source = set(one.step.out_of) or one.step.vessels
    for step in reversed(evidence.steps[: one.step.number]):
        if step.values("temp") and (step is one.step or source & step.vessels):
            return step.values("temp")[-1] <= _WARM
    return False


def _is_made_so(evidence: Evidence, number: int, said: re.Match[str]) -> bool:
    """Whether a step or one near it brings its vessel to a low or high temperature; or a step leads a gas into it."""
    step, cold = evidence.steps[number - 1], bool(said["cold"])
    if said["degassed"]:
        return any("Purge" in one.name and one.vessels & step.vessels for one in evidence.steps)
    near = [step] if step.values("temp") else evidence.steps[max(0, number - 1 - _AROUND) : number + _AROUND]
    temps = [temp for one in near if one is step or one.vessels & step.vessels for temp in one.values("temp")]
    crystallised = not cold and any(one.action == "crystallise" for one in near)
    return crystallised or any((temp <= _WARM) if cold else temp > _WARM for temp in temps)

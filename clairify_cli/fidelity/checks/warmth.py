"""Reagents that the text names hot or cold, and filtrations that it does hot."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_BEFORE, _FILTERED_HOT = pattern("named hot or cold"), pattern("filtered hot")
_HOT, _COLD = late(r"\b(?:hot|boil|warm)", re.IGNORECASE), late(r"\b(?:ice|icy|cold|chill|cool)", re.IGNORECASE)
_DEGASSED, _NEVER = late(r"\b(?:de-?gas|deoxy|deaer)", re.IGNORECASE), late(r"(?!)")
_LONGEST, _AROUND, _WARM = 40, 3, 30.0
"""Characters of such words, steps near one that may warm or cool its vessel, and what is no longer hot, in °C."""
_HINT = "write the word in the reagent's name, or bring it to that temperature"
_HINT_HOT = "filter before the mixture is cooled, or give the step the `temp`"


def check_warmth(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report hot and cold reagents that the program takes otherwise, and hot filtrations of cold mixtures."""
    text = evidence.text.text
    for item in evidence.matching.items:
        place, name = item.place, item.claim.written
        if item.claim.kind is not ClaimKind.REAGENT or place is None:
            continue
        places = evidence.facts.names.find(name, item.claim.names)
        if " " in name and name.casefold() in text.casefold():  # with its own `hot` or `cold`
            continue
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
    near = evidence.steps[max(0, number - 1 - _AROUND) : number + _AROUND]
    temps = [temp for one in near if one is step or one.vessels & step.vessels for temp in one.values("temp")]
    crystallised = not cold and any(one.action == "crystallise" for one in near)
    return crystallised or any((temp <= _WARM) if cold else temp > _WARM for temp in temps)

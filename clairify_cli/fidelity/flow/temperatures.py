"""Track the temperature of each vessel, and find steps at a different temperature than in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.diagnostics.wording import elided
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import PUTS_IN, Run, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims
from clairify_cli.records import dataclass

_CHANGES = pattern("temperature changes")
_COOLED = pattern("cooled by words")
_HEATS = pattern("heated for")
_OVER = pattern("takes that long")
_COLD, _WARM, _HOT = 10.0, 30.0, 45.0
"""Temperatures (°C): cold is up to the first, warm above the second, hot from the third on."""
_LONGEST = 400
"""Maximum number of characters in the text between two steps that are related."""
_CLOSE, _TOO_HOT = 160, 10.0
"""Characters between a temperature and an addition, and degrees (°C) that are too many."""
_ELSEWHERE = late(r"\bsolution of|\b[Ii]n an?(?:nother)?\b|separate")
_TURNED_OFF = late(r"\b(?:off|stop\w*|remov\w*|cool\w*)\b", re.IGNORECASE)
_WORKS_UP = frozenset(("filter", "extract", "dissolve", "wash"))


@dataclass(frozen=True, slots=True)
class Warmth:
    """The last temperature of a vessel before the step `index`, and whether it is still maintained."""

    value: float
    index: int
    kept: bool


def check_temperatures(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about temperatures that no step reaches or holds, with the index of the step."""
    warmth: dict[str, Warmth] = {}
    vessel = ""
    for index, step in enumerate(run.steps):
        vessel = source_of(step) or vessel
        now = warmth.get(vessel)
        found = _only_waits(evidence, index, now)
        if now is not None and found is None:
            found = _not_kept(evidence, index, now) or _not_cooled(evidence, index, now)
        if found is None and step.action in (*PUTS_IN, "transfer"):
            found = _too_hot(evidence, index, warmth.get(step.given.get("to_vessel") or vessel))
        if found is not None:
            yield index, found
        _next(warmth, index, step)


def _next(warmth: dict[str, Warmth], index: int, step: StepClaims) -> None:
    """Update the temperatures after a step."""
    vessel = source_of(step)
    temps = step.values("temp")
    if step.name == "StopHeatChill" and vessel in warmth:
        warmth[vessel] = Warmth(warmth[vessel].value, index, False)
    elif step.action == "heat" and temps:
        passive = "false" in (step.given.get("active"), step.given.get("continue_heatchill"))
        warmth[vessel] = Warmth(temps[-1], index, step.name != "HeatChill" and not passive)
    elif step.action not in ("add", "stir", "wait", "gas", "stop", "other", "sonicate", "irradiate"):
        for name in step.vessels:
            warmth.pop(name, None)


def _too_hot(evidence: Evidence, index: int, now: Warmth | None) -> Diagnostic | None:
    """Report an addition to a mixture that is hotter than the text has brought it to just before."""
    one, text = evidence.placed[index], evidence.text.text
    if now is None or not one.sure or one.step.rounds > 1 or one.step.values("temp"):
        return None
    measured = [item.amount.start for item in one.items if item.amount is not None and item.amount.about]
    start = min(measured or [place[0] for place in one.places], default=0)
    temps = [
        amount for amount in evidence.facts.amounts if amount.values[0].dimension == "temp" and amount.end <= start
    ]
    if not temps:
        return None
    last = temps[-1]
    value = last.values[0]
    brought = evidence.facts.is_brought_to(last.start)
    told = brought and last.standing is Standing.INSTRUCTION and value.exact is not None and not last.named_by_word
    if not told or now.value <= value.high + _TOO_HOT or start - last.end > _CLOSE:
        return None
    if _CHANGES.search(text, last.end, start) or _ELSEWHERE.search(text, last.end, start):
        return None
    what = f"is done at `{now.value:g} °C`, and the text has brought it to `{value.words}`"
    hint = "bring the mixture to this temperature before it"
    return rules.lost_temperature(one.step.span, one.step.name, what, hint, evidence.here(last.start, last.end))


def _not_kept(evidence: Evidence, index: int, now: Warmth) -> Diagnostic | None:
    """Report stirring or waiting after cooling or slow heating has ended, unless the text changes the temperature."""
    one, before = evidence.placed[index], evidence.placed[now.index]
    if one.step.action not in ("stir", "wait") or now.kept or before.step.name != "HeatChill":
        return None
    if one.step.values("temp") or not one.step.values("time") or not one.places or not before.places:
        return None
    start, end = before.places[-1][1], one.places[-1][0]
    text = evidence.text.text
    if not 0 < end - start < _LONGEST or _CHANGES.search(text, start, end):
        return None
    times = [item.place for item in before.items if item.claim.dimension == "time" and item.place is not None]
    slowly = any(_OVER.search(text[max(0, low - 20) : low]) for low, _ in times)
    if not (now.value <= _COLD or (now.value >= _HOT and slowly)):
        return None
    related = (Related("the text goes on here", evidence.text.span(*one.places[-1])),)
    written = next(claim.written for claim in before.step.claims if claim.dimension == "temp")
    what = f"is not at `{written}`: `{before.step.name}` has ended, and the text says nothing of another temperature"
    hint = f'use `HeatChill` with `temp="{written}"` and this time instead'
    return rules.lost_temperature(one.step.span, one.step.name, what, hint, related)


def _only_waits(evidence: Evidence, index: int, now: Warmth | None) -> Diagnostic | None:
    """Report waiting or stirring without heat if the text heats."""
    one = evidence.placed[index]
    if one.step.action not in ("wait", "stir") or not one.places or (now is not None and now.value > _WARM):
        return None
    start = one.places[0][0]
    before = evidence.text.text[max(0, start - 80) : start]
    match = _HEATS.search(before)
    if match is None or _TURNED_OFF.search(before) or one.step.values("temp"):
        return None
    related = evidence.here(*one.places[0])
    what = f"heats nothing, and the text does: `{elided(match.group(), 90)}`"
    hint = "use `HeatChill` with the temperature that the text means, and this time"
    return rules.lost_temperature(one.step.span, one.step.name, what, hint, related)


def _not_cooled(evidence: Evidence, index: int, now: Warmth) -> Diagnostic | None:
    """Report work on a hot mixture that the text has cooled."""
    one, before = evidence.placed[index], evidence.placed[now.index]
    works = one.step.action in _WORKS_UP or (one.step.action in PUTS_IN and bool(one.step.values("volume")))
    if not works or now.value < _HOT or before.start is None or one.start is None:
        return None
    start = max((place[1] for place in before.places), default=before.start)
    end = max(one.start, one.cue.end if one.cue is not None else 0)
    stop = evidence.text.text.find(";", end)
    end = min(evidence.facts.bounds_around(end, end)[1], end + 40, stop if stop > 0 else end + 40)
    match = _COOLED.search(evidence.text.text, start, end) if 0 < end - start < _LONGEST else None
    if match is None:
        return None
    if before.step.name == "StopHeatChill" and any("cool" in note.lower() for note in before.step.notes):
        return None
    related = evidence.here(*match.span())
    what = f"is done at `{now.value:g} °C`, and the text has it cooled: `{evidence.around(match.start(), match.end())}`"
    hint = 'add `HeatChillToTemp` with the temperature to which it cools (`temp="25 °C" active="false"`)'
    return rules.lost_temperature(one.step.span, one.step.name, what, hint, related)

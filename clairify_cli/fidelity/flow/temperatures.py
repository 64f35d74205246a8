"""Track the temperature of each vessel, and find additions to a mixture that is hotter than in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import PUTS_IN, Run, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late

_CLOSE, _TOO_HOT, _FURTHEST, _NEXT = 160, 10.0, 60, 10
"""Characters between a temperature and an addition, degrees (°C) that are too many, characters between two amounts."""
_ROOM, _KEEPS = 25.0, ("stir", "wait")
_GOES_ON = late(r"[.;,]\s|\b(?:and|then|was|were|added)\b")
_ELSEWHERE = late(r"\b(?:solution|mixture|suspension|slurry) of|\b[Ii]n an?(?:nother)?\b|separate")


def check_temperatures(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about additions at a temperature that is too high, with the index of the step."""
    warmth: dict[str, float | None] = {}
    stopped: set[str] = set()
    vessel = ""
    for index, step in enumerate(run.steps):
        vessel = source_of(step) or vessel
        if step.action in (*PUTS_IN, "transfer"):
            target = step.given.get("to_vessel") or vessel
            if target not in warmth and any(target in one.out_of for one in run.steps[index:]):
                continue  # a solution that is made up elsewhere, before or after the mixture is cooled
            found = _too_hot(evidence, index, warmth.get(target, _ROOM), None if target in warmth else warmth.values())
            if found is not None:
                yield index, found
        if step.name == "StopHeatChill":
            stopped.add(vessel)
        found = _otherwise(evidence, index, None if vessel in stopped else warmth.get(vessel))
        if found is not None:
            yield index, found
        if step.action == "heat" and step.values("temp"):
            warmth[vessel] = step.values("temp")[-1]
            stopped.discard(vessel)
        elif step.action not in ("add", "stir", "wait", "gas", "stop", "other", "sonicate", "irradiate", "heat"):
            for name in step.vessels:
                warmth[name] = None


_THEN_TIME, _THEN_TEMP = pattern("flow temperature then time"), pattern("flow time then temperature")
"""Words between a temperature and how long it is held."""
_ALIKE = 6.0
"""How far, in K, a temperature may differ from that of the text where a step states none."""


def _paired(evidence: Evidence, amount: Amount, dimension: str) -> list[Amount]:
    """Return the temperatures or pressures that the text has for a time, or the reverse: `at 0 °C for 3 h`."""
    text, timed = evidence.text.text, dimension != "time"
    found = []
    for other in evidence.facts.amounts_near(amount, _FURTHEST):
        if other.values[0].dimension != dimension or other.loose or other.standing is Standing.ASIDE:
            continue
        first, second = (other, amount) if other.start < amount.start else (amount, other)
        words = _THEN_TIME if (first is other) == timed else _THEN_TEMP
        if words.fullmatch(text, first.end, second.start):
            found.append(other)
    return found


def _otherwise(evidence: Evidence, index: int, now: float | None) -> Diagnostic | None:
    """Report a step that lasts as long as the text says for another temperature or pressure, or the reverse."""
    one = evidence.placed[index]
    what = "pressure" if one.step.action in ("evaporate", "dry") else "temp"
    if one.step.action not in ("heat", "evaporate", "dry", *_KEEPS) or one.step.rounds > 1:
        return None
    items = {item.claim.dimension: item for item in one.items if item.claim.dimension in (what, "time")}
    time, temp = items.get("time"), items.get(what)
    if time is None or time.amount is None or (what == "pressure" and temp is None):
        return None
    paired = _paired(evidence, time.amount, what)
    if temp is None:
        if now is None or not paired or any(each.boiling or _is_about(each, now) for each in paired):
            return None
        words, related = paired[0].values[0].words, evidence.here(paired[0].start, paired[0].end)
        return rules.too_hot(one.step.span, one.step.name, f"{now:g} °C", words, related)
    fitting = {choice.amount.number for choice in temp.choices if choice.amount is not None}
    near = {other.number for each in paired for other in evidence.facts.amounts_near(each, _NEXT)}  # `0 °C → rt`
    if temp.amount is None or temp.amount.loose or fitting & near:
        return None
    item = temp
    if not paired:
        lasts = [_paired(evidence, each, "time") for each in evidence.facts.amounts if each.number in fitting]
        own = {each.number for group in lasts for each in group}
        users = [each.step for each in evidence.matching.items if each.amount is not None and each.amount.number in own]
        kept = any(
            step.action in _KEEPS if not step.values("temp") else temp.claim.value in step.values("temp")
            for step in users
        )
        fits = any(value.fits("time", time.claim.value) for group in lasts for each in group for value in each.values)
        if fits or not all(lasts) or not users or kept:
            return None
        item, paired = time, lasts[0]
    meant = paired[0].values[0]
    claim, around = item.claim, evidence.around(meant.start, meant.end)
    related = evidence.here(meant.start, meant.end)
    return rules.invented_quantity(
        claim.span, claim.written, claim.property, one.step.name, meant.words, around, related
    )


def _is_about(amount: Amount, warmth: float) -> bool:
    return any(value.low - _ALIKE <= warmth <= value.high + _ALIKE for value in amount.values)


def _too_hot(
    evidence: Evidence, index: int, now: float | None, others: Iterable[float | None] | None
) -> Diagnostic | None:
    """Report an addition to a mixture that is hotter than the text has brought it to just before.

    `others` are the temperatures of other vessels, one of which the text may mean if this one has had none.
    """
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
    if not told or now <= value.high + _TOO_HOT or start - last.end > _CLOSE:
        return None
    if any(warmth is not None and value.fits("temp", warmth) for warmth in others or ()):
        return None
    if others is not None and not _GOES_ON.search(text, last.end, start):
        return None  # `to a cooled solution (0 °C) of A`
    if pattern("temperature changes").search(text, last.end, start) or _ELSEWHERE.search(text, last.end, start):
        return None
    related = evidence.here(last.start, last.end)
    return rules.too_hot(one.step.span, one.step.name, f"{now:g} °C", value.words, related)

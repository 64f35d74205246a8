"""Track the temperature of each vessel, and find additions to a mixture that is hotter than in the text."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import PUTS_IN, Run, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late

_CLOSE, _TOO_HOT = 160, 10.0
"""Characters between a temperature and an addition, and degrees (°C) that are too many."""
_ELSEWHERE = late(r"\bsolution of|\b[Ii]n an?(?:nother)?\b|separate")


def check_temperatures(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about additions at a temperature that is too high, with the index of the step."""
    warmth: dict[str, float] = {}
    vessel = ""
    for index, step in enumerate(run.steps):
        vessel = source_of(step) or vessel
        if step.action in (*PUTS_IN, "transfer"):
            found = _too_hot(evidence, index, warmth.get(step.given.get("to_vessel") or vessel))
            if found is not None:
                yield index, found
        if step.action == "heat" and step.values("temp"):
            warmth[vessel] = step.values("temp")[-1]
        elif step.action not in ("add", "stir", "wait", "gas", "stop", "other", "sonicate", "irradiate", "heat"):
            for name in step.vessels:
                warmth.pop(name, None)


def _too_hot(evidence: Evidence, index: int, now: float | None) -> Diagnostic | None:
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
    if not told or now <= value.high + _TOO_HOT or start - last.end > _CLOSE:
        return None
    if pattern("temperature changes").search(text, last.end, start) or _ELSEWHERE.search(text, last.end, start):
        return None
    related = evidence.here(last.start, last.end)
    return rules.too_hot(one.step.span, one.step.name, f"{now:g} °C", value.words, related)

"""Material that should be together but is not: a reagent added elsewhere, a mixture that is left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import IDLE, NOTHING, PUTS_IN, Held, Run, named, reagents, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.substances import is_drying_agent
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

_BRACKET = pattern("flow bracket")
_IN_ONE_PHRASE = pattern("flow in one phrase")
_AND, _IN = late(r"\sand\s*\Z"), late(r"\s*in\s+(?:dry\s|anhydrous\s)?")
_WORK = frozenset(("stir", "heat", "filter", "evaporate", "extract", "purify", "distil", "crystallise", "irradiate"))


def check_gathered(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about material added to, or left in, the wrong vessel, with the index of the step."""
    for index, step in enumerate(run.steps):
        found = None
        if step.action in PUTS_IN:
            found = _alone(run, index) or _set_aside(evidence, run, index) or _parted(evidence, run, index)
        elif step.action not in IDLE:
            found = _left(run, index)
        if found is not None:
            yield index, found


def _touching(run: Run, index: int, vessel: str) -> Iterator[int]:
    """Yield the indices of the later steps that do something with a vessel."""
    for number in range(index + 1, len(run.steps)):
        if vessel in run.steps[number].vessels and run.steps[number].action not in IDLE:
            yield number


def _alone(run: Run, index: int) -> Diagnostic | None:
    """Report a drying agent, or a solvent to dissolve something, that is added to an empty vessel."""
    step, vessel = run.steps[index], source_of(run.steps[index])
    dries = any(is_drying_agent(claim.written) for claim in reagents(step))
    if not (dries or step.action == "dissolve") or run.before[index].get(vessel, NOTHING).parts:
        return None
    following = next(_touching(run, index, vessel), None)
    if following is None or run.steps[following].action in PUTS_IN or source_of(run.steps[following]) != vessel:
        return None
    return rules.nothing_there(step.span, step.name, vessel, None, None)


def _set_aside(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report a reagent in a separate vessel if the text has it in the working mixture."""
    step, vessel, place = run.steps[index], source_of(run.steps[index]), _place(evidence, index)
    following = next(_touching(run, index, vessel), None)
    if place is None or following is None or run.before[index].get(vessel, NOTHING).parts:
        return None
    if pattern("each of a series").search(evidence.text.text, *evidence.facts.bounds_around(place, place)):
        return None
    arrival = run.steps[following]
    if source_of(arrival) == vessel and arrival.action not in PUTS_IN:
        return None
    for number in range(index + 1, following + 1):
        other = run.steps[number]
        held = run.before[number].get(source_of(other), NOTHING)
        start = evidence.placed[number].start
        if other.action not in _WORK or start is None or start <= place or index in held.told:
            continue
        around = [at for at in (_place(evidence, one) for one in held.told) if at is not None]
        if arrival.action in ("transfer", *PUTS_IN) and not (around and min(around) < place):
            continue
        related = (Related("the text has it here", evidence.text.span(place, place + 1)),)
        what = f"while what it belongs to is in `{source_of(other)}`"
        return rules.not_the_material(step.span, step.name, vessel, what, source_of(other), related)
    return None


def _place(evidence: Evidence, index: int) -> int | None:
    """Return where the text has the material that a step adds; None for other steps."""
    one = evidence.placed[index]
    return one.places[0][0] if one.step.action in PUTS_IN and one.places else None


def _parted(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report two reagents of one phrase in different vessels: `benzil (1 g) in ether (5 mL)`."""
    here = evidence.placed[index]
    if not here.places:
        return None
    for number in range(index + 1, min(index + 12, len(run.steps))):
        other = evidence.placed[number]
        if other.step.action not in PUTS_IN or not other.places or source_of(other.step) == source_of(here.step):
            continue
        first, second = sorted((here, other), key=lambda one: one.places[0][0])
        between = evidence.text.text[first.places[0][1] : second.places[0][0]]
        if first.places[0] == second.places[0]:
            continue  # one phrase for several vessels
        if len(between) > 120 or not _IN_ONE_PHRASE.fullmatch(_BRACKET.sub("", between)):
            continue
        together = _first_work(run, number, {source_of(here.step), source_of(other.step)})
        apart = _is_left_out(evidence, run, number, first, second)
        if not apart and (together is None or {index, number} <= together.told):
            continue
        if any(_is_in_both(run, named(one.step), here.step, other.step) for one in (here, other)):
            continue
        count = Counter(source_of(step) for step in run.steps if step.action in PUTS_IN)
        alone = min(here, other, key=lambda one: count[source_of(one.step)])
        mate = other if alone is here else here
        what = (
            f"while `{named(mate.step)}`, which the text has with `{named(alone.step)}`, is in `{source_of(mate.step)}`"
        )
        related = (Related("the text has both here", evidence.text.span(*first.places[0])),)
        vessel = source_of(alone.step)
        return rules.not_the_material(alone.step.span, alone.step.name, vessel, what, source_of(mate.step), related)
    return None


def _is_in_both(run: Run, name: str, one: StepClaims, other: StepClaims) -> bool:
    """Whether a reagent is added to the vessels of both steps, so the places of its names may be swapped."""
    puts = (step for step in run.steps if step.action in PUTS_IN and named(step).casefold() == name.casefold())
    return {source_of(step) for step in puts}.issuperset((source_of(one), source_of(other)))


def _is_left_out(evidence: Evidence, run: Run, number: int, first: Placed, second: Placed) -> bool:
    """Whether only the second of two reagents is with the solvent of both: `A (1 g) and B (1 g) in C (5 mL)`."""
    later = (one for one in evidence.placed[number + 1 : number + 3] if one.step.action in PUTS_IN and one.places)
    third = next((one for one in later if source_of(one.step) == source_of(second.step)), None)
    if third is None or source_of(first.step) == source_of(second.step):
        return False
    text = evidence.text.text
    joined = _AND.search(_BRACKET.sub("", text[first.places[0][0] : second.places[0][0]]))
    between = _BRACKET.sub("", text[second.places[0][1] : third.places[0][0]]) if joined else ""
    alone = sum(source_of(step) == source_of(second.step) for step in run.steps if step.action in PUTS_IN) == 2
    return alone and _IN.fullmatch(between) is not None


def _first_work(run: Run, index: int, vessels: set[str]) -> Held | None:
    """Return the contents of the first of some vessels that a later step works on."""
    for number in range(index + 1, len(run.steps)):
        step = run.steps[number]
        if step.action in _WORK and source_of(step) in vessels:
            return run.before[number].get(source_of(step))
    return None


def _left(run: Run, index: int) -> Diagnostic | None:
    """Report a transfer or separation into a vessel that is never used again, though the program continues."""
    step, target = run.steps[index], run.steps[index].given.get("to_vessel")
    if step.action not in ("transfer", "extract") or not target or target == source_of(step) or "waste" in target:
        return None
    if step.action == "transfer" and (step.claims or "solid" in step.given):  # only a part of the contents
        return None
    if any(source_of(run.steps[number]) == target for number in _touching(run, index, target)):
        return None
    if any(one.index == index and step.action == "transfer" and not one.before.drying for one in run.divisions):
        return None  # a liquid poured off what the program goes on with
    for number in range(index + 1, len(run.steps)):
        later = run.steps[number]
        held = run.before[number].get(source_of(later), NOTHING)
        if later.action in _WORK and held.told and min(held.told) < index:
            return rules.not_the_material(
                later.span, later.name, source_of(later), f"and `{step.name}` has put it into `{target}`", target, ()
            )
    return None

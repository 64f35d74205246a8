"""Decide whether anything in the text supports a step, or whether it is invented."""

from __future__ import annotations

import re
from itertools import pairwise

from clairify_cli.fidelity.checks.gases import gas_is_named
from clairify_cli.fidelity.checks.shares import fills_up, says_mark
from clairify_cli.fidelity.comparison.alignment import Placed, words_of
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.model import ROOM, Standing, is_room
from clairify_cli.fidelity.text.substances import is_solid_aid
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind, StepClaims

_UNSAID = frozenset(("stop", "other", "clean", "wait"))
"""Actions that programs need for their own sake, whatever the text says."""
_CLOSED = pattern("closed vessel")
_COLD, _ICE = pattern("cold mixture"), (-10.0, 10.0)
_HOT, _HEATED = (
    late(r"\b(?:hot|warm)\s(?:[\w-]+\s){0,2}(?:\([^()]*\)\s)?(?:solution|mixture|suspension)\b"),
    (40.0, 120.0),
)
_IS_HOT = late(r"reflux|boil", re.IGNORECASE)
"""A word for a state that a mixture has to be brought to: `added to refluxing toluene`."""
_RESTS = pattern("invented rests")
_STORED, _JUST_BEFORE = pattern("invented stored"), 30
_BOILED_DOWN = pattern("invented boiled down")
_ADSORBED = pattern("invented adsorbed")
_CROPS = pattern("flow both parts")
_SOLIDIFIES = pattern("invented solidifies")
_BEADS = pattern("invented beads")
_CLEANS = pattern("invented cleans")
_ALIKE = pattern("done alike")
_LAYERS = pattern("invented layers")
_SAME_WITH = late(r"\b(?:same|repeated) with\b", re.IGNORECASE)
_AS_ABOVE = late(r"\bas (?:above|before)\b", re.IGNORECASE)


def is_supported(evidence: Evidence, number: int, one: Placed) -> bool:
    """Whether something in the text supports a step: a cue, a quantity or name of its own, or a convention."""
    step = one.step
    if one.sure or _needs_no_words(evidence, step) or quotes_text(evidence, number):
        return True
    if any(verb.stem in note.lower() for verb in evidence.facts.unknown for note in step.notes):
        return True
    loosely = one.cue is not None and not one.cue.required and step.action in ("heat", "filter")
    loosely = loosely and one.cue is not None and not _IS_HOT.match(one.cue.words)
    if one.cue is not None and not loosely:
        return True
    if any(other.step.span == step.span and other.cue is not None for other in evidence.placed[:number]):
        return True  # another round of a loop
    if step.action == "gas":
        return gas_is_named(evidence, one)
    if step.action == "extract" and not step.claims and _LAYERS.search(evidence.text.text):
        return True
    if is_done_alike(evidence, number):
        return True
    if step.action == "heat" and implies_temperature(evidence, number):
        return True
    if step.action == "heat":
        # A word that restates a number next to it does not require a separate step.
        amounts = [item.amount for item in one.items if item.amount is not None]
        asked = any(not one.named_by_word or one.loose or one.standing is not Standing.UNSURE for one in amounts)
        text = evidence.text.text
        stored = any(_STORED.search(text, max(0, amount.start - _JUST_BEFORE), amount.start) for amount in amounts)
        return asked or stored or _changes_nothing(evidence, number)
    if (
        step.action in ("filter", "transfer")
        and _CROPS.search(evidence.text.text)
        and any(earlier.action == "filter" for earlier in evidence.steps[:number])
    ):
        return True
    if step.action == "filter":
        return (
            one.cue is not None
            or _filters_drying_agent(evidence, number)
            or _filters_aid(evidence, number)
            or _collects_solid(evidence, number)
            or _drains(evidence, number)
            or _takes_out(evidence, number)
        )
    if step.action == "transfer":
        return _carries_over(evidence, number) or _moves_all(evidence, number)
    if step.action in ("evaporate", "distil", "dry") and any(_is_own(evidence, item) for item in one.items):
        return True
    if step.action == "crystallise" and _SOLIDIFIES.search(evidence.text.text):
        return True
    if step.action == "evaporate":
        # A column yields a solution, and a product adsorbed onto silica was in solution before.
        text = evidence.text.text
        said = _ADSORBED.search(text) or _BOILED_DOWN.search(text)
        return _last_done(evidence, number) == "purify" or said is not None or _frees_extract(evidence, number)
    if step.action == "add":
        return any(fills_up(evidence, item) for item in one.items) or says_mark(evidence, step)
    return step.action == "stir" and (
        not step.claims or (step.name == "StartStir" and all(i.choices for i in one.items))
    )


def quotes_text(evidence: Evidence, number: int) -> bool:
    """Whether a comment of a step has words that the text has between the steps around it: `in a nitrogen stream`."""
    low, high = _between(evidence, number)
    text = " ".join(evidence.text.text[low:high].casefold().split())
    notes = (_NOTED_WORD.findall(note.casefold()) for note in evidence.steps[number].notes)
    return any(f"{one} {other}" in text for words in notes for one, other in pairwise(words) if len(one + other) > 6)


def _between(evidence: Evidence, number: int) -> tuple[int, int]:
    """Return the stretch of the text from the sentence of the steps before a step to the next step after it."""
    starts = [one.start for one in evidence.placed]
    last = max((start for start in starts[:number] if start is not None), default=0)
    low, _ = evidence.facts.bounds_around(last, last)
    later = (start for start in starts[number + 1 :] if start is not None and start > low)
    return low, min(later, default=len(evidence.text.text))


def _needs_no_words(evidence: Evidence, step: StepClaims) -> bool:
    """Whether programs have such a step where no text says so; one that cleans only if the text cleans something."""
    return step.action in _UNSAID and (step.action != "clean" or _CLEANS.search(evidence.text.text) is not None)


def is_done_alike(evidence: Evidence, number: int) -> bool:
    """Whether a step repeats an earlier one for another vessel, and the text says `in a similar way`."""
    step, text = evidence.steps[number], evidence.text.text
    again = (step.action != "add" and _SAME_WITH.search(text) is not None) or (
        _AS_ABOVE.search(text, *_between(evidence, number)) is not None
    )
    alike = [
        one
        for one in evidence.placed
        if words_of(one.step) == words_of(step)
        and (again or one.step.vessels != step.vessels or (not step.vessels and one.step is not step))
    ]
    near = next((one for one in reversed(evidence.placed[: number + 1]) if one.start is not None), None)
    starts = [one.start for one in (near, *alike) if one is not None and one.start is not None]
    if not alike:
        return False
    low, _ = evidence.facts.bounds_around(min(starts, default=0), min(starts, default=0))
    return _ALIKE.search(text, low) is not None or pattern("series of vessels").search(text) is not None


def _is_own(evidence: Evidence, item: Item) -> bool:
    """Whether a number in an instruction of the text belongs to this claim alone."""
    amount = item.amount
    if amount is None or amount.named_by_word or amount.loose or amount.standing is not Standing.INSTRUCTION:
        return False
    return evidence.matching.used[amount.number] == 1


def _filters_aid(evidence: Evidence, number: int) -> bool:
    """Whether beads, sieves or another insoluble aid was added and has not been filtered off yet."""
    for step in reversed(evidence.steps[:number]):
        if step.action == "filter":
            return False
        names = [claim.written for claim in step.reagents]
        if step.action == "add" and any(is_solid_aid(name) or _BEADS.search(name) for name in names):
            return True
    return False


def _drains(evidence: Evidence, number: int) -> bool:
    """Whether a step drains a solid that the next step washes in the same vessel: a resin, a precipitate."""
    if number + 1 == len(evidence.placed):
        return False
    step, after = evidence.steps[number], evidence.placed[number + 1]
    return after.step.name == "WashSolid" and bool(step.vessels & after.step.vessels) and after.start is not None


_NOTED_WORD = pattern("invented noted word")
_TAKEN_OUT = pattern("invented taken out")


def _takes_out(evidence: Evidence, number: int) -> bool:
    """Whether the text takes something out, or pours a liquid off, between the steps around a filtration."""
    before = max((one.start for one in evidence.placed[:number] if one.start is not None), default=0)
    later = (one.start for one in evidence.placed[number + 1 :] if one.start is not None and one.start > before)
    low, _ = evidence.facts.bounds_around(before, before)
    return _TAKEN_OUT.search(evidence.text.text, low, next(later, len(evidence.text.text))) is not None


def implies_temperature(evidence: Evidence, number: int) -> bool:
    """Whether the text implies the temperature of a step, though it names none there."""
    return any(told(evidence, number) for told in (_opens_vessel, _is_told_cold, _is_told_to_rest))


def _opens_vessel(evidence: Evidence, number: int) -> bool:
    """Whether the contents of a closed, heated vessel reach room temperature before it is opened."""
    step = evidence.steps[number]
    temps = step.values("temp")
    if not temps or not all(map(is_room, temps)) or step.values("time"):
        return False
    before = next((one for one in reversed(evidence.steps[:number]) if one.vessels & step.vessels), None)
    heated = before is not None and before.action == "heat" and any(one > ROOM[1] for one in before.values("temp"))
    return heated and _CLOSED.search(evidence.text.text) is not None


def _is_told_cold(evidence: Evidence, number: int) -> bool:
    """Whether the text calls cold, or hot, there what a step cools or heats: `added to an ice-cold solution of X`."""
    temps = evidence.steps[number].values("temp")
    near = [one.start for one in evidence.placed[max(0, number - 2) : number + 2] if one.start is not None]
    said = [evidence.facts.bounds_around(at, at) for at in near]
    return bool(temps) and any(
        all(low <= one <= high for one in temps)
        and any(words.search(evidence.text.text, *bounds) is not None for bounds in said)
        for words, (low, high) in ((_COLD, _ICE), (_HOT, _HEATED))
    )


def _is_told_to_rest(evidence: Evidence, number: int) -> bool:
    """Whether a step at room temperature is one after words that let a mixture reach it: `with the bath taken away`."""
    temps = evidence.steps[number].values("temp")
    told = bool(temps) and all(map(is_room, temps))
    return told and _RESTS.search(evidence.text.text, *_between(evidence, number)) is not None


def _changes_nothing(evidence: Evidence, number: int) -> bool:
    """Whether the step before or after on the same vessel sets the same temperature."""
    step = evidence.steps[number]
    temps = step.values("temp")
    around = (reversed(evidence.steps[:number]), evidence.steps[number + 1 :])
    near = (next((one for one in steps if one.vessels & step.vessels and one.values("temp")), None) for steps in around)
    return bool(temps) and any(one is not None and one.values("temp") == temps for one in near)


def _filters_drying_agent(evidence: Evidence, number: int) -> bool:
    """Whether a drying agent or a wash liquid has to be filtered off, whether or not the text says so."""
    for at in range(number - 1, max(-1, number - 4), -1):
        one = evidence.placed[at]
        if one.cue is not None and one.cue.kind in ("dryagent", "wash", "dry") and one.step.action == "add":
            return True
        if one.step.action == "add" and any(_in_wash(evidence, place, "wash", "dryagent") for place in one.places):
            return True
    return False


def _carries_over(evidence: Evidence, number: int) -> bool:
    """Whether a transfer brings the contents of a separate vessel to the rest."""
    step = evidence.placed[number].step
    for one in reversed(evidence.placed[:number]):
        other = one.step
        if other.action in ("add", "dissolve") and set(other.into) & set(step.out_of):
            return True
    return not step.out_of


def _frees_extract(evidence: Evidence, number: int) -> bool:
    """Whether a dried extract is evaporated, which has to be done before its product is worked on, said or not."""
    vessels = evidence.steps[number].vessels
    dried = next((one for one in reversed(evidence.steps[:number]) if one.vessels & vessels), None)
    after = next((one for one in evidence.steps[number + 1 :] if one.vessels & vessels), None)
    filtered = dried is not None and dried.action == "filter" and _filters_drying_agent(evidence, dried.number - 1)
    return filtered and after is not None and after.action in ("crystallise", "dissolve", "distil")


def _last_done(evidence: Evidence, number: int) -> str:
    """Return the last action on the contents of a step's vessel, followed through transfers."""
    vessels = evidence.steps[number].vessels
    for step in reversed(evidence.steps[:number]):
        if not vessels & step.vessels or step.action in ("stop", "gas"):
            continue
        if step.action != "transfer":
            return step.action
        vessels |= step.vessels
    return ""


_IN_SUSPENSION = word_set("action checks in suspension")
_SOLIDS = pattern("action checks solids")
_LEFT_OVER, _SOON = pattern("invented left over"), 40


def _collects_solid(evidence: Evidence, number: int) -> bool:
    """Whether a filtration collects a solid that the text mentions there without saying that it is filtered off."""
    done = _last_done(evidence, number)
    if done == "crystallise" or evidence.steps[number - 1].given.get("purpose") == "precipitate":
        return True
    if done not in _IN_SUSPENSION:
        return False
    before = next((one.start for one in reversed(evidence.placed[:number]) if one.start is not None), 0)
    later = (one.start for one in evidence.placed[number + 1 :] if one.start is not None and one.start >= before)
    low, high = evidence.facts.bounds_around(before, before)
    high = max(high, next(later, high))
    left = _LEFT_OVER.search(evidence.text.text, high, high + _SOON) is not None
    return left or _SOLIDS.search(evidence.text.text, low, high) is not None


def _moves_all(evidence: Evidence, number: int) -> bool:
    """Whether a transfer moves everything to another vessel, where the work continues or the program ends."""
    step = evidence.steps[number]
    if any(claim.kind is ClaimKind.QUANTITY for claim in step.claims):
        return False
    later = evidence.steps[number + 1 :]
    works = [one for one in later if one.action not in ("stop", "clean", "gas")]
    next_out = next((one for one in works if set(one.vessels) & set(step.out_of)), None)
    next_in = next((one for one in works if set(one.vessels) & set(step.into)), None)
    if not works:
        return True
    return next_in is not None and (next_out is None or next_out.number > next_in.number)


def _in_wash(evidence: Evidence, place: tuple[int, int], *kinds_of: str) -> bool:
    """Whether the last cue shortly before a place is of one of some kinds, such as washing or drying."""
    before = [cue for cue in evidence.facts.cues if cue.start <= place[0] and place[0] - cue.end < 150]
    return bool(before) and before[-1].kind in kinds_of

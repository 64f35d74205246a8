"""Missing actions, and steps that the text does not ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.checks.gases import missing_gases
from clairify_cli.fidelity.checks.invented import is_supported
from clairify_cli.fidelity.checks.shares import matches
from clairify_cli.fidelity.comparison.alignment import Placed, suits
from clairify_cli.fidelity.comparison.choices import is_chosen_step
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Cue, Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.cues import kinds
from clairify_cli.fidelity.text.unknown_verbs import UnknownVerb, is_said
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

_IMPLIED = frozenset(("add", "transfer", "layers", "wait"))
"""Kinds of words for what other steps may do as well, so that a step of its own may be lacking."""
_HANDLING = frozenset(("crystallise", "transfer"))
"""Actions without numbers that a chemist may know to be needed where the text does not say so."""


def check_actions(evidence: Evidence) -> Iterator[Diagnostic]:
    """Yield all findings about actions."""
    taken = {one.cue.number for one in evidence.placed if one.cue is not None}
    for cue in evidence.facts.cues:
        missing = (
            cue.required
            and cue.kind != "stop"
            and cue.number not in taken
            and not (_is_served(evidence, cue) or _is_noted(evidence, cue))
        )
        if missing and cue.kind == "gas" and any(one.start <= cue.start < one.end for one in evidence.facts.gases):
            continue  # `missing_gases` reports it
        if (
            missing
            and not _missing_within(evidence, evidence.facts.clause_of(cue))
            and not _is_done_otherwise(evidence, cue, taken)
        ):
            at = evidence.place_for(cue.start)
            sure = cue.kind not in _IMPLIED
            yield rules.missing_action(at, cue.words, *evidence.quoted(cue.start, cue.end), sure=sure)
    for number, one in enumerate(evidence.placed):
        if not is_supported(evidence, number, one):
            if is_chosen_step(one.step):
                yield rules.own_choice(one.step.span, f"this `{one.step.name}`", worked=False)
            else:
                left = one.step.out_of[0] if one.step.into and one.step.out_of else ""
                sure = one.step.action not in _HANDLING
                yield rules.invented_step(one.step.span, one.step.name, left, sure=sure)
    yield from _unknown(evidence)
    yield from missing_gases(evidence)
    yield from _left_behind(evidence)


def _unknown(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report instructions with an unknown verb that no step covers."""
    at_cues = ((one.cue.start, one.cue.end) for one in evidence.placed if one.cue is not None)
    places = sorted((*(place for one in evidence.placed for place in one.places), *at_cues))
    notes = [note.lower() for step in evidence.steps for note in step.notes]
    for verb in evidence.facts.unknown:
        clause = _around_verb(evidence, verb)
        if is_said(verb, places, notes, clause) or _missing_within(evidence, clause):
            continue
        at = evidence.place_for(verb.start)
        low, high = evidence.facts.words.sentence_span(verb.sentence)
        # A step of the sentence may do what an everyday word says, which is short: `parted`, `pooled`, `catch`.
        covered = len(verb.words) <= _SHORT and any(low <= start < high for start, _ in places)
        yield rules.missing_action(at, verb.words, *evidence.quoted(verb.start, verb.end), sure=not covered)


def _around_verb(evidence: Evidence, verb: UnknownVerb) -> tuple[int, int]:
    """Return the clause of a verb: from the last action or break, or the start of the sentence, to the next action."""
    start, end = evidence.facts.clause_of(verb)
    breaks = list(_BREAK.finditer(evidence.text.text, start, verb.start))
    following = _NEXT_DONE.search(evidence.text.text, verb.end, end)
    return (breaks[-1].end() if breaks else start), following.start() if following is not None else end


_BESIDE = pattern("actions beside")
"""Auxiliary vessels, whose contents are not used up."""
_SCRUBS = pattern("gas scrubbed")
_OR = pattern("actions or")
_STEM, _SHORT = 6, 7
_SERIES = ("series of vessels", "again for the rest", "all over again")
_PARALLEL = 3
"""From this number on, vessels that are filled and left hold separate products, as in a series of trials."""
_SAID_HOT = late(r"\b(?:hot|boiling|refluxing|warm(?:ed|ing)?|heat(?:ed|ing)?)\b", re.IGNORECASE)
_HOT = 60.0
"""In °C: what a solvent that is called hot has at least."""
_TAKES_WATER, _AZEOTROPE = frozenset(("evaporate", "distil", "dry")), pattern("actions azeotrope")
"""Water that leaves a heated mixture with its solvent, which only a comment of the step can tell."""
_JOINS = pattern("actions joins")
_OWN_PREPARATION = pattern("actions own preparation")
_DISTILS = pattern("actions distils")
_BREAK = pattern("actions break")
_WITH = late(r"\b(?:with|in|by|using|under)\b")
_NEXT_DONE = pattern("actions next done")
"""The next action in a list of participles: `ground in a mortar | and calcined at 700 °C`."""


def _left_behind(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report vessels that are filled and then abandoned while the program continues in others."""
    steps = evidence.steps
    last: dict[str, int] = {}
    for number, step in enumerate(steps):
        for vessel in step.vessels:
            last[vessel] = number
    filled: dict[str, StepClaims] = {}
    for step in steps:
        if step.action in ("add", "dissolve") and step.into:
            filled[step.into[0]] = step
        for vessel in step.out_of:
            filled.pop(vessel, None)
    works = [number for number, step in enumerate(steps) if step.vessels and step.action not in ("stop", "clean")]
    evaporated = {vessel for step in steps if step.action == "evaporate" for vessel in step.vessels}
    series = (pattern(name).search(evidence.text.text) for name in _SERIES)
    apart = (any(matches(evidence, needs)) for needs in ("label", "several", "split"))
    parallel = len(filled) >= _PARALLEL or any(series) or any(apart) or _has_own_parts(evidence.text.text)
    moves = {
        (step.out_of[0], step.into[0]) for step in steps if step.action == "transfer" and step.out_of and step.into
    }
    told = any(matches(evidence, "share"))  # `half of it into A, half into B`
    halves = {into for out, into in moves if told and sum(out == other for other, _ in moves) > 1}
    for vessel, step in filled.items() if not parallel else ():
        beside = vessel in halves or _BESIDE.search(vessel) or stands_beside(evidence, evidence.placed[step.number - 1])
        if works and works[-1] > last[vessel] and vessel not in evaporated and not beside:
            yield rules.left_behind(step.span, vessel, step.name)


def _has_own_parts(text: str) -> bool:
    """Whether a text has several preparations under headings, and none uses what another one gives."""
    headings = list(_OWN_PREPARATION.finditer(text))
    return len(headings) > 1 and not any(
        re.search(rf"\b{re.escape(one['name'])}\b", text[other.end() :]) for one, other in pairwise(headings)
    )


def stands_beside(evidence: Evidence, one: Placed) -> bool:
    """Whether a step fills an auxiliary vessel: a thimble, or a vessel that the text passes gases through."""
    if not one.places or any(_BESIDE.search(vessel) for vessel in one.step.into):
        return bool(one.places)
    low, high = evidence.facts.bounds_around(*one.places[0])
    return one.step.action == "add" and _SCRUBS.search(evidence.text.text, low, high) is not None


def _is_done_otherwise(evidence: Evidence, cue: Cue, taken: set[int]) -> bool:
    """Whether a step does the alternative to a cue: `was filtered on a funnel or extracted with`."""
    for other in evidence.facts.cues_by_sentence[cue.sentence]:
        first, second = sorted((cue, other), key=lambda one: one.start)
        between = evidence.text.text[first.end : second.start]
        if other is not cue and _OR.fullmatch(between) and (other.number in taken or _is_served(evidence, other)):
            return True
    return False


def _is_served(evidence: Evidence, cue: Cue) -> bool:
    """Whether a step that is paired with another cue covers this one as well."""
    serves = kinds().serves[cue.kind]
    reach = evidence.facts.words.sentence_span(cue.sentence) if cue.kind == "gas" else _shared_clause(evidence, cue)
    if cue.kind in ("heat", "crystallise") and _dissolves_warm(evidence, cue):
        return True
    if cue.words.lower() == "mix" and len([one for one in evidence.placed if _is_put_in(one, reach)]) > 1:
        return True
    for one in evidence.placed:
        elutes = cue.kind == "wash" and "eluting_solvent" in one.step.given
        if not elutes and (one.step.action not in serves or not suits(one, cue)):
            continue
        if cue.kind == "stir" and one.step.action in ("heat", "add") and one.step.stirs is False:
            continue
        if cue.kind == "wash" and one.step.action in ("add", "dissolve") and not _is_put_on(evidence, one, cue):
            continue
        elsewhere = one.cue is not None and one.cue.kind == cue.kind and one.step.rounds == 1
        if elsewhere and cue.kind not in ("wash", "add", "dissolve", "gas") and not _has_number_of(one, reach):
            continue
        if one.step.rounds > 1 and _is_in_loop(evidence, one, cue):
            return True
        if any(reach[0] <= place[0] < reach[1] for place in one.places) or (
            one.cue is not None and reach[0] <= one.cue.start < reach[1]
        ):
            return True
    return False


def _is_put_on(evidence: Evidence, one: Placed, cue: Cue) -> bool:
    """Whether a step adds what something is washed with, and not what is washed: `rinse 150 g of barley in water`."""
    starts = [start for start, _ in one.places if start >= cue.end]
    return not starts or _WITH.search(evidence.text.text, cue.end, min(starts)) is not None


def _is_in_loop(evidence: Evidence, one: Placed, cue: Cue) -> bool:
    """Whether a cue is among the words for the other steps of a loop."""
    starts = [other.start for other in evidence.placed if other.step.rounds == one.step.rounds and other.start]
    return bool(starts) and min(starts) <= cue.start <= max(starts)


def _has_number_of(one: Placed, reach: tuple[int, int]) -> bool:
    """Whether a step has a number from a stretch of the text."""
    return any(item.amount is not None and reach[0] <= item.amount.start < reach[1] for item in one.items)


def _is_put_in(one: Placed, reach: tuple[int, int]) -> bool:
    """Whether a step adds what a stretch of the text names."""
    return one.step.action in ("add", "dissolve") and any(reach[0] <= place[0] < reach[1] for place in one.places)


def _shared_clause(evidence: Evidence, cue: Cue) -> tuple[int, int]:
    """Return the clause of a cue, with the next one's if they share it: `quenched and washed with brine (10 mL)`."""
    start, end = evidence.facts.clause_of(cue)
    following = next((one for one in evidence.facts.cues_by_sentence[cue.sentence] if one.start == end), None)
    if following is not None and _JOINS.fullmatch(evidence.text.text, cue.end, end):
        return start, evidence.facts.clause_of(following)[1]
    return start, end


def _dissolves_warm(evidence: Evidence, cue: Cue) -> bool:
    """Whether a `dissolve` step with a temperature covers the warming: `X was added and it was gently heated`.

    One that is followed by cooling recrystallises, without a step of that name.
    """
    low, high = evidence.facts.words.sentence_span(cue.sentence)
    for one in evidence.placed:
        if one.step.action != "dissolve":
            continue
        hot = any(_SAID_HOT.search(words) for words in (*one.step.notes, *(name.written for name in one.step.reagents)))
        warm = one.step.values("temp") or ([_HOT] if hot else ())
        if warm and any(low <= place[0] < high for place in one.places):
            later = (temp for step in evidence.steps[one.step.number :] for temp in step.values("temp"))
            return cue.kind == "heat" or any(temp < min(warm) for temp in later)
    return False


def _is_noted(evidence: Evidence, cue: Cue) -> bool:
    """Whether a comment covers a cue that no step can express, or a person takes care of it."""
    if cue.kind in ("stir", "wait") and evidence.is_watched:
        return True
    if cue.kind == "distil":  # the standard has no step for it
        moved = (step for step in evidence.steps if step.action in ("transfer", "dry", "evaporate"))
        if any(_DISTILS.search(note) for step in moved for note in step.notes):
            return True
    sentence = evidence.facts.bounds_around(cue.start, cue.end)
    if cue.kind in _TAKES_WATER and _AZEOTROPE.search(evidence.text.text, *sentence):
        return any(_AZEOTROPE.search(note) for step in evidence.steps if step.action == "heat" for note in step.notes)
    stem = cue.words[: _STEM - 1].lower()
    return cue.kind == "gas" and any(stem in note.lower() for step in evidence.steps for note in step.notes)


def actions_of_missing(evidence: Evidence) -> dict[int, str]:
    """Map the numbers of missing quantities to the action that is missing with them: `washed` for `20 mL`."""
    taken = {one.cue.number for one in evidence.placed if one.cue is not None}
    found: dict[int, str] = {}
    for cue in evidence.facts.cues:
        if cue.required and cue.number not in taken and not _is_served(evidence, cue):
            for amount in _missing_within(evidence, evidence.facts.clause_of(cue)):
                found.setdefault(amount.number, cue.words)
    return found


def _missing_within(evidence: Evidence, clause: tuple[int, int]) -> list[Amount]:
    """Return the amounts in instructions of a clause that no step uses, except temperatures."""
    return [
        amount
        for amount in evidence.facts.amounts_within(*clause)
        if amount.standing is Standing.INSTRUCTION
        and amount.values[0].dimension != "temp"
        and not (evidence.matching.used[amount.number] or amount.each or amount.loose)
    ]

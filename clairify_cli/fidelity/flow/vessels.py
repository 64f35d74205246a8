"""Steps on a vessel that is empty, or that holds something other than the text's material."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.chemistry import core_name, find
from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.checks.actions import stands_beside
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import IDLE, NOTHING, PUTS_IN, Division, Held, Run, Side, named, source_of
from clairify_cli.fidelity.flow.intent import is_decanted, kept_of_filtration, washes_a_liquid
from clairify_cli.fidelity.flow.liquids import liquids_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.substances import is_drying_agent
from clairify_cli.files.patterns import late

_WORK = frozenset(("stir", "heat", "filter", "evaporate", "extract", "purify", "distil", "crystallise", "dry", "wash"))
_NEED_LIQUID = frozenset(("evaporate", "crystallise", "extract"))
_RECRYSTALLISES = pattern("flow recrystallises")
_OTHER_BRANCH = pattern("flow other branch")
_REST = pattern("flow rest")
_OF_VESSEL = pattern("flow of vessel")


def check_vessels(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about steps on the wrong vessel, with the index of the step."""
    for index, step in enumerate(run.steps):
        found = _empty(evidence, run, index) if index in run.empty else None
        if step.action == "clean":
            found = _thrown_away(run, index)
        if found is None and index not in run.empty and step.action not in IDLE:
            found = _other_material(evidence, run, index) or _left_out(evidence, run, index)
        if found is not None:
            yield index, found


def _empty(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report a step on an empty vessel, unless the text has it before anything is added."""
    step, vessel = run.steps[index], run.empty[index]
    emptied = run.before[index][vessel].emptied
    held = rf"\bcontents (?:of|in|from) (?:an? |the )?{re.escape(vessel)}\b"
    if index in run.from_outside or re.search(held, evidence.text.text, re.IGNORECASE):
        return None
    cue = evidence.placed[index].cue
    if step.action in ("heat", "dry") and cue is not None and _OF_VESSEL.match(evidence.text.text, cue.end):
        return None
    is_early = emptied is None and any(vessel in one.step.into for one in evidence.placed[index + 1 :])
    where = None if is_early else _where(run, index, vessel)
    back = where if where in step.into else None
    return rules.nothing_there(step.span, step.name, vessel, emptied.name if emptied else None, where, back)


def _thrown_away(run: Run, index: int) -> Diagnostic | None:
    """Report that a vessel is cleaned midway whose contents no step took out; the rest of a division may go."""
    step, vessel = run.steps[index], source_of(run.steps[index])
    held = run.before[index].get(vessel, NOTHING)
    used = any(other.action not in IDLE for other in run.steps[index + 1 :])
    if not used or not any(run.sides[part] in (Side.ADDED, Side.KEPT) for part in held.parts):
        return None
    what = "which still holds the mixture: it goes with the rinse"
    return rules.not_the_material(step.span, step.name, vessel, what, None, (), away=True)


def _where(run: Run, index: int, vessel: str) -> str | None:
    """Return the vessel that was used last before a step and still holds something."""
    holding = {name for name in _vessels_at(run, index) if name != vessel}
    for step in reversed(run.steps[:index]):
        for name in (*step.into, *step.at, *step.out_of):
            if name in holding:
                return name
    return None


def _vessels_at(run: Run, index: int) -> set[str]:
    """Return the vessels that hold something before a step, as far as this or a later step names them."""
    later = {vessel for step in run.steps[index:] for vessel in step.vessels}
    found = {name for name, held in run.vessels.items() if name not in later and held.parts}
    seen: set[str] = set()
    for number in range(index, len(run.steps)):
        for name, held in run.before[number].items():
            if name not in seen:
                seen.add(name)
                if held.parts:
                    found.add(name)
    return found


_WORKS_UP = frozenset(("filter", "dry", "evaporate", "extract", "purify", "crystallise"))
_CARRIES_OVER = late(r"\bsoxhlet\b|\bdistil|\bsublim", re.IGNORECASE)
"""Work that brings material into a vessel without a step that says so."""
_FREEZE_DRIED = pattern("flow freeze dried")
"""Drying that begins with a solution."""


def _other_material(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report a step that does not suit the contents: a leftover drying agent, a liquid washed as a solid, and so on."""
    step, vessel = run.steps[index], source_of(run.steps[index])
    held = run.before[index].get(vessel, NOTHING)
    left = _residue_elsewhere(evidence, run, index) if step.action in PUTS_IN | {"purify"} else None
    if left is not None:
        return _not_it(run, index, f"and the text goes on with the residue, which is in `{left}`", left)
    target = step.given.get("to_vessel", "")
    other = run.before[index].get(target, NOTHING)
    if step.action == "transfer" and _is_filtrate_of(run, index, held, other):
        what = f"and brings it back to what was filtered off from it, in `{target}`"
        return rules.not_the_material(step.span, step.name, vessel, what, None, (), fresh=True)
    distils = step.action == "transfer" and any(pattern("actions distils").search(note) for note in step.notes)
    takes = step.action in ("evaporate", "purify", "distil", "crystallise", "extract")
    if held.drying is not None and (takes or distils):
        put_in, start = evidence.placed[held.drying.number - 1].start, evidence.placed[index].start
        if put_in is not None and start is not None and is_decanted(evidence, put_in, start):
            return None
        return rules.drying_agent_left(step.span, step.name, vessel, named(held.drying))
    agent = _dried_with(run, held)
    if agent is not None and agent.before.drying is not None and _works_on_cake(run, index, agent):
        return _not_it(run, index, f"which holds nothing but the drying agent `{named(agent.before.drying)}`")
    both = held.liquids.aqueous and held.liquids.organic
    if both and any(is_drying_agent(one.written) for one in step.reagents):
        first, last = (evidence.placed[at(held.told)].start or 0 for at in (min, max))
        end = evidence.placed[index].start or 0
        divides = any(cue.kind == "layers" and first < cue.start < end for cue in evidence.facts.cues)
        unwashed = liquids_of(run.steps[max(held.told)]).aqueous and run.steps[max(held.told)].action == "add"
        # `washed with water and brine`, and brine is added to the extract
        told = [cue.kind for cue in evidence.facts.cues if cue.start < last]
        if (divides and run.is_all(held, Side.ADDED)) or (unwashed and told[-1:] == ["wash"]):
            return _not_it(run, index, "which still holds the aqueous layer: nothing was separated")
    divided = run.is_all(held, Side.LIQUID) or run.is_all(held, Side.KEPT)
    if step.action == "dissolve" and divided and not held.settled and _recrystallises(evidence, index):
        return _not_it(run, index, "which holds a solution: its solvent was not evaporated")
    if step.name == "WashSolid" and held.wet is True and not held.settled:
        one = evidence.placed[index]
        if held.liquids.organic or washes_a_liquid(evidence, one) or run.is_all(held, Side.LIQUID):
            return _not_it(run, index, "which holds a liquid: nothing was filtered off")
    if step.action in _NEED_LIQUID and held.wet is False and run.is_all(held, Side.SOLID):
        return _not_it(run, index, "which holds a solid alone: what was in solution is elsewhere")
    from_solution = any(_FREEZE_DRIED.search(note) for note in step.notes)
    solvents = _only_solvents(run, held) if step.action in _WORKS_UP else ""
    if solvents and _CARRIES_OVER.search(evidence.text.text) is None:
        return _not_it(run, index, f"which holds nothing but `{solvents}`")
    if step.name == "Dry" and held.wet is True and run.is_all(held, Side.LIQUID) and not from_solution:
        made = next(one for one in run.divisions if one.other in held.parts)
        if kept_of_filtration(evidence, evidence.placed[made.index]) is not Side.LIQUID:
            return _not_it(run, index, "which holds a filtrate: the solid is elsewhere")
    return None


def _residue_elsewhere(evidence: Evidence, run: Run, index: int) -> str | None:
    """Return the vessel that was just evaporated if the text adds to that residue, and no step uses it again."""
    before, start = run.steps[index - 1] if index else None, evidence.placed[index].start
    if before is None or before.action != "evaporate" or start is None:
        return None
    left, (low, _) = source_of(before), evidence.facts.bounds_around(start, start)
    later = (step for step in run.steps[index:] if left in step.vessels)
    return left if _RESIDUE.search(evidence.text.text, low, start) and next(later, None) is None else None


def _is_filtrate_of(run: Run, index: int, held: Held, other: Held) -> bool:
    """Whether one vessel holds a solid, and the other nothing but its filtrate, which no step before has used."""
    solid = any(run.sides[part] is Side.SOLID for part in held.parts)
    return solid and any(
        one.kept_vessel == source_of(run.steps[index])
        and other.parts == {one.other}
        and all(at >= index for at in run.uses.get(one.other, ()))
        for one in run.divisions
        if run.steps[one.index].action == "filter"
    )


_RESIDUE = late(r"\b(?:residu(?:e|al)|crude|remaining|evaporated|concentrate)\b", re.IGNORECASE)


def _dried_with(run: Run, held: Held) -> Division | None:
    """Return the filtration that left a drying agent, if a vessel holds that alone."""
    parts = {part for part in held.parts if run.sides[part] is not Side.ADDED}
    return next((one for one in run.divisions if one.before.drying is not None and parts == {one.kept}), None)


def _works_on_cake(run: Run, index: int, division: Division) -> bool:
    """Whether a step takes a drying agent that was filtered off for the product, and does not only rinse it."""
    step = run.steps[index]
    if step.action in ("filter", "wash"):
        return division.index < index and step.given.get("filtrate_vessel", "waste") not in (
            division.other_vessel,
            "waste",
        )
    return step.action in _TAKES


_TAKES = frozenset(("transfer", "evaporate", "dry", "crystallise", "purify", "distil", "extract", "dissolve"))


def _only_solvents(run: Run, held: Held) -> str:
    """Return the names of the liquids in a vessel if there is nothing in it that they could hold, or else nothing."""
    told = [run.steps[number] for number in sorted(held.told)]
    if not told or any(step.action not in ("add", "precipitate") for step in told):
        return ""
    names = [claim.written for step in told for claim in step.reagents]
    before = (claim for step in run.steps[: min(held.told)] for claim in step.reagents)
    if not names or not all(map(_is_solvent, names)) or all(_is_solvent(claim.written) for claim in before):
        return ""
    return ", ".join(names)


def _is_solvent(name: str) -> bool:
    known = find(core_name(name)) or find(name)
    return known is not None and known.state == "liquid" and (known.is_a("solvent") or known is find("water"))


def _recrystallises(evidence: Evidence, index: int) -> bool:
    """Whether the text recrystallises there, which requires a solid."""
    one = evidence.placed[index]
    start = one.start if one.start is not None else one.cue.start if one.cue is not None else None
    return start is not None and _RECRYSTALLISES.search(evidence.text.text[max(0, start - 80) : start + 10]) is not None


def _not_it(run: Run, index: int, what: str, where: str | None = None) -> Diagnostic:
    step, vessel = run.steps[index], source_of(run.steps[index])
    return rules.not_the_material(step.span, step.name, vessel, what, where or _where(run, index, vessel), ())


def _left_out(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report work on a vessel that lacks what the text added just before."""
    one, step = evidence.placed[index], run.steps[index]
    vessel = source_of(step)
    if step.action not in _WORK or not vessel or one.start is None or _is_for_what_comes(run, index):
        return None
    last = _last_told(evidence, run, index, one)
    held = run.before[index].get(vessel, NOTHING)
    funnel = run.before[index].get(step.given.get("separation_vessel", ""), NOTHING)
    if last is None or last in held.told | funnel.told or _is_for_each(evidence, one.start):
        return None
    if _holds_object_of_verb(evidence, one, held.told):
        return None
    same = [claim.written for claim in run.steps[last].reagents]
    if any([claim.written for claim in run.steps[number].reagents] == same for number in held.told):
        return None  # the same in several vessels
    sentence = evidence.facts.bounds_around(one.start, one.start)
    if " " in vessel and vessel.lower() in evidence.text.text[slice(*sentence)].lower():
        return None
    if _REST.search(evidence.text.text, *sentence) or _OTHER_BRANCH.match(evidence.text.text, *sentence):
        return None
    other = run.steps[last]
    name = next((claim.written for claim in other.reagents), other.name)
    place = min(evidence.placed[last].places)
    if evidence.facts.sentence_at(place[0]) in evidence.facts.words.listed:
        return None
    related = (Related("the text has it here", evidence.text.span(*place)),)
    what = f"without `{name}`, which the text has put in just before"
    return rules.not_the_material(step.span, step.name, vessel, what, _where(run, index, vessel), related)


def _holds_object_of_verb(evidence: Evidence, one: Placed, told: frozenset[int]) -> bool:
    """Whether a vessel holds the object of a step's verb: `stir together 10 mL of oil`."""
    if one.cue is None:
        return False
    low, high = evidence.facts.clause_of(one.cue)
    return any(max(low, one.cue.end) <= place[0] < high for number in told for place in evidence.placed[number].places)


def _is_for_each(evidence: Evidence, place: int) -> bool:
    """Whether the text does something to each of several vessels, which are all filled before any is used."""
    sentence = evidence.facts.bounds_around(place, place)
    return pattern("each of a series").search(evidence.text.text, *sentence) is not None


def _is_for_what_comes(run: Run, index: int) -> bool:
    """Whether a vessel is cooled or stirred for a mixture that is transferred into it next."""
    step = run.steps[index]
    if step.action not in ("heat", "stir") or step.values("time"):
        return False
    later = (other for other in run.steps[index + 1 :] if other.action not in ("heat", "stir", "gas"))
    following = next(later, None)
    return following is not None and following.action == "transfer" and bool(set(following.into) & step.vessels)


def _last_told(evidence: Evidence, run: Run, index: int, one: Placed) -> int | None:
    """Return the step that adds what the text names last before the action of step `one`.

    None if that is added to the result of an earlier action (`was added to the cooled mixture`) or to a filter cake.
    """
    start = one.cue.start if one.cue is not None else one.start or 0
    found, reached = None, -1
    for number, other in enumerate(evidence.placed[:index]):
        if other.step.action in PUTS_IN and other.places and reached < other.places[0][0] < start:
            found, reached = number, other.places[0][0]
    if (
        found is None
        or stands_beside(evidence, evidence.placed[found])
        or pattern("flow put to").search(evidence.text.text[reached:start])
    ):
        return None
    there = run.before[found].get(source_of(run.steps[found]), NOTHING)
    return None if any(run.sides[part] is Side.SOLID for part in there.parts) else found

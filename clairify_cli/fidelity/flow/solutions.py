"""Parts of a solution that belong together, and the time of an addition, which belongs to the addition."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.checks.conditions import is_slow
from clairify_cli.fidelity.comparison.alignment import Placed, words_of
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.comparison.matching import Item
from clairify_cli.fidelity.flow.backwards import times_of
from clairify_cli.fidelity.flow.bench import NOTHING, PUTS_IN, Run, named, source_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Value
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late

_IN, _NO_IN, _ONTO = pattern("flow in solvent"), pattern("flow not in solvent"), pattern("flow added onto")
_STAYS, _PUT_IN = pattern("flow stays for"), pattern("flow put in over")
_ADDED_OVER, _TO = pattern("flow added over"), pattern("flow to what")
"""Words between a solute and its solvent, words that are not, and words between a time and what is added to."""
_ADDS = frozenset(("add", "transfer"))
_CLAUSE = late(r";\s|,?\sand\s(?=[^.;]*\b(?:was|were)\b)")
_NEAR, _CLOSE, _BRACKET, _FURTHEST = 6, 10, 3, 120
"""How many steps apart the parts of a solution are added, and how many characters a solvent and its volume are, or one
in a bracket, or a solute and its solvent."""


def check_solutions(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report solvents put elsewhere than their solutes, and times given to another addition than in the text."""
    parts = dict(_solutions(evidence))
    for solute, solvent in parts.items():
        found = _parted(run, solute, solvent)
        if found is not None:
            yield solvent, found
    yield from _misgiven(evidence)
    for index, one in enumerate(evidence.placed):
        yield from ((index, found) for found in _of_other_work(evidence, one))
        if one.step.action in PUTS_IN and times_of(one):
            meant = _meant(evidence, run, index, parts)
            if meant is not None:
                at = times_of(one)[0]
                words = evidence.facts.words.words_of(*at)
                step = run.steps[meant]
                yield meant, rules.lost_manner(step.span, step.name, words, *evidence.quoted(*at))


def _of_other_work(evidence: Evidence, one: Placed) -> Iterator[Diagnostic]:
    """Report an addition that takes as long as the text stirs, and the reverse."""
    adds = one.step.action in _ADDS
    if one.step.rounds > 1 or (one.step.stirs if adds else one.step.action not in ("stir", "wait", "gas")):
        return
    words, other = (_STAYS, _PUT_IN) if adds else (_PUT_IN, _STAYS)
    for item in one.items:
        if item.claim.dimension == "time" and item.place is not None and item.amount is not None:
            low, _ = evidence.facts.bounds_around(*item.place)
            said = evidence.text.text[low : item.place[0]]
            if words.search(said) and not other.search(said) and not _is_more(evidence, item):
                claim, step = item.claim, one.step
                yield rules.invented_quantity(claim.span, claim.written, claim.property, step.name)


def _is_more(evidence: Evidence, item: Item) -> bool:
    """Whether another mention of a time may be meant."""
    return len({choice.start for choice in item.choices}) > 1


def _solutions(evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield the steps that add a solute and the solvent that the text has it in: `A (5 g) in ether (20 mL)`."""
    for solute, one in enumerate(evidence.placed):
        if one.step.action != "add" or not one.places:
            continue
        for solvent in range(max(0, solute - _NEAR), min(solute + _NEAR, len(evidence.placed))):
            other = evidence.placed[solvent]
            if solvent == solute or other.step.action not in PUTS_IN or not other.places:
                continue
            start = _mention(evidence, other)
            end = max((high for _, high in one.places if high <= start), default=None)
            if end is None:
                continue
            match = _IN.fullmatch(evidence.text.text, end, start)
            if match is not None and not _NO_IN.search(match.group()):
                yield solute, solvent
                break


def _misgiven(evidence: Evidence) -> Iterator[tuple[int, Diagnostic]]:
    """Report solvents with a volume that another step has of the text's: `KBr (5 g) in water (15 mL)`."""
    for solute, one in enumerate(evidence.placed):
        ends = [item.amount.end for item in one.items if item.amount is not None and item.amount.about]
        if not ends or one.step.action != "add":
            continue
        for other in evidence.placed[max(0, solute - _NEAR) : solute + _NEAR]:
            if other.step.action != "add" or other is one or not (other.step.vessels & one.step.vessels):
                continue
            for item in other.items:
                meant = _volume_there(evidence, item, max(ends))
                there = [step for step in evidence.steps if step.vessels & one.step.vessels]
                if meant and not any(meant.fits("volume", value) for step in there for value in step.values("volume")):
                    place = (item.claim.span, item.claim.written, item.claim.property, other.step.name)
                    around, related = evidence.quoted(meant.start, meant.end)
                    yield other.step.number - 1, rules.invented_quantity(*place, meant.words, around, related)


def _volume_there(evidence: Evidence, item: Item, end: int) -> Value | None:
    """Return the volume, used by some step, in the bracket of a solvent that the text has right behind a solute."""
    if item.claim.dimension != "volume" or item.reagent is None:
        return None
    for low, high in evidence.facts.names.find(item.reagent.written, item.reagent.names):
        match = _IN.fullmatch(evidence.text.text, end, low) if end <= low < end + _FURTHEST else None
        said = evidence.facts.amounts_within(high, high + _BRACKET) if match is not None else []
        if match is not None and said and not _NO_IN.search(match.group()):
            value, used = said[0].values[0], evidence.matching.used[said[0].number]
            return value if used and value.dimension == "volume" and said[0].times == 1 else None
    return None


def _mention(evidence: Evidence, one: Placed) -> int:
    """Return where the text names a solvent beside its volume, though another step may have got this mention."""
    volume = max((place for item in one.items if item.amount and (place := item.place)), default=one.places[0])
    names = (place for claim in one.step.reagents for place in evidence.facts.names.find(claim.written, claim.names))
    return max((low for low, high in names if volume[0] - _CLOSE < high <= volume[0]), default=one.places[0][0])


def _parted(run: Run, solute: int, solvent: int) -> Diagnostic | None:
    """Report a solvent in another vessel than its solute, where they only meet with something else."""
    here, there = (source_of(run.steps[index]) for index in (solute, solvent))
    if any(source_of(step) == here and words_of(step) == words_of(run.steps[solvent]) for step in run.steps):
        return None  # of two equal volumes, either may be meant
    for number in range(max(solute, solvent) + 1, len(run.steps)):
        step = run.steps[number]
        if step.action == "transfer" and {source_of(step), step.given.get("to_vessel")} == {here, there}:
            told = frozenset().union(*(run.before[number].get(name, NOTHING).told for name in (here, there)))
            told -= {solute, solvent}
            if any(run.steps[index].action in PUTS_IN for index in told):
                step, name = run.steps[solvent], named(run.steps[solute])
                what = f"and the text has `{name}` in it, which is in `{here}`"
                return rules.not_the_material(step.span, step.name, there, what, here, ())
            return None
    return None


def _meant(evidence: Evidence, run: Run, index: int, parts: dict[int, int]) -> int | None:
    """Return the step that the text gives the time of an addition, if it is another one, which adds all at once."""
    one = evidence.placed[index]
    vessel, at = source_of(one.step), times_of(one)[0]
    low, high = evidence.facts.bounds_around(*at)
    own = [place for place in one.places if place != at and low <= place[0] < high]
    apart = own and _CLAUSE.search(evidence.text.text, own[-1][1], max(own[-1][1], at[0]))
    if not own or apart:
        told = _in_sentence(evidence, index, apart.end() if apart else low, at[0]) if len(one.places) > 1 else None
        if told is not None or not own:
            return told
    solute = next((number for number, solvent in parts.items() if index in (number, solvent)), None)
    moved = _moved(run, index, vessel) if solute is not None and own[-1][1] <= at[0] else None
    if moved is not None:
        return None if is_slow(evidence.placed[moved]) else moved
    said = evidence.facts.cues_by_sentence.get(evidence.facts.sentence_at(at[0]), ())
    cue = next((one for one in reversed(said) if one.required and one.kind in _ADDS and one.end <= at[0]), None)
    if cue is None:
        return None
    last = solute if solute is not None and solute < index and own[-1][1] <= cue.start else None
    if last is not None and run.before[last].get(vessel, NOTHING).parts:  # its solvent takes the time of the solution
        return None if is_slow(evidence.placed[last]) else last
    onto = _ONTO.match(evidence.text.text, at[1], own[0][0])
    for number in range(max(0, index - _NEAR), min(index + _NEAR, len(run.steps))):
        other = evidence.placed[number]
        if number == index or is_slow(other) or vessel not in other.step.into:
            continue
        if other.step.action == "transfer" and onto and number > index:  # `it was added over 5 min to A`
            return number
        if other.step.action not in PUTS_IN or not other.places:
            continue
        start, end = other.places[0][0], other.places[-1][1]
        between = own[-1][1] <= cue.start and cue.end <= start and end <= at[0]  # `to A was added B over 5 min`
        if between or (low <= start and end <= cue.start and onto):  # `B was added over 5 min to A`
            return number
    return None


def _in_sentence(evidence: Evidence, index: int, low: int, at: int) -> int | None:
    """Return the addition of another step before a time in its sentence: `B was added over 5 min`."""
    step = evidence.steps[index]
    for number in range(max(0, index - _NEAR), min(index + _NEAR, len(evidence.placed))):
        other = evidence.placed[number]
        if number == index or other.step.action != "add" or is_slow(other) or not step.vessels & other.step.vessels:
            continue
        told = [place for place in other.places if low <= place[0] and place[1] <= at]
        over = told and _ADDED_OVER.fullmatch(evidence.text.text, told[-1][1], at)
        if over and not _TO.search(evidence.text.text, low, told[0][0]):
            return number
    return None


def _moved(run: Run, index: int, vessel: str) -> int | None:
    """Return the transfer of a solution that was only made up before."""
    for number in range(index + 1, len(run.steps)):
        step = run.steps[number]
        if vessel in step.vessels and step.action not in ("add", "dissolve", "stir", "gas"):
            return number if step.action == "transfer" and source_of(step) == vessel else None
    return None

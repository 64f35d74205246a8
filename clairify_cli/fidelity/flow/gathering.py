"""Material that should be together but is not: a reagent added elsewhere, a mixture that is left behind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import IDLE, NOTHING, PUTS_IN, Run, named, source_of
from clairify_cli.fidelity.flow.intent import kept_layer
from clairify_cli.fidelity.lists import pattern, word_set
from clairify_cli.fidelity.rules import rules
from clairify_cli.fidelity.text.names import GENERIC, QUALIFIERS
from clairify_cli.fidelity.text.substances import is_drying_agent
from clairify_cli.files.patterns import late

_OWN_VESSEL, _NEXT = pattern("flow own vessel"), 60
"""Words for a new vessel (`a flask`), and the maximum number of characters up to the first reagent for it."""
_CALLED = late(r"\b(?:solution|mixture|suspension|part)\s(?:[A-Z]|\d)\b", re.IGNORECASE)
_LONG_WORD, _WORD = pattern("flow long word"), pattern("flow word")
_CLASSES = frozenset(("oil", "acid", "alcohol", "aldehyde", "amine", "base", "ester", "ketone"))
_NO_NAMES = frozenset(("the", "which", "was", "added", "flask", "vessel", "stirred", "stirring", "first", "ice"))
_WORK = frozenset(("stir", "heat", "filter", "evaporate", "extract", "purify", "distil", "crystallise", "irradiate"))


def check_gathered(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Yield findings about material added to, or left in, the wrong vessel, with the index of the step."""
    for index, step in enumerate(run.steps):
        found = None
        if step.action in PUTS_IN:
            found = _alone(run, index) or _set_aside(evidence, run, index) or _on_old(evidence, run, index)
            found = found or _onto_this(evidence, run, index)
        elif step.action not in IDLE:
            found = _turned_round(evidence, run, index) or _left(evidence, run, index)
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
    dries = any(is_drying_agent(claim.written) for claim in step.reagents)
    if not (dries or step.action == "dissolve") or run.before[index].get(vessel, NOTHING).parts:
        return None
    if not dries and not any(other.action in PUTS_IN for other in run.steps[:index]):
        return None  # a product of earlier work: `The residue was taken up in chloroform`
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


def _on_old(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report material added to an earlier product if the text uses a separate vessel."""
    step, place = run.steps[index], _place(evidence, index)
    held = run.before[index].get(source_of(step), NOTHING)
    if place is None or not held.told:
        return None
    match = next((one for one in _OWN_VESSEL.finditer(evidence.text.text, 0, place) if place - one.end() < _NEXT), None)
    told = [at for number in held.told if (at := _place(evidence, number)) is not None]
    if match is None or not told or max(told) >= match.start():
        return None
    name = named(run.steps[max(held.told)])
    what = f"in which `{name}` still is, and the text takes another vessel: `{match.group()}`"
    return rules.not_the_material(step.span, step.name, source_of(step), what, None, evidence.here(*match.span()))


def _onto_this(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report what is added to a mixture that the text pours or precipitates into it."""
    step, place, vessel = run.steps[index], _place(evidence, index), source_of(run.steps[index])
    if place is None or not run.before[index].get(vessel, NOTHING).parts:
        return None
    start, _ = evidence.facts.bounds_around(place, place)
    match = _POURED_INTO.search(evidence.text.text, start, place)
    if match is None:
        return None
    name, related = named(step), evidence.here(match.start(), place)
    what = f"and the text brings its contents into `{name}`: `{match.group().strip()}`"
    return rules.not_the_material(step.span, step.name, vessel, what, None, related, apart=name)


_POURED_INTO = late(
    r"\b(?:was|were|is|are|and|then|thereafter,?)\s(?:\w+ly\s)?(?:re)?(?:precipitated|poured|dropped|tipped)\s(?:\w+ly\s|dropwise\s|out\s)?"
    r"(?:in|on)?to\s(?:an?\s|the\s)?(?:(?!and\b)\w+\s){0,2}\Z"
)


def _left(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report a transfer or separation into a vessel that is never used again, though the program continues."""
    step, target = run.steps[index], run.steps[index].given.get("to_vessel")
    if step.action not in ("transfer", "extract") or not target or target == source_of(step) or "waste" in target:
        return None
    portion = any(claim.dimension != "time" for claim in step.claims)
    if step.action == "transfer" and (portion or "solid" in step.given):  # only a part of the contents
        return None
    if any(source_of(run.steps[number]) == target for number in _touching(run, index, target)):
        return None
    if any(one.index == index and step.action == "transfer" and not one.before.drying for one in run.divisions):
        return None  # a liquid poured off what the program goes on with
    back = step.given.get("waste_phase_to_vessel") == source_of(step)
    if back and kept_layer(evidence, evidence.placed[index], "", "") == "aqueous":
        return None  # an extract that is thrown away
    for number in range(index + 1, len(run.steps)):
        later = run.steps[number]
        held = run.before[number].get(source_of(later), NOTHING)
        if later.action in _WORK and held.told and min(held.told) < index:
            return rules.not_the_material(
                later.span, later.name, source_of(later), f"and `{step.name}` has put it into `{target}`", target, ()
            )
    return None


def _turned_round(evidence: Evidence, run: Run, index: int) -> Diagnostic | None:
    """Report a transfer in the wrong direction: `the phosphonate solution was added to the first mixture`."""
    step, one = run.steps[index], evidence.placed[index]
    if step.action != "transfer" or one.start is None:
        return None
    near = (one.cue,) if one.cue else evidence.facts.cues_by_sentence.get(evidence.facts.sentence_at(one.start), ())
    cue = next((cue for cue in near if cue.kind in ("add", "transfer")), None)
    if cue is None:
        return None
    start, _ = evidence.facts.bounds_around(cue.start, cue.end)
    text = evidence.text.text
    said, onto = pattern("flow subject").search(text, start, cue.start), pattern("flow onto").match(text, cue.end)
    source, target = source_of(step), step.given.get("to_vessel", "")
    here, there = (" ".join(_names(evidence, run, index, vessel)) for vessel in (source, target))
    into_vessel = onto is not None and onto["what"].split()[-1].lower() in word_set("named vessels")
    if onto is not None and not into_vessel and _is_only_in(onto["what"], here, there, _WORD):
        what = f"and the text adds something to what is in `{source}`: `{onto.group().strip()}`"
    elif said is not None and _is_only_in(said.group(), there, here, _LONG_WORD):
        what = f"and the text adds what is in `{target}`: `{said.group().strip()}`"
    else:
        return None
    return rules.not_the_material(step.span, step.name, source, what, target, evidence.here(cue.start, cue.end))


def _is_only_in(words: str, here: str, there: str, word: re.Pattern[str]) -> bool:
    """Whether words name something in one of two lists of names, and nothing in the other."""
    empty = (GENERIC - _CLASSES) | QUALIFIERS | _NO_NAMES
    named = {one.removesuffix("s") for one in {one.casefold() for one in word.findall(words)} - empty}
    named |= {one.group().casefold() for one in _CALLED.finditer(words)}
    return any(one in here for one in named) and not any(one in there for one in named)


def _names(evidence: Evidence, run: Run, index: int, vessel: str) -> set[str]:
    """Return the reagents in a vessel before a step, and what the text calls them together, in lower case."""
    told = run.before[index].get(vessel, NOTHING).told
    places = [place for number in told if (place := _place(evidence, number)) is not None]
    called = {_called(evidence, place).casefold() for place in places}
    return called | {claim.written.casefold() for number in told for claim in run.steps[number].reagents}


def _called(evidence: Evidence, place: int) -> str:
    """Return what the text calls what it has at a place: `… in toluene as solution A`, `Solution A: …`."""
    low, high = evidence.facts.bounds_around(place, place)
    named = [one.group() for one in _CALLED.finditer(evidence.text.text, low, high) if one.start() >= place]
    ahead = _CALLED.match(evidence.text.text, low)
    return ahead.group() if ahead is not None else named[0] if named else ""

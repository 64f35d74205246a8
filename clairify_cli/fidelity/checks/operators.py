"""Account for the words that change what an instruction means: shares, counts, conditions, destinations.

`text/operators.toml` lists the words by class, and which of the tests below tells whether a program does what they
say. Every one of them in an instruction has to be done by something in the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.checks import places
from clairify_cli.fidelity.checks.shares import UP_TO, Said, contents, total_of
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import operators
from clairify_cli.fidelity.model import Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late

_ADDS = frozenset(("add", "dissolve", "transfer", "precipitate", "extract", "wash"))
_MOVES = frozenset(("add", "dissolve", "transfer", "precipitate", "filter", "evaporate"))
"""Actions after which a mixture is another one, so that work before them is no wait for it."""
_LASTING = frozenset(("stir", "heat", "wait", "sonicate", "irradiate", "dissolve", "evaporate", "dry", "gas"))
_ROUGHLY, _WARM, _BOILS, _JUST_BEHIND = 0.1, 40.0, 98.0, 30
_ENDS = late(r"until|till |end.?point|stop|persist|enough|no more|turn|change|ph\b")
_STOPS_SHORT = late(
    r"\bonly\b|not to dryness|stop|until|partial|\d\s?(?:m?l|cm3|cc)\b|volume|\b(?:half|most|bulk|thirds?|quarters?)\b"
)
_WORKED = late(r"\b(?:stir|heat|reflux|boil|mix(?:ed|ing)?\b|shak)", re.IGNORECASE)
_PAIR, _IS_TARGET = 2, late(r"\b(?:to|into|onto|in)\s(?:[\w.-]+\s){0,4}\Z", re.IGNORECASE)
_PUT_FIRST = late(r"\b(?:weigh|measure|put|place)\w*\b[^.;]*\Z", re.IGNORECASE)
"""Words before the first of two things that make it the one that is there before the other comes."""
_SMALL, _STEM = frozenset(("when", "once", "after", "until", "till", "the", "had", "has", "have", "was", "been")), 4
_ENDED = frozenset(("over", "subs", "stop", "end", "ends", "ende", "fini", "abat", "slac"))
_BRACKET = late(r"[^.;,()]*\([^()]*\)")
"""Up to the end of a bracket that may say how long that takes: `until TLC showed its end (some 7 h)`."""
_GOES_ON_FOR = late(r"\s(?:for|at|in|over|overnight)\b", re.IGNORECASE)
_AFTER_TIME = late(r"\safter\s(?:ca\.?\s|about\s)?[\d.]+\s?\w+")
_IS_OFF = late(r"\boff\b|remov|away", re.IGNORECASE)


def check_operators(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report words that change an instruction and that nothing in the program does."""
    text, facts = evidence.text.text, evidence.facts
    told: dict[tuple[int, int], list[Placed]] = {}
    for operator in operators():
        for match in operator.words.finditer(text) if operator.needs in _TESTS else ():
            low, high = facts.bounds_around(*match.span())
            kinds = [kind for start, end, kind in facts.stretches if start <= match.start() < end]
            if Standing.ASIDE in kinds or (kinds and operator.needs not in _ANYWHERE):
                continue
            if operator.unless.search(text, low, match.start()) is not None:
                continue
            if (low, high) not in told:
                told[low, high] = _told(evidence, low, high)
            said = Said(operator, match, low, high, told[low, high])
            if not _TESTS[operator.needs](evidence, said):
                yield _finding(evidence, said)
                if operator.needs == "noted":
                    break


def _finding(evidence: Evidence, said: Said) -> Diagnostic:
    """Return what to report about words that nothing does, at the step that should do it, if there is one."""
    operator, match = said.operator, said.match
    steps = [one.step for one in said.told if one.step.action in operator.by] or [one.step for one in said.told[-1:]]
    step = steps[0] if steps else evidence.step_before(match.start())
    words = evidence.facts.words.words_of(*match.span())
    around, related = evidence.quoted(*match.span())
    if operator.needs == "lasts":
        return rules.lost_end(step.span, words, around, related, sure=operator.sure)
    if operator.needs in ("partly", "reduced"):
        return rules.dried_instead(step.span, step.name, words, around, related)
    noted = operator.needs == "noted"
    return rules.lost_condition(step.span, words, around, operator.hint, noted, related, sure=operator.sure)


def _told(evidence: Evidence, low: int, high: int) -> list[Placed]:
    """Return the steps that a stretch of the text tells of, with those without a place that follow them."""
    found: list[Placed] = []
    follows = False
    for one in evidence.placed:
        places = one.places or ([] if one.cue is None else [(one.cue.start, one.cue.end)])
        inside = any(low <= start < high for start, _ in places)
        before = all(start < low for start, _ in places)
        follows = inside or (not places and (follows or _comes_next(evidence, one, low))) or (follows and before)
        if follows:
            found.append(one)
    return found or [one for one in evidence.placed if one.start is None]


def _comes_next(evidence: Evidence, one: Placed, low: int) -> bool:
    """Whether a step without a place comes after all steps that the text tells before a place."""
    later = (other.start for other in evidence.placed[one.step.number - 1 :] if other.start is not None)
    before = [other.start for other in evidence.placed[: one.step.number - 1] if other.start is not None]
    return next(later, low) >= low > max(before, default=-1)


def _is_of_repetition(evidence: Evidence, said: Said) -> bool:
    """Whether the sentence repeats earlier steps, which is checked as a whole: `do it twice more with this volume`."""
    return any(said.low <= one.start < said.high for one in evidence.facts.again)


def _mark(evidence: Evidence, said: Said) -> bool:
    """Whether the last liquid of a solution brings it to its volume."""
    total = total_of(said.match)
    adds = [one.step for one in said.told if one.step.action in ("add", "dissolve") and one.step.into]
    before = contents(evidence.steps)
    for step in adds[-1:]:
        held = before[step.number - 1].get(step.into[0], (0.0, 0.0))[0]
        later = [
            one for one in evidence.placed[step.number :] if step.into == one.step.into and one.step.action == "add"
        ]
        values = step.values("volume")
        earlier = [one for one in evidence.steps[: step.number - 1] if one.into == step.into and one.action in _ADDS]
        # Solids take up an unknown volume, and a mark is at one.
        open_ended = not total or not all(one.values("volume") for one in earlier)
        if not values and open_ended and any(UP_TO.search(note) for note in step.notes):
            return True
        late = any(one.start is not None and one.start < said.low for one in later)
        return not late and bool(values) and (not total or abs(held + values[0] - total) <= _ROUGHLY * total)
    return False


def _times(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence is done as often as the words say; numbers beside an amount are checked there."""
    many = count_of(said.match["many"].lower().split()[0])
    if _is_of_repetition(evidence, said):
        return True
    if any(said.match.group().lower() in note for one in said.told for note in _notes(one)):
        return True
    loops = {step.rounds for step in evidence.steps if step.rounds > 1}  # which the text may tell afterwards
    counts = {count for one in said.told for count in (one.step.repeats, one.step.repeats * one.step.rounds)} | loops
    alike = [(one.step.name, *(claim.written for claim in one.step.reagents)) for one in said.told]
    counts |= {count - 1 for count in counts}  # `another 3 times`
    return many in counts or any(alike.count(name) >= many for name in alike)


def _layer(evidence: Evidence, said: Said) -> bool:
    moves = [one.step for one in said.told if one.step.action in ("transfer", "extract", "filter")]
    moves = moves or [step for step in evidence.steps if step.action == "extract"]
    vessels = ("to_vessel", "waste_phase_to_vessel")
    parted = {step.given.get(name) for step in evidence.steps if step.action == "extract" for name in vessels}
    return any(step.action != "transfer" or step.values("volume") or parted & set(step.out_of) for step in moves)


def _lacks(evidence: Evidence, said: Said) -> bool:
    """Whether the step that a ban is said of heeds it: the one before, or behind if the clause opens or goes on."""
    done, (start, end) = said.operator.by, said.match.span()
    behind = [(at, one) for one in evidence.placed for at, _ in one.places if end <= at < said.high]
    before = [one for one in evidence.placed if one.places and one.places[-1][1] <= start]
    opens = evidence.text.text[said.low : start].strip() == "" and evidence.text.text[end : end + 1] == ","
    ends = said.match.groupdict().get("ends") or opens or _GOES_ON_FOR.match(evidence.text.text, end)
    if behind and ends:
        _, one = min(behind, key=lambda each: each[0])
    elif before:
        one = max(before, key=lambda one: (one.places[-1], one.step.number))
    else:
        return True
    return not (one.step.action in done or ("stir" in done and one.step.stirs))


def _stirred(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence stirs, or the stirring of an earlier one may still go on."""
    last = max((one.step.number for one in said.told), default=0)
    begun = any(step.name == "StartStir" for step in evidence.steps[:last])
    steps = [one.step for one in said.told]
    noted = any("stir" in note or "whisk" in note for one in said.told for note in _notes(one))
    return not steps or begun or noted or any(step.stirs is not False or step.action == "stir" for step in steps)


def _this_way_round(evidence: Evidence, said: Said) -> bool:
    """Whether the two things that the words before are about go into their vessel in the order that the text has."""
    text, start = evidence.text.text, said.match.start()
    low, _ = evidence.facts.bounds_around(start, start)
    if not re.search(r"\w", text[low:start]):  # a sentence of its own is about the one before
        before = max(0, low - 3)
        low, _ = evidence.facts.bounds_around(before, before)
    adds = [
        (place, step)
        for step in evidence.steps
        for claim in step.reagents
        for place in evidence.facts.names.find(claim.written, claim.names)
        if step.action in ("add", "dissolve") and low <= place[0] < start
    ]
    adds.sort(key=lambda pair: pair[0])
    if len(adds) < _PAIR:
        return True
    (first, one), (second, other) = adds[-_PAIR:]
    turned = _IS_TARGET.search(text, first[1], second[0]) is not None and not _PUT_FIRST.search(text, low, first[0])
    return (one.number > other.number) == turned


def _below_boiling(evidence: Evidence, said: Said) -> bool:
    """Whether no step of the sentence heats what must not boil to the boiling point of water."""
    return all(temp < _BOILS for one in said.told for temp in one.step.values("temp"))


def _lasts(evidence: Evidence, said: Said) -> bool:
    """Whether the program takes time, since the mixture was made, for what the text waits for."""
    start, end = said.match.span()
    placed, words = evidence.placed, said.match.group().lower()
    before = [one.step.number for one in placed if one.start is not None and one.start < start + _JUST_BEHIND]
    if "ntil" in words or "till" in words:
        end = match.end() if (match := _BRACKET.match(evidence.text.text, end)) is not None else end + _JUST_BEHIND
    behind = [one.step.number for one in placed if one.start is not None and one.start >= end and not _reaches(one)]
    if (
        not before
        or evidence.is_watched
        or any(_stems(words) <= _stems(note) for one in said.told for note in _notes(one))
    ):
        return True
    inside = (one for one in placed if one.start is not None and start <= one.start < end)
    if any(one.step.action in _LASTING and one.step.values("time") for one in inside):
        return True  # `stirring for 15 min until …`
    stop = min((number for number in behind if number > max(before)), default=len(placed) + 1)
    # Long work at once after it is enough: the mixture comes to rest in it.
    for one in reversed(placed[: stop - ("ntil" in words or "till" in words)]):
        cools = _reaches(one) and "cool" in words and min(one.step.values("temp"), default=_WARM + 1) <= _WARM
        if cools or (one.step.action in _LASTING and (one.step.values("time") or one.step.action == "wait")):
            return True
        if one.step.action in _MOVES and one.start is not None and one.start < start:
            break
    stands = not _WORKED.search(words)
    open_ended = (one for one in said.told if stands or one.step.action == "add" or one.step.name == "StartStir")
    return any(_ENDS.search(note) for one in open_ended for note in _notes(one))


def _stems(words: str) -> set[str]:
    """Return how the words of a condition begin, except the small ones: `gas`, `evol`; its end is always `ceas`."""
    stems = {word[:_STEM] for word in re.findall(r"[a-z]{3,}", words) if word not in _SMALL}
    return {"ceas" if one in _ENDED else one for one in stems}


def _reaches(one: Placed) -> bool:
    """Whether a step only brings a mixture to a temperature, which the next step may hold."""
    return one.step.action == "heat" and not one.step.values("time")


def _off(evidence: Evidence, said: Said) -> bool:
    """Whether no heating that goes on by itself is on any more when the next step of the text begins."""
    start, end = said.match.span()
    end = timed.end() if (timed := _AFTER_TIME.match(evidence.text.text, end)) is not None else end
    before = [one.step.number for one in evidence.placed if one.start is not None and one.start < start]
    behind = (one.step.number for one in evidence.placed if one.start is not None and one.start >= end)
    stop = next((number for number in behind if number > max(before, default=0)), None)
    if not before or stop is None:
        return True
    done = evidence.placed[: stop - 1]
    heats = [one for one in done if one.step.action == "heat"]
    on = heats[-1].step if heats else None
    if on is None or on.name == "HeatChill" or "false" in (on.given.get("active"), on.given.get("continue_heatchill")):
        return True
    if evidence.steps[stop - 1].action in ("heat", "stop"):
        return True  # it goes on to another temperature
    later = done[on.number :]
    return any(one.step.name == "StopHeatChill" or set(one.step.out_of) & on.vessels for one in later) or any(
        _IS_OFF.search(note) for one in heats[-1:] for note in _notes(one)
    )


def _partly(evidence: Evidence, said: Said) -> bool:
    """Whether a solution that the text only concentrates is not evaporated to dryness."""
    told = [one for one in said.told if one.step.action in ("evaporate", "dry")]
    noted = any(_STOPS_SHORT.search(note) for one in told for note in _notes(one))
    return not told or noted or any(one.step.values("time") for one in told)


def _reduced(evidence: Evidence, said: Said) -> bool:
    """Whether a step that takes solvent off says to which volume."""
    number = re.compile(rf"(?<!\d)(?<!\d\.){re.escape(said.match['volume'])}(?!\d)")
    boils = [step for step in evidence.steps if step.action in ("evaporate", "distil", "heat")]
    return not boils or any(number.search(one) for step in boils for one in (*step.notes, *step.given.values()))


def _notes(one: Placed) -> tuple[str, ...]:
    return tuple(note.lower() for note in one.step.notes)


def _noted(evidence: Evidence, said: Said) -> bool:
    return said.operator.shown.search(evidence.program.text) is not None


_TESTS: dict[str, Callable[[Evidence, Said], bool]] = {
    "mark": _mark,
    "times": _times,
    "label": places.is_labelled,
    "noted": _noted,
    "route": places.is_routed,
    "layer": _layer,
    "lacks": _lacks,
    "stirred": _stirred,
    "this way round": _this_way_round,
    "below boiling": _below_boiling,
    "lasts": _lasts,
    "off": _off,
    "partly": _partly,
    "reduced": _reduced,
}
_ANYWHERE = frozenset(("noted", "mark", "lacks", "below boiling", "this way round"))
"""Tests of words that stand where a condition or remark may be an instruction."""

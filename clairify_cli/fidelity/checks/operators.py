"""Account for the words that change what an instruction means: shares, counts, conditions, destinations.

`text/operators.toml` lists the words by class, and which of the tests below tells whether a program does what they
say. Every one of them in an instruction has to be done by something in the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.checks import places
from clairify_cli.fidelity.checks.shares import Said, contents, factor_of, fits, named_in, parts_of, rounds_of, total_of
from clairify_cli.fidelity.comparison.alignment import Placed, sets_ph
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import operators
from clairify_cli.fidelity.model import Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind, StepClaims

_ADDS = frozenset(("add", "dissolve", "transfer", "precipitate", "extract", "wash"))
_MOVES = frozenset(("add", "dissolve", "transfer", "precipitate", "filter", "evaporate"))
"""Actions after which a mixture is another one, so that work before them is no wait for it."""
_LASTING = frozenset(("stir", "heat", "wait", "sonicate", "irradiate", "dissolve", "evaporate", "dry", "gas"))
_MEASURED = frozenset(("volume", "amount", "mass"))
_ROUGHLY, _WARM, _JUST_BEHIND = 0.1, 40.0, 30
_GOES_ON, _ENDS = (
    late(r"\bun?til|\btill\b"),
    late(r"until|till |end.?point|stop|persist|enough|no more|turn|change|ph\b"),
)
_UP_TO = late(r"\bto\s(?:\w+\s){0,3}?\d|\bmark\b|\bup\b", re.IGNORECASE)
_STOPS_SHORT = late(r"\bonly\b|not to dryness|stop|until|partial|\d\s?(?:m?l|cm3|cc)\b|volume")
_WORKED = late(r"\b(?:stir|heat|reflux|boil|mix(?:ed|ing)?\b|shak)", re.IGNORECASE)
_GOES_ON_FOR = late(r"\s(?:for|at|in|over|overnight)\b", re.IGNORECASE)
_IS_OFF = late(r"\boff\b|remov|away", re.IGNORECASE)
_CASES = late(r"\b(?:if|when|unless|only|need|necess|in case|should)", re.IGNORECASE)


def check_operators(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report words that change an instruction and that nothing in the program does."""
    text, facts = evidence.text.text, evidence.facts
    told: dict[tuple[int, int], list[Placed]] = {}
    for operator in operators():
        for match in operator.words.finditer(text):
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
        return rules.lost_end(step.span, words, around, related)
    if operator.needs == "again":
        return rules.lost_repeats(step.span, step.name, words, around, related)
    if operator.needs in ("partly", "reduced"):
        return rules.dried_instead(step.span, step.name, words, around, related)
    noted = operator.needs in _NOTED
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


def _share(evidence: Evidence, said: Said) -> bool:
    wanted = factor_of(said.match)
    boils = [one for one in said.told if one.step.action in ("evaporate", "distil")]
    boils = boils or [one for one in said.told if one.step.values("temp")]
    moves = [one for one in said.told if one.step.action == "transfer"]
    moves += [one for one in evidence.placed if one.step.action == "transfer" or one in said.told] if not moves else []
    noted = any(
        re.search(r"\d|hal[fv]|third|quarter|tenth|fifth|volume", note) for one in boils for note in _notes(one)
    )
    if boils and (noted or any(one.step.values("volume") for one in boils)):
        return True
    return any(fits(evidence, one.step, wanted, said.low, said.match.end()) for one in moves)


def _equal(evidence: Evidence, said: Said) -> bool:
    if _is_of_repetition(evidence, said):
        return True
    what = named_in(said.match)
    adds = [one for one in said.told if one.step.action in _ADDS]
    named = [one for one in evidence.placed if one.step.action in _ADDS and _names(evidence, one, what)] or adds
    if "parts" in said.match.group().lower():
        named = adds
        values = [one.step.values("volume") + one.step.values("mass") for one in named]
        return bool(values) and all(one and abs(one[0] - values[0][0]) <= _ROUGHLY * one[0] for one in values)
    low, start = said.low, said.match.start()
    if low and not evidence.facts.amounts_within(low, start):  # of what the sentence before has
        low, _ = evidence.facts.bounds_around(low - 2, low - 2)
    return any(fits(evidence, one.step, factor_of(said.match), low, start) for one in named)


def _is_of_repetition(evidence: Evidence, said: Said) -> bool:
    """Whether the sentence repeats earlier steps, which is checked as a whole: `do it twice more with this volume`."""
    return any(said.low <= one.start < said.high for one in evidence.facts.again)


def _names(evidence: Evidence, one: Placed, place: tuple[int, int]) -> bool:
    """Whether a step's reagent is named in a stretch of the text."""
    names = (claim for claim in one.step.claims if claim.kind is ClaimKind.REAGENT)
    places = (start for claim in names for start, _ in evidence.facts.names.find(claim.written, claim.names))
    return any(place[0] <= start < place[1] for start in places)


def _parts(evidence: Evidence, said: Said) -> bool:
    """Whether the reagents behind `3 parts of`, `1 part of` in a sentence are measured in this ratio."""
    parts, values = [], []
    matches = list(said.operator.words.finditer(evidence.text.text, said.low, said.high))
    ends = [*(match.start() for match in matches[1:]), said.high]
    for match, end in zip(matches, ends, strict=True):
        named = [
            (item.place, item.step)
            for item in evidence.matching.items
            if item.claim.kind is ClaimKind.REAGENT and item.place and match.end() <= item.place[0] < end
        ]
        step = min(named, key=lambda one: one[0])[1] if named else None
        values += ((step.values("volume") or step.values("mass")) if step is not None else [])[:1]
        parts.append(parts_of(match))
    if len(values) < len(parts):  # one of them is an earlier mixture
        near = evidence.placed[max(0, said.told[0].step.number - 2) : said.told[-1].step.number] if said.told else []
        values = sorted(value for one in near for value in one.step.values("volume") + one.step.values("mass"))
        parts.sort()
    ratios = [value / part for value, part in zip(values, parts, strict=False)]
    return len(values) >= len(parts) and all(abs(one - ratios[0]) <= _ROUGHLY * ratios[0] for one in ratios)


def _split(evidence: Evidence, said: Said) -> bool:
    """Whether something goes from one vessel into as many others, or in as many additions, as it is divided into."""
    many = rounds_of(said.match)
    targets: dict[str, list[str]] = {}
    for step in evidence.steps:
        if step.action == "transfer" and step.out_of:
            equal = not step.claims or "equal" not in said.match.group()
            if equal or any(fits(evidence, step, part / many, said.low, said.match.start()) for part in range(1, many)):
                targets.setdefault(step.out_of[0], []).extend(step.into * step.repeats * step.rounds)
    told = (one.step for one in said.told if one.step.claims)
    alike = Counter((step.name, *(claim.written for claim in step.claims)) for step in told)
    rounds = max(*(step.rounds for step in evidence.steps), *alike.values(), 0)
    # One part may stay where all of it was, unless a transfer takes everything.
    stays = {vessel for vessel in targets if any(_MEASURED & set(step.given) for step in _out_of(evidence, vessel))}
    return rounds >= many or any(len(into) >= many - (vessel in stays) for vessel, into in targets.items())


def _out_of(evidence: Evidence, vessel: str) -> Iterator[StepClaims]:
    return (step for step in evidence.steps if step.action == "transfer" and vessel in step.out_of)


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
        if not values and open_ended and any(_UP_TO.search(note) for note in step.notes):
            return True
        late = any(one.start is not None and one.start < said.low for one in later)
        return not late and bool(values) and (not total or abs(held + values[0] - total) <= _ROUGHLY * total)
    return False


def _loop(evidence: Evidence, said: Said) -> bool:
    names = [(one.step.name, *sorted(claim.written for claim in one.step.claims)) for one in said.told]
    return any(one.step.rounds * one.step.repeats > 1 for one in said.told) or len(set(names)) < len(names)


def _times(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence is done as often as the words say; numbers beside an amount are checked there."""
    many = count_of(said.match["many"].lower().split()[0])
    if _is_of_repetition(evidence, said):
        return True
    if any(amount.times == many for amount in evidence.facts.amounts_within(said.low, said.high)):
        return True
    if any(said.match.group().lower() in note for one in said.told for note in _notes(one)):
        return True
    loops = {step.rounds for step in evidence.steps if step.rounds > 1}  # which the text may tell afterwards
    counts = {one.step.repeats * one.step.rounds for one in said.told} | loops
    alike = [one.step.name for one in said.told]
    counts |= {count - 1 for count in counts}  # `another 3 times`
    return many in counts or any(alike.count(name) >= many for name in alike)


def _case(evidence: Evidence, said: Said) -> bool:
    """Whether a step of a conditional instruction says when it is done; a sentence without an action is a remark."""
    cues = [cue for cue in evidence.facts.cues if said.low <= cue.start < said.high and cue.required]
    if not cues and not any(amount.about for amount in evidence.facts.amounts_within(said.low, said.high)):
        return True
    return any(_CASES.search(note) for one in said.told for note in _notes(one)) or evidence.is_watched


def _layer(evidence: Evidence, said: Said) -> bool:
    moves = [one.step for one in said.told if one.step.action in ("transfer", "extract", "filter")]
    moves = moves or [step for step in evidence.steps if step.action == "extract"]
    return any(step.action != "transfer" or step.values("volume") for step in moves)


def _rest(evidence: Evidence, said: Said) -> bool:
    """Whether something is taken in more than one go, or used after a part was taken, so that there is a rest."""
    taken: Counter[str] = Counter()
    for step in evidence.steps:
        if step.action in _ADDS:
            names = step.out_of or [claim.written for claim in step.claims if claim.kind is ClaimKind.REAGENT]
            taken.update(dict.fromkeys(names, step.rounds))
        elif taken:
            taken.update(dict.fromkeys(set(step.vessels) & set(taken), 1))
    return max(taken.values(), default=0) > 1


def _done(evidence: Evidence, said: Said) -> bool:
    """Whether a step does what the words ask for: one of the sentence, or a later one."""
    first = min((one.step.number for one in said.told), default=1)
    return any(one.step.action in said.operator.by for one in evidence.placed[first - 1 :])


def _turns(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence sets a pH."""
    return any(sets_ph(one.step) for one in said.told)


def _lacks(evidence: Evidence, said: Said) -> bool:
    """Whether the step that a ban is said of heeds it: the one before, or the one behind if the sentence goes on."""
    done, (start, end) = said.operator.by, said.match.span()
    behind = [(at, one) for one in evidence.placed for at, _ in one.places if end <= at < said.high]
    before = [one for one in evidence.placed if one.places and one.places[-1][1] <= start]
    ends = said.match.groupdict().get("ends") or _GOES_ON_FOR.match(evidence.text.text, end)
    if behind and ends:
        _, one = min(behind, key=lambda each: each[0])
    elif before:
        one = max(before, key=lambda one: (one.places[-1], one.step.number))
    else:
        return True
    return not (one.step.action in done or ("stir" in done and one.step.stirs))


def _lasts(evidence: Evidence, said: Said) -> bool:
    """Whether the program takes time, since the mixture was made, for what the text waits for."""
    start, end = said.match.span()
    placed, words = evidence.placed, said.match.group().lower()
    before = [one.step.number for one in placed if one.start is not None and one.start < start + _JUST_BEHIND]
    end += _JUST_BEHIND
    behind = [one.step.number for one in placed if one.start is not None and one.start >= end and not _reaches(one)]
    if not before or evidence.is_watched:
        return True
    stop = min((number for number in behind if number > max(before)), default=len(placed) + 1)
    # Long work at once after it is enough: the mixture comes to rest in it.
    for one in reversed(placed[: stop - ("ntil" in words or "till" in words)]):
        cools = _reaches(one) and "cool" in words and min(one.step.values("temp"), default=_WARM + 1) <= _WARM
        if cools or (one.step.action in _LASTING and (one.step.values("time") or one.step.action == "wait")):
            return True
        if one.step.action in _MOVES and one.start is not None and one.start < start:
            break
    if any(one.step.name == "StartStir" and one.step.given.get("purpose") == "dissolve" for one in said.told):
        return True
    stands = not _WORKED.search(words)
    open_ended = (one for one in said.told if stands or one.step.action == "add" or one.step.name == "StartStir")
    return any(_ENDS.search(note) for one in open_ended for note in _notes(one))


def _reaches(one: Placed) -> bool:
    """Whether a step only brings a mixture to a temperature, which the next step may hold."""
    return one.step.action == "heat" and not one.step.values("time")


def _off(evidence: Evidence, said: Said) -> bool:
    """Whether no heating that goes on by itself is on any more when the next step of the text begins."""
    start, end = said.match.span()
    before = [one.step.number for one in evidence.placed if one.start is not None and one.start < start]
    behind = (one.step.number for one in evidence.placed if one.start is not None and one.start >= end)
    stop = next((number for number in behind if number > max(before, default=0)), None)
    if not before or stop is None:
        return True
    done = evidence.placed[: stop - 1]
    heats = [one for one in done if one.step.action == "heat"]
    on = heats[-1].step if heats else None
    if on is None or on.name == "HeatChill" or "false" in on.given.values():
        return True
    if max(on.values("temp"), default=0.0) < _WARM:
        return True
    later = done[on.number :]
    return any(one.step.name == "StopHeatChill" or one.step.action == "transfer" for one in later) or any(
        _IS_OFF.search(note) for one in heats[-1:] for note in _notes(one)
    )


def _empty(evidence: Evidence, said: Said) -> bool:
    """Whether what is heated or distilled under vacuum has a pressure, or a comment that says so."""
    at = said.match.end()
    told = [(max((place for place, _ in one.places if place <= at), default=one.start or 0), one) for one in said.told]
    one = max((each for each in told if each[0] <= at), key=lambda each: each[0], default=(0, None))[1]
    if one is None or not (one.step.action == "distil" or one.step.name == "HeatChill"):
        return True
    return bool(one.step.values("pressure")) or any(said.operator.shown.search(note) for note in _notes(one))


def _ends(evidence: Evidence, said: Said) -> bool:
    """Whether something that is added until it does enough has a number, or a comment that says when to stop."""
    adds = [one for one in said.told if one.step.action == "add"]
    known = all(one.step.values("volume") or one.step.values("mass") for one in adds)
    return known or evidence.is_watched or any(_ENDS.search(note) for one in adds for note in _notes(one))


def _again(evidence: Evidence, said: Said) -> bool:
    """Whether a wash or an extraction that the text repeats is done more than once."""
    told = [one for one in said.told if one.step.action in said.operator.by]
    names = [claim.written for one in told for claim in one.step.claims if claim.kind is ClaimKind.REAGENT]
    repeated = len(set(names)) < len(names) or any(one.step.repeats * one.step.rounds > 1 for one in told)
    return not told or repeated or any(said.operator.shown.search(note) for one in told for note in _notes(one))


def _partly(evidence: Evidence, said: Said) -> bool:
    """Whether a solution that the text only concentrates is not evaporated to dryness."""
    told = [one for one in said.told if one.step.action == "evaporate"]
    noted = any(_STOPS_SHORT.search(note) for one in told for note in _notes(one))
    return not told or noted or any(one.step.values("time") for one in told)


def _reduced(evidence: Evidence, said: Said) -> bool:
    """Whether a step that takes solvent off says to which volume."""
    number = re.compile(rf"(?<![\d.]){re.escape(said.match['volume'])}(?!\d)")
    boils = [step for step in evidence.steps if step.action in ("evaporate", "distil", "heat")]
    return not boils or any(number.search(one) for step in boils for one in (*step.notes, *step.given.values()))


def _notes(one: Placed) -> tuple[str, ...]:
    return tuple(note.lower() for note in one.step.notes)


def _noted(evidence: Evidence, said: Said) -> bool:
    return said.operator.shown.search(evidence.program.text) is not None


_TESTS: dict[str, Callable[[Evidence, Said], bool]] = {
    "share": _share,
    "equal": _equal,
    "parts": _parts,
    "split": _split,
    "mark": _mark,
    "loop": _loop,
    "times": _times,
    "case": _case,
    "layer": _layer,
    "moved": places.is_new_vessel,
    "into": places.is_into,
    "label": places.is_labelled,
    "fresh": places.is_fresh,
    "rest": _rest,
    "taken": places.is_taken,
    "several": places.has_several,
    "noted": _noted,
    "route": places.is_routed,
    "others": places.has_others,
    "turned": places.is_turned,
    "guarded": places.is_guarded,
    "stacked": places.are_stacked,
    "brought": places.is_brought_to,
    "done": _done,
    "lacks": _lacks,
    "turns": _turns,
    "lasts": _lasts,
    "ends": _ends,
    "again": _again,
    "off": _off,
    "empty": _empty,
    "partly": _partly,
    "reduced": _reduced,
}
_ANYWHERE = frozenset(("case", "noted", "mark", "parts", "lacks", "guarded"))
"""Tests of words that stand where a condition or remark may be an instruction."""
_NOTED = frozenset(("noted", "case"))
"""Tests that a comment passes."""

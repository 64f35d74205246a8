"""Account for the words that change what an instruction means: shares, counts, conditions, destinations.

`text/operators.toml` lists the words by class, and which of the tests below tells whether a program does what they
say. Every one of them in an instruction has to be done by something in the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.english.numbers import count_of
from clairify_cli.fidelity.checks.shares import contents, factor_of, fits, named_in, parts_of, rounds_of, total_of
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.lists import Operator, operators
from clairify_cli.fidelity.model import Standing
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import ClaimKind

_ADDS = frozenset(("add", "dissolve", "transfer", "precipitate", "extract", "wash"))
_PARTS = frozenset(("transfer", "add", "filter", "extract", "purify"))
_ROUGHLY = 0.1
_COMMON = frozenset(("flask", "vessel", "reactor", "funnel", "container", "tube", "cylinder", "column"))
"""Names that programs give to vessels of their own."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_NUMBER = late(r"(.*?)[\s_-]*(\d+|(?<=[\s_-])[a-z])")
_LISTED, _JOINED = late(r"\d+|[A-Z]"), late(r"and|,")
_CASES = late(r"\b(?:if|when|unless|only|need|necess|in case|should)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """Words of one operator in the text, their sentence, and the steps that it tells of."""

    operator: Operator
    match: re.Match[str]
    low: int
    high: int
    told: list[Placed]


def check_operators(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report words that change an instruction and that nothing in the program does."""
    text, facts = evidence.text.text, evidence.facts
    for operator in operators():
        for match in operator.words.finditer(text):
            low, high = facts.bounds_around(*match.span())
            kinds = [kind for start, end, kind in facts.stretches if start <= match.start() < end]
            if Standing.ASIDE in kinds or (kinds and operator.needs not in _ANYWHERE):
                continue
            if operator.unless.search(text, low, match.start()) is not None:
                continue
            said = Said(operator, match, low, high, _told(evidence, low, high))
            if not _TESTS[operator.needs](evidence, said):
                words = facts.words.words_of(*match.span())
                span = said.told[-1].step.span if said.told else evidence.place_for(match.start())
                around, related = evidence.quoted(*match.span())
                noted = operator.needs in _NOTED
                yield rules.lost_condition(span, words, around, operator.hint, noted, related, sure=operator.sure)
                if operator.needs == "noted":
                    break


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
    moves = [one for one in evidence.placed if one.step.action == "transfer" or (one in said.told and one.step.into)]
    noted = any(
        re.search(r"\d|hal[fv]|third|quarter|tenth|fifth|volume", note) for one in boils for note in _notes(one)
    )
    if boils and (noted or any(one.step.values("volume") for one in boils)):
        return True
    return any(fits(evidence, one.step, wanted, said.low, said.match.end()) for one in moves)


def _equal(evidence: Evidence, said: Said) -> bool:
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
    alike = Counter((step.name, *(claim.written for claim in step.claims)) for step in evidence.steps if step.claims)
    rounds = max(*(step.rounds for step in evidence.steps), *alike.values(), 0)
    return rounds >= many or any(len(into) >= many - 1 for into in targets.values())


def _label(evidence: Evidence, said: Said) -> bool:
    """Whether the step told before `to tube 2`, `to the second glass` has that vessel, if the program numbers them."""
    written = (said.match["label"] or str(_ORDINALS.index(said.match["ordinal"].lower()) + 1)).lower()
    text = evidence.text.text
    opens = not text[said.low : said.match.start()].strip()
    later = [one for one in said.told if one.places and one.places[-1][0] > said.match.end()]
    before = [one for one in said.told if one.places and one.places[-1][1] <= said.match.start()]
    if opens or not before:
        one = min(later, key=lambda one: one.places[0]) if later and opens else None
    else:
        one = max(before, key=lambda one: one.places[-1])
    numbered = _numbered(vessel for step in evidence.steps for vessel in step.vessels)
    if one is None or (not opens and said.operator.words.search(text, one.places[-1][1], said.match.start())):
        return True
    bases = {base for base, number in numbered if number == written} & {base for base, n in numbered if n != written}
    if not bases:
        return True
    own = _numbered(one.step.into or one.step.vessels)
    return any(number == written for base, number in own if base in bases) or not any(base in bases for base, _ in own)


def _numbered(vessels: Iterable[str]) -> set[tuple[str, str]]:
    """Return the names of vessels with their numbers or letters; 1 for one that has none."""
    found = set()
    for vessel in vessels:
        match = _NUMBER.fullmatch(vessel.lower())
        found.add((match[1], match[2]) if match else (vessel.lower(), "1"))
    return found


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
        late = any(one.start is not None and one.start < said.low for one in later)
        return not late and bool(values) and (not total or abs(held + values[0] - total) <= _ROUGHLY * total)
    return False


def _loop(evidence: Evidence, said: Said) -> bool:
    names = [(one.step.name, *sorted(claim.written for claim in one.step.claims)) for one in said.told]
    return any(one.step.rounds * one.step.repeats > 1 for one in said.told) or len(set(names)) < len(names)


def _times(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence is done as often as the words say; numbers beside an amount are checked there."""
    many = count_of(said.match["many"].lower().split()[0])
    if any(amount.times == many for amount in evidence.facts.amounts_within(said.low, said.high)):
        return True
    counts = {one.step.repeats * one.step.rounds for one in said.told}
    alike = [one.step.name for one in said.told]
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


def _moved(evidence: Evidence, said: Said) -> bool:
    """Whether a step brings something into a vessel that no step before used."""
    for one in said.told:
        known = {vessel for step in evidence.steps[: one.step.number - 1] for vessel in step.vessels}
        if one.step.action in _PARTS and (len(one.step.vessels) > 1 or one.step.vessels - known):
            return True
    return False


def _into(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence has the vessel that the text names, if the program calls one by that name."""
    noun = said.match["vessel"].lower().split()[-1]
    noun = noun.removesuffix("s") if not noun.endswith("ss") else noun
    if noun in _COMMON:
        return True
    alike = {vessel for step in evidence.steps for vessel in step.vessels if noun in vessel.lower()}
    return not alike or not said.told or any(alike & one.step.vessels for one in said.told)


def _several(evidence: Evidence, said: Said) -> bool:
    """Whether the steps of a sentence have as many vessels as it names: `flasks 1, 2 and 3`, `one … the other`."""
    numbers = said.match.groupdict().get("numbers")
    found = _LISTED.findall(numbers) if numbers else ["1", "2"]
    listed = len(found)
    if numbers and not _JOINED.search(numbers) and found[0].isdigit():  # `tubes 1 to 5`
        listed = int(found[-1]) - int(found[0]) + 1
    vessels = {vessel for one in said.told for vessel in one.step.into or one.step.vessels}
    return len(vessels) >= listed or any(one.step.rounds >= listed for one in said.told)


def _taken(evidence: Evidence, said: Said) -> bool:
    """Whether a step of the sentence takes something out of a vessel, rather than from a bottle."""
    return not said.told or any(one.step.out_of for one in said.told)


def _rest(evidence: Evidence, said: Said) -> bool:
    """Whether something is taken in more than one go, so that there is a rest."""
    taken: Counter[str] = Counter()
    for step in evidence.steps:
        if step.action in _ADDS:
            names = step.out_of or [claim.written for claim in step.claims if claim.kind is ClaimKind.REAGENT]
            taken.update(dict.fromkeys(names, step.rounds))
    return max(taken.values(), default=0) > 1


def _fresh(evidence: Evidence, said: Said) -> bool:
    """Whether nothing told before is repeated in a loop, and so in the same vessel."""
    return all(one.step.rounds == 1 for one in evidence.steps_before(said.match.start()))


def _noted(evidence: Evidence, said: Said) -> bool:
    return said.operator.shown.search(evidence.program.text) is not None


def _notes(one: Placed) -> tuple[str, ...]:
    return tuple(note.lower() for note in one.step.notes)


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
    "moved": _moved,
    "into": _into,
    "label": _label,
    "fresh": _fresh,
    "rest": _rest,
    "taken": _taken,
    "several": _several,
    "noted": _noted,
}
_ANYWHERE = frozenset(("case", "noted", "mark", "parts"))
"""Tests of words that stand where a condition or remark may be an instruction."""
_NOTED = frozenset(("noted", "case"))
"""Tests that a comment passes."""

"""Align the steps of a program with the actions in its text, and find the place of each step in the text.

A step is located where its quantities and reagents are. Its action is then paired with a word for an action (a cue):
the pairing in order with the greatest weight comes first, then leftover steps are paired with nearby cues.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from clairify_cli.chemistry import find
from clairify_cli.fidelity.comparison.choices import is_chosen
from clairify_cli.fidelity.comparison.matching import Item, Matching
from clairify_cli.fidelity.model import Cue
from clairify_cli.fidelity.text.cues import kinds
from clairify_cli.fidelity.text.names import is_generic
from clairify_cli.fidelity.text.substances import is_solid_aid
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import Claim, ClaimKind, StepClaims
from clairify_cli.records import dataclass

_NEAR = 110
"""Typical distance, in characters, between a cue and the quantities of its step."""
_REACH = 2.5 * _NEAR
"""Maximum distance, in characters, between a cue and the places of its step."""
_CLOSE = frozenset(("add", "dissolve", "transfer"))
"""Kinds of cues that stand beside what their step moves."""
_WASHES, _OBJECT = ("rinse", "wash"), len(" with ")
"""Imperatives, and fewer characters than stand before what something is washed with."""
_AHEAD = 150
"""How far before its window, in characters, the text may announce a step: `isolate it by filtration as follows`."""
_MEANS = ("with", "using", "adding", "addition of")
_COOLS, _HEATS = late(r"cool|chill|refriger|freez", re.IGNORECASE), late(r"heat|warm|boil|melt", re.IGNORECASE)
_WARM, _COLD = 45.0, 10.0
"""Temperatures (°C) that the text does not give, above which nothing is cooled and below which nothing is heated."""
_FOR_PH = frozenset(("acidify", "basify", "neutralize"))
_END = 1 << 30
"""A place after the end of any text."""


@dataclass(slots=True)
class Placed:
    """A step with the places of its claims in order, and its cue."""

    step: StepClaims
    items: list[Item]
    places: list[tuple[int, int]]
    cue: Cue | None = None
    sure: bool = False
    """Whether a claim other than a temperature has a match in the text."""

    @property
    def start(self) -> int | None:
        if self.places:
            return self.places[0][0]
        return self.cue.start if self.cue is not None else None


def placed(steps: tuple[StepClaims, ...], matching: Matching, cues: list[Cue], front: int) -> list[Placed]:
    """Return the steps with their places and cues; `front` is where the first sentence with an action begins."""
    by_step: dict[int, list[Item]] = {}
    for item in matching.items:
        by_step.setdefault(item.step.number, []).append(item)
    made = []
    for step in steps:
        items = by_step.get(step.number, [])
        places = sorted({item.place for item in items if item.place is not None})
        sure = any(item.chosen is not None and item.claim.dimension != "temp" for item in items)
        made.append(Placed(step, items, places, sure=sure))
    _pair_in_order(made, cues, front)
    taken = {one.cue.number for one in made if one.cue is not None}
    _pair_leftovers(made, cues, taken, front)
    _pair_leftovers(made, cues, taken, front, _AHEAD)
    return made


def _weight(one: Placed, cue: Cue) -> float:
    """Return the score of a cue for a step; 0 if it does not fit."""
    serves = kinds().serves[cue.kind]
    action = one.step.action
    if cue.kind == "dry" and action == "filter" and any(dries(claim) for claim in one.step.claims):
        rank = 1  # through a drying agent
    elif action not in serves:
        return 0.0
    else:
        rank = serves.index(action)
    if not cue.required and rank > 1:
        return 0.0
    weight = 2.0 if rank == 0 else 1.4 if rank == 1 else 1.0
    if cue.kind == "wash" and action == "extract":
        weight = 2.0
    if cue.kind == "dryagent" and action == "filter" and not any(dries(claim) for claim in one.step.claims):
        return 0.0
    if not suits(one, cue):
        return 0.0
    if cue.kind == "stir" and action in ("add", "extract", "wash", "gas") and not one.step.stirs:
        return 0.0
    if cue.kind == "stir" and action != "stir" and not (one.step.stirs or action in ("dissolve", "wait", "sonicate")):
        weight = 0.5
    if cue.kind == "heat" and action in ("dissolve", "dry", "evaporate") and not one.step.values("temp"):
        return 0.0
    if cue.kind == "dry" and action == "heat" and max(one.step.values("temp"), default=_WARM) < _WARM:
        return 0.0
    if cue.kind == "dry" and action == "add" and not any(dries(claim) for claim in one.step.claims):
        return 0.0
    if cue.kind == "purify" and action == "filter" and not one.items:
        return 0.0
    if cue.kind == "add" and action == "transfer":
        weight = 1.2
    if not cue.required:
        weight *= 0.7
    if not one.places:
        return weight + 0.6
    distance = min(_distance(cue, place) for place in one.places)
    washes = (cue.kind, action) == ("wash", "add")  # with what stands behind the word
    behind = _OBJECT <= one.places[0][0] - cue.end < _NEAR // 2
    elsewhere = any(item.amount is not None and item.amount.sentence != cue.sentence for item in one.items)
    if cue.words.lower() in _WASHES and action in ("add", "dissolve") and (elsewhere or not behind):
        return 0.0  # what is washed, not what it is washed with: `rinse 150 g of rice`
    if (cue.kind in _CLOSE or washes) and distance > 1.3 * _NEAR:
        return 0.0
    if washes and one.places[-1][0] < cue.start:
        return 0.0
    if distance > _REACH:
        return 0.0
    return weight + 0.8 * max(0.0, 1.0 - distance / _NEAR) - (0.6 if distance > _NEAR else 0.0)


def suits(one: Placed, cue: Cue) -> bool:
    """Whether a step whose action serves a cue also fits its details: a pH, mixing that takes time."""
    step = one.step
    if cue.kind == "heat" and step.action == "heat":
        temps = (item.claim for item in one.items if item.claim.dimension == "temp" and item.place is None)
        chosen = [claim.value for claim in temps if is_chosen(step, claim)]
        wrong = _COOLS.match(cue.words) is not None and min(chosen, default=0.0) > _WARM
        return not wrong and not (_HEATS.match(cue.words) is not None and max(chosen, default=_WARM) < _COLD)
    if cue.kind == "ph":
        means = cue.words.endswith(_MEANS) and any(0 <= place[0] - cue.end < _NEAR for place in one.places)
        return means or sets_ph(step)
    if cue.kind == "wash" and step.action in ("stir", "heat", "wait"):  # `washed for 30 min`
        return any(0 <= place[0] - cue.end < _NEAR for place in one.places)
    if cue.kind == "irradiate" and step.action != "irradiate":  # microwaves heat, light does not
        return not cue.words.lower().startswith(("illum", "photol"))
    if cue.kind == "precipitate" and cue.required and step.action == "add":  # what it is precipitated with comes behind
        return step.given.get("purpose") == "precipitate" or any(place[0] > cue.start for place in one.places)
    return not (cue.words == "mixed" and step.action in ("add", "wait")) or bool(step.stirs)


def words_of(step: StepClaims) -> tuple[object, ...]:
    """Return the name and claims of a step, regardless of its vessel."""
    return step.name, tuple((claim.property, claim.written) for claim in step.claims)


def sets_ph(step: StepClaims) -> bool:
    """Whether a step can set a pH: by its purpose, its comment, or because it adds an acid or a base."""
    named = (find(claim.written) for claim in step.reagents)
    changes = any(one is not None and one.is_a("acid", "base") for one in named)
    noted = step.action == "add" and any("ph" in note.casefold() for note in step.notes)
    return changes or noted or step.given.get("purpose", "") in _FOR_PH


def _weighed(one: Placed, cues: list[Cue], longest: int, window: tuple[int, int]) -> Iterator[tuple[int, float]]:
    """Yield the index and weight of each cue that fits a step; `cues` are in order of their places.

    `longest` is the length of the longest cue. Cues out of the step's reach are skipped, and a step without a place is
    scored once for each kind of cue.
    """
    low: float
    high: float
    low, high = window
    if one.places:
        low = one.places[0][0] - _REACH - longest
        high = max(place[1] for place in one.places) + _REACH
    known: dict[tuple[str, bool], float] = {}
    for at in range(bisect_left(cues, low, key=_start), bisect_right(cues, high, key=_start)):
        cue = cues[at]
        weight = None if one.places else known.get((cue.kind, cue.required))
        if weight is None:
            weight = known[cue.kind, cue.required] = _weight(one, cue)
        if weight > 0:
            yield at, weight


def _longest(cues: list[Cue]) -> int:
    return max((cue.end - cue.start for cue in cues), default=0)


def _start(cue: Cue) -> int:
    return cue.start


def dries(claim: Claim) -> bool:
    """Whether a reagent is a drying agent or another solid aid, or has a generic name that may mean one."""
    return claim.kind is ClaimKind.REAGENT and (is_generic(claim.written) or is_solid_aid(claim.written))


def _distance(cue: Cue, place: tuple[int, int]) -> int:
    if place[0] >= cue.end:
        return place[0] - cue.end
    return max(0, cue.start - place[1])


def _pair_in_order(made: list[Placed], cues: list[Cue], front: int) -> None:
    """Pair steps with cues: the pairing with the greatest weight in which both keep their order."""
    size, longest = len(cues), _longest(cues)
    table: list[list[float]] = [[0.0] * (size + 1)]
    for one, window in zip(made, _windows(made, front), strict=True):
        above = table[-1]
        row = above.copy()
        for at, weight in _weighed(one, cues, longest, window):
            best, place = above[at] + weight, at + 1
            while place <= size and row[place] < best:  # no cell is less than the one before it
                row[place] = best
                place += 1
        table.append(row)
    at = size
    for number in range(len(made), 0, -1):
        row, above = table[number], table[number - 1]
        while at > 0 and row[at] == row[at - 1]:
            at -= 1
        if at == 0:
            break
        if row[at] == above[at]:
            continue
        made[number - 1].cue = cues[at - 1]
        at -= 1


def _pair_leftovers(made: list[Placed], cues: list[Cue], taken: set[int], front: int, ahead: int = 0) -> None:
    """Pair the remaining steps and cues if they are close enough to describe the same action.

    `ahead`: how far before its window a step without a place may have been announced.
    """
    longest = _longest(cues)
    for one, (low, high) in zip(made, _windows(made, front), strict=True):
        if one.cue is not None or (ahead and one.places):
            continue
        first = low - ahead
        best, best_weight = None, 0.0
        for at, weight in _weighed(one, cues, longest, (first, high)):
            cue = cues[at]
            if weight > best_weight and cue.number not in taken and first <= cue.start <= high:
                best, best_weight = cue, weight
        if best is not None:
            one.cue = best
            taken.add(best.number)


def _windows(made: list[Placed], front: int) -> Iterator[tuple[int, int]]:
    """Yield, for each step, the stretch of the text in which to look for its cue.

    It lies around the places of the step, or between its neighbours; amounts that the text lists before `front`,
    in sentences without an action, do not bound it. The generator sees cues assigned meanwhile.
    """
    after = [_END] * (len(made) + 1)
    for number in range(len(made) - 1, -1, -1):
        start = made[number].start
        start = None if start is not None and start < front else start
        after[number] = after[number + 1] if start is None else start
    before = 0
    for number, one in enumerate(made):
        if one.places:
            yield one.places[0][0] - 2 * _NEAR, one.places[-1][1] + 2 * _NEAR
        else:
            ahead = after[number + 1]
            # `recrystallised from A (5 mL)`, `poured into a slurry of A (5 g) and B (5 g)`
            announced = _AHEAD if one.step.action in ("crystallise", "transfer") else _NEAR // 2
            yield min(before, ahead) - announced, max(before, ahead) + _NEAR // 2
        if one.start is not None:
            before = one.start

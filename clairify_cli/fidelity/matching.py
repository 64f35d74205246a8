"""Which quantity of the program is which of the text, and which reagent which name.

First come the pairs that keep the order of both: of all of them, the chain with the most weight, where a value that
stands beside the name of its reagent weighs more than a bare one. What is left over is paired with what is left of the
text, nearest first, because a text may name things in another order than they are used in (`Q was added to P`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

from clairify_cli.fidelity.model import Amount, Standing
from clairify_cli.fidelity.names import Names, is_generic
from clairify_cli.fidelity.units import AMOUNTS
from clairify_cli.languages.base import Claim, ClaimKind, StepClaims

_NAMED, _BARE, _MISNAMED = 3.0, 1.0, 0.4


@dataclass(slots=True)
class Item:
    """A claim of a step, with what of the text it may stand for."""

    index: int
    step: StepClaims
    claim: Claim
    count: int
    reagent: Claim | None = None
    amount: Amount | None = None
    place: tuple[int, int] | None = None
    """Of a matched claim, the stretch of the text."""
    named: bool = True
    """Whether the name that stands by a matched amount is that of the claim's reagent."""
    choices: list[tuple[float, int, int, Amount | None]] = field(default_factory=list)
    """Weight, start and end of the stretch, and the amount, of everything that the claim may stand for."""


@dataclass(slots=True)
class Matching:
    """The claims with their places, and how often each amount of the text was used, by its number."""

    items: list[Item]
    used: Counter[int]

    def of_step(self, step: StepClaims) -> list[Item]:
        return [item for item in self.items if item.step is step]


def matched(steps: tuple[StepClaims, ...], amounts: list[Amount], names: Names) -> Matching:
    """Pair the claims of a program with the amounts and names of its text."""
    items = _items(steps)
    for item in items:
        item.choices = _choices(item, amounts, names)
    result = Matching(items, Counter())
    taken_names: set[tuple[int, int]] = set()
    for item, choice in _best_chain(items):
        _take(result, item, choice, taken_names)
    _leftovers(result, taken_names)
    return result


def capacity(amount: Amount, item: Item) -> int:
    """How often an amount can be used."""
    if amount.each or amount.values[0].dimension == "temp":
        return 1_000
    return max(amount.times, 1)


def _items(steps: tuple[StepClaims, ...]) -> list[Item]:
    made: list[Item] = []
    for step in steps:
        reagents = {claim.property: claim for claim in step.claims if claim.kind is ClaimKind.REAGENT}
        for claim in step.claims:
            if claim.kind is ClaimKind.GAS:
                continue
            count = step.rounds * (step.repeats if claim.kind is ClaimKind.QUANTITY else 1)
            made.append(Item(len(made), step, claim, count, reagents.get(claim.of)))
    return made


def _choices(item: Item, amounts: list[Amount], names: Names) -> list[tuple[float, int, int, Amount | None]]:
    claim = item.claim
    if claim.kind is ClaimKind.REAGENT:
        return [(0.6, start, end, None) for start, end in names.find(claim.written, claim.names)]
    found: list[tuple[float, int, int, Amount | None]] = []
    for amount in amounts:
        value = next(
            (value for value in amount.values if fits(value.dimension, claim, value.low, value.high, amount)), None
        )
        if value is None:
            continue
        weight = _BARE
        if claim.dimension in AMOUNTS and item.reagent is not None:
            named = is_named(amount, item.reagent, names)
            weight = _NAMED if named else _BARE if is_generic(item.reagent.written) else _MISNAMED
        if amount.standing is Standing.UNSURE:
            weight *= 0.8
        elif amount.standing is Standing.ASIDE:
            weight *= 0.3
        if amount.named_by_word:
            weight *= 0.9
        found.append((weight, value.start, value.end, amount))
    return found


def fits(dimension: str, claim: Claim, low: float, high: float, amount: Amount) -> bool:
    """Whether a value of the text is that of a claim: itself, or all portions of it together."""
    if dimension != claim.dimension:
        return False
    return low <= claim.value <= high or (
        amount.times > 1 and dimension in AMOUNTS and low * amount.times <= claim.value <= high * amount.times
    )


def is_named(amount: Amount, reagent: Claim, names: Names) -> bool:
    """Whether a reagent is named where an amount says what it is of."""
    places = names.find(reagent.written, reagent.names)
    if not places:
        return False
    starts = [start for start, _ in places]
    for low, high in amount.about:
        at = bisect_left(starts, high)
        if any(places[k][1] > low for k in range(max(0, at - 2), at)):
            return True
    return False


def _best_chain(items: list[Item]) -> list[tuple[Item, tuple[float, int, int, Amount | None]]]:
    """The heaviest chain of pairs in which neither the steps nor the text ever go back.

    The claims of one step may stand in any order in the text as long as they keep together.
    """
    nodes = [(item, choice) for item in items for choice in sorted(item.choices, key=lambda one: one[1])]
    nodes = nodes[:3_000]
    best: list[float] = []
    back: list[int] = []
    reached: list[int] = []  # the furthest place of the step so far
    floor: list[int] = []  # where the chain stood when the step of each node began
    # The heaviest chain up to each place of the text, for all steps before the present one.
    ends: list[tuple[int, float, int]] = []
    step_start = 0
    for at, (item, choice) in enumerate(nodes):
        while nodes[step_start][0].step is not item.step:
            _grow(ends, reached, best, step_start)
            step_start += 1
        weight, start = choice[0], choice[1]
        shared = choice[3] is not None and choice[3].values[0].dimension == "temp"
        total, before = _heaviest(ends, start + (1 if shared else 0))
        stood = nodes[before][1][1] if before >= 0 else -1
        # A chain that has gone back within a step ends at the furthest place of that step.
        stood = max(stood, reached[before]) if before >= 0 else stood
        for other in range(step_start, at):
            mate, theirs = nodes[other]
            if mate is item or abs(theirs[1] - start) > 150 or theirs[1] == start or floor[other] >= start:
                continue
            gain = best[other] - abs(theirs[1] - start) * 0.002
            if gain > total and not _on_chain(other, item, nodes, back):
                total, before, stood = gain, other, floor[other]
        best.append(weight + total)
        back.append(before)
        floor.append(stood)
        mate_reach = reached[before] if before >= 0 and nodes[before][0].step is item.step else -1
        reached.append(max(start, mate_reach))
    chain = []
    at = max(range(len(nodes)), key=lambda k: best[k], default=-1)
    seen: set[int] = set()
    while at >= 0:
        item, choice = nodes[at]
        if item.index not in seen:
            chain.append((item, choice))
            seen.add(item.index)
        at = back[at]
    return chain[::-1]


def _grow(ends: list[tuple[int, float, int]], reached: list[int], best: list[float], at: int) -> None:
    """Let the chain that ends at a node be gone on from."""
    place = reached[at]
    low = bisect_left(ends, (place, -1.0, -1))
    if low and ends[low - 1][1] >= best[at]:
        return
    high = low
    while high < len(ends) and ends[high][1] <= best[at]:
        high += 1
    ends[low:high] = [(place, best[at], at)]


def _heaviest(ends: list[tuple[int, float, int]], before: int) -> tuple[float, int]:
    at = bisect_left(ends, (before, -1.0, -1))
    return (ends[at - 1][1], ends[at - 1][2]) if at else (0.0, -1)


def _on_chain(
    at: int, item: Item, nodes: list[tuple[Item, tuple[float, int, int, Amount | None]]], back: list[int]
) -> bool:
    while at >= 0 and nodes[at][0].step is item.step:
        if nodes[at][0] is item:
            return True
        at = back[at]
    return False


def _take(
    result: Matching, item: Item, choice: tuple[float, int, int, Amount | None], taken_names: set[tuple[int, int]]
) -> bool:
    _, start, end, amount = choice
    if amount is None:
        if (start, end) in taken_names:
            return False
        taken_names.add((start, end))
        item.place = (start, end)
        return True
    uses = _uses(item, amount)
    free = capacity(amount, item) - result.used[amount.number]
    shares = _says_it_again(result, item, amount)
    if free < 1 and not shares:
        return False
    if not shares:
        result.used[amount.number] += uses
    item.place, item.amount = (start, end), amount
    item.named = choice[0] not in (_MISNAMED, _MISNAMED * 0.8, _MISNAMED * 0.3, _MISNAMED * 0.9)
    return True


def _uses(item: Item, amount: Amount) -> int:
    """How many of an amount's portions a claim uses up: all of them where it gives their total."""
    value = item.claim.value
    alone = any(one.dimension == item.claim.dimension and one.low <= value <= one.high for one in amount.values)
    return item.count if alone else item.count * amount.times


def _says_it_again(result: Matching, item: Item, amount: Amount) -> bool:
    """Whether the same step has used the amount in another of its units: `mass` and `amount` of one thing."""
    return any(
        other.amount is amount and other is not item and other.claim.dimension != item.claim.dimension
        for other in result.of_step(item.step)
    )


def _leftovers(result: Matching, taken_names: set[tuple[int, int]]) -> None:
    """Pair what the chain left out, heaviest first, then nearest to the rest of the step or to its neighbours."""
    for item in result.items:
        if item.place is not None or not item.choices:
            continue
        expected = _expected(result, item)
        for choice in sorted(item.choices, key=lambda one: (-round(one[0], 1), abs(one[1] - expected))):
            if _take(result, item, choice, taken_names):
                break


def _expected(result: Matching, item: Item) -> int:
    """Where in the text a claim should stand, going by its step and the steps around it."""
    for other in result.items:
        if other.step is item.step and other.place is not None:
            return other.place[0]
    before = next((one.place[1] for one in reversed(result.items[: item.index]) if one.place is not None), 0)
    return before

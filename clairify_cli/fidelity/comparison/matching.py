"""Match the quantities and reagents of a program with those of its text.

The first pairs keep the order of both: they form the chain with the greatest weight, in which a value next to its
reagent's name weighs more than a bare one. The remaining values are paired with the rest of the text, nearest first,
because a text may name reagents in a different order than they are used (`Q was added to P`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from clairify_cli.fidelity.comparison.chain import MOST_NODES, Node, heaviest_chain
from clairify_cli.fidelity.comparison.choices import is_chosen
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.model import Amount, Choice, Standing, Value
from clairify_cli.fidelity.text.names import Names, core_words, is_generic
from clairify_cli.fidelity.text.substances import boiling_points, converted
from clairify_cli.fidelity.text.units import AMOUNTS
from clairify_cli.languages.base import Claim, ClaimKind, StepClaims
from clairify_cli.records import dataclass, field

_NAMED, _BARE, _MISNAMED, _NAME_ALONE = 3.0, 1.0, 0.4, 0.6
_STANDING = {Standing.INSTRUCTION: 1.0, Standing.UNSURE: 0.8, Standing.ASIDE: 0.3}
_CHOSEN = 0.5
"""Weight factor for values that the program chose: they equal a number in the text only by chance."""
_NEAR_CHOICE, _FAR_NAME, _ANYWHERE = 200, 500, 1 << 30
"""Maximum distance, in characters, between a chosen value, a name or another value and its expected place."""
_NEAR_BOILING = 6.0
"""Tolerance, in K, around the tabulated boiling point of a liquid."""
_DERIVED = 0.03
"""Relative tolerance between a mass or volume and the one computed from the moles in the text."""
_BESIDE = 8
"""How many claims before and after one may tell its place."""
_MOST_CHOICES, _FEWEST_CHOICES = 60, 12
"""Maximum number of candidate places for a value or a name, in a short and in a very long program."""


@dataclass(slots=True)
class Item:
    """A claim of a step, with its candidate matches in the text and the chosen one."""

    index: int
    step: StepClaims
    claim: Claim
    count: int
    reagent: Claim | None = None
    choices: list[Choice] = field(default_factory=list)
    chosen: Choice | None = None

    @property
    def place(self) -> tuple[int, int] | None:
        """The stretch of the text that matches the claim."""
        return None if self.chosen is None else (self.chosen.start, self.chosen.end)

    @property
    def amount(self) -> Amount | None:
        return None if self.chosen is None else self.chosen.amount


@dataclass(slots=True)
class Matching:
    """The claims with their places, and how often each amount of the text was used, by its number."""

    items: list[Item]
    used: Counter[int] = field(default_factory=Counter)
    names_taken: set[tuple[int, int]] = field(default_factory=set)


def matched(steps: tuple[StepClaims, ...], amounts: list[Amount], names: Names) -> Matching:
    """Pair the claims of a program with the amounts and names of its text."""
    items = _items(steps)
    boiling = _boiling(items, names)
    most = max(_FEWEST_CHOICES, min(_MOST_CHOICES, MOST_NODES // max(len(items), 1)))
    for item in items:
        about = len(names.text) * item.index // len(items)
        item.choices = list(islice(_choices(item, amounts, names, boiling[item.step.number], about), most))
    result = Matching(items)
    nodes = [
        Node(item.step.number, item.index, choice.start, choice.weight, _is_shared(choice), choice)
        for item in items
        for choice in sorted(item.choices, key=lambda one: one.start)
    ]
    for node in heaviest_chain(nodes):
        _take(result, items[node.item], node.choice)
    _leftovers(result)
    _named_after_all(result)
    _told_to_do(result)
    _spread_temperatures(result)
    return result


def capacity(amount: Amount) -> int:
    """How often an amount can be used."""
    # Any number of steps may reach or keep one temperature.
    if amount.each or amount.values[0].dimension == "temp":
        return 1_000
    return max(amount.times, 1) * amount.rounds


def _items(steps: tuple[StepClaims, ...]) -> list[Item]:
    made: list[Item] = []
    for step in steps:
        reagents = {claim.property: claim for claim in step.reagents}
        for claim in step.claims:
            # Gases have no amounts to match; `checks.gases` compares them.
            if claim.kind is not ClaimKind.GAS:
                count = step.repeats * step.rounds if claim.kind is ClaimKind.QUANTITY else 1
                made.append(Item(len(made), step, claim, count, reagents.get(claim.of)))
    return made


def _boiling(items: list[Item], names: Names) -> dict[int, tuple[float, ...]]:
    """Return, by step number, the known boiling points of the reagents used so far that the text names."""
    found: dict[int, tuple[float, ...]] = {}
    so_far: tuple[float, ...] = ()
    for item in items:
        claim = item.claim
        if claim.kind is ClaimKind.REAGENT and names.find(claim.written, claim.names):
            so_far += tuple(point for point in boiling_points(claim.written) if point not in so_far)
        found[item.step.number] = so_far
    return found


def _choices(
    item: Item, amounts: list[Amount], names: Names, boiling: tuple[float, ...], about: int
) -> Iterator[Choice]:
    """Yield the places that a claim may have, the nearest to `about` first if there are very many."""
    claim = item.claim
    if claim.kind is ClaimKind.REAGENT:
        found = names.find(claim.written, claim.names)
        if len(found) > _FEWEST_CHOICES:
            found = tuple(sorted(found, key=lambda one: abs(one[0] - about)))
        yield from (Choice(_NAME_ALONE, start, end) for start, end in found)
        return
    fitting = [(amount, at) for amount in amounts if (at := _fitting(item, amount, boiling)) is not None]
    if len(fitting) > _FEWEST_CHOICES:
        fitting.sort(key=lambda one: abs(one[0].start - about))
    liking = _CHOSEN if is_chosen(item.step, claim) else 1.0
    # `60 mL` is the total of several portions: `3 x 20 mL`.
    portions = [
        (amount, at)
        for amount, at in fitting
        if claim.dimension != amount.values[at].dimension or amount.values[at].fits(claim.dimension, claim.value)
    ]
    if not fitting:
        yield from _sums(item, amounts, names)
    for amount, at in portions or fitting:
        value = amount.values[at]
        weight, named = _BARE, True
        if claim.dimension in AMOUNTS and item.reagent is not None:
            named = is_named(amount, item.reagent, names)
            weight = _NAMED if named else _MISNAMED
            if not named and value.dimension != claim.dimension:
                continue  # computed from the moles of another reagent
        weight *= _STANDING[amount.standing] * (0.9 if amount.named_by_word else 1.0) * liking
        yield Choice(weight, value.start, value.end, amount, named)


_NEXT, _NEXT_TIME = 3, 40
"""Characters between the two amounts of a mixture, and between two times of one step."""


def _sums(item: Item, amounts: list[Amount], names: Names) -> Iterator[Choice]:
    """Yield the two-part mixtures of the text whose total is the claim: `warmed in 30 min and stirred for 1 h`, too."""
    claim, reagent = item.claim, item.reagent
    timed = claim.dimension == "time"
    if not timed and (claim.dimension not in AMOUNTS or reagent is None):
        return
    for one, other in pairwise(amounts):
        first, second = one.values[0], other.values[0]
        beside = one.sentence == other.sentence and 0 <= other.start - one.end <= (_NEXT_TIME if timed else _NEXT)
        alike = first.dimension == second.dimension == claim.dimension
        is_sum = alike and first.low + second.low <= claim.value <= first.high + second.high
        if beside and is_sum and (reagent is None or is_named(one, reagent, names)):
            yield Choice(_NAMED, one.start, other.end, one, True, other)


def _fitting(item: Item, amount: Amount, boiling: tuple[float, ...]) -> int | None:
    """Return the index of the value of an amount that fits a claim; None if no value fits."""
    claim = item.claim
    for at, value in enumerate(amount.values):
        if value.dimension == claim.dimension:
            if amount.boiling and boiling:
                points = boiling
                if item.step.action in ("dissolve", "filter"):  # `refluxed` is not where it is dissolved again
                    own = (one.written for one in item.step.reagents)
                    again = value.words.lower().startswith("reflux")
                    points = () if again else tuple(point for name in own for point in boiling_points(name))
                if any(abs(claim.value - one) <= _NEAR_BOILING for one in points):
                    return at
                continue
            if value.low <= claim.value <= value.high:
                return at
            together = value.low * amount.times <= claim.value <= value.high * amount.times
            if amount.times > 1 and claim.dimension in AMOUNTS and together:
                return at
            if _is_in_lots(item, value) and amount.times in (1, item.count):
                return at
        elif value.dimension == "moles" and claim.dimension == "equivalents":
            if len(amount.values) == 1 and value.low <= claim.value <= value.high:
                return at  # `benzil (1 mol.)`, which old texts write for an equivalent
        elif (
            value.dimension == "moles"
            and item.reagent is not None
            and claim.dimension in ("mass", "volume")
            and all(other.dimension != claim.dimension for other in amount.values)
        ):
            derived = converted(item.reagent.written, value.low, claim.dimension)
            if derived and abs(claim.value - derived) <= _DERIVED * derived:
                return at
    return None


def _is_in_lots(item: Item, value: Value) -> bool:
    """Whether a loop adds a value in lots: 16 times 17 g for `272 g in lots`."""
    total = item.claim.value * item.count
    summed = item.claim.dimension in AMOUNTS or item.claim.dimension == "time"
    return item.count > 1 and summed and 0.99 * value.low <= total <= 1.01 * value.high


def is_named(amount: Amount, reagent: Claim, names: Names) -> bool:
    """Whether the words around an amount name a reagent."""
    places = names.find(reagent.written, reagent.names)
    if any(_overlaps(places, low, high) or _is_short_for(names.text[low:high], reagent) for low, high in amount.about):
        return True
    if any(_SAME_SOLVENT.search(names.text, low, high) for low, high in amount.about):
        return True
    if places and not is_generic(reagent.written):
        return False
    # A generic name, such as `the product`, must share a word with the text there.
    said = " ".join(names.text[low:high] for low, high in amount.about).casefold()
    core = [word.casefold() for word in core_words(reagent.written)]
    return not core or any(word in said for word in core)


_SAME_SOLVENT = pattern("matching same solvent")
_SHORT = pattern("matching short")


def _is_short_for(words: str, reagent: Claim) -> bool:
    """Whether words refer back to a reagent by part of its name: `the above benzimidazole`."""
    short, name = _SHORT.search(words), reagent.written
    said = next(filter(None, short.groups())) if short is not None else name
    if short is not None and short[3]:
        return name.casefold().endswith(f" {said.casefold()}") and not is_generic(said)
    return len(said) < len(name) and not is_generic(said) and (name.endswith(said) or name.startswith(said + " of "))


def _overlaps(places: Sequence[tuple[int, int]], low: int, high: int) -> bool:
    """Whether any of the places, which are sorted and disjoint, overlaps a stretch."""
    at = bisect_left(places, (high, 0)) - 1
    return at >= 0 and places[at][1] > low


def _is_shared(choice: Choice) -> bool:
    """Whether several steps may match one stretch: a temperature that is reached and then kept."""
    return choice.amount is not None and capacity(choice.amount) > 1


def _take(result: Matching, item: Item, choice: Choice) -> bool:
    """Assign a stretch to a claim; return False if the stretch is used up."""
    amount = choice.amount
    if amount is None:
        if (choice.start, choice.end) in result.names_taken:
            return False
        result.names_taken.add((choice.start, choice.end))
    elif not _says_it_again(result, item, amount):
        if result.used[amount.number] >= capacity(amount):
            return False
        result.used[amount.number] += _uses(item, amount)
        if choice.also is not None:
            result.used[choice.also.number] += 1
    item.chosen = choice
    return True


def _uses(item: Item, amount: Amount) -> int:
    """Return the number of an amount's portions that a claim uses: all of them if it gives their total."""
    value = item.claim.value
    if any(_is_in_lots(item, one) for one in amount.values):
        return amount.times
    alone = any(one.dimension == item.claim.dimension and one.low <= value <= one.high for one in amount.values)
    return item.count if alone or amount.times == 1 else item.count * amount.times


def _says_it_again(result: Matching, item: Item, amount: Amount) -> bool:
    """Whether the same step already used the amount in another dimension: `mass` and `amount` of one reagent."""
    return any(
        other.amount is amount
        and other.step is item.step
        and other is not item
        and other.claim.dimension != item.claim.dimension
        for other in result.items[max(0, item.index - _BESIDE) : item.index + _BESIDE]
    )


def _leftovers(result: Matching) -> None:
    """Pair the claims that the chain left out: heaviest first, then nearest to the expected place."""
    for item in result.items:
        if item.chosen is None and item.choices:
            expected = _expected(result, item)
            alone = item.claim.kind is ClaimKind.REAGENT
            reach = _NEAR_CHOICE if is_chosen(item.step, item.claim) else _FAR_NAME if alone else _ANYWHERE
            near = [one for one in item.choices if abs(one.start - expected) <= reach]
            for choice in sorted(near, key=lambda one: (-round(one.weight, 1), abs(one.start - expected))):
                if _take(result, item, choice):
                    break


def _named_after_all(result: Matching) -> None:
    """Give claims that have the amount of another reagent one of their own that other steps leave something of."""
    misnamed = [item for item in result.items if item.amount is not None and item.chosen and not item.chosen.named]
    for item in misnamed:
        result.used[item.amount.number] -= 1  # type: ignore[union-attr]
    for item in misnamed:
        own = (one for one in item.choices if one.named and one.amount and _has_room(result, item, one.amount))
        item.chosen = next(own, item.chosen)
        result.used[item.amount.number] += 1  # type: ignore[union-attr]


def _told_to_do(result: Matching) -> None:
    """Give times that stand in a remark a free mention in an instruction: `After 15 min a solid appears`."""
    for item in result.items:
        if item.claim.dimension == "time" and item.amount is not None and item.amount.standing is Standing.UNSURE:
            for one in item.choices:
                meant = one.amount
                if meant and not result.used[meant.number] and meant.standing is Standing.INSTRUCTION:
                    result.used[item.amount.number] -= 1
                    result.used[meant.number] += 1
                    item.chosen = one
                    break


def _has_room(result: Matching, item: Item, amount: Amount) -> bool:
    return amount.each or (amount.times > 1 and result.used[amount.number] + _uses(item, amount) <= capacity(amount))


def _spread_temperatures(result: Matching) -> None:
    """If two steps share one mention of a temperature, give a free one to the first of them that it suits."""
    sharing: dict[int, list[Item]] = {}
    for item in result.items:
        if item.amount is not None and item.claim.dimension == "temp":
            sharing.setdefault(item.amount.number, []).append(item)
    for shared, items in sharing.items():
        for item, strict in [*((one, True) for one in items), *((one, False) for one in items[:-1])]:
            for choice in item.choices:
                amount, now = choice.amount, item.amount
                if amount is None or now is None or result.used[amount.number] or choice.weight < 0.7 * _BARE:
                    continue
                back = item is items[-1] and choice.start < now.start
                if (
                    now.number != shared
                    or result.used[shared] < 2
                    or (strict and (back or not _in_order(result, item, amount)))
                ):
                    continue
                result.used[now.number] -= 1
                result.used[amount.number] += 1
                item.chosen = choice
                break


def _in_order(result: Matching, item: Item, amount: Amount) -> bool:
    """Whether the reagents of the next steps are not in sentences before an amount, nor those before it behind.

    A step with a time beside its temperature stays there: `aged at 20-25 °C for 4 h`.
    """
    near = result.items[max(0, item.index - _BESIDE) : item.index + _BESIDE]
    own = {one.amount.sentence for one in near if one.step is item.step and one is not item and one.amount}
    if own and amount.sentence not in own:
        return False
    told = (
        (one.index, one.amount.sentence) for one in near if one.reagent and one.amount and one.step is not item.step
    )
    return all(
        (sentence <= amount.sentence) if at < item.index else (sentence >= amount.sentence) for at, sentence in told
    )


def _expected(result: Matching, item: Item) -> int:
    """Return the expected place of a claim in the text, judging by its step and the steps before it."""
    near = result.items[max(0, item.index - _BESIDE) : item.index + _BESIDE]
    own = next((other.chosen.start for other in near if other.step is item.step and other.chosen is not None), None)
    if own is not None:
        return own
    return next((one.chosen.end for one in reversed(result.items[: item.index]) if one.chosen is not None), 0)

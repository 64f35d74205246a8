"""Find two parts of a goal that can each be reached but are never true at once, and explain why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from clairify_cli.planning.explain.model import Clash, Conflict, Exclusive
from clairify_cli.planning.ground.conditions import Condition, Place, literals_of, matched
from clairify_cli.planning.ground.goal_parts import Part
from clairify_cli.planning.ground.grounder import Fact, contrary, literal_of
from clairify_cli.planning.ground.pairs import Pairs
from clairify_cli.planning.ground.task import GroundTask, excluded

MOST_TOLD = 3

_DEEPEST = 5
_MOST_LOOKED_AT = 40


def conflict_of(ground: GroundTask) -> Conflict | None:
    """Return the parts of the goal that can never be satisfied, or else two that never are at once; or None."""
    found = ground.found
    open_ways = [[way for way in part.ways if excluded(found, way) is None] for part in ground.parts]
    alone = [part for part, ways in zip(ground.parts, open_ways, strict=True) if not ways]
    if alone:
        return _conflict(alone, False, _examples(found, alone[0], alone[0].ways), len(alone[0].ways))
    apart = _apart(found, open_ways)
    if apart is None:
        return None
    parts = [ground.parts[number] for number in apart]
    first, second = (open_ways[number][:_MOST_LOOKED_AT] for number in apart)
    joint = [(*one, *other) for one in first for other in second]
    return _conflict(parts, True, _examples(found, parts[1], joint, parts[0]), len(joint))


def _conflict(parts: Sequence[Part], together: bool, examples: tuple[Exclusive, ...], ways: int) -> Conflict:
    return Conflict(tuple(one.condition for one in parts), tuple(one.place for one in parts), together, examples, ways)


def _examples(
    found: Pairs, part: Part, ways: Sequence[tuple[Fact, ...]], beside: Part | None = None
) -> tuple[Exclusive, ...]:
    """Return pairs of literals that exclude each other in the first few ways, the simplest to explain first."""
    told: dict[tuple[Fact, Fact], None] = {}
    for way in ways[:_MOST_LOOKED_AT]:
        pair = _plainest(found, way)
        if pair is not None:
            told[pair] = None
    ordered = sorted(told, key=lambda pair: (pair[0] == pair[1], _depth(found, *pair)))[:MOST_TOLD]
    return tuple(_made(found, part, one, other, beside) for one, other in ordered)


def _apart(found: Pairs, ways: list[list[tuple[Fact, ...]]]) -> tuple[int, int] | None:
    """Return the first two parts that exclude each other, by number."""
    masks = [[_masks(found, way) for way in one] for one in ways]
    for one, other in combinations(range(len(ways)), 2):
        if not any(not mine & ~beside for mine, _ in masks[one] for _, beside in masks[other]):
            return one, other
    return None


def _masks(found: Pairs, way: tuple[Fact, ...]) -> tuple[int, int]:
    """Return the literals of a way, and those that are compatible with all of them, in bits."""
    mine, beside = 0, -1
    for key in way:
        mine |= 1 << found.numbers[key]
        beside &= found.together[found.numbers[key]]
    return mine, beside


def _plainest(found: Pairs, way: tuple[Fact, ...]) -> tuple[Fact, Fact] | None:
    """Return the pair of exclusive literals that is simplest to explain; twice the same if one is never true."""
    pairs = [(one, other) for at, one in enumerate(way) for other in way[at:] if not found.possible(one, other)]
    return min(pairs, key=lambda pair: _depth(found, *pair), default=None)


def _depth(found: Pairs, one: Fact, other: Fact) -> int:
    """Return how much there is to explain: 0 if each side undoes the other."""
    return sum(_clash(found, *side)[1] is not None for side in ((one, other), (other, one)))


def _made(found: Pairs, part: Part, one: Fact, other: Fact, beside: Part | None) -> Exclusive:
    clashes = _of_one(found, one) if one == other else _of_two(found, one, other)
    place = _place(part.condition, other) or (beside and _place(beside.condition, other)) or part.place
    return Exclusive(literal_of(one), literal_of(other), place, clashes)


# ---------------------------------------------------------------------------------------------------- reasons

_Cause = tuple[str | None, Fact | None]
"""The action, and what it needs that excludes the other literal."""


def _clash(found: Pairs, made: Fact, against: Fact) -> _Cause:
    """Return why an action that makes one literal true does not do so together with another."""
    best: _Cause = (None, None)
    for operator in found.operators:
        if made not in operator.makes:
            continue
        if against in operator.breaks:
            return operator.name, None
        for needed in operator.needs:
            if best[0] is None and not found.possible(needed, against):
                best = operator.name, needed
    return best


def _of_two(found: Pairs, one: Fact, other: Fact) -> tuple[Clash, ...]:
    """Explain why two literals are never true at once: neither can become true while the other is."""
    sides = [(one, other, *_clash(found, one, other)), (other, one, *_clash(found, other, one))]
    for made, against, action, needed in sides:
        if needed is not None and needed != contrary(against):
            below = [(needed, against, *_clash(found, needed, against))]
            below.append((against, needed, *_clash(found, against, needed)))
            return tuple(_told(*side) for side in ((made, against, action, needed), *below))
    return tuple(_told(*side) for side in sides)


def _of_one(found: Pairs, one: Fact) -> tuple[Clash, ...]:
    """Explain why a literal is never true: an action that makes it true needs two facts that exclude each other."""
    told: list[Clash] = []
    seen = {one}
    for _ in range(_DEEPEST):
        for operator in found.operators:
            if one not in operator.makes:
                continue
            pair = _plainest(found, operator.needs)
            if pair is None:
                continue
            told.append(_told(one, pair[0], operator.name, pair[1]))
            if pair[0] != pair[1]:
                return (*told, *_of_two(found, *pair))
            if pair[0] in seen:
                return tuple(told)
            one = pair[0]
            seen.add(one)
            break
        else:
            return tuple(told)
    return tuple(told)


def _told(made: Fact, against: Fact, action: str | None, needed: Fact | None) -> Clash:
    return Clash(literal_of(made), literal_of(against), action, None if needed is None else literal_of(needed))


def _place(condition: Condition, key: Fact) -> Place | None:
    """Return where a part of the goal has a literal, with its objects or with variables in their place."""
    for literal in literals_of(condition):
        if literal.positive is key[0] and matched(literal, key[1]) is not None:
            return literal.place
    return None

"""Parts of a goal that can each be reached and are never true at once, and why."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.planning.bodies import Scope, alternatives
from clairify_cli.planning.conditions import Condition, Literal, Place, literals_of
from clairify_cli.planning.operators import Grounding, Key, TooLargeError, contrary, types_in
from clairify_cli.planning.pairs import Pairs, pairs
from clairify_cli.planning.reachability import Reachability
from clairify_cli.planning.why_model import Clash, Exclusive

MOST_OPERATORS = 6000
MOST_WAYS = 1000
MOST_TOLD = 3

_DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What excludes itself in each way to fulfil the goal; the first few of `ways`."""

    told: tuple[Exclusive, ...]
    ways: int


def exclusion(reached: Reachability, goal: Condition) -> Exclusion | None:
    """What excludes itself in every way to fulfil the goal; None where some way has nothing of the kind.

    None also where the task is too large to tell. `reached` has everything that can be reached.
    """
    scope = Scope(reached.task, {})
    asked = Grounding(reached, MOST_WAYS)
    try:
        bodies = alternatives(goal, scope)
        ways = [keys for body in bodies for _, keys in asked.bodies(body, types_in(body, scope))]
        found = pairs(
            Grounding(reached, MOST_OPERATORS).operators(), (key for way in ways for key in way), reached.task.init
        )
    except TooLargeError:
        return None
    if found is None or not ways:
        return None
    told: dict[tuple[Key, Key], None] = {}
    for way in ways:
        pair = _excluded(found, way)
        if pair is None:
            return None
        told[pair] = None
    made = [_made(found, goal, one, other) for one, other in list(told)[:MOST_TOLD]]
    return Exclusion(tuple(made), len(ways))


def _excluded(found: Pairs, way: tuple[Key, ...]) -> tuple[Key, Key] | None:
    """Two literals that exclude each other, those that do so most plainly; twice the same if one is never true."""
    excluded = [(one, other) for at, one in enumerate(way) for other in way[at:] if not found.possible(one, other)]
    return min(excluded, key=lambda pair: _depth(found, *pair), default=None)


def _depth(found: Pairs, one: Key, other: Key) -> int:
    """How much there is to explain: nothing where each side undoes the other."""
    return sum(_clash(found, *side)[1] is not None for side in ((one, other), (other, one)))


def _made(found: Pairs, goal: Condition, one: Key, other: Key) -> Exclusive:
    clashes = _of_one(found, one) if one == other else _of_two(found, one, other)
    return Exclusive(_literal(one), _literal(other), _place(goal, other), clashes)


# ---------------------------------------------------------------------------------------------------- reasons

_Cause = tuple[str | None, Key | None]
"""The action looked at, and what it needs that excludes the other literal."""


def _clash(found: Pairs, made: Key, against: Key) -> _Cause:
    """Why the first action that makes one literal true does not do so beside another."""
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


def _of_two(found: Pairs, one: Key, other: Key) -> tuple[Clash, ...]:
    """Why two literals are never true at once: the one that is the last to come true cannot come true."""
    sides = [(one, other, *_clash(found, one, other)), (other, one, *_clash(found, other, one))]
    for made, against, action, needed in sides:
        if needed is not None and needed != contrary(against):
            below = [(needed, against, *_clash(found, needed, against))]
            below.append((against, needed, *_clash(found, against, needed)))
            return tuple(_told(*side) for side in ((made, against, action, needed), *below))
    return tuple(_told(*side) for side in sides)


def _of_one(found: Pairs, one: Key) -> tuple[Clash, ...]:
    """Why a literal is never true: an action that makes it so needs two things that exclude each other."""
    told: list[Clash] = []
    seen = {one}
    for _ in range(_DEEPEST):
        for operator in found.operators:
            if one not in operator.makes:
                continue
            pair = _excluded(found, operator.needs)
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


def _told(made: Key, against: Key, action: str | None, needed: Key | None) -> Clash:
    return Clash(_literal(made), _literal(against), action, None if needed is None else _literal(needed))


def _literal(key: Key) -> Literal:
    return Literal(*key)


def _place(goal: Condition, key: Key) -> Place:
    """Where the goal asks for a literal, with its objects or with variables in their place."""
    for literal in literals_of(goal):
        if (literal.positive, literal.predicate, len(literal.arguments)) == (key[0], key[1], len(key[2])) and all(
            term in (name, "") or term.startswith("?") for term, name in zip(literal.arguments, key[2], strict=True)
        ):
            return literal.place
    return goal.place

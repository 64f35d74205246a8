"""The parts of a goal, each with the ways to fulfil it: conjuncts, and the instances of a `forall`.

What never changes is worked out beforehand, so that a part shows what is still asked for: of "red blocks are in a
zone" the instance for a red block is that it is in a zone, and that for a blue block is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from clairify_cli.planning.bodies import Scope, alternatives
from clairify_cli.planning.conditions import (
    EQUAL,
    FALSE,
    TRUE,
    All,
    Any,
    Condition,
    Every,
    Literal,
    Place,
    Some,
    substituted,
)
from clairify_cli.planning.operators import Grounding, Key, TooLargeError, types_in

MOST_PARTS = 200
MOST_WAYS = 1000
"""How many ways to fulfil one part are looked at; a part with more is taken to be fulfilled."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the goal and where it stands. `ways` are sets of literals of which one has to hold."""

    condition: Condition
    place: Place
    ways: tuple[tuple[Key, ...], ...]


def parts_of(goal: Condition, asked: Grounding) -> list[Part]:
    """The parts of a goal that something changes. Those that are too large to tell are left out."""
    found = []
    for one, place in islice(_split(goal, asked), MOST_PARTS):
        ways = _ways(one, asked)
        if ways and () not in ways:
            found.append(Part(one, place, ways))
    return found


def _split(goal: Condition, asked: Grounding) -> Iterator[tuple[Condition, Place]]:
    waiting = [(goal, goal.place)]
    while waiting:
        one, place = waiting.pop()
        if isinstance(one, All):
            waiting += [(part, part.place) for part in reversed(one.parts)]
        elif isinstance(one, Every):
            names = [name for name, _ in one.variables]
            choices = product(*(asked.reached.task.objects_of(types) for _, types in one.variables))
            bodies = [substituted(one.body, dict(zip(names, x, strict=True))) for x in islice(choices, MOST_PARTS)]
            waiting += [(body, body.place) for body in reversed(bodies)]
        else:
            made = settled(one, asked)
            if isinstance(made, All | Every) and made != TRUE:
                waiting.append((made, place))
            elif made != TRUE:
                yield made, place


def settled(condition: Condition, asked: Grounding) -> Condition:
    """The condition without what is true from the start and never changes, and without alternatives that never hold."""
    match condition:
        case Literal():
            if condition.variables or condition.predicate in asked.fluents:
                return condition
            if condition.predicate == EQUAL:
                holds = len(set(condition.arguments)) == 1
            else:
                holds = (condition.predicate, *condition.arguments) in asked.reached.task.init
            return TRUE if holds is condition.positive else FALSE
        case All() | Any():
            neutral, decisive = (TRUE, FALSE) if isinstance(condition, All) else (FALSE, TRUE)
            inner = [settled(one, asked) for one in condition.parts]
            kept = tuple(one for one in inner if one != neutral)
            if decisive in kept:
                return decisive
            return neutral if not kept else kept[0] if len(kept) == 1 else type(condition)(kept, condition.place)
        case Some() | Every():
            return type(condition)(condition.variables, settled(condition.body, asked), condition.place)


def _ways(condition: Condition, asked: Grounding) -> tuple[tuple[Key, ...], ...]:
    scope = Scope(asked.reached.task, {})
    found: dict[tuple[Key, ...], None] = {}
    try:
        for body in alternatives(condition, scope):
            found.update((keys, None) for _, keys in asked.bodies(body, types_in(body, scope)))
    except TooLargeError:
        return ()
    return tuple(found) if len(found) <= MOST_WAYS else ()

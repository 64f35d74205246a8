"""The parts of a goal, each with the ways to fulfil it: conjuncts, and the instances of a `forall`.

Static facts are evaluated first, so a part shows only what remains to be done: of "red blocks are in a zone", the
instance for a red block is that it is in a zone, and a blue block has no instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from clairify_cli.planning.ground.conditions import (
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
from clairify_cli.planning.ground.grounder import Fact, Grounder, TooLargeError
from clairify_cli.records import dataclass

MOST_PARTS = 200
MOST_WAYS = 1000
"""Maximum number of ways to satisfy one part; a part with more is assumed to be satisfied."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the goal and its place. `ways` has sets of facts of which one must hold."""

    condition: Condition
    place: Place
    ways: tuple[tuple[Fact, ...], ...]


def parts_of(goal: Condition, grounder: Grounder, most: int = MOST_PARTS) -> list[Part]:
    """The parts of a goal that something changes, at most `most`.

    Those that are too large to tell, and those without a way, are left out if the grounder goes by what can be
    reached. Otherwise all are there, or `TooLargeError` is raised.
    """
    found: list[Part] = []
    # Without the relaxation no part may be left out: a missing part would be assumed to be satisfied.
    exact = grounder.reached is None
    for one, place in islice(_split(goal, grounder, most), most):
        ways = _ways(one, grounder)
        if exact and (ways is None or len(found) + 1 == most):
            raise TooLargeError
        if ways is not None and () not in ways and (ways or exact):
            found.append(Part(one, place, ways))
    return found


def _split(goal: Condition, grounder: Grounder, most: int) -> Iterator[tuple[Condition, Place]]:
    waiting = [(goal, goal.place)]
    while waiting:
        one, place = waiting.pop()
        if isinstance(one, All):
            waiting += [(part, part.place) for part in reversed(one.parts)]
        elif isinstance(one, Every):
            names = [name for name, _ in one.variables]
            choices = product(*(grounder.task.objects_of(types) for _, types in one.variables))
            bodies = [substituted(one.body, dict(zip(names, x, strict=True))) for x in islice(choices, most)]
            waiting += [(body, body.place) for body in reversed(bodies)]
        else:
            made = settled(one, grounder)
            if isinstance(made, All | Every) and made != TRUE:
                waiting.append((made, place))
            elif made != TRUE:
                yield made, place


def settled(condition: Condition, grounder: Grounder) -> Condition:
    """The condition without what is true from the start and never changes, and without alternatives that never hold."""
    match condition:
        case Literal():
            if condition.variables or condition.predicate in grounder.changing:
                return condition
            if condition.predicate == EQUAL:
                holds = len(set(condition.arguments)) == 1
            else:
                holds = (condition.predicate, *condition.arguments) in grounder.task.init
            return TRUE if holds is condition.positive else FALSE
        case All() | Any():
            neutral, decisive = (TRUE, FALSE) if isinstance(condition, All) else (FALSE, TRUE)
            inner = [settled(one, grounder) for one in condition.parts]
            kept = tuple(one for one in inner if one != neutral)
            if decisive in kept:
                return decisive
            return neutral if not kept else kept[0] if len(kept) == 1 else type(condition)(kept, condition.place)
        case Some() | Every():
            return type(condition)(condition.variables, settled(condition.body, grounder), condition.place)


def _ways(condition: Condition, grounder: Grounder) -> tuple[tuple[Fact, ...], ...] | None:
    """Return the ways to satisfy a condition; None if there are too many."""
    found: dict[tuple[Fact, ...], None] = {}
    try:
        found.update((way, None) for way in grounder.ways(condition))
    except TooLargeError:
        return None
    return tuple(found) if len(found) <= MOST_WAYS else None

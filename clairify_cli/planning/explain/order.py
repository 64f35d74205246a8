"""Decide which cause to report first: the simplest need of an action, and the action that was most likely meant.

All that an action needs is necessary, so that what is plain comes before what has to be followed further. Several
actions for one thing are a choice: there, a fact that the initial state has of other objects has most likely been
left out, while an action for objects of another type was most likely not meant.
"""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.planning.explain.model import (
    Attempt,
    Blocked,
    Impossible,
    Kind,
    NoObject,
    Obstacle,
    Together,
    WrongType,
    circular,
    roots,
)
from clairify_cli.planning.ground.conditions import Literal

_LEFT_OUT, _NOT_BEGUN, _UNKNOWN, _FOREIGN, _USELESS = range(5)


def rank(obstacle: Obstacle) -> int:
    """Simple causes first: wrong types and facts that nothing adds, then whatever those block, and cycles last."""
    match obstacle:
        case WrongType() | NoObject() | Impossible():
            return 0
        case Blocked(kind=Kind.NEVER_ADDED | Kind.STAYS_TRUE):
            return 1
        case Blocked(kind=Kind.OTHER_OBJECTS):
            return 2
        case Together() if circular(obstacle.missing):
            return 3
        case Blocked(kind=Kind.TOLD):
            return 6
        case Blocked(kind=Kind.NOT_FOLLOWED):
            return 7
        case Blocked(kind=Kind.CYCLE):
            return 8
        case _:
            under = [root.obstacle for root in roots((obstacle,)) if root.obstacle is not obstacle]
            return 3 + min((rank(one) for one in under), default=1) // 2


def unlikeliness(obstacle: Obstacle) -> int:
    """How unlikely it is that an obstacle is the slip that was made, rather than a sign that nothing was meant here."""
    match obstacle:
        case Blocked(kind=Kind.NEVER_ADDED | Kind.OTHER_OBJECTS):
            return _LEFT_OUT if obstacle.in_init else _UNKNOWN
        case Blocked(kind=Kind.STAYS_TRUE | Kind.CYCLE | Kind.NOT_FOLLOWED):
            return _NOT_BEGUN
        case Blocked(kind=Kind.TOLD):
            return _NOT_BEGUN if obstacle.earlier is None else unlikeliness(obstacle.earlier)
        case Blocked():
            return min((_of_attempt(one)[0] for one in obstacle.attempts), default=_NOT_BEGUN)
        case Together():
            return _NOT_BEGUN
        case NoObject():
            return _UNKNOWN if obstacle.likely is None else _NOT_BEGUN
        case _:
            return _FOREIGN


def unlikeliness_of_group(group: tuple[Obstacle, ...]) -> tuple[int, int]:
    """The same of obstacles that are all in the way; then, how many last causes there would be to fix."""
    worst = max((unlikeliness(one) for one in group), default=_USELESS)
    return worst, len({root.obstacle for root in roots(group, first_only=True)})


def _of_attempt(attempt: Attempt) -> tuple[int, int]:
    return min((unlikeliness_of_group(group) for group in attempt.obstacles), default=(_USELESS, 0))


def most_likely_first(attempts: Iterable[Attempt], literal: Literal) -> tuple[Attempt, ...]:
    """The attempts, the one most likely meant first; those that give back what they take come last of all."""
    made = list(attempts)
    useful = [one for one in made if not _idle(one, literal)]
    return tuple(sorted(useful or made, key=_of_attempt))


def _idle(attempt: Attempt, literal: Literal) -> bool:
    """Whether an action restores exactly what it consumes."""
    return all(
        any(
            isinstance(one, Blocked)
            and one.kind is Kind.CYCLE
            and one.literal.predicate == literal.predicate
            and one.literal.arguments == attempt.effect.arguments
            for one in group
        )
        for group in attempt.obstacles
    )

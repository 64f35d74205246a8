"""What steps change, and what of it may come undone by itself: an opened door falls shut, a taken object is back."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.records import dataclass

MOST_TOGETHER = 4
"""Limit on the steps about one thing that come undone together."""


@dataclass(frozen=True, slots=True)
class Change:
    """The facts that a step made true and false."""

    true: frozenset[GroundAtom]
    false: frozenset[GroundAtom]

    @property
    def touched(self) -> frozenset[GroundAtom]:
        """All atoms that it changed."""
        return self.true | self.false


def moves(change: Change) -> bool:
    """Whether a change moves the actor, which does not happen by itself: `(at a)` instead of `(at b)`."""
    return any(
        len(one) == 2 and len(other) == 2 and one[0] == other[0] for one in change.true for other in change.false
    )


def together(changes: Sequence[Change]) -> Change:
    """Return the net change of several changes."""
    true: frozenset[GroundAtom] = frozenset()
    false: frozenset[GroundAtom] = frozenset()
    for one in changes:
        true, false = (true - one.false) | (one.true - false), (false - one.true) | (one.false - true)
    return Change(true, false)

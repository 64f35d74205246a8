"""Find the facts that may have come undone at a point in a program, given the changes of earlier steps.

The world may change by itself: an opened door falls shut, a taken object is back in its place. The changes that some
steps made to a thing are undone together, if they still hold and the opposite held initially; the last step alone may
also be undone as if it had failed. The actor stays where it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from clairify_cli.languages.pddl.meaning.state import WorldState
from clairify_cli.languages.pddl.task import GroundAtom

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


@dataclass(slots=True)
class History:
    """The changes of the steps since a first state."""

    first: frozenset[GroundAtom]
    changes: list[Change] = field(default_factory=list)
    makers: dict[GroundAtom, int] = field(default_factory=dict)
    """The number of the last step that changed an atom."""
    steps: list[tuple[str, ...]] = field(default_factory=list)
    """The steps themselves: an action and its arguments."""
    about: dict[str, list[int]] = field(default_factory=dict)
    """The numbers of the steps that changed something about a thing."""

    def note(
        self,
        touched: AbstractSet[GroundAtom],
        before: WorldState,
        after: WorldState,
        name: str,
        objects: Sequence[str],
    ) -> None:
        """Add a step: an action, its objects, and which of the touched atoms it changed."""
        number = len(self.changes)
        true = (after.atoms & touched) - before.atoms
        false = (before.atoms & touched) - after.atoms
        self.changes.append(Change(true, false))
        self.steps.append((name, *objects))
        self.makers.update(dict.fromkeys(true | false, number))
        for thing in {each for atom in true | false for each in atom[1:]}:
            self.about.setdefault(thing, []).append(number)

    def undone(self, atom: GroundAtom, now: WorldState) -> Iterator[Change]:
        """Yield the smallest sets of changes that may come undone and reverse an atom's present value.

        In each, `true` has the facts that are true again, `false` those no longer true.
        """
        maker = self.makers.get(atom)
        if maker is None:
            return
        for length in range(1, MOST_TOGETHER + 1):
            found = [one for one in self._chains(maker, length) if self._may_be_undone(one, atom, now)]
            if found:
                yield from (Change(one.false, one.true) for one in found)
                break
        if maker == len(self.changes) - 1:
            yield Change(self.changes[maker].false, self.changes[maker].true)

    def _chains(self, maker: int, length: int) -> Iterator[Change]:
        """Yield the net changes of every `length` consecutive steps about one thing that include the maker."""
        for thing in self.steps[maker][1:]:
            about = self.about.get(thing, [])
            at = bisect_left(about, maker)
            if at == len(about) or about[at] != maker:
                continue
            for start in range(max(0, at - length + 1), min(at, len(about) - length) + 1):
                yield together([self.changes[one] for one in about[start : start + length]])

    def _may_be_undone(self, made: Change, atom: GroundAtom, now: WorldState) -> bool:
        """Whether a change still holds, was the opposite initially, affects an atom, and does not move the actor."""
        is_so = made.true <= now.atoms and not made.false & now.atoms
        was_so = made.false <= self.first and not made.true & self.first
        return is_so and was_so and atom in made.true | made.false and not moves(made)


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

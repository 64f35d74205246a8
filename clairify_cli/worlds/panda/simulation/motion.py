"""What the arm touches while it follows a trajectory, and how that ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.simulation.engine import Bullet
from clairify_cli.worlds.panda.simulation.panda import HAND, LEFT, RIGHT, Panda

TOUCHED = 0.2
"""Contacts below this force (N) are grazes and not reported."""

TOO_HARD = 5.0
"""An unexpected contact above this force (N) stops the motion."""

LOOKED = 2
"""The interval (steps) at which contacts are checked."""

TOO_FAR = 0.25
"""A joint error above this (rad) stops the motion."""

REFLEX = 24
"""After a hard contact the arm goes back by so many rows of its trajectory at half the speed, to stop pressing."""

_GRIPPING = frozenset((HAND, LEFT, RIGHT))


@dataclass(frozen=True, slots=True)
class Touch:
    """An unexpected contact: the part (a link or the held object), the other object, and the largest force (N).

    `at` is when it began, in simulated s.
    """

    part: str
    thing: str
    force: float
    at: float


@dataclass(frozen=True, slots=True)
class Followed:
    """The result of a motion.

    `complete`: it reached the end of the trajectory. `error`: the largest tracking error (rad) of a joint. `contacts`:
    the unexpected contacts. `stopped`: why it is not complete: `contact`, `watch` or `tracking`. `seconds` were
    simulated.
    """

    complete: bool
    error: float
    contacts: tuple[Touch, ...]
    seconds: float
    stopped: str | None = None


class Contacts:
    """Collects unexpected contacts of the arm and the held object.

    The hand, the fingers and the held object may touch the objects in `allowed`; the held object may touch the hand.
    """

    def __init__(
        self, bullet: Bullet, panda: Panda, things: Mapping[int, str], held: Mapping[int, str], allowed: Collection[str]
    ):
        self._bullet = bullet
        self._panda = panda
        self._things = things
        self._held = held
        self._allowed = frozenset(allowed)
        self.found: dict[tuple[str, str], Touch] = {}
        self.hardest = 0.0

    def look(self, clock: float) -> None:
        """Record the contacts after a step."""
        number = self._panda.number
        for point in self._bullet.getContactPoints(bodyA=number):
            if point[9] > TOUCHED and point[1] == number:
                self._arm(point[3], point[2], point[9], clock)
            elif point[9] > TOUCHED:
                self._arm(point[4], point[1], point[9], clock)
        for held, name in self._held.items():
            for point in self._bullet.getContactPoints(bodyA=held):
                other = point[2] if point[1] == held else point[1]
                if point[9] > TOUCHED and other != number and other not in self._held:
                    thing = self._things.get(other)
                    if thing is not None and thing not in self._allowed:
                        self._note(name, thing, point[9], clock)

    def _arm(self, link: int, other: int, force: float, clock: float) -> None:
        thing = self._things.get(other)
        if thing is None or (link in _GRIPPING and (other in self._held or thing in self._allowed)):
            return
        self._note(self._panda.names[link], thing, force, clock)

    def _note(self, part: str, thing: str, force: float, clock: float) -> None:
        self.hardest = max(self.hardest, force)
        before = self.found.get((part, thing))
        force, at = (force, clock) if before is None else (max(force, before.force), before.at)
        self.found[part, thing] = Touch(part, thing, force, at)

"""What force may hold between the fingers, and so what a stop of the hand would drop.

`stop` of a Franka hand takes the force off a grasp, which is what it is mainly for, and does not reliably end a move
(github.com/frankarobotics/libfranka/issues 18, 52 and 111). In franka_ros2 the cancel of a goal of the hand calls it.
"""

from __future__ import annotations

from dataclasses import dataclass

EQUAL = 0.0005
"""How much (m) two widths of fingers that stand still differ."""
NOTHING = -1.0
"""The limit where nothing can be held."""
_STALLED = 0.15
"""After how long (s) in one place fingers that were closing are taken to have met something."""
_UNSEEN = 0.2
"""How old (s) a width may be to say that nothing is between the fingers yet; they move on meanwhile."""


@dataclass(frozen=True, slots=True)
class Width:
    """How far the fingers were apart (m), when that was heard, and since when they have stood `at` that (s)."""

    metres: float
    heard: float
    at: float
    since: float

    @classmethod
    def heard_after(cls, before: Width | None, metres: float, heard: float) -> Width:
        """A width that came after another one."""
        if before is None or abs(metres - before.at) > EQUAL:
            return cls(metres, heard, metres, heard)
        return cls(metres, heard, before.at, before.since)


@dataclass(frozen=True, slots=True)
class Grip:
    """What force may hold while a goal of the hand is carried out: `thing`, between fingers `limit` (m) apart or less.

    `begun` is how far apart (m) the fingers of a grasp were at its begin; they may meet something wider than `limit`.
    None for a move, which applies no force.
    """

    thing: str
    limit: float
    begun: float | None = None

    @classmethod
    def of_grasp(cls, thing: str, widest: float, speed: float, width: Width | None, *, held: bool) -> Grip:
        """Of a grasp of what is `widest` m wide at most, closing at `speed` m/s; whether something is `held` before."""
        if held or width is None:
            return cls(thing, float("inf"))
        return cls(thing, widest + speed * _UNSEEN, width.metres)

    def may_hold(self, width: Width | None, now: float) -> bool:
        """Whether something may be held at a time (s), by the last width heard. Where that is unknown, it may."""
        if self.limit == NOTHING:
            return False
        if width is None or now - width.heard > _UNSEEN or width.metres <= self.limit:
            return True
        stalled = width.heard - width.since >= _STALLED
        return self.begun is not None and width.metres < self.begun - EQUAL and stalled

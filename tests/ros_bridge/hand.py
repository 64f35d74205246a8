"""A hand with two fingers that close on what is between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Course:
    """The width goes from `start` at `since` (s of the wall) to `end` at `speed` m/s of the wall."""

    start: float
    end: float
    since: float
    speed: float


class Hand:
    """The hand. `thing` is how wide what is between the fingers is (m), None where nothing is there.

    `asked`, which is the default, puts a thing of just the width between them that a grasp asks for. A grasp holds it
    by force; a stop takes that away, and what it held falls: `dropped` has when (s of the wall).
    """

    def __init__(self, clock: Callable[[], float], *, rate: float = 1.0, width: float = 0.08, widest: float = 0.08):
        self.clock = clock
        self.rate = rate
        self.widest = widest
        self.thing: float | None = None
        self.asked = True
        self.dropped: list[float] = []
        self._force = False
        self._course = _Course(width, width, 0.0, 1.0)

    @property
    def width(self) -> float:
        """How far the fingers are apart (m)."""
        course = self._course
        way = course.end - course.start
        gone = (self.clock() - course.since) * course.speed
        return course.end if gone >= abs(way) else course.start + gone * (1 if way > 0 else -1)

    def move(self, width: float, speed: float) -> float:
        """Begin to go to `width` at `speed` m/s of the robot's time; how long that takes (s of the wall)."""
        self._force = False
        start = self.width
        end = min(max(width, 0.0), self.widest)
        if end < start and self.thing is not None:
            end = max(end, min(self.thing, start))
        wall = max(speed, 1e-3) * self.rate
        self._course = _Course(start, end, self.clock(), wall)
        return abs(end - start) / wall

    def grasp(self, width: float, speed: float) -> float:
        """Begin to close; a thing stops the fingers. How long that takes (s of the wall)."""
        if self.asked:
            self.thing = width
        seconds = self.move(0.0, speed)
        self._force = True
        return seconds

    @property
    def holds(self) -> bool:
        """Whether something is held by force."""
        return self._force and self.thing is not None and self.width <= self.thing + 1e-6

    @property
    def moving(self) -> bool:
        """Whether the fingers move."""
        return abs(self.width - self._course.end) > 1e-6

    def stop(self) -> None:
        """Stay as wide as it is, without force."""
        here = self.width
        if self.holds:
            self.dropped.append(self.clock())
            self.thing, self.asked = None, False
        self._force = False
        self._course = _Course(here, here, self.clock(), 1.0)

    def lose(self) -> None:
        """What was between the fingers is gone, and they close."""
        self.thing = None
        self.asked = False
        self.move(0.0, 0.5)

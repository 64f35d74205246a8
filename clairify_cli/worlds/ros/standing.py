"""Whether the arm stands where it should whenever nothing of ours moves it: in pauses, while a person is asked, while
the fingers or a device do something, and between motions."""

from __future__ import annotations

from clairify_cli.worlds.ros import watchdog
from clairify_cli.worlds.ros.hearing import Hearing
from clairify_cli.worlds.ros.profile import Watching
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script import Joints

_SETTLING = 0.5
"""How long (s) after a motion the arm may still move within its tolerance."""


class Standing:
    """Judges every joint state that comes while the arm should stand; `fault` is asked by `Session.check`."""

    def __init__(self, hearing: Hearing, watching: Watching):
        self._hearing = hearing
        self._watching = watching
        self._place: Joints | None = None
        self._since = 0.0

    def at(self, place: Joints | None, now: float) -> None:
        """From now on the arm stands at a place; None where it moves, or nobody knows."""
        self._place, self._since = place, now

    def fault(self, now: float) -> HaltError | None:
        """What is wrong with the states since the last time."""
        if self._place is None:
            return None
        states, faults = self._hearing.looked()
        found = (watchdog.stands(self._place, one.joints, self._watching) for one in states)
        moves = (watchdog.rests(one.velocities) for one in states if one.heard > self._since + _SETTLING)
        return next(filter(None, (*faults, *found, *moves)), None)

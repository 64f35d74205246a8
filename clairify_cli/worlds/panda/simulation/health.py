"""The arm's commanded and actual state, checked in every step: during motions, pours and waiting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clairify_cli.worlds.panda.simulation.engine import STEP, Bullet
from clairify_cli.worlds.panda.simulation.panda import JOINTS, Panda
from clairify_cli.worlds.scene import limits

MEASURED = 4
"""The interval (steps) at which tracking, torques and the depth of the fingers in objects are measured."""

_LIMITS = tuple(np.array(one) for one in (limits.VELOCITY, limits.ACCELERATION, limits.JERK))


class Health:
    """The worst values since `begin`.

    `error` (rad) is the largest tracking error of a joint, `off` (rad) the last measured one, `torque` the largest
    share of a joint's torque limit, `deepest` (m) the largest depth of a finger in an object.
    """

    def __init__(self, bullet: Bullet, panda: Panda) -> None:
        self._bullet, self._panda = bullet, panda
        self.begin()

    def begin(self) -> None:
        """Reset all values."""
        self.error = self.off = self.torque = self.deepest = 0.0
        self._steps = 0
        self._commanded: list[list[Sequence[float]]] = []
        self.cut()

    def stop(self, deepest: float) -> None:
        """Ignore everything until `cut`: an emergency stop after a collision exceeds the limits, and the collision
        alone is to blame for what follows. `deepest` is how deep a finger was in an object before it."""
        self.deepest = deepest
        self._stopping = True

    def cut(self) -> None:
        """Start a new sequence of commands, not continuous with the last: after an emergency stop, or at the beginning
        of a run."""
        self._stopping = False
        self._commanded.append([self._panda.wanted])

    def look(self) -> None:
        """Record a step."""
        if self._stopping:
            return
        self._commanded[-1].append(self._panda.wanted)
        self._steps += 1
        if self._steps % MEASURED == 0:
            self.measure()

    def measure(self) -> None:
        """Measure the joints and the fingers now."""
        states = self._bullet.getJointStates(self._panda.number, JOINTS)
        self.off = max(abs(one[0] - angle) for one, angle in zip(states, self._panda.wanted, strict=True))
        self.error = max(self.error, self.off)
        self.torque = max(self.torque, *(abs(one[3]) / most for one, most in zip(states, limits.TORQUE, strict=True)))
        touching = self._bullet.getContactPoints(bodyA=self._panda.number)
        for other in {point[2] for point in touching}:
            touching += self._bullet.getContactPoints(bodyA=other)
        self.deepest = max([self.deepest, *(-point[8] for point in touching)])

    def share(self) -> float:
        """Return the largest commanded share of a joint's limit of velocity, acceleration or jerk."""
        found = 0.0
        for rows in self._commanded:
            values = np.array(rows, dtype=np.float64)
            for limit in _LIMITS:
                values = np.diff(values, axis=0) / STEP
                found = max(found, float((np.abs(values) / limit).max(initial=0.0)))
        return found

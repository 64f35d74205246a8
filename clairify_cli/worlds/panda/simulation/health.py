"""Commanded and actual state of the arm, checked in every step: during motions, pours and waiting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clairify_cli.worlds.panda.simulation.engine import STEP, Bullet
from clairify_cli.worlds.panda.simulation.panda import JOINTS, LEFT, RIGHT, Panda
from clairify_cli.worlds.scene import limits

MEASURED = 4
"""Tracking, torques and how deep the fingers are in a thing are measured every so many steps."""

_LIMITS = tuple(np.array(one) for one in (limits.VELOCITY, limits.ACCELERATION, limits.JERK))


class Health:
    """The worst since `begin`.

    `error` (rad) is the largest difference of a joint to where it was to be, `off` (rad) that which was measured last,
    `torque` the largest share of a joint's torque, `deepest` (m) how deep a finger was in a thing.
    """

    def __init__(self, bullet: Bullet, panda: Panda) -> None:
        self._bullet, self._panda = bullet, panda
        self.begin()

    def begin(self) -> None:
        """Forget what was before."""
        self.error = self.off = self.torque = self.deepest = 0.0
        self._steps = 0
        self._commanded: list[list[Sequence[float]]] = []
        self.cut()

    def stop(self, deepest: float) -> None:
        """Look away until `cut`: an emergency stop after a collision goes beyond the limits, and what follows from the
        collision is its fault alone. `deepest` is how deep a finger was in a thing before it."""
        self.deepest = deepest
        self._stopping = True

    def cut(self) -> None:
        """What is commanded next does not continue anything: an emergency stop ends motions by force, and a run with
        them."""
        self._stopping = False
        self._commanded.append([self._panda.wanted])

    def look(self) -> None:
        """After a step."""
        if self._stopping:
            return
        self._commanded[-1].append(self._panda.wanted)
        self._steps += 1
        if self._steps % MEASURED == 0:
            self.measure()

    def measure(self) -> None:
        """Look at the joints and the fingers at once."""
        states = self._bullet.getJointStates(self._panda.number, JOINTS)
        self.off = max(abs(one[0] - angle) for one, angle in zip(states, self._panda.wanted, strict=True))
        self.error = max(self.error, self.off)
        self.torque = max(self.torque, *(abs(one[3]) / most for one, most in zip(states, limits.TORQUE, strict=True)))
        for finger in (LEFT, RIGHT):
            for point in self._bullet.getContactPoints(bodyA=self._panda.number, linkIndexA=finger):
                self.deepest = max(self.deepest, -point[8])

    def share(self) -> float:
        """The largest share of a joint's limit of velocity, acceleration or jerk that was commanded."""
        found = 0.0
        for rows in self._commanded:
            values = np.array(rows, dtype=np.float64)
            for limit in _LIMITS:
                values = np.diff(values, axis=0) / STEP
                found = max(found, float((np.abs(values) / limit).max(initial=0.0)))
        return found

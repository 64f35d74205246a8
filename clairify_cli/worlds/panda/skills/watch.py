"""What is in the hand, watched while the arm moves: whether it is still where it was gripped, and how it leans."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.panda.checks import SLIPPED
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.skills import placements
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.prepared import Transform

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.log import Log

LOST = 12
"""A thing that the fingers do not touch for so many steps of the simulation is lost."""

EVERY = 6
"""It is looked at every so many steps."""


class Watch:
    """Called after each step; True once the motion must stop. Without a thing there is nothing to watch.

    `lost`: the fingers do not touch it any more, or it is gone. `slipped` is how far (m) its middle moved in the hand.
    The tilt of a vessel is noted in the log.
    """

    def __init__(self, bench: Bench, simulation: Simulation, thing: str | None, log: Log):
        self._bench = bench
        self._simulation = simulation
        self._thing = thing
        self._log = log
        self._steps = 0
        self._untouched = 0
        self._vessel = thing is not None and thing in bench.vessels
        self._first = self._middle(thing) if thing is not None and thing in simulation.ids else None
        self.lost = False
        self.slipped = 0.0

    def __call__(self) -> bool:
        thing = self._thing
        if thing is None:
            return False
        self._steps += 1
        if self._steps % EVERY:
            return False
        simulation = self._simulation
        if thing not in simulation.ids:
            self.lost = True
            return True
        if self._vessel:
            up = float(simulation.pose(thing)[2, 2])
            self._log.tilt = max(self._log.tilt, math.acos(min(1.0, max(-1.0, up))))
        self._untouched = 0 if sum(simulation.pads(thing)) else self._untouched + EVERY
        self.lost = self._untouched >= LOST
        if self._first is not None:
            self.slipped = float(np.linalg.norm(self._middle(thing) - self._first))
        return self.lost or self.slipped > SLIPPED

    def _middle(self, thing: str) -> Transform:
        """The middle of the thing (3,) in the frame of the tool."""
        middle = placements.middle_of(self._bench, thing, self._simulation.pose(thing))
        return np.asarray((inverse(self._simulation.tool()) @ (*middle, 1.0))[:3])

"""Monitor the held object while the arm moves: whether it has slipped, and how it leans."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.panda.belief import UPRIGHT
from clairify_cli.worlds.panda.checks import SLIPPED
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.pour import TICK
from clairify_cli.worlds.panda.poses import inverse
from clairify_cli.worlds.panda.simulation.motion import TOO_HARD
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.skills import placements
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.panda.skills.prepared import Transform
from clairify_cli.worlds.panda.skills.put import CLOSE

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.skills.log import Log

LOST = 12
"""An object that the fingers do not touch for so many simulation steps is lost."""

ASTRAY = 0.5
"""A pour ends when this share of the dose is outside both vessels: in the air it is never as much."""

EVERY = 6
"""The interval of the checks, in steps."""


class Watch:
    """Called after each step; returns True once the motion must stop. Without an object it does nothing.

    `lost`: the fingers no longer touch the object, or it was removed. `slipped` is how far (m) its middle moved in the
    hand. A vessel's tilt is logged, unless it `tilts` on purpose.
    """

    def __init__(self, bench: Bench, simulation: Simulation, thing: str | None, log: Log, *, tilts: bool = False):
        self._bench = bench
        self._simulation = simulation
        self._thing = thing
        self._log = log
        self._steps = 0
        self._untouched = 0
        self._vessel = not tilts and thing is not None and thing in bench.vessels
        self._first = self._middle(thing) if thing is not None and thing in simulation.known() else None
        self.lost = False
        self.slipped = 0.0

    def __call__(self) -> bool:
        self._steps += 1
        return self._steps % EVERY == 0 and self.look(EVERY)

    def look(self, steps: int) -> bool:
        """Check now; the last check was `steps` steps ago."""
        thing = self._thing
        if thing is None:
            return False
        simulation = self._simulation
        if thing not in simulation.known():
            self.lost = True
            return True
        if self._vessel:
            up = float(simulation.pose(thing)[2, 2])
            self._log.tilt = max(self._log.tilt, math.acos(min(1.0, max(-1.0, up))))
        self._untouched = 0 if sum(simulation.pads(thing)) else self._untouched + steps
        self.lost = self._untouched >= LOST
        if self._first is not None:
            self.slipped = float(np.linalg.norm(self._middle(thing) - self._first))
        return self.lost or self.slipped > SLIPPED

    def _middle(self, thing: str) -> Transform:
        """Return the middle of the object (3,) in the tool frame."""
        middle = placements.middle_of(self._bench, thing, self._simulation.pose(thing))
        return np.asarray((inverse(self._simulation.tool()) @ (*middle, 1.0))[:3])


class PourWatch:
    """Returns why a pour must stop, or None: the target moved or fell, the source slips, something is hit, or much of
    the dose goes astray.

    Collisions above `TOO_HARD` are logged.
    """

    def __init__(
        self, bench: Bench, simulation: Simulation, liquids: Liquids, source: str, target: str, grams: float, log: Log
    ):
        self._bench = bench
        self._simulation = simulation
        self._liquids = liquids
        self._names = source, target
        self._stood = simulation.pose(target)[:3, 3]
        self._most = max(ASTRAY * grams, 2.0)
        self._log = log
        self.held = Watch(bench, simulation, source, log, tilts=True)

    def __call__(self) -> str | None:
        source, target = self._names
        simulation, label = self._simulation, self._bench.label
        if target not in simulation.known():
            return f"{label(target)} is gone"
        pose = simulation.pose(target)
        if pose[2, 2] < UPRIGHT:
            return f"{label(target)} fell over"
        if float(np.linalg.norm(pose[:3, 3] - self._stood)) > CLOSE:
            return f"{label(target)} was moved"
        if self.held.look(TICK):
            return f"{label(source)} slips out of the hand"
        hits = [one for one in simulation.touching(source) if one.force > TOO_HARD]
        if hits:
            self._log.touched += [(one.part, label(one.thing), one.force) for one in hits]
            return f"{hits[0].part} hit {label(hits[0].thing)}"
        astray = self._liquids.outside_g()
        return f"{astray:.1f} g went astray" if astray > self._most else None

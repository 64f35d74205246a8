"""Stirring with a stirrer bar, and swirling: check that the contents really move and stay inside.

Two seconds are simulated; the rest, in which the contents would keep turning, is skipped.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.particles import RATE
from clairify_cli.worlds.panda.poses import quaternion, rotation_about

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.simulation import Simulation

SIMULATED = 2.0
"""How long stirring is simulated, in s."""

BAR = (0.012, 0.05)
"""The lengths (m) of the shortest and longest stirrer bar; in between it is 1.2 times the vessel's inner radius."""

THICKNESS = 0.006
"""The thickness of a stirrer bar, in m."""

FASTEST = 240.0
"""The largest simulated speed (rpm) of the bar: a faster one would jump over spheres at 240 Hz."""

MOVED = math.radians(45.0)
"""The mean turn (rad) of the contents about the axis that counts as stirred."""

FALL = 0.6
"""How long (s) spheres may come to rest before their motion counts."""

COUNT = 24
"""The number of spheres that are stirred."""


@dataclass(frozen=True, slots=True)
class Stirred:
    """The result of stirring.

    `moved` is the mean angle (rad) that the spheres turned about the vessel's axis, in either direction; `spilled_g`
    went over the rim. `simulated` and `skipped` are in s; `enough` means that they moved enough.
    """

    moved: float
    spilled_g: float
    simulated: float
    skipped: float
    enough: bool
    remarks: tuple[str, ...] = ()


def stir(
    simulation: Simulation, liquids: Liquids, vessel: str, *, rpm: float = 240.0, seconds: float = 60.0
) -> Stirred:
    """Turn a stirrer bar at the bottom of a standing vessel for `seconds` at `rpm`. An empty vessel is not stirred."""
    if amounts.grams(liquids.contents(vessel)) <= 0.0:
        return Stirred(0.0, 0.0, 0.0, seconds, False, (f"there is nothing to stir in {vessel}",))
    cup = liquids.vessels[vessel].shape
    swirling = Swirling(liquids, vessel)
    time = min(SIMULATED, seconds)
    length = min(max(1.2 * (cup.radius - cup.wall), BAR[0]), BAR[1])
    bar = liquids.spheres.bar(length, THICKNESS)
    pose = simulation.pose(vessel)
    rate = min(rpm, FASTEST) * 2.0 * math.pi / 60.0
    angle = 0.0
    for step in range(round(time * RATE)):
        # It accelerates over half a second, like a magnet that must not lose the bar.
        now = rate * min(1.0, step / 120.0)
        angle += now / RATE
        at = pose[:3, 3] + pose[:3, 2] * (cup.bottom + THICKNESS / 2.0 + 0.0005)
        liquids.spheres.drive(bar, at, quaternion(rotation_about(pose[:3, 2], angle) @ pose[:3, :3]), pose[:3, 2] * now)
        simulation.step()
    liquids.spheres.remove([bar])
    simulation.hold(0.2)
    done = swirling.end()
    remarks = (f"stirring was simulated for {time:g} s; {seconds - time:g} s were skipped",) if seconds > time else ()
    enough = done.moved >= min(MOVED, 0.2 * time)
    return Stirred(done.moved, done.spilled_g, time, max(0.0, seconds - time), enough, remarks)


class Swirling:
    """Loosens the contents of a vessel and observes how they turn about its axis, from then on until `end`."""

    def __init__(self, liquids: Liquids, vessel: str) -> None:
        self._liquids, self._vessel = liquids, vessel
        self._steps = 0
        self._last: dict[int, float] = {}
        self._turned: dict[int, float] = {}
        self._began, self._spilled = liquids.simulation.clock, liquids.spilled_g
        liquids.loosen(vessel, real=True, count=COUNT)
        liquids.simulation.hold(FALL)
        liquids.simulation.on_step.append(self._step)

    def end(self) -> Stirred:
        """Settle the contents, and return how they moved."""
        liquids = self._liquids
        liquids.simulation.on_step.remove(self._step)
        liquids.settle()
        mean = float(np.mean(list(self._turned.values()))) if self._turned else 0.0
        time = liquids.simulation.clock - self._began
        return Stirred(mean, liquids.spilled_g - self._spilled, time, 0.0, mean >= MOVED / 3.0)

    def _step(self) -> None:
        """Update, so often that no sphere turns by half a turn in between."""
        self._steps += 1
        if self._steps % 4:
            return
        liquids = self._liquids
        bodies = liquids.inside(self._vessel)
        pose = liquids.simulation.pose(self._vessel)
        local = (liquids.spheres.centres(bodies) - pose[:3, 3]) @ pose[:3, :3]
        for body, (x, y, _) in zip(bodies, local.tolist(), strict=True):
            if math.hypot(x, y) < 0.002:
                self._last.pop(body, None)
                continue
            angle = math.atan2(y, x)
            if body in self._last:
                change = (angle - self._last[body] + math.pi) % (2.0 * math.pi) - math.pi
                self._turned[body] = self._turned.get(body, 0.0) + abs(change)
            self._last[body] = angle

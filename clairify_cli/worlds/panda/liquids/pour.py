"""Pouring by the balance: the source tilts back and forth along a path of the arm until the dose is reached.

The controller sees only the display of the balance, which is delayed and rounded. From its rate it estimates the mass
still in the air, tilts further while the flow is too low, holds, and tilts back when the flow is too high or the dose
is complete. The target flow falls with the missing mass, so the last part comes slowly.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.timing import STEP, Along
from clairify_cli.worlds.panda.liquids.contents import SPHERES, Liquids
from clairify_cli.worlds.panda.liquids.particles import RATE
from clairify_cli.worlds.panda.poses import tilt

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.simulation import Simulation

RESOLUTION = 0.01
"""The last digit of the display, in g."""

DELAY = 0.1
"""The delay of the display, in s."""


class Balance:
    """The reading of a balance, tared at the start.

    It weighs the vessel's lump and the spheres inside it. The display shows steps of `resolution` g and is `DELAY` s
    behind, provided that it is read often.
    """

    def __init__(self, liquids: Liquids, vessel: str, *, resolution: float = RESOLUTION) -> None:
        self._liquids = liquids
        self._vessel = vessel
        self._resolution = resolution
        self._tare = liquids.grams(vessel)
        self._waiting: deque[tuple[float, float]] = deque()
        self._shown = 0.0

    def reading(self) -> float:
        """Return what the display shows now, in g."""
        now = self._liquids.simulation.clock
        self._waiting.append((now, self._liquids.grams(self._vessel) - self._tare))
        while self._waiting and self._waiting[0][0] <= now - DELAY + 1e-9:
            self._shown = self._waiting.popleft()[1]
        return round(self._shown / self._resolution) * self._resolution


Array = NDArray[np.float64]

TICK = 4
"""The controller's interval in simulation steps."""

SPARE = 1.4
"""How many times the dose is loosened, so that the last of it does not have to run out."""

COARSE = 0.06
"""The share of the dose that may still be missing (counting what is in the air) when the source first tilts back: the
rest trickles as its own dose of lighter spheres."""

TRICKLE = 0.15
"""Up to this share of the dose, the missing rest is trickled, until less than half a sphere is missing."""

TRICKLED = 28
"""The number of spheres for a trickle."""

AGAIN = 0.004
"""If more than this share of the dose is missing at the end, it is poured again."""

LAG = 0.25
"""What still arrives after tilting back, as s of the displayed flow."""

FALLS = 0.2
"""The time (s) over which the flow is measured."""

STEADY = 4.0
"""The tilting speed (degrees/s) for the last part of a dose and when the source is nearly horizontal."""

BURSTS = ((70.0, 80.0), (0.0, 0.5))
"""Tilts (degrees), and the largest share of a dose of held-back contents that may come there at once, sooner than the
balance shows it; in some 280 rounds at most 0.4 came after the source began to tilt back."""

OVER = 0.01
"""A burst may exceed the whole dose by this share of it: where less is missing, the source tilts back, and the rest is
poured as a smaller dose with smaller bursts."""

LEAN = 10.0
"""The tilt (degrees) at which contents are loosened: it determines over which side of the mouth they will run."""

SOONER = 10.0
"""On later rounds the source tilts slowly from so many degrees before the tilt of the first flow."""

ROUNDS = 8
"""The largest number of tilts for one dose."""

FAST, SLOWER = 90.0, 60.0
"""The largest speeds (degrees/s) of tilting while nothing is poured."""

LONGEST_WAY = 20.0
"""The time limit (simulated s) of tilting to an angle; an unobstructed tilt never takes as long."""

LONGEST = 90.0
"""The time limit (simulated s) of a pour, whatever is missing."""


@dataclass(frozen=True, slots=True)
class Poured:
    """How a pour ended.

    `grams` reached the target, `spilled` (g) missed it. `seconds` were simulated, `tilt` is the largest angle of the
    source in degrees. `enough`: the dose (or everything, if all was requested) is in the target.
    """

    grams: float
    spilled: float
    seconds: float
    tilt: float
    enough: bool
    remarks: tuple[str, ...] = ()


class _Tilter:
    """Tilts along the arm's path (n, 7); angles are in degrees from the pose at its start, `axis` has any length."""

    def __init__(self, simulation: Simulation, arm: Arm, path: Array) -> None:
        self._simulation = simulation
        self._way = Along(path)
        tools = [arm.tool(q)[:3, :3] for q in self._way.timed.positions]
        leans = np.degrees([tilt(tools[0], one) for one in tools])
        turn = tools[-1] @ tools[0].T - tools[0] @ tools[-1].T
        self.axis = np.array((turn[2, 1], turn[0, 2], turn[1, 0]))
        # Strictly rising, so that each angle has one place.
        self._angles = np.maximum.accumulate(leans) + 1e-9 * np.arange(len(leans))
        self._places = np.arange(len(leans)) * STEP
        self._rates = np.gradient(self._angles, STEP) if len(leans) > 1 else np.ones(1)
        self.most = float(self._angles[-1])
        self.highest = 0.0

    @property
    def angle(self) -> float:
        """The current tilt."""
        return float(np.interp(self._way.place, self._places, self._angles))

    def step(self, wanted: float, to: float | None = None) -> None:
        """Simulate one step, towards a speed of `wanted` degrees/s, no further than `to` degrees."""
        end = (self._way.seconds if wanted > 0.0 else 0.0) if to is None else self._place(to)
        rate = float(np.interp(self._way.place, self._places, self._rates))
        joints, velocities = self._way.step(end, min(abs(wanted) / max(rate, 1.0), 1.0))
        self._simulation.panda.drive(joints.tolist(), velocities.tolist())
        self._simulation.step()
        self.highest = max(self.highest, self.angle)

    def _place(self, angle: float) -> float:
        return float(np.interp(angle, self._angles, self._places))

    def go(self, to: float, speed: float) -> None:
        """Tilt forth or back to an angle, at most at `speed` degrees/s, and stop there."""
        for _ in range(round(LONGEST_WAY * RATE)):
            self.step(speed, to)
            if abs(self._way.place - self._place(to)) < 1e-6 and abs(self._way.pace) < 1e-6:
                break

    def rest(self, seconds: float) -> None:
        """Stay at the current tilt."""
        for _ in range(round(seconds * RATE)):
            self.step(0.0)

    def shake(self) -> None:
        """Rock by some degrees to loosen stuck contents."""
        high = self.angle
        for _ in range(3):
            self.go(high - 3.0, 60.0)
            self.go(high, 60.0)


def pour(
    simulation: Simulation,
    liquids: Liquids,
    arm: Arm,
    path: Array,
    source: str,
    target: str,
    grams: float | None,
    *,
    watch: Callable[[], str | None] | None = None,
) -> Poured:
    """Pour `grams`, or all (None), from the vessel in the hand into one that stands.

    `path` (n, 7) are joint angles of `arm` through the poses of `pour_poses`, each tilted further than the one before;
    the arm must be at its first row, and is there again at the end. An amount that does not fit into the target is
    still poured: check `room_ml` first. The balance shows 0.01 g, or finer for doses under 10 g. `watch` is called
    continuously; if it returns a reason, the source is tilted back at once.
    """
    balance = Balance(liquids, target, resolution=min(RESOLUTION, (grams or 1.0) / 1000.0))
    run = _Run(liquids, _Tilter(simulation, arm, path), balance, source, target, grams, watch)
    liquids.pouring.add(source)
    try:
        return run.pour()
    finally:
        liquids.pouring.discard(source)


@dataclass(slots=True)
class _Run:
    """One pour, with the controller's state.

    `brim` is the tilt (degrees) at which the flow should begin, `first` a little less than the tilt at which it first
    began. `shown` has the recent readings of the balance, with their times.
    """

    liquids: Liquids
    tilter: _Tilter
    balance: Balance
    source: str
    target: str
    grams: float | None
    watch: Callable[[], str | None] | None
    began: float = 0.0
    brim: float = 90.0
    first: float | None = None
    stopped: str | None = None
    remarks: list[str] = field(default_factory=list)
    shown: deque[tuple[float, float]] = field(default_factory=deque)

    @property
    def clock(self) -> float:
        """The simulated time in s."""
        return self.liquids.simulation.clock

    def pour(self) -> Poured:
        """Tilt forth and back until the dose is complete, nothing is left, or something is wrong."""
        self.began = self.clock
        liquids, source, target = self.liquids, self.source, self.target
        before, spilled = liquids.grams(target), liquids.spilled_g
        there = liquids.grams(source)
        wanted = there if self.grams is None else self.grams
        for _ in range(ROUNDS):
            missing = wanted - (liquids.grams(target) - before)
            if missing <= AGAIN * wanted or liquids.grams(source) <= 1e-9 or self._ends():
                break
            liquids.settle()
            self.tilter.go(LEAN, SLOWER)
            trickles = missing <= TRICKLE * wanted
            count = self._loosen(missing, TRICKLED if trickles else SPHERES)
            self._tip(wanted, missing, SPARE * missing / max(count, 1) / 2.0 if trickles else COARSE * wanted)
            self.tilter.go(LEAN, FAST)
            self.tilter.rest(0.25)
            liquids.absorb(target, calm=2.0)
        self.tilter.go(0.0, FAST)
        self.tilter.rest(0.1)
        liquids.settle()
        grams, spilled = liquids.grams(target) - before, liquids.spilled_g - spilled
        left = liquids.grams(source)
        empty = left < 0.01 * max(wanted, there)
        enough = grams >= 0.95 * wanted or (self.grams is None and empty)
        if self.grams is not None and not enough and empty:
            self.remarks.append(f"{source} is empty: {grams:.4g} g came of {wanted:.4g} g")
        if self.stopped is not None:
            self.remarks.append(f"the pour was stopped: {self.stopped}")
        elif self.grams is None and not empty:
            self.remarks.append(f"{left:.3g} g stayed in {source}")
        if liquids.room_ml(target) < 0.0:
            self.remarks.append(f"{target} holds more than its capacity")
        seconds = self.clock - self.began
        return Poured(grams, spilled, seconds, self.tilter.highest, enough, tuple(self.remarks))

    def _loosen(self, missing: float, most: int) -> int:
        """Loosen a little more than what is missing, as at most `most` spheres; return their number."""
        loose = None if self.grams is None else SPARE * missing
        count = self.liquids.loosen(self.source, loose, count=most, into=self.target, about=self.tilter.axis)
        self.brim = self.first or math.degrees(self.liquids.brim(self.source)) + 5.0
        self.balance.reading()  # take a reading now, so what was there already does not look like a flow
        self.tilter.rest(0.15)
        return count

    def _ends(self) -> bool:
        """Whether it takes too long, or something is wrong."""
        if self.watch is not None and self.stopped is None:
            self.stopped = self.watch()
        return self.stopped is not None or self.clock - self.began > LONGEST

    def _flow(self) -> tuple[float, float]:
        """The reading of the balance (g), and its rate (g/s)."""
        now = self.clock
        self.shown.append((now, self.balance.reading()))
        while len(self.shown) > 2 and self.shown[0][0] < now - FALLS:
            self.shown.popleft()
        (first, low), (last, high) = self.shown[0], self.shown[-1]
        return high, (high - low) / max(last - first, FALLS)

    def _tip(self, wanted: float, dose: float, near: float) -> None:
        """Tilt until all but `near` g of `wanted` are there (`dose` g are still missing), or the flow ends."""
        self.shown.clear()
        still, shaken = 0.0, False
        began = False
        while not self._ends():
            here, flow = self._flow()
            if flow > 0.0 and not began:
                began = True
                self.first = self.first or self.tilter.angle - SOONER
            missing = wanted - here - flow * LAG
            burst = float(np.interp(self.tilter.angle, *BURSTS)) * dose
            if self.grams is not None and missing <= max(near, burst - OVER * wanted):
                return
            speed = self._speed(missing / dose, flow / dose, began)
            for number in range(TICK):
                self.tilter.step(speed)
                if number % 2:
                    self.liquids.absorb(self.target)
            still = still + TICK / RATE if flow <= 0.0 and self.tilter.angle > self.tilter.most - 0.5 else 0.0
            # Nothing flows at the largest tilt: shake once, then give up.
            if still > 0.5:
                if shaken or self.liquids.grams(self.source) <= 1e-9:
                    return
                self.tilter.shake()
                shaken, still = True, 0.0

    def _speed(self, missing: float, flow: float, began: bool) -> float:
        """Return the tilting speed in degrees/s; `missing` and `flow` (1/s) are shares of the dose."""
        if self.grams is None:
            return 60.0 if self.tilter.angle < 55.0 else 25.0
        if not began:
            return 60.0 if self.tilter.angle < self.brim else 15.0
        wanted = min(0.6, max(0.08, 0.8 * missing))
        if flow >= wanted:
            return 0.0 if flow < 2.0 * wanted else -20.0
        speed = 12.0 if flow < 0.5 * wanted else 3.0
        # Beyond the horizontal nothing holds back what is still in the source.
        return speed if missing > 0.3 and self.tilter.angle < 78.0 else min(speed, STEADY)

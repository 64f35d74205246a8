"""The contents of all vessels of a simulation: lumps at rest, spheres that can move, and spills."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.panda.liquids.amounts import Contents
from clairify_cli.worlds.panda.liquids.looks import Levels, colour
from clairify_cli.worlds.panda.liquids.particles import Array, Inside, Spheres, inside, spout, whole
from clairify_cli.worlds.scene.model import Vessel

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.simulation import Simulation

SPHERES = 48
"""The largest number of spheres into which contents are divided."""

FULL = 0.55
"""The share of the space between floor and rim that the spheres fill."""

WIDER = 1.3
"""How many times as wide as the mouth below it the channel may be in which a stream comes."""

SIZES = (0.75, 0.85, 0.95, 1.0)
"""The radii of spheres as shares of the largest: equal spheres would pack in layers that do not flow."""

LIGHTEST = 0.2
"""The smallest mass (g) of a sphere in the physics; the contents that it represents may be lighter."""

KNOCKED = math.radians(35.0)
"""An open vessel that leans more than this spills, whatever its level."""

CATCH = 2
"""The interval (steps) at which spheres that fell into other vessels are absorbed during a pour."""

LOOK = 8
"""The interval (steps) at which levels follow their vessels and leaning vessels are noticed."""


@dataclass(frozen=True, slots=True)
class Drop:
    """One sphere: its body, its radius in m, the contents that it represents, and the vessel that it came from."""

    body: int
    radius: float
    contents: Contents
    source: str


class Liquids:
    """The contents of the vessels of a simulation, in g by substance.

    Contents at rest are a lump: their mass is added to the vessel's, and a coloured cylinder shows them. `loosen` turns
    lumps into spheres, `settle` turns them back. Mass is conserved: the sum over vessels, spills and the drain stays
    constant, up to rounding.
    """

    def __init__(self, simulation: Simulation, *, rng: np.random.Generator) -> None:
        self.simulation = simulation
        self.spheres = Spheres(simulation.bullet)
        self.vessels: dict[str, Vessel] = {one.id: one for one in simulation.scene.vessels}
        numbers = simulation.ids
        self._bodies = {name: numbers[name] for name in self.vessels}
        self.closed = {one.id for one in simulation.scene.vessels if one.capped}
        """The vessels with their lid on: they do not spill when they lean. Code that caps or uncaps updates it."""
        self.pouring: set[str] = set()
        """The vessels that are tilted on purpose."""
        self.spilled: Contents = ()
        """What lies on the bench or next to it."""
        self.drained: Contents = ()
        """What was poured down the drain."""
        self._rng = rng
        self._levels = Levels(simulation.bullet)
        self._lumps: dict[str, Contents] = {one.id: amounts.together(one.contents) for one in simulation.scene.vessels}
        self._drops: dict[int, Drop] = {}
        self._liners: dict[str, tuple[int, Inside]] = {}
        self._seen: tuple[float, int, dict[int, str | None]] = (-1.0, -1, {})
        self._changes = 0
        self._steps = 0
        self._known: dict[str, tuple[object, Contents]] = {}
        for name in self.vessels:
            self._weigh(name)
        self.show()
        simulation.on_step.append(self._after_step)

    # What there is

    def contents(self, vessel: str) -> Contents:
        """The current contents of a vessel, including the spheres inside it. Raises KeyError if there is no such
        vessel."""
        loose = [drop.contents for drop in self._within(vessel)]
        return amounts.together(self._lumps[vessel], *loose) if loose else self._lumps[vessel]

    def grams(self, vessel: str) -> float:
        """The current mass of a vessel's contents in g, including the spheres inside it."""
        return amounts.grams(self._lumps[vessel]) + sum(amounts.grams(drop.contents) for drop in self._within(vessel))

    @property
    def spilled_g(self) -> float:
        """The spilled mass in g; loose spheres outside all vessels count only after `settle`."""
        return amounts.grams(self.spilled)

    @property
    def total_g(self) -> float:
        """The total mass in g: in vessels, loose, spilled and drained."""
        loose = sum(amounts.grams(drop.contents) for drop in self._drops.values())
        lumps = sum(amounts.grams(lump) for lump in self._lumps.values())
        return lumps + loose + self.spilled_g + amounts.grams(self.drained)

    @property
    def loose(self) -> int:
        """How many spheres there are."""
        return len(self._drops)

    def outside_g(self) -> float:
        """The mass of the spheres that are in no vessel at the moment: in the air or on the bench."""
        return sum(amounts.grams(drop.contents) for drop in self._within(None))

    def inside(self, vessel: str) -> list[int]:
        """The bodies of the spheres that are in a vessel now."""
        return [drop.body for drop in self._within(vessel)]

    def _within(self, vessel: str | None) -> list[Drop]:
        """Return the spheres that are in a vessel now, or in none."""
        found = self._where()
        return [drop for drop in self._drops.values() if found[drop.body] == vessel]

    def level(self, vessel: str) -> float:
        """Return the height (m) of the contents above the inner bottom, as if the vessel were upright and at rest."""
        return amounts.level(self.contents(vessel), self.vessels[vessel].shape)

    def room_ml(self, vessel: str) -> float:
        """Return how much more (mL) fits into a vessel: up to its capacity, and no higher than its rim."""
        thing = self.vessels[vessel]
        cup = thing.shape
        most = amounts.area(cup) * (cup.height - cup.bottom) * 1e6
        return min(thing.capacity_ml, most) - amounts.millilitres(self.contents(vessel))

    # Loosening and settling

    def loosen(
        self,
        vessel: str,
        grams: float | None = None,
        *,
        count: int = SPHERES,
        real: bool = False,
        into: str | None = None,
        about: Array | None = None,
    ) -> int:
        """Turn `grams` of a vessel's lump (None: all) into spheres; return how many.

        The spheres pour easily (radius 2.5 to 6 mm) and lie in a shaft near the mouth that only they touch, as if the
        vessel were full, so they run over the lip little by little, in a stream narrow enough for the mouth of `into`.
        `about` (3,) is the axis about which the vessel is tilted. With `real` their size is such that `count` of them
        fill the vessel from its bottom to the level of its contents, so a full glass spills as early as it should.
        Nothing happens without a lump.
        """
        lump = self._lumps[vessel]
        total = amounts.grams(lump)
        if total <= 0.0 or (grams is not None and grams <= 0.0):
            return 0
        part = 1.0 if grams is None else min(1.0, grams / total)
        moving = amounts.share(lump, part)
        mouth = min(_free(self.vessels[vessel]), WIDER * _free(self.vessels[into or vessel]))
        radius = _radius(mouth, amounts.millilitres(moving) if real else None, count)
        line = whole(self.vessels[vessel].shape) if real else self._spout(vessel, _bulk(radius, count), mouth, about)
        centres = self._lined(vessel, line).stacked(radius, count)
        if not len(centres):
            return 0
        self._lumps[vessel] = amounts.share(lump, 1.0 - part) if part < 1.0 else ()
        one = amounts.share(moving, 1.0 / len(centres))
        pose = self.simulation.pose(vessel)
        jitter = self._rng.uniform(-0.0002, 0.0002, centres.shape)
        sizes = radius * self._rng.choice(SIZES, len(centres))
        bodies = self.spheres.add(
            (centres + jitter) @ pose[:3, :3].T + pose[:3, 3],
            sizes,
            max(LIGHTEST, amounts.grams(one)),
            self.spheres.velocity_of(self._bodies[vessel]),
            colour(moving),
        )
        self._drops.update(
            {body: Drop(body, float(size), one, vessel) for body, size in zip(bodies, sizes, strict=True)}
        )
        self._changed()
        self._weigh(vessel)
        return len(bodies)

    def settle(self) -> float:
        """Turn spheres back into lumps; return how much of them (g) lies outside and so was spilled.

        Spheres in a vessel become part of its lump; those outside count as spilled and remain visible as flat drops.
        """
        found = self._where()
        spilled = 0.0
        for drop in list(self._drops.values()):
            vessel = found[drop.body]
            if vessel is None:
                centre = self.spheres.centres([drop.body])[0]
                # Spheres that fell off the table are not drawn as drops.
                if centre[2] > -0.01:
                    self._levels.drop(centre, drop.radius, colour(drop.contents))
                self.spilled = amounts.together(self.spilled, drop.contents)
                spilled += amounts.grams(drop.contents)
                self._remove([drop])
            else:
                self._rest(vessel, [drop])
        for vessel, (liner, _) in self._liners.items():
            self.spheres.remove([liner])
            self.spheres.lined(self._bodies[vessel], False)
        self._liners.clear()
        self.show()
        return spilled

    def absorb(self, vessel: str, *, calm: float = 0.4) -> int:
        """Add spheres that can no longer leave a standing vessel to its lump; return how many.

        They lie well under the rim and are slower than `calm` m/s, or have fallen below 0.6 of its height. This makes
        the simulation faster and keeps spheres from falling through the bottom.
        """
        cup, pose = self.vessels[vessel].shape, self.simulation.pose(vessel)
        here = self._within(vessel)
        if not here or pose[2, 2] < 0.95:
            return 0
        bodies = [drop.body for drop in here]
        centres = self.spheres.centres(bodies)
        slow = np.linalg.norm(self.spheres.velocities(bodies), axis=1) < calm
        gone = inside(cup, pose, centres, margin=0.2 * cup.height) & slow | inside(cup, pose, centres, 0.4 * cup.height)
        ready = [drop for drop, one in zip(here, gone, strict=True) if one]
        if ready:
            self._rest(vessel, ready)
        return len(ready)

    def empty(self, vessel: str) -> float:
        """Pour everything in a vessel, spheres included, down the drain; return how much it was, in g."""
        gone = self.contents(vessel)
        self._remove(self._within(vessel))
        self._lumps[vessel] = ()
        self.drained = amounts.together(self.drained, gone)
        self._weigh(vessel)
        self.show()
        return amounts.grams(gone)

    def add(self, vessel: str, contents: Contents) -> None:
        """Add contents from a device such as a pump to a vessel, which changes the total."""
        self._lumps[vessel] = amounts.together(self._lumps[vessel], contents)
        self._changed()
        self._weigh(vessel)
        self.show()

    def forget(self, vessel: str) -> None:
        """Remove a vessel with its contents; other objects are ignored."""
        if vessel not in self.vessels:
            return
        self.empty(vessel)
        if vessel in self._liners:
            self.spheres.remove([self._liners.pop(vessel)[0]])
        del self.vessels[vessel], self._bodies[vessel], self._lumps[vessel]
        self._known.pop(vessel, None)

    # After each step

    def watch_tilt(self, vessels: Collection[str]) -> None:
        """Loosen the lumps of these vessels that are open and lean so far that they spill.

        A vessel leans too far when the surface of its contents, level in the world, would reach its rim.
        """
        for name in vessels:
            if name in self.closed or name in self.pouring or not self._lumps[name]:
                continue
            cup, pose = self.vessels[name].shape, self.simulation.pose(name)
            tilt = math.acos(max(-1.0, min(1.0, float(pose[2, 2]))))
            free = max(0.0, cup.height - cup.bottom - self.level(name))
            if tilt > min(KNOCKED, max(math.radians(10.0), math.atan2(free, cup.radius - cup.wall))):
                self.loosen(name, real=True, count=30)

    def show(self, vessels: Collection[str] | None = None) -> None:
        """Draw the levels of lumps at the current poses of the vessels (all, or those named)."""
        for name in self.vessels if vessels is None else vessels:
            lump, cup = self._lumps[name], self.vessels[name].shape
            height = min(amounts.level(lump, cup), cup.height - cup.bottom - 0.001)
            self._levels.show(name, cup, self.simulation.pose(name), height, colour(lump))

    def _after_step(self) -> None:
        self._steps += 1
        for name, (liner, _) in self._liners.items():
            self.spheres.carry(liner, self._bodies[name], self.simulation.pose(name))
        if self.pouring and self._drops and self._steps % CATCH == 0:
            self._catch()
        if self._steps % LOOK == 0:
            for name in self._liners:
                self._weigh(name)
            moved = self._moved()
            self.watch_tilt(moved)
            self.show(moved)

    def _catch(self) -> None:
        """Absorb what falls into other vessels while some are being tilted, in either direction.

        A falling sphere moves further in one step than a bottom is thick: it would get stuck in it, lift the vessel,
        and roll away under it.
        """
        found = self._where()
        fallen = {found[drop.body] for drop in self._drops.values()} - {None} - self.pouring
        for vessel in sorted(name for name in fallen if name is not None):
            self.absorb(vessel)

    def _moved(self) -> list[str]:
        """Return the vessels that moved or whose lumps changed; updating the others would cost time."""
        moved = []
        for name, body in self._bodies.items():
            now = (self.spheres.place(body), self._lumps[name])
            if self._known.get(name) != now:
                self._known[name] = now
                moved.append(name)
        return moved

    def _spout(self, vessel: str, volume: float, mouth: float, about: Array | None) -> Inside:
        """Return the shaft in a vessel for spheres of a volume (m³) that run out where it will be lowest."""
        turn = self.simulation.pose(vessel)[:3, :3]
        x, y = -turn[2, :2] if about is None else (turn[:, 1] @ about, -turn[:, 0] @ about)
        return spout(self.vessels[vessel].shape, volume, FULL, math.atan2(y, x), mouth)

    def _lined(self, vessel: str, room: Inside) -> Inside:
        """Give a vessel a liner, unless it has one; return its liner's inside."""
        if vessel not in self._liners:
            liner = self.spheres.liner(room)
            self._liners[vessel] = (liner, room)
            self.spheres.lined(self._bodies[vessel], True)
            self.spheres.carry(liner, self._bodies[vessel], self.simulation.pose(vessel))
        return self._liners[vessel][1]

    def brim(self, vessel: str) -> float:
        """Return the approximate tilt (rad) at which its spheres begin to run over the lip, treated as a liquid."""
        drops = [drop for drop in self._drops.values() if drop.source == vessel]
        if not drops or vessel not in self._liners:
            return math.pi / 2.0
        room = self._liners[vessel][1]
        free = room.top - room.bottom - _bulk(drops[0].radius, len(drops)) / room.area
        return math.atan2(max(0.0, free), room.across * math.sqrt(2.0))

    def _where(self) -> dict[int, str | None]:
        """Return the vessel that each sphere is in, by its body; cached per moment."""
        clock, changes, found = self._seen
        if clock == self.simulation.clock and changes == self._changes:
            return found
        bodies = list(self._drops)
        result: dict[int, str | None] = dict.fromkeys(bodies)
        if bodies:
            centres = self.spheres.centres(bodies)
            for name, thing in self.vessels.items():
                mask = inside(thing.shape, self.simulation.pose(name), centres)
                for index in np.flatnonzero(mask):
                    result[bodies[index]] = name
        self._seen = (self.simulation.clock, self._changes, result)
        return result

    def _rest(self, vessel: str, drops: Sequence[Drop]) -> None:
        self._lumps[vessel] = amounts.together(self._lumps[vessel], *(drop.contents for drop in drops))
        self._remove(drops)
        self._weigh(vessel)

    def _remove(self, drops: Sequence[Drop]) -> None:
        self.spheres.remove([drop.body for drop in drops])
        for drop in drops:
            del self._drops[drop.body]
        self._changed()

    def _changed(self) -> None:
        self._changes += 1

    def _weigh(self, vessel: str) -> None:
        """Set a vessel's load to its lump and the spheres in its liner, which do not press on the vessel itself."""
        lined = 0.0
        if vessel in self._liners:
            lined = sum(amounts.grams(one.contents) for one in self._within(vessel) if one.source == vessel)
        self.simulation.load(vessel, amounts.grams(self._lumps[vessel]) + lined)


def _bulk(radius: float, count: int) -> float:
    """Return the volume (m³) of `count` spheres at a packing density of 0.55."""
    return count * 4.0 / 3.0 * math.pi * radius**3 / 0.55


def _free(vessel: Vessel) -> float:
    """Return the inner radius of a vessel in m."""
    return vessel.shape.radius - vessel.shape.wall


def _radius(free: float, volume_ml: float | None, count: int) -> float:
    """Return the radius of spheres in m for a mouth's; those of a given volume fill it at a packing density of 0.6."""
    if volume_ml is None:
        return min(max(0.16 * free, 0.0025), 0.006)
    real = (0.6 * volume_ml * 1e-6 / (count * 4.0 / 3.0 * math.pi)) ** (1.0 / 3.0)
    return float(min(max(real, 0.003), 0.3 * free))

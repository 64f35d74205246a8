"""The contents of all vessels of a simulation: lumps at rest, spheres while they can move, and spills."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clairify_cli.worlds.panda.liquids import amounts
from clairify_cli.worlds.panda.liquids.amounts import Contents
from clairify_cli.worlds.panda.liquids.looks import Levels, colour
from clairify_cli.worlds.panda.liquids.particles import Inside, Spheres, inside, spout, whole
from clairify_cli.worlds.scene.model import Vessel

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.simulation import Simulation

SPHERES = 48
"""How many spheres a content is divided into, where they fit."""

FULL = 0.55
"""The share of the space between floor and rim that the spheres fill."""

SIZES = (0.75, 0.85, 0.95, 1.0)
"""The radii of spheres, as shares of the largest: spheres of one size would lie in layers that do not run."""

LIGHTEST = 0.2
"""The mass in g of the lightest sphere for the physics; what it stands for may be less."""

KNOCKED = math.radians(35.0)
"""An open vessel that leans more than this runs out, whatever its level."""

CATCH = 2
"""While something is poured, what fell into another vessel is taken up every so many steps."""

LOOK = 8
"""The levels follow their vessels, and leaning vessels are noticed, every so many steps."""


@dataclass(frozen=True, slots=True)
class Drop:
    """One sphere: its body, its radius in m, what it stands for, and the vessel that it came from."""

    body: int
    radius: float
    contents: Contents
    source: str


class Liquids:
    """The contents of the vessels of a simulation, in g by substance.

    Contents at rest are a lump: their mass is added to the vessel's, a coloured cylinder shows them. `loosen` makes
    spheres of them, `settle` lumps of the spheres. Mass is conserved: the sum over vessels, spills and the drain stays
    constant, up to rounding.
    """

    def __init__(self, simulation: Simulation, *, rng: np.random.Generator) -> None:
        self.simulation = simulation
        self.spheres = Spheres(simulation.bullet)
        self.vessels: dict[str, Vessel] = {one.id: one for one in simulation.scene.vessels}
        numbers = simulation.ids
        self._bodies = {name: numbers[name] for name in self.vessels}
        self.closed = {one.id for one in simulation.scene.vessels if one.capped}
        """The vessels with their lid on: they do not run out when they lean. Code that caps or uncaps updates it."""
        self.pouring: set[str] = set()
        """The vessels that are tilted on purpose."""
        self.spilled: Contents = ()
        """What lies on the bench, or next to it."""
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
        found = self._where()
        loose = [drop.contents for drop in self._drops.values() if found[drop.body] == vessel]
        return amounts.together(self._lumps[vessel], *loose) if loose else self._lumps[vessel]

    def grams(self, vessel: str) -> float:
        """The current mass of a vessel's contents in g, including the spheres inside it."""
        found = self._where()
        loose = (amounts.grams(drop.contents) for drop in self._drops.values() if found[drop.body] == vessel)
        return amounts.grams(self._lumps[vessel]) + sum(loose)

    @property
    def spilled_g(self) -> float:
        """What was spilled, in g; spheres that are still loose outside all vessels do not count yet (`settle`)."""
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
        found = self._where()
        return sum(amounts.grams(drop.contents) for drop in self._drops.values() if found[drop.body] is None)

    def inside(self, vessel: str) -> list[int]:
        """The bodies of the spheres that are in a vessel now."""
        return [body for body, found in self._where().items() if found == vessel]

    def level(self, vessel: str) -> float:
        """How high the contents stand above the inner bottom, in m, as if the vessel were upright and all at rest."""
        return amounts.level(self.contents(vessel), self.vessels[vessel].shape)

    def room_ml(self, vessel: str) -> float:
        """How much more goes into a vessel: up to its capacity, and no higher than its rim."""
        thing = self.vessels[vessel]
        cup = thing.shape
        most = amounts.area(cup) * (cup.height - cup.bottom) * 1e6
        return min(thing.capacity_ml, most) - amounts.millilitres(self.contents(vessel))

    # What may move, and what rests

    def loosen(self, vessel: str, grams: float | None = None, *, count: int = SPHERES, real: bool = False) -> int:
        """Make spheres of `grams` of what rests in a vessel (None: of all); returns how many.

        The spheres are easily poured (radius 2.5 to 6 mm) and lie in a shaft near the mouth that only they touch, as
        if the vessel were full: then they run over the lip little by little. With `real` they are so large that
        `count` of them fill the vessel from its bottom as high as its contents do, and a full glass spills as early
        as a full glass does. Nothing happens if nothing rests.
        """
        lump = self._lumps[vessel]
        total = amounts.grams(lump)
        if total <= 0.0 or (grams is not None and grams <= 0.0):
            return 0
        part = 1.0 if grams is None else min(1.0, grams / total)
        moving = amounts.share(lump, part)
        radius = _radius(self.vessels[vessel], amounts.millilitres(moving) if real else None, count)
        centres = self._line(vessel, radius, count, real).stacked(radius, count)
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

    def settle(self, *, keep: Sequence[str] = ()) -> float:
        """Make lumps of the spheres again; returns how much of them (g) lies outside and so was spilled.

        Spheres in a vessel become part of its lump, those outside are taken for spilled and stay to be seen as flat
        drops. Spheres in the vessels `keep` stay as they are.
        """
        found = self._where()
        spilled = 0.0
        for drop in list(self._drops.values()):
            vessel = found[drop.body]
            if vessel is None:
                centre = self.spheres.centres([drop.body])[0]
                if centre[2] > -0.01:
                    self._levels.drop(centre, drop.radius, colour(drop.contents))
                self.spilled = amounts.together(self.spilled, drop.contents)
                spilled += amounts.grams(drop.contents)
                self._remove([drop])
            elif vessel not in keep:
                self._rest(vessel, [drop])
        for vessel in [one for one in self._liners if one not in keep]:
            self.spheres.remove([self._liners.pop(vessel)[0]])
            self.spheres.lined(self._bodies[vessel], False)
        self.show()
        return spilled

    def absorb(self, vessel: str, *, calm: float = 0.4) -> int:
        """Make those spheres part of a standing vessel's lump that cannot get out of it again; returns how many.

        They lie well under the rim and move at less than `calm` m/s, or have fallen to less than 0.6 of its height. So
        the simulation is faster, and nothing falls through the bottom.
        """
        cup, pose = self.vessels[vessel].shape, self.simulation.pose(vessel)
        found = self._where()
        here = [drop for drop in self._drops.values() if found[drop.body] == vessel]
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

    def fill(self, vessel: str, contents: Contents) -> None:
        """Add to what rests in a vessel, from outside of the simulation (the total changes)."""
        self._lumps[vessel] = amounts.together(self._lumps[vessel], contents)
        self._weigh(vessel)
        self._changed()

    def empty(self, vessel: str) -> float:
        """Pour all that is in a vessel down the drain, its spheres included; returns how much it was, in g."""
        found = self._where()
        here = [drop for drop in self._drops.values() if found[drop.body] == vessel]
        gone = self.contents(vessel)
        self._remove(here)
        self._lumps[vessel] = ()
        self.drained = amounts.together(self.drained, gone)
        self._weigh(vessel)
        self.show()
        return amounts.grams(gone)

    def add(self, vessel: str, contents: Contents) -> None:
        """Something comes into a vessel from outside, such as out of a pump."""
        self._lumps[vessel] = amounts.together(self._lumps[vessel], contents)
        self._weigh(vessel)
        self.show()

    def forget(self, vessel: str) -> None:
        """A vessel is taken away with all that is in it; what is no vessel is nothing to do with this."""
        if vessel not in self.vessels:
            return
        self.empty(vessel)
        if vessel in self._liners:
            self.spheres.remove([self._liners.pop(vessel)[0]])
        del self.vessels[vessel], self._bodies[vessel], self._lumps[vessel]
        self._known.pop(vessel, None)

    # After each step

    def watch_tilt(self, vessels: Collection[str] | None = None) -> tuple[str, ...]:
        """Loosen what rests in open vessels (all, or those named) that lean so far that it would run out; says which.

        A vessel leans too far when the surface of its contents, level in the world, would reach its rim.
        """
        ran = []
        for name in self.vessels if vessels is None else vessels:
            if name in self.closed or name in self.pouring or not self._lumps[name]:
                continue
            cup, pose = self.vessels[name].shape, self.simulation.pose(name)
            tilt = math.acos(max(-1.0, min(1.0, float(pose[2, 2]))))
            free = max(0.0, cup.height - cup.bottom - self.level(name))
            if tilt > min(KNOCKED, max(math.radians(10.0), math.atan2(free, cup.radius - cup.wall))):
                self.loosen(name, real=True, count=30)
                ran.append(name)
        return tuple(ran)

    def show(self, vessels: Collection[str] | None = None) -> None:
        """Draw the levels of what rests where the vessels (all, or those named) are now."""
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
        """Take up what falls into vessels while others are tilted, also while these are tilted back.

        A sphere that falls moves by more than a bottom is thick in one step: it would get stuck in it, lift the vessel,
        and roll away under it.
        """
        found = self._where()
        fallen = {found[drop.body] for drop in self._drops.values()} - {None} - self.pouring
        for vessel in sorted(name for name in fallen if name is not None):
            self.absorb(vessel)

    def _moved(self) -> list[str]:
        """The vessels that are not just where they were, or have other contents: looking at the others costs time."""
        moved = []
        for name, body in self._bodies.items():
            now = (self.spheres.place(body), self._lumps[name])
            if self._known.get(name) != now:
                self._known[name] = now
                moved.append(name)
        return moved

    def _line(self, vessel: str, radius: float, count: int, real: bool) -> Inside:
        """Give a vessel a liner for this many spheres."""
        if vessel in self._liners:
            return self._liners[vessel][1]
        cup, pose = self.vessels[vessel].shape, self.simulation.pose(vessel)
        downhill = math.atan2(-float(pose[2, 1]), -float(pose[2, 0]))
        room = whole(cup) if real else spout(cup, _bulk(radius, count), FULL, downhill)
        liner = self.spheres.liner(room)
        self._liners[vessel] = (liner, room)
        self.spheres.lined(self._bodies[vessel], True)
        self.spheres.carry(liner, self._bodies[vessel], pose)
        return room

    def brim(self, vessel: str) -> float:
        """The approximate tilt in rad at which its spheres begin to run over the lip, as if they were a liquid."""
        drops = [drop for drop in self._drops.values() if drop.source == vessel]
        if not drops or vessel not in self._liners:
            return math.pi / 2.0
        room = self._liners[vessel][1]
        free = room.top - room.bottom - _bulk(drops[0].radius, len(drops)) / room.area
        return math.atan2(max(0.0, free), room.across * math.sqrt(2.0))

    def _where(self) -> dict[int, str | None]:
        """Which vessel each sphere is in, by its body; looked up once at each moment."""
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
        """A vessel weighs what rests in it, and the spheres in its liner, which do not press on the vessel itself."""
        lined = 0.0
        if vessel in self._liners:
            found = self._where()
            own = (one for one in self._drops.values() if one.source == vessel and found[one.body] == vessel)
            lined = sum(amounts.grams(one.contents) for one in own)
        self.simulation.load(vessel, amounts.grams(self._lumps[vessel]) + lined)


def _bulk(radius: float, count: int) -> float:
    """The room that so many spheres take up, in m³, at a packing of 0.55."""
    return count * 4.0 / 3.0 * math.pi * radius**3 / 0.55


def _radius(vessel: Vessel, volume_ml: float | None, count: int) -> float:
    """The radius of spheres in m; where a volume is given, of those that take it up at a packing of 0.6."""
    free = vessel.shape.radius - vessel.shape.wall
    if volume_ml is None:
        return min(max(0.16 * free, 0.0025), 0.006)
    real = (0.6 * volume_ml * 1e-6 / (count * 4.0 / 3.0 * math.pi)) ** (1.0 / 3.0)
    return float(min(max(real, 0.003), 0.3 * free))

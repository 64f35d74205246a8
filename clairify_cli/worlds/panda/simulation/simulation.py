"""A scene in PyBullet: everything that can be done with it and observed in it.

Contacts among sleeping objects are dropped: PyBullet's solver processes all contacts of a scene in every step, even
those that cannot change; a lid on a bottle alone has a dozen. Sleeping objects stay in place without them, and when
they wake, the contacts are found again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.base import Ending
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.timing import Trajectory
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.heard import Gripped
from clairify_cli.worlds.panda.simulation import bodies, motion, observe
from clairify_cli.worlds.panda.simulation.bodies import TABLE, Loaded
from clairify_cli.worlds.panda.simulation.engine import GRAVITY, STEP, Bullet
from clairify_cli.worlds.panda.simulation.health import Health
from clairify_cli.worlds.panda.simulation.panda import LEFT, RIGHT, Panda
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Content, Scene, Thing, Vessel

State = tuple[Mapping[str, tuple[Content, ...]], Mapping[str, float], float]

_STILL: tuple[Any, ...] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
"""The velocities of sleeping bodies; awake ones are never exactly at rest."""

_FEW = 1
"""Pairs with at most this many contacts are left alone: those with a body that never sleeps come back at once."""


def forget_contacts(bullet: Bullet, movable: Iterable[int], fixed: Iterable[int]) -> None:
    """Drop the contacts of the sleeping `movable` bodies, among themselves and with the `fixed` ones."""
    still = [one for one in movable if bullet.getBaseVelocity(one) == _STILL]
    others = {*still, *fixed}
    for one in still:
        points = bullet.getContactPoints(one)
        touched = Counter(number for point in points for number in point[1:3] if number != one)
        for other, count in sorted(touched.items()):
            if other in others and count > _FEW:
                for do in (0, 1):
                    bullet.setCollisionFilterPair(one, other, -1, -1, do)


FORCE = 20.0
"""The usual grip force, in N. A harder grip lets light objects slip more, as the solver's error grows with it."""

BORNE = 0.1
"""The share of its weight that something else must bear of an object that lies there."""

FLICKER = 12
"""For how many steps contacts are looked for, since single ones come and go."""

_SETTLED = 0.00002
_LONGEST_GRIP = 2.0


class Simulation(Ending):
    """A scene in its own PyBullet client; use it in a `with` statement or call `end()`.

    The `on_step` callbacks run after each step of 1/240 s; `clock` is the simulated time in s. `ids` are the
    simulator's body numbers by id, with the table (`table`), the arm (`panda`) and lids (`<bottle>.lid`).
    `state_of` returns the contents and temperatures (°C) of vessels, and what was spilled (g); unless it is set, the
    contents are the scene's. `added` is called when an object came onto the bench, and `removed` just before one is
    taken away. `listeners` receive the events in `heard`.

    Raises `RobotMissingError` without the `robot` extra and `SceneError` if a mesh is missing.
    """

    def __init__(self, scene: Scene, *, seed: int):
        self.scene = scene
        self.bullet = Bullet()
        self.on_step: list[Callable[[], None]] = []
        self.listeners: list[Callable[[object], object]] = []
        self.state_of: Callable[[], State] = lambda: ({one.id: one.contents for one in scene.vessels}, {}, 0.0)
        self.added: Callable[[Thing], object] = lambda _: None
        self.removed: Callable[[str], object] = lambda _: None
        self.steps = 0
        try:
            self._loaded: dict[str, Loaded] = bodies.load(self.bullet, scene)
            self.panda = Panda(self.bullet, scene.robot.base, scene.robot.home)
        except BaseException:
            self.bullet.close()
            raise
        self.bullet.setCollisionFilterPair(self.panda.number, self._loaded[TABLE].number, -1, -1, 0)
        self.health = Health(self.bullet, self.panda)
        self._passing: set[str] = set()
        self._first = frozenset(self._loaded)
        self._things: dict[int, str] = {one.number: name for name, one in self._loaded.items()}

    def end(self) -> None:
        """End the simulator's client; a second time does nothing. (`close` closes the hand.)"""
        self.bullet.close()

    # State

    def is_of_scene(self, thing: str) -> bool:
        """Whether an object was there from the beginning."""
        return thing in self._first

    @property
    def clock(self) -> float:
        """The simulated time in s."""
        return self.steps * STEP

    @property
    def ids(self) -> Mapping[str, int]:
        """The simulator's body numbers, by id."""
        return MappingProxyType({name: one.number for name, one in self._loaded.items()} | {"panda": self.panda.number})

    def known(self) -> Mapping[str, Loaded]:
        """The bodies by id, without the arm."""
        return MappingProxyType(self._loaded)

    def pose(self, thing: str) -> poses.Matrix:
        """Return the pose (4x4, world) of an object's origin. Raises KeyError if there is no such object."""
        one = self._loaded[thing]
        position, orientation = self.bullet.getBasePositionAndOrientation(one.number)
        pose = poses.matrix(Pose(position, orientation))
        pose[:3, 3] -= pose[:3, :3] @ one.centre
        return pose

    def put(self, thing: str, pose: poses.Matrix) -> None:
        """Move an object at once and leave it at rest; for tests and for what happens out of sight."""
        one = self._loaded[thing]
        where = poses.pose_of(pose @ poses.translation(one.centre))
        self.bullet.resetBasePositionAndOrientation(one.number, where.position, where.orientation)
        self.bullet.resetBaseVelocity(one.number, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        self.wake()

    def wake(self) -> None:
        """Wake all bodies: a sleeping object that has lost its support would not fall."""
        for one in self._loaded.values():
            if not one.fixed:
                self.bullet.changeDynamics(one.number, -1, activationState=self.bullet.ACTIVATION_STATE_WAKE_UP)

    def load(self, vessel: str, grams: float) -> None:
        """Set the mass of a vessel's contents (g); its own mass is added."""
        thing = self.scene.thing(vessel)
        assert isinstance(thing, Vessel)
        self.bullet.changeDynamics(self._loaded[vessel].number, -1, mass=(thing.mass_g + grams) / 1000)

    def commanded(self) -> NDArray[np.float64]:
        """Return the last commanded angles (rad, 7): motions begin there, so no command jumps."""
        return np.array(self.panda.wanted, dtype=np.float64)

    def tool(self) -> poses.Matrix:
        """Return the pose of the tool frame (4x4, world)."""
        return self.panda.tool()

    def width(self) -> float:
        """Return the distance of the finger pads, in m."""
        return self.panda.opening()

    def pads(self, thing: str) -> tuple[int, int]:
        """Return the numbers of contacts of an object with the left and the right finger; 0 if it was removed."""
        return self._pads(self._loaded[thing].number) if thing in self._loaded else (0, 0)

    def _pads(self, number: int) -> tuple[int, int]:
        left, right = (
            sum(1 for point in self.bullet.getContactPoints(self.panda.number, number, finger) if point[9] > 0)
            for finger in (LEFT, RIGHT)
        )
        return left, right

    def touches(self, thing: str) -> tuple[int, int]:
        """Return the largest numbers of contacts of an object with each finger over some steps: single ones flicker."""
        most = (0, 0)
        for _ in range(FLICKER):
            now = self.pads(thing)
            most = max(most[0], now[0]), max(most[1], now[1])
            if min(most) >= 1:
                break
            self.step()
        return most

    def pass_through(self, thing: str) -> None:
        """Disable contacts of the fingers with an object until they are apart and `meet` is called."""
        self._passing.add(thing)
        self._filter(thing, 0)

    def meet(self) -> float:
        """Re-enable contacts of the fingers with objects that they have left; return their depth (m) in the others.

        Those stay disabled, because the objects would be thrown off.
        """
        deepest = 0.0
        for thing in sorted(self._passing):
            depth = self.depth(thing)
            if depth > 0.0:
                deepest = max(deepest, depth)
                continue
            self._passing.remove(thing)
            self._filter(thing, 1)
        return deepest

    def depth(self, thing: str) -> float:
        """Return how deep (m) the fingers are in an object, touching or not; 0 if it was removed."""
        if thing not in self._loaded:
            return 0.0
        of = (self.panda.number, self._loaded[thing].number, 0.0)
        points = [point for finger in (LEFT, RIGHT) for point in self.bullet.getClosestPoints(*of, linkIndexA=finger)]
        return max((-float(point[8]) for point in points), default=0.0)

    def _filter(self, thing: str, do: int) -> None:
        for finger in (LEFT, RIGHT) if thing in self._loaded else ():
            self.bullet.setCollisionFilterPair(self.panda.number, self._loaded[thing].number, finger, -1, do)

    def held(self) -> str | None:
        """Return the object that both pads touch, or None; of several, the one with the most contacts."""
        most: tuple[int, str] | None = None
        touched = [
            {point[2] for point in self.bullet.getContactPoints(self.panda.number, -1, f)} for f in (LEFT, RIGHT)
        ]
        for number in sorted(touched[0] & touched[1]):
            name = self._things.get(number)
            if name is None or self._loaded[name].fixed:
                continue
            left, right = self._pads(number)
            if min(left, right) > 0 and (most is None or left + right > most[0]):
                most = (left + right, name)
        return None if most is None else most[1]

    def belief(self) -> Belief:
        """Return the current state of the bench."""
        return observe.belief(self)

    def add(self, thing: Thing) -> None:
        """Add an object to the bench. Raises ValueError if its id is taken, `SceneError` if its mesh is missing."""
        if thing.id in self._loaded or thing.id == "panda":
            raise ValueError(f"there is a {thing.id} already")
        self._loaded[thing.id] = bodies.add(self.bullet, thing)
        self._things[self._loaded[thing.id].number] = thing.id
        self.added(thing)
        self.wake()

    def remove(self, thing: str) -> None:
        """Remove an object for good."""
        self.removed(thing)
        number = self._loaded.pop(thing).number
        del self._things[number]
        self.bullet.removeBody(number)
        self.wake()

    def tell(self, heard: object) -> None:
        """Tell the listeners something; see `heard`."""
        for listener in self.listeners:
            listener(heard)

    # Actions

    def step(self) -> None:
        """Simulate one step of 1/240 s and run the callbacks."""
        self.bullet.stepSimulation()
        self.steps += 1
        self.health.look()
        for hook in self.on_step:
            hook()

    def follow(
        self,
        trajectory: Trajectory,
        *,
        watch: Callable[[], bool] | None = None,
        allowed: Collection[str] = (),
    ) -> motion.Followed:
        """Move the arm along a trajectory of 240 Hz.

        The hand, the fingers and the held object may touch the objects in `allowed`, by id; any other contact above
        `motion.TOO_HARD` N stops the arm, as does `watch` by returning True. The held object is determined at the
        start.
        """
        name = self.held()
        forget_contacts(
            self.bullet,
            [one.number for one in self._loaded.values() if not one.fixed],
            [one.number for one in self._loaded.values() if one.fixed],
        )
        held = {} if name is None else {self._loaded[name].number: name}
        contacts = motion.Contacts(self.bullet, self.panda, self._things, held, allowed)
        done = self._followed(trajectory, contacts, watch)
        self.panda.drive(self.panda.wanted, (0.0,) * 7)
        return done

    def _followed(
        self, trajectory: Trajectory, contacts: motion.Contacts, watch: Callable[[], bool] | None
    ) -> motion.Followed:
        """Drive the arm one row per step, to the end or until a hard contact, `watch` or a tracking error stops it."""
        panda, health = self.panda, self.health
        wanted, speeds = trajectory.positions.tolist(), trajectory.velocities.tolist()
        error, deepest, stopped = 0.0, health.deepest, None
        count, last = 0, len(wanted) - 1
        for row in range(1, last + 1):
            panda.drive(wanted[row], speeds[row])
            self.step()
            count = row
            if row == last:
                health.measure()
            error = max(error, health.off)
            if row % motion.LOOKED == 0 or row == last or error > motion.TOO_FAR:
                contacts.look(self.clock)
                deepest = deepest if contacts.found else health.deepest
            if contacts.hardest > motion.TOO_HARD:
                stopped = "contact"
            elif watch is not None and watch():
                stopped = "watch"
            elif error > motion.TOO_FAR:
                stopped = "tracking"
            if stopped is not None:
                break
        if stopped == "contact":
            health.stop(deepest)
            for row in range(count - 1, max(-1, count - 1 - motion.REFLEX), -1):
                for _ in range(2):
                    panda.drive(wanted[row], [0.0] * 7)
                    self.step()
        if stopped is not None:
            panda.drive(panda.joints().tolist(), [0.0] * 7)
            health.cut()
        return motion.Followed(stopped is None, error, tuple(contacts.found.values()), count * STEP, stopped)

    def lies(self, thing: str) -> bool:
        """Whether something other than the arm bears some of an object's weight."""
        number = self._loaded[thing].number
        points = self.bullet.getContactPoints(number)
        borne = sum(float(one[7][2] * one[9]) for one in points if one[2] != self.panda.number)
        return borne > BORNE * GRAVITY * float(self.bullet.getDynamicsInfo(number, -1)[0])

    def touching(self, held: str) -> tuple[motion.Touch, ...]:
        """Return what the arm and the held object touch now."""
        numbers = {self._loaded[held].number: held} if held in self._loaded else {}
        contacts = motion.Contacts(self.bullet, self.panda, self._things, numbers, ())
        contacts.look(self.clock)
        return tuple(contacts.found.values())

    def hold(self, seconds: float) -> None:
        """Let time pass while the arm stays where it is."""
        for _ in range(round(seconds / STEP)):
            self.step()

    def open(self, width: float = limits.WIDEST) -> float:
        """Open (or close) the fingers to a distance in m; return the distance reached."""
        self.panda.fingers(width / 2)
        reached = self._fingers_rest()
        self.tell(Gripped(width))
        return reached

    def close(self, force: float = FORCE) -> float:
        """Close the fingers until they hold something or meet, each with `force` N; return their distance in m."""
        force = min(force, limits.GRIP_FORCE)
        self.panda.squeeze(force)
        reached = self._fingers_rest()
        self.tell(Gripped(reached, force))
        return reached

    def _fingers_rest(self) -> float:
        before, still = self.width(), 0
        for _ in range(round(_LONGEST_GRIP / STEP)):
            self.step()
            now = self.width()
            still = still + 1 if abs(now - before) < _SETTLED else 0
            before = now
            if still >= 24:
                break
        return before

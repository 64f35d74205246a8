"""A simulated bench on which things happen by themselves between the actions, to try how a run notices and goes on.

Something is moved to another free place, or is dropped from the hand, or a post stands in the way. The task stays
possible as far as can be seen from above: things come to lie within reach, vessels stand where plans can name them, and
only what does not spill is dropped.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from clairify_cli.worlds.base import BY_ITSELF, Action, Outcome
from clairify_cli.worlds.geometry import Cylinder, Pose, Vector
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Obstacle, Scene

MOST = 2
"""How often something happens in a run, at most."""

POST = Cylinder(0.02, 0.18)
"""What stands in the way, in m."""

_NEAREST, _FARTHEST, _WIDEST = 0.36, 0.66, 75.0
"""Free spots are this far (m) from the base and at most so many degrees from the front."""

_TRIES = 400
_GAP = 0.03
"""The distance (m) of a free spot from everything."""

_ROOM = 0.05
"""The radius (m) that something moved needs."""

_FALLS = 1.0
"""How long (s) to wait until what was dropped or moved lies still."""


class DisturbedWorld(PandaWorld):
    """A world in which, after an action, something happens with probability `chance`, at most `MOST` times in all.

    The same scene, seed and actions give the same. What happened is the last remark of the action's outcome.
    """

    def __init__(self, scene: Scene, *, seed: int, chance: float) -> None:
        super().__init__(scene, seed=seed)
        self._chance = chance
        self._random = random.Random(f"{seed} disturbed")  # noqa: S311 - a game, and the same on every run
        self._left = MOST

    def act(self, action: Action) -> Outcome:
        """Perform an action and check it; then something may happen."""
        outcome = super().act(action)
        if outcome.refusal is not None or not self._left or self._random.random() >= self._chance:
            return outcome
        words = self._happens(self.observe())
        if not words:
            return outcome
        self._left -= 1
        self.simulation.hold(_FALLS)
        return replace(outcome, remarks=(*outcome.remarks, f"{BY_ITSELF}{words}"))

    def _happens(self, now: Belief) -> str:
        held = now.held.thing if now.held is not None else None
        able: list[Callable[[], str]] = [self._block]
        if held in self.bench.items:
            able.append(lambda: self._drop(held))
        if things := [name for name in (*self.bench.items, *self.bench.vessels) if _is_loose(now, name)]:
            able.append(lambda: self._move(self._random.choice(things), now))
        # What cannot be done as things are, is left for something else.
        self._random.shuffle(able)
        return next((words for do in able if (words := do())), "")

    def _drop(self, thing: str) -> str:
        self.simulation.open()
        return f"{self.bench.label(thing)} fell out of the hand"

    def _move(self, thing: str, now: Belief) -> str:
        """Move something: where plans name zones, to another spot there; a vessel of a laboratory to a free place."""
        to = self._spot(thing) if self.scene.zones else self._place(thing, now)
        if to is None:
            return ""
        before = self.simulation.pose(thing)
        after = before.copy()
        after[:3, 3] = to
        for one in (thing, *((lid_of(thing),) if thing in now.capped else ())):
            self.simulation.put(one, after @ poses.inverse(before) @ self.simulation.pose(one))
        return f"{self.bench.label(thing)} was moved to ({to[0]:.2f}, {to[1]:.2f}) m"

    def _spot(self, thing: str) -> Vector | None:
        """Return where something can lie in a zone, as it lies now."""
        found = free_spot(
            self.simulation, self._random, _ROOM, lambda x, y: self._random.random() - self._is_named(x, y)
        )
        lowest = self.simulation.bullet.getAABB(self.simulation.ids[thing])[0][2]
        height = float(self.simulation.pose(thing)[2, 3] - lowest) + 0.001
        return (*found, height) if found is not None and self._is_named(*found) else None

    def _is_named(self, x: float, y: float) -> bool:
        """Whether a spot is in a zone."""
        return any(one.holds(x, y) for one in self.scene.zones)

    def _place(self, thing: str, now: Belief) -> Vector | None:
        """Return a free place without a device for a vessel that stands at such a one."""
        places = [one for one in self.scene.places if one.device is None]
        free = [one.position for one in places if one.id not in now.places]
        stands = any(now.places.get(one.id) == thing for one in places)
        return self._random.choice(free) if stands and free else None

    def _block(self) -> str:
        simulation, names = self.simulation, [*self.bench.items, *self.bench.vessels]
        if not names:
            return ""
        at, tool = simulation.pose(self._random.choice(names))[:2, 3], simulation.tool()[:2, 3]
        x, y = (at + tool) / 2
        spot = free_spot(simulation, self._random, POST.radius + 0.01, lambda a, b: math.hypot(a - x, b - y))
        if spot is None:
            return ""
        put_post(simulation, spot, f"post{self._left}")
        return f"a post stands at ({spot[0]:.2f}, {spot[1]:.2f}) m"


def _is_loose(now: Belief, thing: str) -> bool:
    """Whether something is on the bench, out of the hand, and nothing but its lid is on it."""
    if thing not in now.poses or (now.held is not None and now.held.thing == thing):
        return False
    x, y, z = now.poses[thing].position
    others = (one.position for name, one in now.poses.items() if name not in (thing, lid_of(thing)))
    return not any(math.hypot(one[0] - x, one[1] - y) < _GAP and one[2] > z for one in others)


def put_post(simulation: Simulation, spot: tuple[float, float], name: str = "post") -> None:
    """Put a post on the table, at a spot (m)."""
    simulation.add(Obstacle(name, "post", POST, Pose((*spot, 0.0))))


def free_spot(
    simulation: Simulation, chance: random.Random, radius: float, worth: Callable[[float, float], float]
) -> tuple[float, float] | None:
    """Return the spot (m) on the table with the least `worth` of many that are free around `radius`; None: none is."""
    bullet, found = simulation.bullet, []
    probe = bullet.createCollisionShape(bullet.GEOM_CYLINDER, radius=radius, height=POST.height)
    body = bullet.createMultiBody(0.0, probe, -1, (0.0, 0.0, -5.0))
    numbers = [number for name, number in simulation.ids.items() if name != "table"]
    base = poses.matrix(simulation.scene.robot.base)
    for _ in range(_TRIES):
        turn = math.radians(chance.uniform(-_WIDEST, _WIDEST))
        away = math.sqrt(chance.uniform(_NEAREST**2, _FARTHEST**2))
        x, y = (base @ (away * math.cos(turn), away * math.sin(turn), 0.0, 1.0))[:2]
        bullet.resetBasePositionAndOrientation(body, (x, y, POST.height / 2), (0.0, 0.0, 0.0, 1.0))
        if not any(bullet.getClosestPoints(body, one, _GAP) for one in numbers):
            found.append((worth(x, y), round(float(x), 3), round(float(y), 3)))
    bullet.removeBody(body)
    return min(found)[1:] if found else None

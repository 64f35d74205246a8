"""The simulated Panda as a world: it performs actions, checks their outcomes, and can plan from a belief."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from clairify_cli.worlds.base import Action, Check, Ending, Obstruction, Outcome, Refusal
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.arm import paths
from clairify_cli.worlds.panda.arm.kinematics import HAND
from clairify_cli.worlds.panda.arm.surroundings import FINGERS, KEPT_IN, MARGIN, WALLS, Body, Surroundings, leaving
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief
from clairify_cli.worlds.panda.heard import Treated
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.pour import LONGEST
from clairify_cli.worlds.panda.poses import matrix
from clairify_cli.worlds.panda.simulation.bodies import rest
from clairify_cli.worlds.panda.simulation.engine import SceneError
from clairify_cli.worlds.panda.simulation.simulation import FLICKER, Simulation, State
from clairify_cli.worlds.panda.skills import prepare
from clairify_cli.worlds.panda.skills.bench import Bench, Now, Range
from clairify_cli.worlds.panda.skills.log import Log
from clairify_cli.worlds.panda.skills.prepared import Move, Pour, Prepared
from clairify_cli.worlds.panda.skills.reach import raised
from clairify_cli.worlds.panda.skills.run import Runner
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Scene

PATIENCE = 1.5
"""An action may take this many times its expected simulated seconds, plus `GRACE`."""

GRACE = 20.0

RETREATS = (0.10, 0.05)
"""How far (m) the arm rises before it goes home: less if something is above it."""

HEATERS = ("hotplate", "ice-bath")
"""The kinds of devices that keep the temperature of what stands at them."""

SETTLES = 0.5
"""How long (s) to wait before counting what ran out of a fallen vessel."""


class PandaWorld(Ending):
    """A scene with an arm that acts; use it in a `with` statement or call `end()`.

    The same scene, seed and actions give the same outcomes. `joints` (lowest and highest angles, rad) is a range for
    plans narrower than the Panda's, such as another arm's. `runner.progress` is called with the name of each phase of
    an action, `simulation.on_step` after each step of 1/240 s. Raises `RobotMissingError` without the `robot` extra and
    `SceneError` for a scene that cannot be set up.
    """

    def __init__(self, scene: Scene, *, seed: int, joints: Range | None = None):
        self.scene = scene
        self.rng = np.random.default_rng(seed)
        self.bench = Bench(scene, joints)
        _check_home(self.bench)
        self.simulation = Simulation(scene, seed=seed)
        self.liquids = Liquids(self.simulation, rng=np.random.default_rng((seed, 1)))
        self.simulation.state_of = self._state
        self.simulation.removed = self.liquids.forget
        self.simulation.added = self.bench.add
        self.runner = Runner(self.bench, self.simulation, self.liquids)
        self._grips: dict[str, Pose] = {}
        self.simulation.hold(0.2)
        rest(self.simulation.bullet, self.simulation.known().values())

    def end(self) -> None:
        """End the simulation; a second time does nothing."""
        self.simulation.end()

    @property
    def clock(self) -> float:
        """The simulated time in s, without skipped time."""
        return self.simulation.clock

    def _state(self) -> State:
        contents = {one: self.liquids.contents(one) for one in self.liquids.vessels}
        return contents, self.runner.temperatures, self.liquids.spilled_g

    def observe(self) -> Belief:
        """Return the current state of the bench."""
        simulation = self.simulation
        if self.liquids.loose:
            self.liquids.settle()
        for _ in range(FLICKER):  # contacts come and go from step to step
            if simulation.held() is not None or not 0.004 < simulation.width() < limits.WIDEST - 0.004:
                break
            simulation.step()
        return simulation.belief()

    def prepare(
        self, action: Action, belief: Belief | None = None, *, rng: np.random.Generator | None = None
    ) -> Prepared | Refusal:
        """Plan an action from a belief (None: what is observed); nothing moves. A refusal gives the reason."""
        belief = self.observe() if belief is None else belief
        found = prepare.prepare(Now(self.bench, belief, self.rng if rng is None else rng), action)
        if isinstance(found, Prepared) and found.after.held is not None and belief.held is None:
            self._grips[action.text] = found.after.held.grasp
        return found

    def act(self, action: Action) -> Outcome:
        """Plan an action from what is observed, perform and check it; failures are in the outcome.

        A vessel is gripped as when the same action was last prepared, if possible, because later actions were planned
        with that grip.
        """
        begun = self.clock
        like = self._grips.get(action.text) if action.parameters.grasp is None else None
        before, spilled = self.observe(), self.liquids.spilled_g
        prepared = prepare.prepare(Now(self.bench, before, self.rng), action, like=like)
        if isinstance(prepared, Refusal):
            return Outcome(action, (_refused(self.bench, prepared),), (), 0.0, refusal=prepared)
        self.simulation.tell(action)
        log = self.runner.run(prepared)
        self._look_around(before, spilled, log)
        self.liquids.closed = set(self.simulation.belief().capped)
        seconds = self.clock - begun
        outcome = Outcome(
            action,
            self._checks(log, seconds, prepared),
            tuple(log.motions),
            seconds,
            skipped=log.skipped,
            measured=dict(log.measured),
            remarks=tuple(log.remarks),
        )
        self.simulation.tell(outcome)
        return outcome

    def _look_around(self, before: Belief, spilled: float, log: Log) -> None:
        """Record vessels that fell over during an action, and spills."""
        if self.liquids.loose:
            self.simulation.hold(SETTLES)
            self.liquids.settle()
        hand = {log.carried, before.held.thing if before.held is not None else None}
        poured = {one.name for one in log.checks}
        for name in self.bench.vessels:
            if name in hand or name not in self.simulation.known() or name not in before.poses:
                continue
            if matrix(before.poses[name])[2, 2] >= UPRIGHT > self.simulation.pose(name)[2, 2]:
                log.checks.append(checks.stands(self.bench.label(name), False))
        lost = self.liquids.spilled_g - spilled
        if lost > 0.0 and "spilled" not in poured:
            log.measured["spilled_g"] = round(lost, 3)
            log.checks.append(checks.spilled(lost, 0.0))

    def _checks(self, log: Log, seconds: float, prepared: Prepared) -> tuple[Check, ...]:
        found = [checks.can_reach(), *log.checks] if prepared.motions else list(log.checks)
        if log.moved:
            found.append(checks.collision_free(log.touched))
            found.append(checks.motion_health(log.error, log.torque, log.commanded, log.deepest))
        if log.moved:
            found.append(checks.timeout(seconds, _patience(prepared)))
        if log.carried is not None and log.carried in self.bench.vessels:
            found.append(checks.upright(self.bench.label(log.carried), log.tilt, log.tilt_most))
        return checks.ordered(found)

    def let_stand(self, vessel: str, celsius: float) -> float:
        """Let a vessel come to a temperature (°C) in air, as far as it does; return the time (s), which is skipped."""
        body = self.runner.body(vessel)
        done = body.cooled(celsius)
        self.runner.temperatures[vessel] = done.celsius
        if done.seconds:
            kind = "let-cool" if body.now > celsius else "let-warm"
            self.simulation.tell(Action(kind, (vessel,)))
            self.simulation.tell(Treated(kind, vessel, None, {"temperature": celsius}))
        return done.seconds

    def let_pass(self, seconds: float, kept: Collection[str], done: str = "") -> None:
        """Let the contents of vessels come nearer to the temperature of the room, as in some seconds (s) in air.

        `kept` are those that a device which they stand at keeps as they are; `done` has its temperature already.
        """
        heaters = {one.top for one in self.scene.devices if one.kind in HEATERS}
        held = {name for place, name in self.simulation.belief().places.items() if name in kept and place in heaters}
        for name in self.runner.temperatures.keys() - held - {done}:
            self.runner.temperatures[name] = self.runner.body(name).kept(seconds)

    def retreat(self) -> bool:
        """Bring the arm up and home after a failure; return whether it got there.

        A held object stays in the hand: nothing is dropped. An item that slipped and lies on something is let go. With
        a vessel in the hand the arm only goes up.
        """
        simulation = self.simulation
        simulation.hold(0.1)
        belief = self.observe()
        if belief.held is not None and belief.held.thing in self.bench.items and simulation.lies(belief.held.thing):
            simulation.open()
            belief = self.observe()
        start = simulation.commanded()
        names: set[str] = set()
        attached: list[Body] = []
        held = belief.held
        if held is not None:
            attached = self.bench.attached(belief, held.thing, matrix(held.grasp))
            names = {body.id for body in attached}
        log = Log()
        bodies = self.bench.bodies(belief, names)
        around = leaving(self.bench.arm, bodies, start, attached=attached, fingers=simulation.width())
        name = held.thing if held is not None else None
        for height in RETREATS:
            up = paths.straight(around, start, raised(self.bench.arm.tool(start), height))
            if isinstance(up, paths.Blocked):
                continue
            if not self.runner.move(Move("retreat", up, 0.2, name, frozenset(names)), log, None):
                return False
            start = simulation.commanded()
            break
        if name in self.bench.vessels:
            return True  # at home the hand points down, which would tip a vessel held from the side
        path = paths.plan(around, start, [self.bench.home], rng=self.rng)
        if path is None:
            return False
        return self.runner.move(Move("home", path, 0.25, name, frozenset(names)), log, None)


def _check_home(bench: Bench) -> None:
    """Raise `SceneError` if the arm's home is outside its limits or in a forbidden zone."""
    off = [n for n in range(7) if not bench.arm.lower[n] - 1e-9 <= bench.home[n] <= bench.arm.upper[n] + 1e-9]
    if off:
        at, low, high = (float(one[off[0]]) for one in (bench.home, bench.arm.lower, bench.arm.upper))
        raise SceneError(f"at home joint {off[0] + 1} is at {at:g} rad, and it may be from {low:g} to {high:g} rad")
    if not bench.kept_away:
        return
    around = Surroundings(bench.arm, bench.kept_away)
    zones = {WALLS: "not within the workspace", KEPT_IN: "not within the keep-in zone of the profile"}
    zones |= {one.id: f"in the keep-out zone {one.id}" for one in bench.scene.keep_out}
    for part, where in around.contacts(bench.home):
        if where in zones:
            parts = (HAND, *FINGERS) if part in (HAND, *FINGERS) else (part,)
            box = zip("xyz", around.extent(bench.home, parts), strict=True)
            place = ", ".join(f"{axis} {low - MARGIN:.3f} to {high + MARGIN:.3f} m" for axis, (low, high) in box)
            named = "the hand" if len(parts) > 1 else part
            raise SceneError(
                f"at home {named} is at {place}, and that is {zones[where]}: change the zone, or write "
                "another home as `robot: {home: [...]}`"
            )


def _patience(prepared: Prepared) -> float:
    """Return how long an action may take, in simulated s."""
    pours = sum(1 for phase in prepared.phases if isinstance(phase, Pour))
    return PATIENCE * prepared.seconds + GRACE + pours * (LONGEST + GRACE)


_FAILED = {Obstruction.NO_GRASP: "can_grasp", Obstruction.NO_ROOM: "at_location", Obstruction.EMPTY: "amount"}


def _refused(bench: Bench, refusal: Refusal) -> Check:
    """Return the check that a refused action fails."""
    name = _FAILED.get(refusal.kind, "can_reach")
    expected = {
        "can_grasp": f"{bench.label(refusal.what)} can be gripped",
        "at_location": "room for it",
        "amount": "as much as is asked for",
        "can_reach": checks.REACHED,
    }[name]
    return Check(name, False, expected, refusal.message)

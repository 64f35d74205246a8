"""What was heard of a robot: the last joint states, what became of goals and calls, what was wrong with any of it.

The reading thread hands texts in; others wait for news. What has the wrong shape ends everything; joint states that are
no good are kept for the code that moves the arm.

Whether the arm stands where it should whenever nothing of ours moves it: in pauses, while a person is asked, while
the fingers or a device do something, and between motions.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.worlds.ros.link.actions import Actions, Goal, Width
from clairify_cli.worlds.ros.link.dialects import JointSample, joint_sample
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.link.messages import Fields, Heard, Published, Remark, Response, Unknown, parse
from clairify_cli.worlds.ros.profile.values import RobotProfile, Watching
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script.values import Joints
from clairify_cli.worlds.ros.watch import watchdog
from clairify_cli.worlds.ros.watch.mode import Lateness

_KEPT = 500
"""How many joint states wait to be looked at: seconds of them, at any rate that is usual."""

_DOUBTED = 5.0
"""How long (s) it is not known where the arm is, once joint states have contradicted each other."""
_SILENT = 0.25
"""After how long (s) without anything a connection is taken to be silent."""
_NAMES = 1000
"""How many names of joints are remembered."""


@dataclass(slots=True, eq=False)
class Call:
    """A call of a service, and its answer."""

    id: str
    service: str
    answered: float | None = None
    good: bool = False
    values: object = None


@dataclass(frozen=True, slots=True)
class ArmState:
    """Where the arm was: angles (rad) and velocities (rad/s), when that was heard and how late it was then (s)."""

    joints: Joints
    velocities: Joints
    heard: float
    late: float

    def age(self, now: float) -> float:
        """How old it is, in s."""
        return now - self.heard + self.late


class Hearing:
    """All that was heard. Code that reads more than one field holds `condition`, which is notified of all news."""

    def __init__(self, profile: RobotProfile, actions: Actions, ledger: Ledger):
        self.condition = threading.Condition()
        self.news = 0
        """How often there was any."""
        self.problem: HaltError | None = None
        """What makes the bridge useless from now on."""
        self.names: frozenset[str] = frozenset()
        """The joints that were ever heard of."""
        self.joints: tuple[str, ...] = profile.joints
        self.arm: ArmState | None = None
        self.arms: deque[ArmState] = deque(maxlen=_KEPT)
        """The states since somebody last looked."""
        self.width: Width | None = None
        self.bad: HaltError | None = None
        """What is wrong with the last joint state; None if nothing is."""
        self.faults: list[HaltError] = []
        """What was wrong with joint states since somebody last looked."""
        self.goals: dict[str, Goal] = {}
        self.calls: dict[str, Call] = {}
        self.listeners: dict[str, Callable[[Fields, float], None]] = {}
        """Who takes the messages of further topics."""
        self.remarks: deque[str] = deque(maxlen=3)
        """Errors that the bridge last told of."""
        self._profile = profile
        self._actions = actions
        self._ledger = ledger
        self.came: float | None = None
        """When anything last came on the connection that moves the arm."""
        self._stamp: float | None = None
        self.moved = 0.0
        """When a joint state last had a younger stamp than the one before, or none (s of our clock)."""
        self._lateness = Lateness({1.0, profile.rate})
        self._jumped = float("-inf")
        """When a joint state last came that the arm cannot have reached since the one before."""

    def take(self, text: str | bytes, at: float) -> None:
        """Take a text in that came at a time (s of our clock)."""
        self.came = at
        try:
            heard = parse(text)
            with self.condition:
                self._dispatch(heard, at)
        except HaltError as error:
            self.fail(error)
        self.wake()

    def overhear(self, text: str | bytes, at: float, *, answers_only: bool = False) -> None:
        """Take a text in that came on another connection, if it is news; errors in it are ignored.

        Joint states count where the first connection is silent: those of two connections may overtake each other.
        """
        with contextlib.suppress(HaltError):
            heard = parse(text)
            with self.condition:
                match heard:
                    case Response(call, service, good, values):
                        known = self.calls.get(call)
                        if known is not None and known.answered is None:
                            self._response(call, service, good, values, at)
                    case _ if answers_only:
                        pass
                    case Published(topic, message) if topic == self._profile.joint_states.name:
                        if self.came is None or at - self.came > _SILENT:
                            self._joints(joint_sample(message, self._profile.dialect, at))
                    case _:
                        self._actions.hear(heard, self.goals, at)
        self.wake()

    def fail(self, error: HaltError) -> None:
        """Nothing that comes from now on can be relied on."""
        with self.condition:
            if self.problem is None:
                self.problem = error
        self.wake()

    def wake(self) -> None:
        """Let those who wait look again."""
        with self.condition:
            self.news += 1
            self.condition.notify_all()

    def wait(self, seen: int, seconds: float) -> int:
        """Wait for news after the `seen`-th, for at most this many s; returns the number of news items."""
        with self.condition:
            if self.news == seen and seconds > 0:
                self.condition.wait(seconds)
            return self.news

    def looked(self) -> tuple[list[ArmState], list[HaltError]]:
        """The states since the last look, and what was wrong with others."""
        with self.condition:
            states, faults = list(self.arms), list(self.faults)
            self.arms.clear()
            self.faults.clear()
            return states, faults

    def contradicted(self, now: float) -> bool:
        """Whether joint states have lately told of places between which no arm moves so fast: which one is true
        cannot be told, as where a second node publishes them."""
        return now - self._jumped <= _DOUBTED

    def _dispatch(self, heard: Heard, at: float) -> None:
        match heard:
            case Published(topic, message) if topic == self._profile.joint_states.name:
                self._ledger.record(topic, self._profile.joint_states.type, message)
                self._joints(joint_sample(message, self._profile.dialect, at))
            case Published(topic, message) if topic in self.listeners:
                self._ledger.record(topic, "", message)
                self.listeners[topic](message, at)
            case Response(call, service, good, values):
                self._response(call, service, good, values, at)
            case Remark(level, words):
                self._ledger.noise("bridge", {"level": level, "text": words})
                if level == "error":
                    self.remarks.append(words)
            case Unknown(op):
                self._ledger.noise("operation", {"op": op})
            case _:
                noteworthy = self._actions.hear(heard, self.goals, at)
                if noteworthy is not None:
                    self._ledger.noise(noteworthy, {})

    def _response(self, name: str, service: str, good: bool, values: object, at: float) -> None:
        call = self.calls.get(name)
        if call is None or call.service != service or call.answered is not None:
            self._ledger.noise("an answer that nobody waits for", {"service": service})
            return
        call.answered, call.good, call.values = at, good, values

    def _joints(self, sample: JointSample) -> None:
        """Arm and fingers may come in messages of their own: one without any of the arm says nothing of the arm."""
        if not self.names.issuperset(sample.names) and len(self.names) < _NAMES:
            self.names = self.names.union(sample.names)
        for names in (self._profile.gripper.joints, *self._profile.gripper.other_joints):
            fingers = sample.angles(names)
            if fingers is not None and watchdog.finite(names, fingers) is None:
                self.width = Width.heard_after(self.width, sum(fingers), sample.heard)
        angles = sample.angles(self.joints)
        if angles is None:
            return
        speeds = sample.speeds(self.joints)
        bad = watchdog.finite(self.joints, angles)
        if bad is None and self.arm is not None and not self._reached(self.arm, angles, sample):
            self._jumped = sample.heard
        bad = self.bad = bad or watchdog.forward(self._stamp, sample.stamp)
        if bad is not None:
            if len(self.faults) < _KEPT:
                self.faults.append(bad)
            return
        if sample.stamp is None or self._stamp is None or sample.stamp > self._stamp:
            self.moved = sample.heard
        self._stamp = sample.stamp if sample.stamp is not None else self._stamp
        late = self._lateness.of(sample.stamp, sample.heard)
        self.arm = ArmState(angles, speeds, sample.heard, late)
        self.arms.append(self.arm)

    def _reached(self, before: ArmState, angles: Joints, sample: JointSample) -> bool:
        """Whether the arm can have come to these angles since the state before."""
        gone = -1.0 if sample.stamp is None or self._stamp is None else sample.stamp - self._stamp
        gone = gone if gone >= 0 else sample.heard - before.heard
        rate = max(1.0, self._profile.rate)  # the stamps are of the robot's clock, or of one on the wall
        return watchdog.reachable(before.joints, angles, gone * rate, self._profile.limits.velocity)


_SETTLING = 0.5
"""How long (s) after a motion the arm may still move within its tolerance."""


class Standing:
    """Judges every joint state that comes while the arm should stand; `fault` is asked by `Session.check`."""

    def __init__(self, hearing: Hearing, watching: Watching):
        self._hearing = hearing
        self._watching = watching
        self._place: Joints | None = None
        self._since = 0.0
        self._rests = False

    def at(self, place: Joints | None, now: float) -> None:
        """From now on the arm stands at a place; None if it moves, or nobody knows."""
        self._place, self._since, self._rests = place, now, False

    def fault(self, now: float) -> HaltError | None:
        """The first error in the states since the last time."""
        if self._place is None:
            return None
        states, faults = self._hearing.looked()
        return next(filter(None, (*faults, *map(self._judged, states))), None)

    def _judged(self, state: ArmState) -> HaltError | None:
        """A state while it settles is held to the place within what a motion may end off it; then to where it rests."""
        if state.heard <= self._since + _SETTLING or self._place is None:
            return None if self._place is None else watchdog.settles(self._place, state.joints, self._watching)
        fault = None if self._rests else watchdog.settles(self._place, state.joints, self._watching)
        if not self._rests and fault is None:
            self._place, self._rests = state.joints, True
        return fault or watchdog.stands(self._place, state.joints, self._watching) or watchdog.rests(state.velocities)

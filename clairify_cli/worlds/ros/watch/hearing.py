"""What was received from a robot: the last joint states, the state of goals and calls, and any errors in them.

The reading thread passes texts in; others wait for news. A malformed message ends everything; invalid joint states are
kept for the code that moves the arm.

`Standing` checks that the arm stays in place whenever nothing of ours moves it: in pauses, while a person is asked,
while the fingers or a device work, and between motions.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable

from clairify_cli.records import dataclass
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
"""How many unread joint states are kept: several seconds of them at any usual rate."""

_DOUBTED = 5.0
"""How long (s) the arm's position counts as unknown after contradictory joint states."""
_SILENT = 0.25
"""A connection without any message for this long (s) counts as silent."""
_NAMES = 1000
"""How many joint names are remembered."""


@dataclass(slots=True, eq=False)
class Call:
    """A service call and its answer."""

    id: str
    service: str
    answered: float | None = None
    good: bool = False
    values: object = None


@dataclass(frozen=True, slots=True)
class ArmState:
    """The arm's angles (rad) and velocities (rad/s), when they were received, and how late they were then (s)."""

    joints: Joints
    velocities: Joints
    heard: float
    late: float

    def age(self, now: float) -> float:
        """Its age, in s."""
        return now - self.heard + self.late


class Hearing:
    """Everything received. Code that reads more than one field holds `condition`, which is notified of all news."""

    def __init__(self, profile: RobotProfile, actions: Actions, ledger: Ledger):
        self.condition = threading.Condition()
        self.news = 0
        """The number of news items so far."""
        self.problem: HaltError | None = None
        """Why the bridge is unusable from now on."""
        self.names: frozenset[str] = frozenset()
        """All joints ever received."""
        self.joints: tuple[str, ...] = profile.joints
        self.arm: ArmState | None = None
        self.arms: deque[ArmState] = deque(maxlen=_KEPT)
        """The states since the last `looked`."""
        self.width: Width | None = None
        self.bad: HaltError | None = None
        """What is wrong with the last joint state; None if nothing is."""
        self.faults: list[HaltError] = []
        """The errors of joint states since the last `looked`."""
        self.goals: dict[str, Goal] = {}
        self.calls: dict[str, Call] = {}
        self.listeners: dict[str, Callable[[Fields, float], None]] = {}
        """Callbacks for further topics."""
        self.remarks: deque[str] = deque(maxlen=3)
        """The bridge's last error messages."""
        self._profile = profile
        self._actions = actions
        self._ledger = ledger
        self.came: float | None = None
        """When the last message came on the connection that moves the arm."""
        self._stamp: float | None = None
        self.moved = 0.0
        """When a joint state last had a newer stamp than the one before, or none (s of our clock)."""
        self._lateness = Lateness({1.0, profile.rate})
        self._jumped = float("-inf")
        """When a joint state last came that the arm cannot have reached from the one before."""

    def take(self, text: str | bytes, at: float) -> None:
        """Process a text received at a time (s of our clock)."""
        self.came = at
        try:
            heard = parse(text)
            with self.condition:
                self._dispatch(heard, at)
        except HaltError as error:
            self.fail(error)
        self.wake()

    def overhear(self, text: str | bytes, at: float, *, answers_only: bool = False) -> None:
        """Process a text from another connection if it is news; errors in it are ignored.

        Joint states count only while the first connection is silent, because two connections may deliver out of order.
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
        """Record that nothing received from now on can be relied on."""
        with self.condition:
            if self.problem is None:
                self.problem = error
        self.wake()

    def wake(self) -> None:
        """Wake all waiting threads."""
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
        """Return and clear the states and the errors since the last call."""
        with self.condition:
            states, faults = list(self.arms), list(self.faults)
            self.arms.clear()
            self.faults.clear()
            return states, faults

    def contradicted(self, now: float) -> bool:
        """Whether recent joint states jumped faster than an arm can move, for example because a second node publishes
        them: which of them is true is unknown."""
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
        """Arm and fingers may come in separate messages: one without arm joints leaves the arm's state unchanged."""
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
        """Whether the arm can have moved from the state before to these angles."""
        gone = -1.0 if sample.stamp is None or self._stamp is None else sample.stamp - self._stamp
        # Without stamps, or if they go back, the arrival times decide.
        gone = gone if gone >= 0 else sample.heard - before.heard
        rate = max(1.0, self._profile.rate)  # stamps may be of the robot's clock or of wall-clock time
        return watchdog.reachable(before.joints, angles, gone * rate, self._profile.limits.velocity)


_SETTLING = 0.5
"""How long (s) after a motion the arm may still move within its tolerance."""


class Standing:
    """Check every joint state received while the arm should stand still; `Session.check` calls `fault`."""

    def __init__(self, hearing: Hearing, watching: Watching):
        self._hearing = hearing
        self._watching = watching
        self._place: Joints | None = None
        self._since = 0.0
        self._rests = False

    def at(self, place: Joints | None, now: float) -> None:
        """Expect the arm at a place from now on; None if it moves, or its place is unknown."""
        self._place, self._since, self._rests = place, now, False

    def fault(self, now: float) -> HaltError | None:
        """Return the first error in the states since the last call."""
        if self._place is None:
            return None
        states, faults = self._hearing.looked()
        return next(filter(None, (*faults, *map(self._judged, states))), None)

    def _judged(self, state: ArmState) -> HaltError | None:
        """Check a state: while the arm settles, against the end of the motion, then against where it rests."""
        if state.heard <= self._since + _SETTLING or self._place is None:
            return None if self._place is None else watchdog.settles(self._place, state.joints, self._watching)
        fault = None if self._rests else watchdog.settles(self._place, state.joints, self._watching)
        if not self._rests and fault is None:
            self._place, self._rests = state.joints, True
        return fault or watchdog.stands(self._place, state.joints, self._watching) or watchdog.rests(state.velocities)

"""A connection to a robot and what is sent and received over it: goals, calls, and the stop messages.

The stop is encoded before anything moves, so requesting it only puts it into a queue.
"""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from collections.abc import Callable

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.actions import Goal, Grip, actions_of
from clairify_cli.worlds.ros.link.connection import Connection, Kind, Outgoing
from clairify_cli.worlds.ros.link.ledger import Journal, Ledger
from clairify_cli.worlds.ros.link.messages import Fields, call_service, encode, shown
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.watch.devices import SettingWatch
from clairify_cli.worlds.ros.watch.guard import CancelCall, CancelCalls, GuardLine
from clairify_cli.worlds.ros.watch.hearing import Call, Hearing, Standing
from clairify_cli.worlds.ros.watch.mode import ModeWatch
from clairify_cli.worlds.ros.watch.stop_line import StopLine

WAIT = 0.1
"""The longest wait (s) for news before the clock is checked again."""
_NAME = "clairify-"
"""The prefix of our goals' ids, in every run."""


_BY_STANDING = (Cause.STALE, Cause.SLOW, Cause.NO_FEEDBACK, Cause.LATE, Cause.NO_ANSWER, Cause.GUARD, Cause.CLOSED)
"""Causes that a suspended program wrongly sees in the robot."""
_FRESH = 5.0
"""How long (s) after a suspension such a cause is still attributed to it."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """What stops the active goal: its cancel, and in ROS 2 also the call of its action's cancel service.

    A call of the hand's stop is sent last: an unanswered call may hold up the next.
    """

    goal: Goal
    cancel: Outgoing
    call: CancelCall | None

    @property
    def of_hand(self) -> bool:
        return self.goal.grip is not None


class Session:
    """An open connection to a robot. `trajectory` is the arm's action as it was found."""

    def __init__(self, url: str, profile: RobotProfile, journal: Journal, clock: Callable[[], float] = time.monotonic):
        self.profile = profile
        self.clock = clock
        self.ledger = Ledger(journal)
        self.actions = actions_of(profile.dialect)
        self.hearing = Hearing(profile, self.actions, self.ledger)
        self.mode = ModeWatch(profile)
        self.trajectory = profile.trajectory
        self.interrupted = False
        self._name = f"{_NAME}{uuid.uuid4().hex[:12]}"
        self._numbers = itertools.count(1)
        self.stop_goal: Goal | None = None
        """The hand's stop, if it is an action."""
        self.stop_call: Call | None = None
        """The hand's stop, if it is a service."""
        self.ledger.write("connect", {"url": url, "profile": profile.name})
        self.connection = Connection(
            url, self.ledger, min(profile.watching.answer, 1.0), self.hearing.take, self.hearing.fail, clock
        )
        self.line = StopLine(url, profile, self.ledger, self.hearing, clock)
        self.guard = GuardLine(url, profile, self.ledger, clock)
        self.prompt: bool | None = profile.dialect is Dialect.ROS1 or None
        """Whether the first connection handles anything during a goal; None if unknown."""
        self.calls = CancelCalls(self.hearing, self._name, clock)
        self._gripper_stop = self._prepare_gripper_stop()
        self.device_stops: tuple[Outgoing, ...] = ()
        """What switches devices off; sent on both connections, after everything that stops the arm."""
        self.watches: tuple[SettingWatch | Standing, ...] = ()
        self.stopped = False
        """Whether a stop was sent."""
        self.hand_stopped = False
        """Whether the stop of the hand was sent."""
        self.begun = False
        """Whether anything that causes a motion was sent."""
        self.going_on: Goal | None = None
        """The goal that moves the robot now."""
        self._ready: _Ready | None = None
        """What stops that goal. Always replaced as a whole: a signal handler may read it at any time."""

    def send(self, message: Fields, kind: Kind = Kind.PLAIN, entry: tuple[str, Fields] | None = None) -> None:
        """Send a message; its log entry is written first."""
        self.connection.send(Outgoing(encode(message), kind, entry))

    def start(
        self,
        action: Endpoint,
        content: Fields,
        what: str,
        logged: Fields,
        kind: Kind = Kind.MOVES,
        grip: Grip | None = None,
    ) -> Goal:
        """Send a goal; from then on a stop cancels it.

        `what` is a word for the log and the goal's id, `grip` what the hand may hold meanwhile.
        """
        goal = Goal(f"{self._name}-{what}-{next(self._numbers)}", action, self.clock(), grip)
        text = encode(self.actions.goal(action, goal.id, content))
        with self.hearing.condition:
            self.hearing.goals[goal.id] = goal
        if kind is Kind.MOVES:
            if action == self.trajectory:
                self.guard.opens(goal)
            self.line.mend()
            self.expect(goal)
        # A signal that came before `expect` did not know this goal, so its stop would not cancel it.
        if self.interrupted and kind is Kind.MOVES:
            self.expect(None)
            self.check()
        goal.sent = self.clock()
        entry = {"goal": goal.id, "action": action.name, "what": what, **logged}
        self.connection.send(Outgoing(text, kind, ("goal", entry), goal.drop))
        return goal

    def done(self, goal: Goal) -> None:
        """Log the result of a goal that is over and judged."""
        with self.hearing.condition:
            entry = {
                "goal": goal.id,
                "status": goal.status,
                "good": goal.good,
                "text": goal.text,
                "values": goal.values,
                "seconds": None if goal.ended is None else round(goal.ended - goal.sent, 4),
            }
        self.guard.ended(goal)
        self.ledger.write("result", entry)

    def call(self, service: Endpoint, args: Fields, kind: Kind = Kind.PLAIN) -> Call:
        """Call a service and log the call."""
        call = self.new_call(service.name)
        entry = {"service": service.name, "call": call.id, "args": args}
        self.send(call_service(call.id, service.name, service.type, args), kind, ("call", entry))
        return call

    def new_call(self, service: str) -> Call:
        """Register a call so that its answer is received."""
        call = Call(f"{self._name}-call-{next(self._numbers)}", service)
        with self.hearing.condition:
            self.hearing.calls[call.id] = call
        return call

    def expect(self, goal: Goal | None) -> None:
        """Prepare the stop of a goal; None means that no goal of ours is active and a stop sends nothing for it."""
        before, self.going_on = self._ready, goal
        self._ready = None if goal is None else self._prepare(goal)
        if before is not None and before.call is not None:
            self.calls.forget(before.call)

    def _prepare(self, goal: Goal) -> _Ready:
        has_call = self.profile.dialect is Dialect.ROS2
        call = self.calls.prepare(goal.action) if has_call else None
        return _Ready(goal, self._cancel(goal.action, goal.id), call)

    def cancel(self, goal: Goal, kind: Kind = Kind.STOPS) -> None:
        """Request the cancel of a goal once, on both connections; as a plain message if other goals may follow."""
        if self.keeps(goal):
            return
        message = self._cancel(goal.action, goal.id, kind)
        self.connection.send(message)
        has_call = self.profile.dialect is Dialect.ROS2 and self.line.open
        calls = (self.calls.sending(self.calls.prepare(goal.action), goal, kind),) if has_call else ()
        self.line.send((message, *calls))

    def keeps(self, goal: Goal) -> bool:
        """Whether a goal is left to end by itself, because its stop might drop what is in the hand."""
        return goal.grip is not None and goal.grip.may_hold(self.hearing.width, self.clock())

    def cancels_answered(self) -> bool:
        """Whether every call for a cancel was answered."""
        return not self.line.open or self.calls.answered()

    def stop(self) -> None:
        """Cancel our active goal, and stop the hand if the goal moves it and it holds nothing.

        Then switch devices off. May be called by a signal handler: it never blocks, and reads the prepared stop once.
        """
        ready = self._ready
        self.stopped = True
        self.guard.hush()
        self.connection.bar()
        stops: tuple[Outgoing, ...] = ()
        calls: tuple[Outgoing, ...] = ()
        if ready is not None and not (ready.of_hand and (ready.goal.ended is not None or self.keeps(ready.goal))):
            if ready.of_hand:
                self.hand_stopped = True
            stops = (ready.cancel, self._gripper_stop) if ready.of_hand else (ready.cancel,)
            calls = () if ready.call is None else (self.calls.sending(ready.call, ready.goal),)
        for message in (*stops, *self.device_stops):
            self.connection.send(message)
        self.line.stop((*stops[:1], *calls, *stops[1:], *self.device_stops))
        self.connection.then(self.hearing.wake)

    def taken(self) -> HaltError | None:
        """Return the fault of another client's active goal, which forbids any motion of ours; None if there is none."""
        for action, goals in list(self.actions.others.items()):
            if goals:
                who = "another run of clairify" if goals[0].startswith(_NAME) else "somebody else"
                words = f"{action} carries out a goal of {who}, {shown(goals[0])}: let that end, or stop it there."
                return HaltError(Cause.TAKEN, words, expected="no goal but ours", actual=f"{len(goals)} of others")
        return None

    def until(self, done: Callable[[], bool], seconds: float, *, anyway: bool = False) -> bool:
        """Wait until a condition holds, for at most some s; return whether it does.

        Raises what `check` does, unless `anyway`.
        """
        end = self.clock() + seconds
        seen = -1
        while True:
            if not anyway:
                self.check()
            if done():
                return True
            left = end - self.clock()
            if left <= 0 or (anyway and self.lost):
                return False
            # The first call only reads the news count, so no news between check and wait is missed.
            seen = self.hearing.wait(seen, min(left, WAIT)) if seen >= 0 else self.hearing.wait(seen, 0.0)

    @property
    def lost(self) -> bool:
        """Whether nothing more can be received: both connections are gone."""
        return self.connection.error is not None and self.line.gone

    @property
    def unheard(self) -> bool:
        """Whether the first connection is gone, or has been silent for too long."""
        came = self.hearing.came
        silent = came is None or self.clock() - came > self.profile.watching.stale
        return silent or self.connection.error is not None

    def check(self) -> None:
        """Raise the current fault: an interruption, an error of the connection, the robot's mode, the guard or a device
        that is on, or another client that moves the arm or the hand."""
        if self.interrupted:
            raise HaltError(Cause.INTERRUPTED, "The person asked for a stop.")
        problem = self.connection.error or self.hearing.problem
        if problem is not None:
            raise HaltError(problem.cause, problem.message, expected=problem.expected, actual=problem.actual)
        now = self.clock()
        # Before anything of ours moves, another client's goal only forbids the start (see `RosRobot._moving`).
        others = self.taken() if self.begun else None
        watched = (self.mode.fault(now), self.guard.fault(now), *(one.fault(now) for one in self.watches), others)
        if (fault := next(filter(None, watched), None)) is not None:
            raise fault

    def explain(self, error: HaltError) -> None:
        """Replace the cause of an error if this program was suspended shortly before: the error cannot know that."""
        stood = self.connection.stood
        if stood is None or error.cause not in _BY_STANDING or self.clock() - stood[0] > stood[1] + _FRESH:
            return
        error.message = (
            f"This program stood still for {stood[1]:.1f} s: somebody stopped it, or its computer had no time for it. "
            f"What was seen then: {error.message}"
        )
        error.cause, error.args = Cause.PAUSED, (error.message,)

    def over(self, goal: Goal) -> bool:
        """Whether a goal has ended."""
        with self.hearing.condition:
            return goal.over(self.clock(), self.profile.watching.feedback / 2)

    def close(self, *, good: bool = False) -> None:
        """Close both connections in parallel, as each may take a second. `good`: nothing moves any more."""
        self.guard.close(good=good)
        line = threading.Thread(target=self.line.close, name="stop line goodbye", daemon=True)
        line.start()
        self.connection.close()
        line.join(1.0)

    def _cancel(self, action: Endpoint, goal: str, kind: Kind = Kind.STOPS) -> Outgoing:
        message = self.actions.cancel(action, goal)
        return Outgoing(encode(message), kind, ("cancel", {"action": action.name, "goal": goal}))

    def _prepare_gripper_stop(self) -> Outgoing:
        """Encode the hand's stop. Its id never changes, so repeating it is the same stop."""
        stop, name = self.profile.gripper.stop, f"{self._name}-stop"
        if self.profile.gripper.stop_is_service:
            self.stop_call = self.hearing.calls[name] = Call(name, stop.name)
            message = call_service(name, stop.name, stop.type, {})
        else:
            self.stop_goal = self.hearing.goals[name] = Goal(name, stop, self.clock())
            message = self.actions.goal(stop, name, {})
        return Outgoing(encode(message), Kind.STOPS, ("gripper stop", {"name": stop.name, "id": name}))

"""A connection to a robot with what is sent and heard over it: goals, calls, and the messages that stop everything.

The stop is encoded before anything moves, so that asking for it is no more than putting it into a queue.
"""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from collections.abc import Callable

from clairify_cli.worlds.ros.actions import Goal, actions_of
from clairify_cli.worlds.ros.cancel_calls import CancelCalls
from clairify_cli.worlds.ros.connection import Connection, Kind, Outgoing, connect
from clairify_cli.worlds.ros.device_watch import SettingWatch
from clairify_cli.worlds.ros.guard import GuardLine
from clairify_cli.worlds.ros.hearing import Call, Hearing
from clairify_cli.worlds.ros.journal import Journal
from clairify_cli.worlds.ros.ledger import Ledger
from clairify_cli.worlds.ros.messages import Fields, call_service, encode
from clairify_cli.worlds.ros.profile import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.robot_mode import ModeWatch
from clairify_cli.worlds.ros.standing import Standing
from clairify_cli.worlds.ros.stop_line import StopLine

WAIT = 0.1
"""How long (s) anybody waits for news at most before looking at the clock."""


class Session:
    """An open connection to a robot. `trajectory` is the action of the arm that it really has."""

    def __init__(self, url: str, profile: RobotProfile, journal: Journal, clock: Callable[[], float] = time.monotonic):
        self.profile = profile
        self.clock = clock
        self.ledger = Ledger(journal)
        self.actions = actions_of(profile.dialect)
        self.hearing = Hearing(profile, self.actions, self.ledger)
        self.mode = ModeWatch(profile)
        self.trajectory = profile.trajectory
        self.interrupted = False
        self._name = f"clairify-{uuid.uuid4().hex[:12]}"
        self._numbers = itertools.count(1)
        self._last = f"{self._name}-none"
        """The last goal of the arm."""
        self.stop_goal: Goal | None = None
        """The stop of the hand where that is an action."""
        self.stop_call: Call | None = None
        """The stop of the hand where that is a service."""
        self.ledger.write("connect", {"url": url, "profile": profile.name})
        self.connection: Connection = connect(
            url, self.ledger, min(profile.watching.answer, 1.0), self.hearing.take, self.hearing.fail, clock
        )
        self.line = StopLine(url, profile, self.ledger, self.hearing, clock)
        self.guard = GuardLine(url, profile, self.ledger, clock)
        self.prompt: bool | None = profile.dialect is Dialect.ROS1 or None
        """Whether the first connection hears of anything while a goal goes on; None where that is not known."""
        self._calls = CancelCalls(self.hearing, self._name, clock)
        self.stops: tuple[Outgoing, ...] = ()
        self.line_stops: tuple[Outgoing, ...] = ()
        """What is sent on the stop line, that of the hand last: a call that is not answered may hold up the next."""
        self._gripper_stop = self._prepare_gripper_stop()
        self.device_stops: tuple[Outgoing, ...] = ()
        """What switches devices off; sent on both connections, after all that stops the arm."""
        self.watches: tuple[SettingWatch | Standing, ...] = ()
        self.stopped = False
        """Whether a stop was sent."""
        self.going_on: Goal | None = None
        """The goal that moves the robot now."""
        self.expect(None)

    def send(self, message: Fields, kind: Kind = Kind.PLAIN, entry: tuple[str, Fields] | None = None) -> None:
        """Send a message; the entry is written before."""
        self.connection.send(Outgoing(encode(message), kind, entry))

    def start(self, action: Endpoint, content: Fields, what: str, logged: Fields, kind: Kind = Kind.MOVES) -> Goal:
        """Send a goal. From then on a stop cancels it. `what` is a word for the log and the goal's id."""
        goal = Goal(f"{self._name}-{what}-{next(self._numbers)}", action, self.clock())
        text = encode(self.actions.goal(action, goal.id, content))
        with self.hearing.condition:
            self.hearing.goals[goal.id] = goal
        if kind is Kind.MOVES:
            if action == self.trajectory:
                self.guard.opens(goal.id, action.name)
            self.line.mend()
            self.expect(goal)
        if self.interrupted and kind is Kind.MOVES:
            self.expect(None)
            self.check()
        goal.sent = self.clock()
        entry = {"goal": goal.id, "action": action.name, "what": what, **logged}
        self.connection.send(Outgoing(text, kind, ("goal", entry), goal.drop))
        return goal

    def done(self, goal: Goal) -> None:
        """A goal is over and judged; it is written down how."""
        with self.hearing.condition:
            entry = {
                "goal": goal.id,
                "status": goal.status,
                "good": goal.good,
                "text": goal.text,
                "values": goal.values,
                "seconds": None if goal.ended is None else round(goal.ended - goal.sent, 4),
            }
        self.guard.ended(goal.id)
        self.ledger.write("result", entry)

    def call(self, service: Endpoint, args: Fields, kind: Kind = Kind.PLAIN) -> Call:
        """Call a service."""
        call = self.new_call(service.name)
        entry = {"service": service.name, "call": call.id, "args": args}
        self.send(call_service(call.id, service.name, service.type, args), kind, ("call", entry))
        return call

    def new_call(self, service: str) -> Call:
        """A call whose answer will be heard."""
        call = Call(f"{self._name}-call-{next(self._numbers)}", service)
        with self.hearing.condition:
            self.hearing.calls[call.id] = call
        return call

    def expect(self, goal: Goal | None) -> None:
        """Prepare the stop of a goal. The arm is cancelled whatever goes on: where it is nothing, that does no harm."""
        self.going_on = goal
        cancels = [self._cancel(goal.action, goal.id)] if goal is not None else []
        everything = self.actions.cancel_all(self.trajectory)
        if goal is not None and goal.action == self.trajectory:
            self._last = goal.id
        elif everything is None:
            cancels.append(self._cancel(self.trajectory, self._last))
        if everything is not None:
            entry = ("cancel", {"action": self.trajectory.name, "goal": None})
            cancels.append(Outgoing(encode(everything), Kind.STOPS, entry))
        calls: tuple[Outgoing, ...] = ()
        if everything is None:
            others = () if goal is None or goal.action == self.trajectory else (goal.action,)
            calls = self._calls.prepare((self.trajectory, *others))
        self.line_stops = (*cancels, *calls, self._gripper_stop)
        self.stops = (*cancels, self._gripper_stop)

    def cancel(self, goal: Goal, kind: Kind = Kind.STOPS) -> None:
        """Ask once for the cancel of a goal, on both connections; as a plain message where other goals may follow."""
        message = self._cancel(goal.action, goal.id, kind)
        self.connection.send(message)
        self.line.send((message, *self._called(goal, kind)))

    def _called(self, goal: Goal, kind: Kind) -> tuple[Outgoing, ...]:
        """A call for the cancel, where the dialect has one and there is a line for it."""
        has_one = self.profile.dialect is Dialect.ROS2 and self.line.open
        return (self._calls.again(goal.action, kind),) if has_one else ()

    def took_cancel(self, goal: Goal) -> bool:
        """Whether the action itself answered a cancel, where the end of the goal may not be heard of."""
        return self._calls.took(goal)

    def cancels_answered(self) -> bool:
        """Whether no such answer is still to come."""
        return not self.line.open or self._calls.answered()

    def stop(self) -> None:
        """Send the cancel, the stop of the hand, and what switches devices off, in this order.

        May be called by a signal handler: it waits for nothing.
        """
        self.stopped = True
        self.guard.hush()
        self._calls.send_prepared()
        for message in (*self.stops, *self.device_stops):
            self.connection.send(message)
        self.line.stop((*self.line_stops, *self.device_stops))
        self.connection.then(self.hearing.wake)

    def until(self, done: Callable[[], bool], seconds: float, *, anyway: bool = False) -> bool:
        """Wait until something is so, for so many s at most; whether it is.

        Raises what `check` does, except where it is to be waited for `anyway`.
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
            seen = self.hearing.wait(seen, min(left, WAIT)) if seen >= 0 else self.hearing.wait(seen, 0.0)

    @property
    def lost(self) -> bool:
        """Whether nothing more can be heard: both connections are gone."""
        return self.connection.error is not None and self.line.gone

    @property
    def unheard(self) -> bool:
        """Whether the first connection is gone, or silent for too long."""
        came = self.hearing.came
        silent = came is None or self.clock() - came > self.profile.watching.stale
        return silent or self.connection.error is not None

    def check(self) -> None:
        """Raise an interruption, or what is wrong with the connection, the robot's mode, or a device that is on."""
        if self.interrupted:
            raise HaltError(Cause.INTERRUPTED, "The person asked for a stop.")
        problem = self.connection.error or self.hearing.problem
        if problem is not None:
            raise HaltError(problem.cause, problem.message, expected=problem.expected, actual=problem.actual)
        now = self.clock()
        faults = (self.mode.fault(now), self.guard.fault(now), *(one.fault(now) for one in self.watches))
        if (fault := next(filter(None, faults), None)) is not None:
            raise fault

    def over(self, goal: Goal) -> bool:
        """Whether a goal ended."""
        with self.hearing.condition:
            return goal.over(self.clock(), self.profile.watching.feedback / 2)

    def close(self, *, good: bool = False) -> None:
        """Close the connections, at the same time: each may take a second. `good` is whether nothing moves any more."""
        self.guard.close(good=good)
        line = threading.Thread(target=self.line.close, name="stop line goodbye", daemon=True)
        line.start()
        self.connection.close()
        line.join(1.0)

    def _cancel(self, action: Endpoint, goal: str, kind: Kind = Kind.STOPS) -> Outgoing:
        message = self.actions.cancel(action, goal)
        return Outgoing(encode(message), kind, ("cancel", {"action": action.name, "goal": goal}))

    def _prepare_gripper_stop(self) -> Outgoing:
        """It always has the same id: sent again, it is the same stop."""
        stop, name = self.profile.gripper.stop, f"{self._name}-stop"
        if self.profile.gripper.stop_is_service:
            self.stop_call = self.hearing.calls[name] = Call(name, stop.name)
            message = call_service(name, stop.name, stop.type, {})
        else:
            self.stop_goal = self.hearing.goals[name] = Goal(name, stop, self.clock())
            message = self.actions.goal(stop, name, {})
        return Outgoing(encode(message), Kind.STOPS, ("gripper stop", {"name": stop.name, "id": name}))

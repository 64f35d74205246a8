"""The guard on the robot's side (robots/guard): find it, arm it, keep it informed, and notice if it goes silent.

It has its own connection, so a bridge that handles one request at a time per connection cannot delay heartbeats.
Whatever the guard may have to undo is reported to it, and acknowledged, before it is sent to the robot.

Also the acknowledged cancels of ROS 2 that any connection may request: the cancel service of each action.

A ROS 2 bridge may find goals by id only on the connection that sent them. The service `_action/cancel_goal` of an
action (design.ros2.org/articles/actions.html) does not depend on that: it takes the UUID that the action lists for the
goal. While that is unknown, the request is empty, which cancels all goals of the action, because ours has to stop. The
answer lists the goals that are being cancelled (action_msgs/CancelGoal).
"""

from __future__ import annotations

import contextlib
import itertools
import json
import threading
import time
import uuid
from collections.abc import Callable

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.actions import Goal
from clairify_cli.worlds.ros.link.connection import Connection, Kind, Outgoing
from clairify_cli.worlds.ros.link.dialects import duration, uuid_text
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.link.messages import (
    Fields,
    Published,
    advertise,
    call_service,
    encode,
    parse,
    publish,
    shown,
    subscribe,
)
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, Order, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.watch.hearing import Call, Hearing

_TAKEN = (0, 3)
"""`return_code` of an accepted request, and of one for a goal that has already ended."""


def cancel_service(action: Endpoint) -> Endpoint:
    """Return an action's service for cancelling goals."""
    return Endpoint(f"{action.name}/_action/cancel_goal", "action_msgs/srv/CancelGoal")


@dataclass(slots=True, eq=False)
class CancelCall:
    """A call of an action's cancel service; `sent` is None until it is sent."""

    call: Call
    action: Endpoint
    sent: float | None = None

    def took(self, goal: Goal) -> bool:
        """Whether the action confirmed that a goal is being cancelled or is no longer active.

        "No goal is active" counts only if the action had the goal before the request.
        """
        values = self.call.values
        if self.action.name != goal.action.name or self.sent is None or self.sent < goal.sent:
            return False
        if self.call.answered is None or not self.call.good:
            return False
        if not isinstance(values, dict) or values.get("return_code") not in _TAKEN:
            return False
        return bool(values.get("goals_canceling")) or (goal.begun is not None and goal.begun <= self.sent)


class CancelCalls:
    """The cancel calls of a session. `name` is the prefix of their ids."""

    def __init__(self, hearing: Hearing, name: str, clock: Callable[[], float]):
        self._hearing = hearing
        self._name = name
        self._clock = clock
        self._numbers = itertools.count(1)
        self._sent: list[CancelCall] = []
        self.of_all: str | None = None
        """The action whose goals were all cancelled, because it had not listed which one is ours."""

    def prepare(self, action: Endpoint) -> CancelCall:
        """Prepare the cancel call for a goal of an action, to be sent when a stop is requested."""
        call = Call(f"{self._name}-cancel-{next(self._numbers)}", cancel_service(action).name)
        with self._hearing.condition:
            self._hearing.calls[call.id] = call
        return CancelCall(call, action)

    def forget(self, made: CancelCall) -> None:
        """Drop a call that is no longer needed, unless it was sent."""
        if made.sent is None:
            with self._hearing.condition:
                self._hearing.calls.pop(made.call.id, None)

    def sending(self, made: CancelCall, goal: Goal, kind: Kind = Kind.STOPS) -> Outgoing:
        """Return the message to send now for a goal, from what is known about it. May be called by a signal handler."""
        made.sent = self._clock()
        self._sent.append(made)
        service, args = cancel_service(made.action), {}
        if len(goal.uuids) == 1:
            stamp = duration(0.0, Dialect.ROS2)
            args = {"goal_info": {"goal_id": {"uuid": goal.uuids[0]}, "stamp": stamp}}
        else:
            self.of_all = made.action.name
        text = encode(call_service(made.call.id, service.name, service.type, args))
        named = goal.id if args else None
        return Outgoing(text, kind, ("cancel", {"action": made.action.name, "goal": named, "call": made.call.id}))

    def took(self, goal: Goal) -> bool:
        """Whether a goal's action confirmed that it is being cancelled or is no longer active."""
        with self._hearing.condition:
            return any(one.took(goal) for one in self._sent)

    def answered(self) -> bool:
        """Whether every sent call was answered: a late one might cancel the next goal."""
        with self._hearing.condition:
            return all(one.call.answered is not None for one in self._sent)


HEARTBEAT, STATUS, ARMED = "/clairify/guard/heartbeat", "/clairify/guard/status", "armed"
VERSION = 1
LONGEST = 5.0
"""The longest goal (s) of the arm if there is no guard."""
_ANSWER = 1.0
"""How long (s) the guard may be silent, and how long to look for it."""
_ARMING = 2.0
"""How long (s) to keep asking it to watch the run: ROS may lose the first messages while it connects the two."""
_AGAIN = 0.1
"""The interval (s) of these requests."""
_OFTEN = 5
"""How many heartbeats are sent within the guard's time limit."""
_LOOKS = 0.02
"""How soon (s) the guard is told the UUID of a goal."""


@dataclass(frozen=True, slots=True)
class Told:
    """The guard's last status: its state (`idle`, `armed`, `tripped`), its run, and the last heartbeat it received.

    It acts after `limit` s without a heartbeat. `refused` is why it did not accept our run.
    """

    at: float
    state: str
    run: str | None
    seq: int
    limit: float
    refused: str | None


class GuardLine:
    """The exchange with the guard. `hush` may be called by a signal handler."""

    def __init__(self, url: str, profile: RobotProfile, ledger: Ledger, clock: Callable[[], float] = time.monotonic):
        self._url, self._ledger, self._clock = url, ledger, clock
        self._type = "std_msgs/String" if profile.dialect is Dialect.ROS1 else "std_msgs/msg/String"
        self._off: list[Fields] = []
        """What switches off every device there is."""
        self._on: list[Fields] = []
        self._goals: dict[str, Goal] = {}
        """The active goals, by their ids."""
        self._run = uuid.uuid4().hex
        self._seq = 0
        self._connection: Connection | None = None
        self._told: Told | None = None
        self._news, self._sending, self._over = threading.Condition(), threading.Lock(), threading.Event()
        self._armed = self._hushed = False

    @property
    def limit(self) -> float | None:
        """After how long (s) without a heartbeat the guard acts; None if there is no guard."""
        return None if self._told is None else self._told.limit

    def look(self, topics: frozenset[str] | None) -> None:
        """Look for a guard. `topics` are the existing topics, None if unknown."""
        if topics is None or STATUS in topics:
            with contextlib.suppress(HaltError):
                self._connection = Connection(self._url, self._ledger, _ANSWER, self._take, lambda _: None, self._clock)
                for message in (advertise(HEARTBEAT, self._type), subscribe(STATUS, self._type)):
                    self._connection.send(Outgoing(encode(message)))
                self._until(lambda told: told is not None, _ANSWER)

    def arm(self, action: str) -> None:
        """Have the guard watch this run, which sends goals to an action and may switch on every device of the profile.

        Does nothing without a guard. Raises `HaltError` if the guard does not accept the run.
        """
        if self._told is None or self._armed:
            return
        end = self._clock() + _ARMING
        while not self._until(lambda told: told is not None and told.run == self._run, _AGAIN):
            if self._told.refused is not None or self._clock() > end:
                why = self._told.refused or "it did not answer"
                raise _fault(f"The guard does not watch this run: {why}.", self._told.state)
            self._say("arm", [{"action": action}], self._off)
        self._armed = True
        threading.Thread(target=self._beat, name="guard heartbeat", daemon=True).start()

    def opens(self, goal: Goal) -> None:
        """Tell the guard that a goal is about to be sent. Raises `HaltError` if the guard does not acknowledge it."""
        self._goals[goal.id] = goal
        self._acknowledged()

    def ended(self, goal: Goal) -> None:
        """Remove a goal that is over."""
        self._goals.pop(goal.id, None)

    def may_turn_on(self, off: Order) -> None:
        """Add a device that `off` switches off."""
        self._off.append(off_of(off))

    def turns_on(self, off: Order) -> None:
        """Tell the guard that a device is about to be switched on. Raises `HaltError` if it does not acknowledge it."""
        self._on = [off_of(off), *(one for one in self._on if one != off_of(off))]
        self._acknowledged()

    def all_off(self) -> None:
        """Note that every device was seen to be off at the end, as far as the profile requires it."""
        self._on = []

    def fault(self, now: float) -> HaltError | None:
        """Return why the run can no longer rely on the guard; None if it can, or there is none."""
        told = self._told
        if told is None or not self._armed or self._hushed:
            return None
        if now - told.at > _ANSWER or (self._connection is not None and self._connection.error is not None):
            return _fault("The guard has gone silent.", f"nothing for {now - told.at:.1f} s")
        if (told.state, told.run) != (ARMED, self._run):
            return _fault("The guard does not watch this run any more.", told.state)
        return None

    def hush(self) -> None:
        """Stop the heartbeats on a stop: unless all of it is confirmed in time, the guard acts as well."""
        self._hushed = True

    def close(self, *, good: bool) -> None:
        """Close; say goodbye only if everything stands still and is off, otherwise the guard acts."""
        self._over.set()
        if self._connection is not None:
            if self._armed and good and not self._on:
                self._hushed = False
                self._tell("goodbye")
            self._connection.close()

    def _beat(self) -> None:
        due, told = 0.0, ""
        while not self._over.wait(_LOOKS):
            now, names = self._clock(), str([_known_as(one) for one in list(self._goals.values())])
            if now >= due or names != told:
                due, told = now + (self.limit or _ANSWER) / _OFTEN, names
                self._tell("beat")

    def _tell(self, what: str) -> int:
        goals = [{"action": one.action.name, "id": _known_as(one)} for one in list(self._goals.values())]
        return self._say(what, goals, self._on)

    def _say(self, what: str, goals: list[dict[str, str]], off: list[Fields]) -> int:
        assert self._connection is not None
        with self._sending:
            self._seq += 1
            said = {"v": VERSION, "say": what, "run": self._run, "seq": self._seq, "goals": goals, "off": off}
            if not self._hushed:
                self._connection.send(Outgoing(encode(publish(HEARTBEAT, {"data": json.dumps(said)}))))
            return self._seq

    def _acknowledged(self) -> None:
        """Wait until the guard has acknowledged the current state."""
        if self._armed and not self._hushed:
            seq = self._tell("beat")
            if not self._until(lambda told: told is not None and told.seq >= seq, _ANSWER):
                raise _fault("The guard has gone silent.", f"nothing within {_ANSWER:g} s")

    def _until(self, holds: Callable[[Told | None], bool], seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: holds(self._told), seconds)

    def _take(self, text: str | bytes, at: float) -> None:
        heard = parse(text)
        if isinstance(heard, Published) and heard.topic == STATUS:
            with (
                contextlib.suppress(AttributeError, KeyError, TypeError, ValueError),
                self._news,
            ):  # a malformed status counts as silence
                said = json.loads(str(heard.message["data"]))
                refused = said.get("refused") or {}
                why = shown(refused["why"]) if refused.get("run") == self._run else None
                self._told = Told(at, str(said["state"]), said["run"], int(said["seq"]), float(said["limit"]), why)
                self._news.notify_all()


def _known_as(goal: Goal) -> str:
    """Return the action's name for a goal. In ROS 2 that is a UUID, unknown until the action lists it."""
    return uuid_text(goal.uuids[0]) if len(goal.uuids) == 1 else goal.id


def _fault(message: str, actual: str) -> HaltError:
    return HaltError(Cause.GUARD, message, expected=ARMED, actual=actual)


def off_of(order: Order) -> Fields:
    """Return the message that switches something off, in the format of the guard's configuration."""
    end = order.endpoint
    return {"service" if order.is_service else "topic": end.name, "type": end.type, "message": order.content}

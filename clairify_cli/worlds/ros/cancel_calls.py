"""Cancels of ROS 2 that any connection may ask for, and that are answered: the service that each action has for it.

A bridge of ROS 2 may find goals by their ids on the connection only that sent them. The service `_action/cancel_goal`
of an action (design.ros2.org/articles/actions.html) does not depend on that: it takes the UUID under which the action
lists the goal. As long as that is not known, the request is the empty one, which cancels all goals of the action: ours
has to stop. The answer has those that are being cancelled (action_msgs/CancelGoal).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.connection import Kind, Outgoing
from clairify_cli.worlds.ros.dialects import duration
from clairify_cli.worlds.ros.hearing import Call, Hearing
from clairify_cli.worlds.ros.messages import call_service, encode
from clairify_cli.worlds.ros.profile import Dialect, Endpoint

_TAKEN = (0, 3)
"""The `return_code` of a request that was taken, and of one for a goal that has ended."""


def cancel_service(action: Endpoint) -> Endpoint:
    """The service by which goals of an action are cancelled."""
    return Endpoint(f"{action.name}/_action/cancel_goal", "action_msgs/srv/CancelGoal")


@dataclass(slots=True, eq=False)
class CancelCall:
    """A call of that service of an action; `sent` is None as long as it is only prepared."""

    call: Call
    action: Endpoint
    sent: float | None = None

    def took(self, goal: Goal) -> bool:
        """Whether the action answered that a goal is being cancelled, or no longer goes on.

        That nothing goes on says something only where the action had the goal before it was asked.
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
    """The calls of a session. `name` is what their ids begin with."""

    def __init__(self, hearing: Hearing, name: str, clock: Callable[[], float]):
        self._hearing = hearing
        self._name = name
        self._clock = clock
        self._numbers = itertools.count(1)
        self._sent: list[CancelCall] = []
        self.of_all: str | None = None
        """The action of which every goal was cancelled, as it had not told which is ours."""

    def prepare(self, action: Endpoint) -> CancelCall:
        """A call for a goal of an action, to be sent when a stop is asked for."""
        call = Call(f"{self._name}-cancel-{next(self._numbers)}", cancel_service(action).name)
        with self._hearing.condition:
            self._hearing.calls[call.id] = call
        return CancelCall(call, action)

    def forget(self, made: CancelCall) -> None:
        """It is not needed any more, unless it was sent."""
        if made.sent is None:
            with self._hearing.condition:
                self._hearing.calls.pop(made.call.id, None)

    def sending(self, made: CancelCall, goal: Goal, kind: Kind = Kind.STOPS) -> Outgoing:
        """What is sent now for a goal, by what is known of it by now. May be called by a signal handler."""
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
        """Whether the action of a goal said that it is being cancelled, or no longer goes on."""
        with self._hearing.condition:
            return any(one.took(goal) for one in self._sent)

    def answered(self) -> bool:
        """Whether each call that was sent is answered: a late one might cancel what comes next."""
        with self._hearing.condition:
            return all(one.call.answered is not None for one in self._sent)

"""Cancels of ROS 2 that any connection may ask for, and that are answered: the service that each action has for it.

A bridge of ROS 2 may find goals by their ids on the connection only that sent them. The service `_action/cancel_goal`
of an action (design.ros2.org/articles/actions.html) does not depend on that. A request without id and time, which is
the empty one, cancels all goals of the action; the answer has those that are being cancelled (action_msgs/CancelGoal).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.connection import Kind, Outgoing
from clairify_cli.worlds.ros.hearing import Call, Hearing
from clairify_cli.worlds.ros.messages import call_service, encode
from clairify_cli.worlds.ros.profile import Endpoint

_NONE = 0
"""The `return_code` of a request that was taken."""


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
        if not isinstance(values, dict) or values.get("return_code") != _NONE:
            return False
        return bool(values.get("goals_canceling")) or (goal.begun is not None and goal.begun <= self.sent)


class CancelCalls:
    """The calls of a session. `name` is what their ids begin with."""

    def __init__(self, hearing: Hearing, name: str, clock: Callable[[], float]):
        self._hearing = hearing
        self._name = name
        self._clock = clock
        self._numbers = itertools.count(1)
        self._prepared: tuple[CancelCall, ...] = ()
        self._sent: tuple[CancelCall, ...] = ()

    def prepare(self, actions: tuple[Endpoint, ...]) -> tuple[Outgoing, ...]:
        """The calls for actions, to be sent when a stop is asked for. Those that were prepared before are forgotten."""
        calls = tuple(self._call(action) for action in actions)
        with self._hearing.condition:
            for old in self._prepared:
                if old not in self._sent:
                    self._hearing.calls.pop(old.call.id, None)
        self._prepared = calls
        return tuple(self._outgoing(one, Kind.STOPS) for one in calls)

    def send_prepared(self) -> None:
        """What was prepared is being sent. May be called by a signal handler."""
        now = self._clock()
        for one in self._prepared:
            one.sent = now
        self._sent += self._prepared

    def again(self, action: Endpoint, kind: Kind = Kind.STOPS) -> Outgoing:
        """A further call, which is sent now."""
        made = self._call(action)
        made.sent = self._clock()
        self._sent += (made,)
        return self._outgoing(made, kind)

    def took(self, goal: Goal) -> bool:
        """Whether the action of a goal said that it is being cancelled, or no longer goes on."""
        with self._hearing.condition:
            return any(one.took(goal) for one in self._sent)

    def answered(self) -> bool:
        """Whether each call that was sent is answered: a late one might cancel what comes next."""
        with self._hearing.condition:
            return all(one.call.answered is not None for one in self._sent)

    def _call(self, action: Endpoint) -> CancelCall:
        call = Call(f"{self._name}-cancel-{next(self._numbers)}", cancel_service(action).name)
        with self._hearing.condition:
            self._hearing.calls[call.id] = call
        return CancelCall(call, action)

    def _outgoing(self, made: CancelCall, kind: Kind) -> Outgoing:
        service = cancel_service(made.action)
        text = encode(call_service(made.call.id, service.name, service.type, {}))
        return Outgoing(text, kind, ("cancel", {"action": made.action.name, "goal": None, "call": made.call.id}))

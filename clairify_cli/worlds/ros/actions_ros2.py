"""Actions of ROS 2: the operations of rosbridge (ROSBRIDGE_PROTOCOL.md, from `send_action_goal` on).

The bridge says neither that a goal was accepted nor that a cancel was received: feedback is the first sign of a goal,
and its result the first of a cancel. A goal that was not taken has a result that is not good, with the status 0.

Nor does it say under which UUID it sent a goal. The action lists the UUIDs of its goals on `_action/status`, whenever
that changes: the one that was not there before ours was sent is ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.dialects import ACTIVE, uuid_statuses, uuid_text
from clairify_cli.worlds.ros.messages import (
    Feedback,
    Fields,
    Heard,
    Published,
    Result,
    cancel_action_goal,
    send_action_goal,
    shown,
    subscribe,
)
from clairify_cli.worlds.ros.profile import Dialect, Endpoint

_STATUS = "/_action/status"
_LATE = 1.0
"""How long (s) after the end of a goal a list that has it as going on may come."""


class ActionOperations:
    """`Actions` of ROS 2."""

    def __init__(self) -> None:
        self.others: dict[str, tuple[str, ...]] = {}
        self._known: set[str] = set()
        """The ids of all goals that were ever listed."""
        self._ours: set[str] = set()

    def statuses(self, action: Endpoint) -> Fields:
        return subscribe(f"{action.name}{_STATUS}", "action_msgs/msg/GoalStatusArray")

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        return (self.statuses(action),)

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return send_action_goal(goal, action.name, action.type, content)

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return cancel_action_goal(goal, action.name)

    def silent(self, action: Endpoint) -> bool:
        return False

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
        if isinstance(heard, Published) and heard.topic.endswith(_STATUS):
            self._statuses(heard.topic.removesuffix(_STATUS), heard.message, goals, at)
        if not isinstance(heard, Feedback | Result):
            return None
        what = "a feedback of an action" if isinstance(heard, Feedback) else "a result of an action"
        goal = goals.get(heard.id)
        if goal is None or goal.action.name != heard.action:
            return f"{what} with a goal of somebody else"
        if isinstance(heard, Feedback):
            goal.tell(heard.values, at)
            return None
        if heard.good and heard.status in ACTIVE[Dialect.ROS2]:
            return f"{what} with the status {heard.status}"
        text = "" if heard.good else shown(heard.values)
        return None if goal.end(heard.status, text, heard.values, at, good=heard.good) else f"{what} once more"

    def _statuses(self, action: str, message: Fields, goals: Mapping[str, Goal], at: float) -> None:
        """Which goals are ours, and which are not. Of two that are new at once nobody can tell: both count as both."""
        listed = uuid_statuses(message)
        going_on = {uuid_text(uuid): uuid for uuid, status in listed if status in ACTIVE[Dialect.ROS2]}
        new = [name for name in going_on if name not in self._known]
        self._known.update(uuid_text(uuid) for uuid, _ in listed)
        own = next((one for one in reversed(list(goals.values())) if one.action.name == action), None)
        if new and own is not None and _may_be(own, at):
            own.uuids += tuple(going_on[name] for name in new)
            if len(own.uuids) == 1:
                self._ours.update(new)
        self.others[action] = tuple(name for name in going_on if name not in self._ours)


def _may_be(goal: Goal, at: float) -> bool:
    """Whether a goal that is new in a list at a time may be this one: its own is not known, or it gave no sign yet."""
    if goal.unsent or not goal.good or (goal.ended is not None and at - goal.ended > _LATE):
        return False
    return not goal.uuids or goal.begun is None

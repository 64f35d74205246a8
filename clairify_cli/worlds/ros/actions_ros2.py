"""Actions of ROS 2: the operations of rosbridge (ROSBRIDGE_PROTOCOL.md, from `send_action_goal` on).

The bridge says neither that a goal was accepted nor that a cancel was received: feedback is the first sign of a goal,
and its result the first of a cancel. A goal that was not taken has a result that is not good, with the status 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.dialects import ACTIVE
from clairify_cli.worlds.ros.messages import (
    Feedback,
    Fields,
    Heard,
    Result,
    cancel_action_goal,
    send_action_goal,
    shown,
)
from clairify_cli.worlds.ros.profile import Dialect, Endpoint


class ActionOperations:
    """`Actions` of ROS 2."""

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        return ()

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return send_action_goal(goal, action.name, action.type, content)

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return cancel_action_goal(goal, action.name)

    def cancel_all(self, action: Endpoint) -> Fields | None:
        return None

    def silent(self, action: Endpoint) -> bool:
        return False

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
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

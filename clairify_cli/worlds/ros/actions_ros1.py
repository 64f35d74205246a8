"""Actions of ROS 1: the five topics of actionlib (wiki.ros.org/actionlib/DetailedDescription)."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.dialects import ACTIVE, action_goal, goal_id, goal_status, goal_statuses
from clairify_cli.worlds.ros.messages import Fields, Heard, Published, advertise, object_in, publish, subscribe
from clairify_cli.worlds.ros.profile import Dialect, Endpoint

_GOING_ON = ACTIVE[Dialect.ROS1]
_RECALLING = 7
"""Cancelled before it came."""


class Actionlib:
    """`Actions` of ROS 1. Goals and cancels are published, so both topics are advertised before they are needed."""

    def __init__(self) -> None:
        self._heard: set[str] = set()
        """The actions that have told of their goals, as each does again and again."""
        self.others: dict[str, tuple[str, ...]] = {}

    def statuses(self, action: Endpoint) -> Fields:
        return subscribe(f"{action.name}/status", "actionlib_msgs/GoalStatusArray")

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        kind = action.type.removesuffix("Action")
        return (
            advertise(f"{action.name}/goal", f"{kind}ActionGoal"),
            advertise(f"{action.name}/cancel", "actionlib_msgs/GoalID"),
            self.statuses(action),
            subscribe(f"{action.name}/feedback", f"{kind}ActionFeedback"),
            subscribe(f"{action.name}/result", f"{kind}ActionResult"),
        )

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return publish(f"{action.name}/goal", action_goal(goal, content))

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return publish(f"{action.name}/cancel", goal_id(goal))

    def silent(self, action: Endpoint) -> bool:
        return action.name not in self._heard

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
        if not isinstance(heard, Published):
            return None
        action, _, part = heard.topic.rpartition("/")
        if part == "status":
            self._heard.add(action)
            self._statuses(action, heard.message, goals, at)
            return None
        if part not in ("feedback", "result"):
            return None
        what = f"a {part} of an action"
        status = goal_status(object_in(heard.message, "status", what))
        values = object_in(heard.message, part, what)
        goal = goals.get(status.goal)
        if goal is None or goal.action.name != action:
            return f"{what} with a goal of somebody else"
        if part == "feedback":
            goal.tell(values, at)
            return None
        if status.status in _GOING_ON:
            return f"{what} with the status {status.status}"
        return None if goal.end(status.status, status.text, values, at) else f"{what} once more"

    def _statuses(self, action: str, message: Fields, goals: Mapping[str, Goal], at: float) -> None:
        listed = goal_statuses(message)
        going_on = (one.goal for one in listed if one.status in _GOING_ON and one.status != _RECALLING)
        self.others[action] = tuple(name for name in going_on if name not in goals)
        for one in listed:
            goal = goals.get(one.goal)
            if goal is None or goal.action.name != action or goal.ended is not None:
                continue
            if one.status in _GOING_ON:
                if one.status != _RECALLING:
                    goal.live(at)
            elif goal.listed is None:
                goal.live(at)
                goal.listed = at, one.status, one.text

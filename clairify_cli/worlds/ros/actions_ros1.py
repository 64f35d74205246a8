"""Actions of ROS 1: the five topics of actionlib (wiki.ros.org/actionlib/DetailedDescription)."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.actions import Goal
from clairify_cli.worlds.ros.dialects import ACTIVE, action_goal, goal_id, goal_status, goal_statuses
from clairify_cli.worlds.ros.messages import Fields, Heard, Published, advertise, object_in, publish, subscribe
from clairify_cli.worlds.ros.profile import Dialect, Endpoint

_GOING_ON = ACTIVE[Dialect.ROS1]


class Actionlib:
    """`Actions` of ROS 1. Goals and cancels are published, so both topics are advertised before they are needed."""

    def __init__(self) -> None:
        self._heard: set[str] = set()
        """The actions that have told of their goals, as each does again and again."""

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        kind = action.type.removesuffix("Action")
        return (
            advertise(f"{action.name}/goal", f"{kind}ActionGoal"),
            advertise(f"{action.name}/cancel", "actionlib_msgs/GoalID"),
            subscribe(f"{action.name}/status", "actionlib_msgs/GoalStatusArray"),
            subscribe(f"{action.name}/feedback", f"{kind}ActionFeedback"),
            subscribe(f"{action.name}/result", f"{kind}ActionResult"),
        )

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return publish(f"{action.name}/goal", action_goal(goal, content))

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return publish(f"{action.name}/cancel", goal_id(goal))

    def cancel_all(self, action: Endpoint) -> Fields | None:
        return publish(f"{action.name}/cancel", goal_id(""))

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
        for one in goal_statuses(message):
            goal = goals.get(one.goal)
            if goal is None or goal.action.name != action or goal.ended is not None:
                continue
            if one.status in _GOING_ON:
                if one.status != 7:  # recalling: cancelled before it came
                    goal.live(at)
            elif goal.listed is None:
                goal.live(at)
                goal.listed = at, one.status, one.text

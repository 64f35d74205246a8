"""actionlib: an action is five topics, `goal`, `cancel`, `status`, `feedback` and `result`."""

from __future__ import annotations

import asyncio
import time

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.goals import CODES, ENDED, ActionServer, Goal, State
from ros_bridge.graph import Graph
from ros_bridge.schema import Message, seconds_of, stamp

STATUS_RATE = 5.0
"""Hz of the wall: `status_frequency`."""
REMEMBERED = 5.0
"""How long a goal that has ended is in the statuses (s): `status_list_timeout`."""
_ROS1 = Dialect.ROS1


class ActionTopics:
    """The topics of one action server."""

    def __init__(self, server: ActionServer, package: str, graph: Graph):
        self._server = server
        self._graph = graph
        self._unknown: list[tuple[float, str]] = []
        self._known: set[str] = set()
        self._number = 0
        name, kind = server.name, f"{package}/{server.kind}"
        graph.listen(f"{name}/goal", f"{kind}ActionGoal", self._goal)
        graph.listen(f"{name}/cancel", "actionlib_msgs/GoalID", self._cancel)
        graph.announce(f"{name}/status", "actionlib_msgs/GoalStatusArray", "status")
        graph.announce(f"{name}/feedback", f"{kind}ActionFeedback", "feedback")
        graph.announce(f"{name}/result", f"{kind}ActionResult", "result")
        server.on_change = lambda goal: self._tell_status()
        server.on_end = self._tell_result

    async def beat(self) -> None:
        """Tell the statuses again and again."""
        while True:
            if not self._server.silent():
                self._tell_status()
            await asyncio.sleep(1 / STATUS_RATE)

    def _goal(self, message: Message) -> None:
        goal_id = message["goal_id"]
        self._number += 1
        goal = Goal(
            goal_id["id"] or f"/node-{self._number}-{time.time()}",
            message["goal"],
            self._tell_feedback,
            seconds_of(goal_id["stamp"]) or time.time(),
        )
        if goal.id in self._known:  # actionlib passes over a goal that it has
            return
        self._known.add(goal.id)
        self._graph.spawn(self._server.run(goal))

    def _cancel(self, message: Message) -> None:
        """The rules of actionlib: no id and no time is everything, a time is everything before it."""
        wanted, until = message["id"], seconds_of(message["stamp"])
        everything = not wanted and not until
        hit = [
            goal
            for goal in self._server.goals
            if everything or (wanted and goal.id == wanted) or (until and goal.stamp <= until)
        ]
        if not hit:
            self._server.cancel(None)
            if wanted and not self._server.deaf():
                self._unknown.append((time.time(), wanted))
        for goal in hit:
            self._server.cancel(goal)

    def _tell_status(self) -> None:
        now = asyncio.get_running_loop().time()
        known = [one for one in self._server.goals if one.ended_at is None or now - one.ended_at < REMEMBERED]
        listed = [_status(one) for one in known]
        for when, name in self._unknown:
            if time.time() - when < REMEMBERED:  # waiting for a goal that was cancelled before it came
                listed.append({"goal_id": {"stamp": stamp(0, _ROS1), "id": name}, "status": 7, "text": ""})
        self._graph.publish(f"{self._server.name}/status", {"header": _header(), "status_list": listed})

    def _tell_feedback(self, goal: Goal, message: Message) -> None:
        told = {"header": _header(), "status": _status(goal), "feedback": message}
        self._graph.publish(f"{self._server.name}/feedback", told)

    def _tell_result(self, goal: Goal) -> None:
        told = {"header": _header(), "status": _status(goal), "result": goal.result}
        self._graph.publish(f"{self._server.name}/result", told)
        self._tell_status()


def foreign_result() -> Message:
    """That a goal of somebody else succeeded."""
    status = {"goal_id": {"stamp": stamp(time.time(), _ROS1), "id": "/somebody-1-1.0"}, "status": 3, "text": ""}
    return {"header": _header(), "status": status, "result": {"error_code": 0, "error_string": ""}}


def _status(goal: Goal) -> Message:
    code = CODES[_ROS1][goal.state]
    assert goal.state in ENDED or goal.state in (State.PENDING, State.ACTIVE, State.CANCELLING)
    return {"goal_id": {"stamp": stamp(goal.stamp, _ROS1), "id": goal.id}, "status": code, "text": goal.text}


def _header() -> Message:
    return {"seq": 0, "stamp": stamp(time.time(), _ROS1), "frame_id": ""}

"""A bare client: JSON over a websocket, with nothing that a client of the package does, to try the bridge itself."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from websockets.sync.client import connect

from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.script.values import Joints
from ros_bridge.schema import Message, stamp

STILL = [0.0] * 7


class Bare:
    """Says what it is told to and keeps all that it hears in `heard`."""

    def __init__(self, url: str, profile: RobotProfile):
        self.profile = profile
        self.ros1 = profile.dialect is Dialect.ROS1
        self.heard: list[Message] = []
        self._opened = connect(url, compression=None)

    def __enter__(self) -> Bare:
        self._socket = self._opened.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.__exit__(None, None, None)

    def say(self, op: str, **fields: Any) -> None:
        """Send an operation."""
        self._socket.send(json.dumps({"op": op, **fields}))

    def listen(self, seconds: float) -> list[Message]:
        """What is heard in so long."""
        found: list[Message] = []
        self.wait(lambda message: found.append(message) or False, seconds)  # type: ignore[func-returns-value]
        return found

    def wait(self, wanted: Callable[[Message], object], seconds: float = 3.0) -> Message | None:
        """The first message that is wanted; None where none comes."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = json.loads(self._socket.recv(timeout=left))
            except TimeoutError:
                return None
            self.heard.append(message)
            if wanted(message):
                return dict(message)
        return None

    def follow(self, endpoint: Endpoint) -> None:
        """Subscribe to what an action says (ROS 1)."""
        package, kind = _names(endpoint)
        if self.ros1:
            self.say("subscribe", topic=f"{endpoint.name}/status", type="actionlib_msgs/GoalStatusArray")
            self.say("subscribe", topic=f"{endpoint.name}/feedback", type=f"{package}/{kind}ActionFeedback")
            self.say("subscribe", topic=f"{endpoint.name}/result", type=f"{package}/{kind}ActionResult")

    def goal(self, endpoint: Endpoint, message: Message, name: str = "g1") -> None:
        """Send a goal."""
        package, kind = _names(endpoint)
        if self.ros1:
            self.say("advertise", topic=f"{endpoint.name}/goal", type=f"{package}/{kind}ActionGoal")
            self.say("publish", topic=f"{endpoint.name}/goal", msg={"goal_id": {"id": name}, "goal": message})
        else:
            fields = {"action": endpoint.name, "action_type": endpoint.type}
            self.say("send_action_goal", id=name, args=message, feedback=True, **fields)

    def cancel(self, endpoint: Endpoint, name: str = "g1") -> None:
        """Cancel a goal."""
        if self.ros1:
            self.say("advertise", topic=f"{endpoint.name}/cancel", type="actionlib_msgs/GoalID")
            self.say("publish", topic=f"{endpoint.name}/cancel", msg={"id": name})
        else:
            self.say("cancel_action_goal", id=name, action=endpoint.name)

    def result(self, name: str = "g1", seconds: float = 3.0) -> tuple[int, Any] | None:
        """The status and the result of a goal; None where there is none in time."""
        found = self.wait(lambda message: _ends(message, name), seconds)
        if found is None:
            return None
        if self.ros1:
            return found["msg"]["status"]["status"], found["msg"]["result"]
        return found["status"], found["values"]

    def motion(self, start: Joints, end: Joints, seconds: float = 0.2, **changes: Any) -> Message:
        """A goal of two points, from rest to rest."""
        points = [self.point(0.0, start), self.point(seconds, end)]
        return {"trajectory": {"joint_names": list(self.profile.joints), "points": points} | changes}

    def point(self, seconds: float, positions: Sequence[float]) -> Message:
        """A point at rest."""
        return {
            "positions": list(positions),
            "velocities": STILL,
            "accelerations": STILL,
            "time_from_start": stamp(seconds, self.profile.dialect),
        }


def _names(endpoint: Endpoint) -> tuple[str, str]:
    package, *_, kind = endpoint.type.split("/")
    return package, kind.removesuffix("Action")


def _ends(message: Message, name: str) -> bool:
    if message["op"] == "action_result":
        return message.get("id") == name
    if message["op"] != "publish" or not message["topic"].endswith("/result"):
        return False
    return bool(message["msg"]["status"]["goal_id"]["id"] == name)

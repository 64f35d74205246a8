"""The operations of actions in ROS 2: `send_action_goal`, `cancel_action_goal`, and what comes back."""

from __future__ import annotations

import asyncio
import base64
from typing import Any
from uuid import UUID

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.connection import Connection
from ros_bridge.faults import Kind
from ros_bridge.goals import CODES, ActionServer, Goal, State
from ros_bridge.graph import Graph, Serve, Topic
from ros_bridge.schema import Message, WrongMessageError, populate, short, stamp

_ROS2 = Dialect.ROS2
SERVER_TIMEOUT = 1.0
"""How long a bridge looks for an action server (s of the wall)."""


class ActionOperations:
    """The actions of a bridge. Goals are known by their ids: to all of its connections, as bridges of Humble have it,
    or to the one that sent them (`own_goals`), as later ones do."""

    def __init__(self, servers: dict[str, ActionServer], *, own_goals: bool = False):
        self._servers = servers
        self._own_goals = own_goals
        self._goals: dict[Any, tuple[ActionServer, Goal]] = {}

    def _known_as(self, connection: Connection, name: object) -> Any:
        return (connection.number, name) if self._own_goals else name

    async def send(self, connection: Connection, message: Message) -> None:
        """`send_action_goal`: comes back as the goal has ended."""
        connection.check(message, {"action": str, "action_type": str}, {"fragment_size": int, "compression": str})
        action, name = message["action"], message.get("id")
        try:
            ended = await self._carried_out(connection, message)
        except (WrongMessageError, LookupError) as error:
            connection.log("error", f"send_action_goal: {error}")
            told = {"op": "action_result", "action": action, "values": str(error), "status": 0, "result": False}
        else:
            code = CODES[_ROS2][ended.state]
            told = {"op": "action_result", "action": action, "values": ended.result, "status": code, "result": True}
        self._goals.pop(self._known_as(connection, name), None)
        connection.post(_with_id(told, name), "result")

    async def _carried_out(self, connection: Connection, message: Message) -> Goal:
        action, name = message["action"], message.get("id")
        server = self._servers.get(action)
        kind = short(message["action_type"])
        parts = message["action_type"].split("/")
        if len(parts) not in (2, 3) or (len(parts) == 3 and parts[1] != "action"):
            raise WrongMessageError(f"{message['action_type']} is not a valid type string")
        args = populate(message.get("args", {}) or {}, f"{kind}Goal", _ROS2)
        if server is None or server.kind != kind:  # of another type it is never found
            await asyncio.sleep(SERVER_TIMEOUT)
            raise LookupError("No action server available")

        def tell(goal: Goal, values: Message) -> None:
            if message.get("feedback", False):
                told = {"op": "action_feedback", "action": action, "values": values}
                connection.post(_with_id(told, name), "feedback")

        goal = Goal(str(name), args, tell)
        self._goals[self._known_as(connection, name)] = (server, goal)
        await server.run(goal)
        if goal.state is State.REJECTED:
            if connection.mischief.on(Kind.REJECTED_UNSAID):
                await asyncio.Event().wait()
            raise LookupError("Action goal was rejected")
        return goal

    def cancel(self, connection: Connection, message: Message) -> None:
        """`cancel_action_goal`: nothing is said where the goal is not known."""
        connection.check(message, {"action": str}, {})
        server, goal = self._goals.get(self._known_as(connection, message.get("id")), (None, None))
        if server is None and not self._own_goals:
            server = self._servers.get(message["action"])
        if server is not None:
            server.cancel(goal)


class ActionStatus:
    """The topic on which an action tells of its goals, whenever one of them changes; goals that have ended stay in it.

    It is hidden from `rosapi`, and keeps its last message for those who subscribe later.
    """

    def __init__(self, server: ActionServer, graph: Graph):
        self._server = server
        self._graph = graph
        self._name = f"{server.name}/_action/status"
        graph.topics[self._name] = Topic(self._name, "action_msgs/msg/GoalStatusArray", "status")
        server.on_change = server.on_end = lambda goal: self._tell()

    def _tell(self) -> None:
        known = [one for one in self._server.goals if one.state is not State.REJECTED]
        listed = [{"goal_info": _info(one), "status": CODES[_ROS2][one.state]} for one in known]
        if not self._server.silent():
            self._graph.publish(self._name, {"status_list": listed}, latch=True)


def cancel_service(server: ActionServer) -> tuple[str, str, None, Serve]:
    """What an action server offers beside: an empty request is for all goals, one with a UUID for that goal."""

    async def serve(asked: Message) -> Message:
        wanted = _wanted(asked)
        if server.deaf() or server.silent():
            await asyncio.Event().wait()
        hit = [one for one in server.goals if wanted is None or one.uuid == wanted]
        going_on = [one for one in hit if one.state in (State.PENDING, State.ACTIVE)]
        told = [_info(one) for one in going_on]
        for goal in going_on:
            server.cancel(goal)
        if not going_on:
            server.cancel(hit[-1] if wanted is not None and hit else None)
        code = 0 if going_on or wanted is None else 3 if hit else 2
        return {"return_code": code, "goals_canceling": told}

    return f"{server.name}/_action/cancel_goal", "action_msgs/srv/CancelGoal", None, serve


def _wanted(asked: Message) -> UUID | None:
    """The goal that a `CancelGoal` is for, None for all; bytes are in base64 or in a list, as a bridge takes them."""
    if not asked:
        return None
    info = asked.get("goal_info")
    if set(asked) != {"goal_info"} or not isinstance(info, dict) or not set(info) <= {"goal_id", "stamp"}:
        raise WrongMessageError("a CancelGoal has a goal_info, with a goal_id and a stamp")
    if info.get("stamp", {}) not in ({}, {"sec": 0, "nanosec": 0}):
        raise WrongMessageError("requests with a time are not known here")
    given = info.get("goal_id", {}).get("uuid", [0] * 16)
    raw = base64.b64decode(given) if isinstance(given, str) else bytes(given)
    if len(raw) != 16:
        raise WrongMessageError("a UUID has 16 bytes")
    return UUID(bytes=raw) if any(raw) else None


def _info(goal: Goal) -> Message:
    """As a bridge writes it: bytes are in base64."""
    uuid = base64.b64encode(goal.uuid.bytes).decode()
    return {"goal_id": {"uuid": uuid}, "stamp": stamp(goal.stamp, _ROS2)}


def foreign_result(action: str) -> Message:
    """That a goal of somebody else succeeded."""
    values = {"error_code": 0, "error_string": ""}
    return {"op": "action_result", "action": action, "id": "somebody", "values": values, "status": 4, "result": True}


def _with_id(message: Message, name: object) -> Message:
    return message if name is None else {**message, "id": name}

"""The operations of actions in ROS 2: `send_action_goal`, `cancel_action_goal`, and what comes back."""

from __future__ import annotations

import asyncio
from typing import Any

from clairify_cli.worlds.ros.profile import Dialect
from ros_bridge.connection import Connection
from ros_bridge.goals import CODES, ActionServer, Goal, State
from ros_bridge.schema import Message, WrongMessageError, populate, short

_ROS2 = Dialect.ROS2
SERVER_TIMEOUT = 1.0
"""How long a bridge looks for an action server (s of the wall)."""


class ActionOperations:
    """The actions of a bridge. Goals are known to all its connections by their ids, as a genuine bridge has it."""

    def __init__(self, servers: dict[str, ActionServer]):
        self._servers = servers
        self._goals: dict[Any, tuple[ActionServer, Goal]] = {}

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
        self._goals.pop(name, None)
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
        self._goals[name] = (server, goal)
        await server.run(goal)
        if goal.state is State.REJECTED:
            raise LookupError("Action goal was rejected")
        return goal

    def cancel(self, connection: Connection, message: Message) -> None:
        """`cancel_action_goal`: nothing is said where the goal is not known."""
        connection.check(message, {"action": str}, {})
        server, goal = self._goals.get(message.get("id"), (None, None))
        if server is None:
            server = self._servers.get(message["action"])
        if server is not None:
            server.cancel(goal)


def foreign_result(action: str) -> Message:
    """That a goal of somebody else succeeded."""
    values = {"error_code": 0, "error_string": ""}
    return {"op": "action_result", "action": action, "id": "somebody", "values": values, "status": 4, "result": True}


def _with_id(message: Message, name: object) -> Message:
    return message if name is None else {**message, "id": name}

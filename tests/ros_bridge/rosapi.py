"""The services of `rosapi` that a client finds out with what there is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.graph import Graph
from ros_bridge.schema import Message, WrongMessageError, typedefs


def offer(
    graph: Graph, actions: dict[str, str], parameters: dict[str, object], gone: Callable[[str], bool] = lambda _: False
) -> None:
    """Offer them. `actions` are the types of the actions by their names; those that are `gone` are not listed."""
    ros2 = graph.dialect is Dialect.ROS2
    package = "rosapi_msgs/srv" if ros2 else "rosapi"

    async def topics(_: Message) -> Message:
        found = {one.name: one.type for one in graph.topics.values() if one.published or one.hear is not None}
        return {"topics": list(found), "types": list(found.values())}

    async def topic_type(asked: Message) -> Message:
        found = graph.topics.get(_text(asked, "topic"))
        return {"type": found.type if found is not None else ""}

    async def services(_: Message) -> Message:
        return {"services": list(graph.services)}

    async def service_type(asked: Message) -> Message:
        found = graph.services.get(_text(asked, "service"))
        return {"type": found.type if found is not None else ""}

    async def action_servers(_: Message) -> Message:
        return {"action_servers": [one for one in actions if not gone(one)]}

    async def action_type(asked: Message) -> Message:
        return {"type": actions.get(_text(asked, "action"), "")}

    async def nodes(_: Message) -> Message:
        return {"nodes": ["/rosapi", "/rosbridge_websocket", "/controller_manager", "/franka_gripper"]}

    async def get_param(asked: Message) -> Message:
        name = _text(asked, "name")
        value = json.dumps(parameters[name]) if name in parameters else str(asked.get("default", "")) or "null"
        return {"value": value, **({"successful": True, "reason": ""} if ros2 else {})}

    async def get_param_names(_: Message) -> Message:
        return {"names": list(parameters)}

    async def version(_: Message) -> Message:
        return {"version": 2, "distro": "humble"}

    async def details(asked: Message) -> Message:
        try:
            return {"typedefs": typedefs(_text(asked, "type"), graph.dialect)}
        except WrongMessageError:
            if ros2:  # which writes that into its log, and answers with nothing
                return {"typedefs": []}
            raise

    offered = {
        "message_details": ("MessageDetails", details),
        "service_request_details": ("ServiceRequestDetails", details),
        "topics": ("Topics", topics),
        "topic_type": ("TopicType", topic_type),
        "services": ("Services", services),
        "service_type": ("ServiceType", service_type),
        "action_servers": ("GetActionServers", action_servers),
        "nodes": ("Nodes", nodes),
        "get_param": ("GetParam", get_param),
        "get_param_names": ("GetParamNames", get_param_names),
        **({"action_type": ("ActionType", action_type), "get_ros_version": ("GetROSVersion", version)} if ros2 else {}),
    }
    for name, (kind, serve) in offered.items():
        graph.serve(f"/rosapi/{name}", f"{package}/{kind}", None, serve)


def _text(asked: Message | Iterable[object], name: str) -> str:
    if not isinstance(asked, dict) or not isinstance(asked.get(name), str):
        raise WrongMessageError(f"the request needs a string {name}")
    return str(asked[name])

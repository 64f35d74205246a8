"""The topics and services that a bridge reaches, who publishes and listens, and `rosapi`, which tells of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.connection import Connection
from ros_bridge.schema import Message, WrongMessageError, populate, short, typedefs

Serve = Callable[[Message], Awaitable[Message]]


@dataclass(slots=True)
class Topic:
    """A topic: its type, what hears it on the robot's side, and how its messages are labelled for faults."""

    name: str
    type: str
    label: str = "other"
    hear: Callable[[Message], None] | None = None
    published: bool = False
    subscribers: dict[Connection, dict[str | None, float]] = field(default_factory=dict)
    """Each connection's subscriptions, and the least s between two messages."""
    sent: dict[Connection, float] = field(default_factory=dict)
    latched: Message | None = None
    """The last message, for whoever subscribes later, where the topic keeps that (`transient_local`)."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its type, what it takes (the name of a type, None for anything), and who answers."""

    name: str
    type: str
    request: str | None
    serve: Serve


class Graph:
    """What there is. `logged` is what the bridge writes on its side: nobody else sees that."""

    def __init__(self, dialect: Dialect):
        self.dialect = dialect
        self.topics: dict[str, Topic] = {}
        self.services: dict[str, Service] = {}
        self.logged: list[tuple[str, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def log(self, level: str, text: str) -> None:
        """Write a line of the bridge's own log."""
        self.logged.append((level, text))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.log("broken", repr(task.exception()))

    def listen(self, name: str, kind: str, hear: Callable[[Message], None]) -> None:
        """Something on the robot's side hears a topic."""
        self.topics[name] = Topic(name, kind, hear=hear)

    def announce(self, name: str, kind: str, label: str, latched: Message | None = None) -> None:
        """Something on the robot's side publishes on a topic; what is `latched` is sent to whoever subscribes."""
        self.topics[name] = Topic(name, kind, label, published=True, latched=latched)

    def serve(self, name: str, kind: str, request: str | None, serve: Serve) -> None:
        """Something on the robot's side offers a service."""
        self.services[name] = Service(name, kind, request, serve)

    def publish(self, name: str, message: Message, *, latch: bool = False) -> None:
        """Something on the robot's side publishes: whoever has subscribed gets it, as often as was asked for."""
        topic = self.topics[name]
        topic.latched = message if latch else None
        now = time.monotonic()
        for connection, wishes in list(topic.subscribers.items()):
            if now - topic.sent.get(connection, -1e9) >= min(wishes.values(), default=0.0) - 1e-4:
                topic.sent[connection] = now
                connection.post({"op": "publish", "topic": name, "msg": message}, topic.label)

    def advertise(self, connection: Connection, message: Message) -> None:
        """`advertise`: of another type than the topic has it is an error, which is only logged."""
        connection.check(message, {"topic": str, "type": str}, {"latch": bool, "queue_size": int})
        name = message["topic"]
        known = self.topics.get(name)
        if known is not None and not same_type(known.type, message["type"], self.dialect):
            raise WrongMessageError(
                f"Tried to register topic {name} with type {message['type']} but it is of type {known.type}"
            )
        if known is None:
            self.topics[name] = Topic(name, message["type"])
        connection.advertised.add(name)

    def unadvertise(self, connection: Connection, message: Message) -> None:
        """`unadvertise`."""
        connection.check(message, {"topic": str}, {})
        connection.advertised.discard(message["topic"])

    def hear(self, connection: Connection, message: Message) -> None:
        """`publish` from a client."""
        connection.check(message, {"topic": str}, {"msg": dict, "type": str, "latch": bool, "queue_size": int})
        name = message["topic"]
        topic = self.topics.get(name)
        if topic is None:
            raise WrongMessageError(f"Cannot infer topic type for topic {name} as it is not yet advertised")
        if name not in connection.advertised and "type" in message:
            self.advertise(connection, message)
        if topic.hear is not None:
            topic.hear(populate(message.get("msg", {}), topic.type, self.dialect))

    def subscribe(self, connection: Connection, message: Message) -> None:
        """`subscribe`: to a topic that nobody publishes it is silent, for a wrong type too."""
        fields = {"type": str, "throttle_rate": int, "queue_length": int, "fragment_size": int, "compression": str}
        connection.check(message, {"topic": str}, fields)
        name, kind = message["topic"], message.get("type")
        topic = self.topics.get(name)
        if topic is None:
            if kind is None:
                raise WrongMessageError(f"Cannot infer topic type for topic {name} as it is not yet advertised")
            topic = self.topics[name] = Topic(name, kind)
        elif kind is not None and not same_type(topic.type, kind, self.dialect):
            raise WrongMessageError(f"Tried to subscribe to {name} as {kind}, but it is {topic.type}")
        if message.get("compression", "none") != "none":
            raise WrongMessageError("this bridge does not compress")
        wishes = topic.subscribers.setdefault(connection, {})
        wishes[message.get("id")] = message.get("throttle_rate", 0) / 1000
        if topic.latched is not None:
            connection.post({"op": "publish", "topic": name, "msg": topic.latched}, topic.label)

    def unsubscribe(self, connection: Connection, message: Message) -> None:
        """`unsubscribe`: one subscription by its id, else all of the connection."""
        connection.check(message, {"topic": str}, {})
        topic = self.topics.get(message["topic"])
        wishes = topic.subscribers.get(connection) if topic else None
        if topic is None or wishes is None:
            return
        if message.get("id") is None:
            wishes.clear()
        wishes.pop(message.get("id"), None)
        if not wishes:
            del topic.subscribers[connection]

    async def call(self, connection: Connection, message: Message) -> None:
        """`call_service`: what there is not answers with `result` false."""
        connection.check(message, {"service": str}, {"fragment_size": int, "compression": str})
        name = message["service"]
        told: Message = {"op": "service_response", "service": name}
        service = self.services.get(name)
        try:
            if service is None:
                raise WrongMessageError(f"Service {name} does not exist")
            args = message.get("args", {}) or {}
            if service.request is not None:
                args = populate(args, service.request, self.dialect)
            told |= {"values": await service.serve(args), "result": True}
        except WrongMessageError as error:
            self.log("error", f"call_service: {error}")
            told |= {"values": str(error), "result": False}
        if "id" in message:
            told["id"] = message["id"]
        connection.post(told, "response")

    def forget(self, connection: Connection) -> None:
        """A connection is gone."""
        for topic in self.topics.values():
            topic.subscribers.pop(connection, None)
            topic.sent.pop(connection, None)


def same_type(one: str, other: str, dialect: Dialect) -> bool:
    """Whether two names mean one type: in ROS 2 `pkg/msg/Name` may be written `pkg/Name`, in ROS 1 it may not."""
    if dialect is Dialect.ROS1:
        return one == other
    return one.partition("/")[0] == other.partition("/")[0] and short(one) == short(other)


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

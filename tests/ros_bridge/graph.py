"""The topics and services that a bridge reaches: who publishes, who listens, and of which type."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.connection import Connection
from ros_bridge.schema import Message, WrongMessageError, populate, short

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

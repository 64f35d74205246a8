"""One client of the bridge: what comes from it and what goes to it."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from ros_bridge.faults import Kind, Mischief
from ros_bridge.schema import Message, WrongMessageError, outgoing


@dataclass(frozen=True, slots=True)
class Received:
    """A message of a client: when it arrived (s of `time.monotonic`), and its text."""

    time: float
    connection: int
    text: str | bytes

    @property
    def message(self) -> Message:
        """What it says; empty where it is no object."""
        try:
            found = json.loads(self.text)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def op(self) -> str:
        """Its operation."""
        return str(self.message.get("op", ""))


class Connection:
    """A websocket, a queue of what came, and a queue of what is to go."""

    def __init__(self, socket_: ServerConnection, number: int, mischief: Mischief, log: Callable[[str, str], None]):
        self.number = number
        self.advertised: set[str] = set()
        self.mover = False
        """Whether it has sent the arm a goal."""
        self.frozen = False
        self.log = log
        self._socket = socket_
        self.mischief = mischief
        self._out: asyncio.Queue[tuple[float, str]] = asyncio.Queue()
        """What is to be sent, and when at the earliest (s of the loop)."""
        self._last = 0.0
        self._held: list[str] | None = None

    def check(self, message: Message, needed: dict[str, type], optional: dict[str, type]) -> None:
        """Whether the fields of an operation are there and of their types; raises `WrongMessageError` where not."""
        for name, kind in {**needed, **optional}.items():
            if name not in message:
                if name in needed:
                    raise WrongMessageError(f"Expected a {name} field but none was found.")
            elif not isinstance(message[name], kind) or (kind is int and isinstance(message[name], bool)):
                raise WrongMessageError(
                    f"Expected field {name} to be a {kind.__name__}. Invalid value: {message[name]}"
                )

    def post(self, message: Message, label: str) -> None:
        """Send a message, as far as nothing goes wrong."""
        if self._is_frozen() or self.mischief.dropped(label):
            return
        text = json.dumps(outgoing(self._shortened(message, label)))
        if self._held is not None and label in ("status", "feedback", "result"):
            self._held.append(text)
            return
        copies = 2 if label == "result" and self.mischief.on(Kind.TWICE) else 1
        late = self.mischief.delay(label)
        for _ in range(copies):
            if late:
                asyncio.get_running_loop().call_later(late, self.post_text, text)
            else:
                self.post_text(text)

    def _shortened(self, message: Message, label: str) -> Message:
        """Without what a fault leaves out."""
        ros1 = "msg" in message
        if label == "feedback" and self.mischief.on(Kind.SHORT_FEEDBACK):
            inner = message["msg"]["feedback"] if ros1 else message["values"]
            kept = {name: value for name, value in inner.items() if name != "desired"}
            return {**message, "msg": {**message["msg"], "feedback": kept}} if ros1 else {**message, "values": kept}
        if label == "result" and self.mischief.on(Kind.SHORT_RESULT):
            whole = message["msg"] if ros1 else message
            kept = {name: value for name, value in whole.items() if name != "status"}
            return {**message, "msg": kept} if ros1 else kept
        return message

    def post_text(self, text: str) -> None:
        """Send something as it is."""
        self._out.put_nowait((self._due(), text))

    def hold_back(self, seconds: float) -> None:
        """Keep feedback, statuses and results for so long, and send the last first."""
        self._held = []
        asyncio.get_running_loop().call_later(seconds, self._let_go)

    def _let_go(self) -> None:
        held, self._held = self._held or [], None
        for text in reversed(held):
            self.post_text(text)

    async def write(self) -> None:
        """Send what is in the queue."""
        try:
            while True:
                due, text = await self._out.get()
                await _at(due)
                if not self._is_frozen():
                    await self._socket.send(text)
        except ConnectionClosed:
            return

    async def read(self, note: Callable[[Received], None], take: Callable[[Connection, Any], Any]) -> None:
        """Note what comes as it comes, and have it worked off in order."""
        waiting: asyncio.Queue[tuple[float, str | bytes]] = asyncio.Queue()
        worker = asyncio.create_task(self._work(waiting, take))
        writer = asyncio.create_task(self.write())
        try:
            async for text in self._socket:
                note(Received(time.monotonic(), self.number, text))
                waiting.put_nowait((self._due(), text))
        except ConnectionClosed:
            pass
        finally:
            worker.cancel()
            writer.cancel()

    async def _work(
        self, waiting: asyncio.Queue[tuple[float, str | bytes]], take: Callable[[Connection, Any], Any]
    ) -> None:
        while True:
            due, text = await waiting.get()
            await _at(due)
            if self._is_frozen():
                continue
            try:
                message = json.loads(text)
            except ValueError:
                continue  # a genuine bridge waits for the rest of it
            try:
                await take(self, message)
            except WrongMessageError as error:
                self.log("error", str(error))

    def _due(self) -> float:
        """When (s of the loop) something that is sent now arrives, after all that was sent before it."""
        now, latency = asyncio.get_running_loop().time(), self.mischief.on(Kind.LATENCY)
        if latency is None:
            return 0.0
        self._last = max(self._last, now + random.uniform(latency.seconds, latency.size))
        return self._last

    def _is_frozen(self) -> bool:
        return self.frozen or self.mischief.frozen()

    def reset(self) -> None:
        """Reset the TCP connection; one that is closed already stays so."""
        raw = self._socket.transport.get_extra_info("socket")
        if raw.fileno() < 0:
            return
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.transport.abort()

    def stop_reading(self) -> None:
        """Take nothing more from TCP."""
        self._socket.transport.pause_reading()

    async def close(self) -> None:
        """Close it as a bridge that is shut down does."""
        await self._socket.close(1001)


async def _at(due: float) -> None:
    """Wait until a time (s of the loop)."""
    left = due - asyncio.get_running_loop().time()
    if left > 0.0:
        await asyncio.sleep(left)

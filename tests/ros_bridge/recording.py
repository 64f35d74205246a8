"""A recording of what a bridge and its client said to each other, and a bridge that plays one to another client.

`Recorder` stands between a client and a bridge. Its file has a line for each message: `t` (s), `c` (the number of the
connection), `from` (`client` or `bridge`) and `text`, after a first line with the profile.

`Player` answers as the recorded bridge did. What the client says is matched by its operation and its target, ids are
put in, and the time of each message counts from the command before it (a goal, a cancel, a call, a subscription). Where
a client takes longer than the recorded one, the last message of each topic is told again, with a stamp that goes on.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from ros_bridge.schema import Message

AGAIN = 0.05
"""How often (s) the last message of a topic is told again."""
_TARGETS = ("op", "topic", "service", "action")
_ACTS = ("send_action_goal", "cancel_action_goal")


@contextmanager
def _served(handler: Any) -> Iterator[str]:
    """A websocket server in a thread of its own; its address."""
    loop, over, ready = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    url: list[str] = []

    async def main() -> None:
        options: dict[str, Any] = {"max_size": None, "ping_interval": None, "compression": None}
        async with serve(handler, "127.0.0.1", 0, **options) as server:
            url.append(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(main()), daemon=True)
    thread.start()
    if not ready.wait(10):
        raise RuntimeError("the server did not begin")
    try:
        yield url[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)


@contextmanager
def recorder(upstream: str, path: Path, profile: str) -> Iterator[str]:
    """The address at which what is said to a bridge, and by it, is recorded into a new file."""
    begun, count = time.monotonic(), 0
    with path.open("x", encoding="utf-8") as file:
        file.write(json.dumps({"recording": 1, "profile": profile}) + "\n")

        def note(connection: int, who: str, text: str | bytes) -> None:
            row = {"t": round(time.monotonic() - begun, 6), "c": connection, "from": who, "text": str(text)}
            file.write(json.dumps(row) + "\n")
            file.flush()

        async def passed(source: Any, target: Any, connection: int, who: str) -> None:
            with suppress(ConnectionClosed):
                async for text in source:
                    note(connection, who, text)
                    await target.send(text)
            await target.close()

        async def handle(client: ServerConnection) -> None:
            nonlocal count
            count += 1
            number = count
            async with connect(upstream, max_size=None, compression=None) as bridge:
                ways = passed(client, bridge, number, "client"), passed(bridge, client, number, "bridge")
                await asyncio.gather(*ways)

        with _served(handle) as url:
            yield url


class _Script:
    """A recorded connection: the messages of the client, and with each those of the bridge that count from it."""

    def __init__(self, rows: list[Message]) -> None:
        self.rows = rows
        self.asked: list[tuple[float, Message]] = []
        self.told: list[list[tuple[float, Message]]] = []
        subscribed: dict[str, int] = {}
        ids: dict[str, int] = {}
        act = 0
        for row in rows:
            message = json.loads(row["text"])
            if row["from"] == "client":
                self.asked.append((row["t"], message))
                self.told.append([])
                place = len(self.asked) - 1
                if message["op"] == "subscribe":
                    subscribed[message["topic"]] = place
                if "id" in message:
                    ids[str(message["id"])] = place
                if message["op"] in _ACTS or str(message.get("topic", "")).endswith(("/goal", "/cancel")):
                    act = place
                continue
            if not self.asked:
                continue
            own = message.get("op") != "publish"
            place = ids.get(str(message.get("id")), act) if own else max(act, subscribed.get(message["topic"], 0))
            self.told[place].append((row["t"] - self.asked[place][0], message))


def read(path: Path) -> tuple[str, dict[int, _Script]]:
    """The profile of a recording, and its connections by their numbers."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows: dict[int, list[Message]] = {}
    for row in lines[1:]:
        rows.setdefault(row["c"], []).append(row)
    return lines[0]["profile"], {number: _Script(one) for number, one in rows.items()}


@contextmanager
def player(path: Path) -> Iterator[str]:
    """The address of a bridge that plays a recording."""
    _, scripts = read(path)
    count = 0

    async def handle(client: ServerConnection) -> None:
        nonlocal count
        count += 1
        with suppress(ConnectionClosed):
            await _Playing(client, scripts.get(count, _Script([]))).run()

    with _served(handle) as url:
        yield url


class _Playing:
    """A recorded connection that goes on with another client."""

    def __init__(self, client: ServerConnection, script: _Script) -> None:
        self._client, self._script = client, script
        self._used: set[int] = set()
        self._ids: dict[str, str] = {}
        self._last: dict[str, tuple[float, Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        self._spawn(self._repeat())
        try:
            async for text in self._client:
                self._take(json.loads(text))
        finally:
            for task in self._tasks:
                task.cancel()

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take(self, message: Message) -> None:
        """Find what the recorded client said like this, and let all that counts from it follow."""
        for place, (_, asked) in enumerate(self._script.asked):
            if place not in self._used and all(asked.get(key) == message.get(key) for key in _TARGETS):
                self._used.add(place)
                if "id" in asked:
                    self._ids[str(asked["id"])] = str(message["id"])
                goal = asked.get("msg", {}).get("goal_id", {}).get("id") if isinstance(asked.get("msg"), dict) else None
                if goal:
                    self._ids[goal] = message["msg"]["goal_id"]["id"]
                self._spawn(self._tell(place, time.time(), self._script.told[place]))
                return

    async def _tell(self, place: int, begun: float, told: list[tuple[float, Message]]) -> None:
        for after, message in told:
            await asyncio.sleep(max(begun + after - time.time(), 0.0))
            if message.get("op") == "publish":
                topic = message["topic"]
                if topic in self._last and self._last[topic][0] > place:
                    continue  # a later command has come, from which newer ones count
                self._last[topic] = (place, message)
            await self._send(message)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            for _, message in list(self._last.values()):
                if message["topic"].endswith(("joint_states", "robot_state", "franka_states")):
                    await self._send(message)

    async def _send(self, message: Message) -> None:
        """Send it with the ids of this client, and stamps of now: they only have to go on."""
        text = json.dumps(message)
        for theirs, ours in self._ids.items():
            text = text.replace(theirs, ours)
        made = json.loads(text)
        header = made["msg"].get("header") if made.get("op") == "publish" else None
        if isinstance(header, dict) and isinstance(header.get("stamp"), dict):
            whole, rest = divmod(time.time(), 1.0)
            header["stamp"] = dict(zip(header["stamp"], (int(whole), int(rest * 1e9)), strict=True))
        with suppress(ConnectionClosed):
            await self._client.send(json.dumps(made))

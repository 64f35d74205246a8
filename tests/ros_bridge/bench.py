"""The devices of the bench that a profile names: balances that show something, and what is set and shown.

A device shows at once what it was set to, and 0 rpm or a temperature that falls once it is off, unless a test has it
run away, say nothing more, stay on, or not take what it is told.
"""

from __future__ import annotations

import asyncio
import functools
import math
import time
from collections.abc import Callable

from clairify_cli.worlds.ros.profile.values import READ, BenchDevice, Order, Reading, Setting, nested
from ros_bridge.graph import Graph
from ros_bridge.schema import TYPES, Message, WrongMessageError, as_type, short

READING_RATE = 20.0
"""Hz of the wall at which a device tells what it shows."""
ROOM = 20.0
"""°C."""
COOLING = 10.0
"""°C/s of the wall, at which what is off cools down."""


class Node:
    """A setting of a device as its node has it. `shown` is what it shows: where a test sets it, that is shown."""

    def __init__(self, name: str, *, cools: bool = False) -> None:
        self.is_temperature, self.is_dose, self.cools = name == "temperature", name == "volume", cools
        self.shown = ROOM if self.is_temperature else 0.0
        self.off_by = 0.0
        """What it shows is off by so much."""
        self.nan = False
        """What it shows is not a number."""
        self.refuses = False
        """Its services say that they did not do it."""
        self.mute = False
        """Its services do not answer."""
        self.stuck: float | None = None
        """It comes no further than this."""
        self.on = False
        self.speed = 0.0
        """°C/s or rpm/s by which it runs away while it is on."""
        self.silent = False
        """It shows nothing more."""
        self.stays_on = False
        """It takes no `off`."""
        self.deaf = False
        """It takes nothing at all, though its service answers."""
        self.offs: list[float] = []
        """When it was told to be off (s of `time.monotonic`)."""
        self.passed: dict[float, float] = {}
        """When it first showed more than a value."""

    def take(self, value: float | None) -> None:
        """It is set; off for None."""
        if value is None:
            self.offs.append(time.monotonic())
        if self.deaf or (value is None and self.stays_on):
            return
        self.on = value is not None
        if value is not None:
            self.shown = value if self.stuck is None else self.stuck
        elif not (self.is_temperature or self.is_dose):
            self.shown = 0.0

    @property
    def seen(self) -> float:
        """What it shows."""
        return math.nan if self.nan else self.shown + self.off_by

    def step(self, seconds: float) -> None:
        if self.on:
            self.shown += self.speed * seconds
        elif self.is_temperature and self.cools:
            self.shown = min(ROOM, self.shown + COOLING * seconds)
        elif self.is_temperature:
            self.shown = max(ROOM, self.shown - COOLING * seconds)


class Bench:
    """`grams` is what each balance shows; `settings` is what was set: device, setting, value (None: off).

    `nodes` are the settings by device and name.
    """

    def __init__(self, devices: tuple[BenchDevice, ...], graph: Graph):
        self.grams: dict[str, float] = {one.id: 0.0 for one in devices if one.kind in READ}
        """What each balance and each thermometer shows (g, °C)."""
        self.mute: set[str] = set()
        """Those that show nothing."""
        self.settings: list[tuple[str, str, float | None]] = []
        self.nodes: dict[tuple[str, str], Node] = {}
        self._devices = devices
        self._graph = graph
        self._told: list[tuple[Reading, Callable[[], float | None]]] = []
        for device in devices:
            for name, setting in device.settings.items():
                if setting.order is None and setting.reading is not None:
                    self._announce(setting.reading, functools.partial(self._read, device.id))
                elif setting.order is not None:
                    self.nodes[device.id, name] = Node(name, cools=setting.cools)
                    self._offer(device.id, name, setting)

    def told(self, device: str, setting: str) -> list[float | None]:
        """What a setting was set to, in order; None for off, once however often that came in a row."""
        values = [value for one, name, value in self.settings if (one, name) == (device, setting)]
        return [
            one for place, one in enumerate(values) if one is not None or not place or values[place - 1] is not None
        ]

    def _read(self, device: str) -> float | None:
        return None if device in self.mute else self.grams[device]

    def _announce(self, reading: Reading, shows: Callable[[], float | None]) -> None:
        """Offer what shows a number: a topic that tells it again and again, or a service."""
        end = reading.endpoint
        if not reading.is_service:
            TYPES.setdefault(short(end.type), {reading.member.split(".")[0]: "float64"})
            if end.name not in self._graph.topics:
                self._graph.announce(end.name, end.type, "reading")
            self._told.append((reading, shows))
            return

        async def serve(_: Message) -> Message:
            value = shows()
            if value is None:
                await asyncio.Event().wait()
            return _message(reading, value or 0.0)

        self._graph.serve(end.name, end.type, None, serve)

    def _offer(self, device: str, name: str, setting: Setting) -> None:
        node = self.nodes[device, name]
        if setting.reading is not None:
            self._announce(setting.reading, lambda: None if node.silent else node.seen)
        if setting.heater is not None:
            self._announce(setting.heater, lambda: None if node.silent else float(node.on))
        assert setting.order is not None and setting.off is not None
        self._hear(device, name, setting.order, setting)
        if setting.off.endpoint != setting.order.endpoint:
            self._hear(device, name, setting.off, setting)

    def _hear(self, device: str, name: str, order: Order, setting: Setting) -> None:
        topic, kind = order.endpoint.name, order.endpoint.type
        TYPES.setdefault(short(kind), {setting.member.split(".")[0]: "float64"})
        node, off = self.nodes[device, name], setting.off
        assert off is not None
        factor, more = setting.scale

        def take(message: Message) -> None:
            is_off = topic == off.endpoint.name and _within(message, off.content)
            value = None if is_off else (_number(message, setting.member) - more) / factor
            self.settings.append((device, name, value))
            node.take(value)

        async def serve(message: Message) -> Message:
            if node.mute:
                await asyncio.Event().wait()
            if node.refuses:
                return {"success": False, "message": "not now"}
            take(message)
            return {"success": True, "message": ""}

        if order.is_service:
            self._graph.serve(topic, kind, short(kind), serve)
        else:
            self._graph.listen(topic, kind, take)

    async def beat(self) -> None:
        """Tell what the devices show again and again."""
        last = time.monotonic()
        while True:
            now = time.monotonic()
            for (device, name), node in self.nodes.items():
                node.step(now - last)
                limit = next(one for one in self._devices if one.id == device).settings[name].limit
                if limit is not None and node.shown > limit:
                    node.passed.setdefault(limit, time.monotonic())
            for reading, shows in self._told:
                value = shows()
                if value is not None:
                    made = as_type(_message(reading, value), reading.endpoint.type, self._graph.dialect)
                    self._graph.publish(reading.endpoint.name, made)
            last = now
            await asyncio.sleep(1 / READING_RATE)


def _message(reading: Reading, value: float) -> Message:
    factor, more = reading.scale
    value = value * factor + more
    return dict(nested(reading.member, value)) if value == value else {reading.member: value}


def _number(message: Message, member: str) -> float:
    value: object = message
    for name in member.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, int | float):
        raise WrongMessageError(f"a number is needed in {member}")
    return float(value)


def _within(message: object, part: object) -> bool:
    """Whether a message has all of a part."""
    if isinstance(part, dict) and isinstance(message, dict):
        return all(_within(message.get(key), value) for key, value in part.items())
    return message == part

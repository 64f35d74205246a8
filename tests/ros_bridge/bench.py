"""The devices of the bench that a profile names: balances that show something, and what is set and shown.

A device shows at once what it was set to, and 0 rpm or a temperature that falls once it is off, unless a test has it
run away, say nothing more, stay on, or not take what it is told.
"""

from __future__ import annotations

import asyncio
import time

from clairify_cli.worlds.ros.profile.values import BenchDevice, Reading, Setting, nested
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

    def __init__(self, name: str) -> None:
        self.is_temperature = name == "temperature"
        self.shown = ROOM if self.is_temperature else 0.0
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
        self.shown = value if value is not None else self.shown if self.is_temperature else 0.0

    def step(self, seconds: float) -> None:
        if self.on:
            self.shown += self.speed * seconds
        elif self.is_temperature:
            self.shown = max(ROOM, self.shown - COOLING * seconds)


class Bench:
    """`grams` is what each balance shows; `settings` is what was set: device, setting, value (None: off).

    `nodes` are the settings by device and name.
    """

    def __init__(self, devices: tuple[BenchDevice, ...], graph: Graph):
        self.grams: dict[str, float] = {one.id: 0.0 for one in devices if one.reading is not None}
        self.settings: list[tuple[str, str, float | None]] = []
        self.nodes: dict[tuple[str, str], Node] = {}
        self._devices = devices
        self._graph = graph
        for device in devices:
            if device.reading is not None:
                self._announce(device.reading)
            for name, setting in device.settings.items():
                self.nodes[device.id, name] = Node(name)
                self._offer(device.id, name, setting)

    def told(self, device: str, setting: str) -> list[float | None]:
        """What a setting was set to, in order; None for off, once however often that came in a row."""
        values = [value for one, name, value in self.settings if (one, name) == (device, setting)]
        return [
            one for place, one in enumerate(values) if one is not None or not place or values[place - 1] is not None
        ]

    def _announce(self, reading: Reading) -> None:
        TYPES.setdefault(short(reading.endpoint.type), {reading.member.split(".")[0]: "float64"})
        if reading.endpoint.name not in self._graph.topics:
            self._graph.announce(reading.endpoint.name, reading.endpoint.type, "reading")

    def _offer(self, device: str, name: str, setting: Setting) -> None:
        for reading in (setting.reading, setting.heater):
            if reading is not None:
                self._announce(reading)
        self._hear(device, name, setting.endpoint.name, setting.endpoint.type, setting.is_service, setting)
        if setting.off.endpoint != setting.endpoint:
            off = setting.off
            self._hear(device, name, off.endpoint.name, off.endpoint.type, off.is_service, setting)

    def _hear(self, device: str, name: str, topic: str, kind: str, is_service: bool, setting: Setting) -> None:
        TYPES.setdefault(short(kind), {setting.member.split(".")[0]: "float64"})

        def take(message: Message) -> None:
            is_off = topic == setting.off.endpoint.name and _within(message, setting.off.content)
            value = None if is_off else _number(message, setting.member)
            self.settings.append((device, name, value))
            self.nodes[device, name].take(value)

        async def serve(message: Message) -> Message:
            take(message)
            return {"success": True, "message": ""}

        if is_service:
            self._graph.serve(topic, kind, short(kind), serve)
        else:
            self._graph.listen(topic, kind, take)

    async def beat(self) -> None:
        """Tell what the devices show again and again."""
        last = time.monotonic()
        while True:
            now = time.monotonic()
            for device in self._devices:
                if device.reading is not None:
                    self._tell(device.reading, self.grams[device.id])
                for name, setting in device.settings.items():
                    node = self.nodes[device.id, name]
                    node.step(now - last)
                    if not node.silent:
                        for reading, value in ((setting.reading, node.shown), (setting.heater, float(node.on))):
                            if reading is not None:
                                self._tell(reading, value)
                        if setting.limit is not None and node.shown > setting.limit:
                            node.passed.setdefault(setting.limit, time.monotonic())
            last = now
            await asyncio.sleep(1 / READING_RATE)

    def _tell(self, reading: Reading, value: float) -> None:
        message = nested(reading.member, value) if value == value else {reading.member: value}
        made = as_type(message, reading.endpoint.type, self._graph.dialect)
        self._graph.publish(reading.endpoint.name, made)


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

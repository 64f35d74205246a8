"""The devices of the bench that a profile names: balances that show something, and what is set."""

from __future__ import annotations

import asyncio

from clairify_cli.worlds.ros.profile import BenchDevice
from ros_bridge.graph import Graph
from ros_bridge.schema import TYPES, Message, WrongMessageError, short

READING_RATE = 20.0
"""Hz of the wall at which a balance tells what it shows."""


class Bench:
    """`grams` is what each balance shows; `settings` is what was set: device, setting, value."""

    def __init__(self, devices: tuple[BenchDevice, ...], graph: Graph):
        self.grams: dict[str, float] = {one.id: 0.0 for one in devices if one.reading is not None}
        self.settings: list[tuple[str, str, float]] = []
        self._devices = devices
        self._graph = graph
        for device in devices:
            if device.reading is not None:
                graph.announce(device.reading.name, device.reading.type, "reading")
            for setting in device.settings:
                self._offer(device, setting)

    def _offer(self, device: BenchDevice, setting: str) -> None:
        endpoint = device.settings[setting]
        first = device.member.split(".")[0]
        if not device.settings_are_services:
            TYPES.setdefault(short(endpoint.type), {first: "float64"})
            self._graph.listen(endpoint.name, endpoint.type, lambda message: self._take(device, setting, message))
            return

        async def serve(message: Message) -> Message:
            self._take(device, setting, message)
            return {"success": True, "message": ""}

        self._graph.serve(endpoint.name, endpoint.type, None, serve)

    def _take(self, device: BenchDevice, setting: str, message: Message) -> None:
        value: object = message
        for name in device.member.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise WrongMessageError(f"{device.id}: {setting} needs a number in {device.member}")
        self.settings.append((device.id, setting, float(value)))

    async def beat(self) -> None:
        """Tell what the balances show again and again."""
        while True:
            for device in self._devices:
                if device.reading is not None:
                    shown: object = self.grams[device.id]
                    for name in reversed(device.member.split(".")):
                        shown = {name: shown}
                    assert isinstance(shown, dict)
                    self._graph.publish(device.reading.name, shown)
            await asyncio.sleep(1 / READING_RATE)

"""Devices of the bench behind rosbridge: what is set on a topic or through a service, and balances that are read."""

from __future__ import annotations

import math
from collections.abc import Mapping

from clairify_cli.worlds.ros.connection import Kind
from clairify_cli.worlds.ros.messages import Fields, advertise, inside, publish, shown, subscribe
from clairify_cli.worlds.ros.profile import BenchDevice, Endpoint
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.session import Session


class Devices:
    """The devices of a profile. `reached` are the topics and services that are there, None where nobody knows."""

    def __init__(self, session: Session, reached: frozenset[str] | None):
        self._session = session
        self._devices = {one.id: one for one in session.profile.devices}
        self._reached = reached
        self._readings: dict[str, tuple[float, object]] = {}
        for device in self._devices.values():
            self._listen(device)

    def has(self, device: str, setting: str | None = None) -> bool:
        """Whether a device can be set so, or read (None)."""
        found = self._devices.get(device)
        return found is not None and self._is_there(found.reading if setting is None else found.settings.get(setting))

    def ids(self) -> tuple[str, ...]:
        """The devices of which something is there."""
        return tuple(
            name
            for name, one in self._devices.items()
            if any(self._is_there(endpoint) for endpoint in (one.reading, *one.settings.values()))
        )

    def set(self, device: str, setting: str, value: float, *, anyway: bool = False) -> None:
        """Set something; where that is a service, it has answered that it was done. Raises `HaltError`.

        What is turned off is turned off `anyway`, also after a stop.
        """
        session, found = self._session, self._devices.get(device)
        if not anyway:
            session.check()
        elif session.connection.error is not None:
            raise HaltError(Cause.CLOSED, f"{device} could not be told: {session.connection.error.message}")
        if found is None or not self.has(device, setting):
            raise HaltError(Cause.REJECTED, f"{device} cannot be set: ROS does not reach its {setting}.")
        if not math.isfinite(value):
            raise HaltError(Cause.NOT_FINITE, f"{device}: {setting} was to be what is not finite.")
        endpoint, content = found.settings[setting], nested(found.member, float(value))
        kind = Kind.HOLDS if anyway else Kind.MOVES
        if not found.settings_are_services:
            entry = {"device": device, "setting": setting, "value": value, "topic": endpoint.name}
            session.send(publish(endpoint.name, content), kind, ("set", entry))
            return
        call = session.call(endpoint, content, kind)
        if not session.until(lambda: call.answered is not None, session.profile.watching.answer, anyway=anyway):
            raise HaltError(
                Cause.NO_ANSWER,
                f"{device} did not answer when its {setting} was set.",
                expected=f"an answer within {session.profile.watching.answer:g} s",
                actual="none",
            )
        values = call.values
        if not call.good or (isinstance(values, Mapping) and values.get("success") is False):
            words = values.get("message") if isinstance(values, Mapping) else values
            raise HaltError(
                Cause.REJECTED, f"{device} did not take {setting} {value:g}: {shown(words or 'no reason')}."
            )

    def reading(self, device: str) -> float:
        """What a balance shows (g): a value that came after it was asked for. Raises `HaltError`."""
        session, found = self._session, self._devices.get(device)
        session.check()
        if found is None or found.reading is None or not self.has(device):
            raise HaltError(Cause.REJECTED, f"{device} cannot be read: ROS does not reach it.")
        asked, name = session.clock(), found.reading.name

        def came() -> bool:
            return name in self._readings and self._readings[name][0] > asked

        if not session.until(came, session.profile.watching.answer):
            raise HaltError(
                Cause.NO_ANSWER,
                f"{device} shows nothing on {name}.",
                expected=f"a reading within {session.profile.watching.answer:g} s",
                actual="none",
            )
        value = self._readings[name][1]
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise HaltError(Cause.NOT_FINITE, f"{device} shows what is no number: {shown(value)}.")
        session.ledger.write("reading", {"device": device, "grams": float(value)})
        return float(value)

    def _is_there(self, endpoint: Endpoint | None) -> bool:
        return endpoint is not None and (self._reached is None or endpoint.name in self._reached)

    def _listen(self, device: BenchDevice) -> None:
        session = self._session
        if device.reading is not None and self._is_there(device.reading):
            name, member = device.reading.name, device.member

            def take(message: Fields, at: float) -> None:
                self._readings[name] = at, inside(message, member)

            with session.hearing.condition:
                session.hearing.listeners[name] = take
            session.send(subscribe(name, device.reading.type))
        if not device.settings_are_services:
            for endpoint in filter(self._is_there, device.settings.values()):
                session.send(advertise(endpoint.name, endpoint.type))


def nested(member: str, value: float) -> Fields:
    """A message with a value under a name, or under several with dots between them."""
    content: object = value
    for name in reversed(member.split(".")):
        content = {name: content}
    assert isinstance(content, dict)
    return content

"""Devices of the bench behind rosbridge: what is set on a topic or through a service, watched, and switched off."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from clairify_cli.worlds.ros.connection import Kind, Outgoing
from clairify_cli.worlds.ros.device_types import Types, UnfitError, off_message
from clairify_cli.worlds.ros.device_watch import Channel, SettingWatch
from clairify_cli.worlds.ros.discovery import Graph
from clairify_cli.worlds.ros.hearing import Call
from clairify_cli.worlds.ros.messages import Fields, advertise, call_service, encode, publish, shown, subscribe
from clairify_cli.worlds.ros.profile import Endpoint, Order, Reading, Setting, nested
from clairify_cli.worlds.ros.robot import Cause, HaltError, Switched
from clairify_cli.worlds.ros.session import Session

OFF_WITHIN = 20.0
"""How long (s of the robot's clock) after it was switched off a device may take to show that, at the end of a run."""

Take = Callable[[Fields, float], None]


class Devices:
    """The devices of a profile. `known` is what there is, None where nobody knows."""

    def __init__(self, session: Session, known: Graph | None):
        self._session = session
        self._reached = None if known is None else known.names
        self._types = Types(session, known)
        self._takers: dict[str, list[Take]] = {}
        self._balances: dict[str, Channel] = {}
        self._watches: dict[tuple[str, str], SettingWatch] = {}
        self._unfit: dict[tuple[str, str], str] = {}
        self._calls: dict[tuple[str, str], Call] = {}
        """The last call that switched a setting off."""
        self._stops: dict[tuple[str, str], tuple[Outgoing, Call | None]] = {}
        """What a stop sends to switch off what was ever set, encoded before that is on."""
        for device in session.profile.devices:
            if device.reading is not None and self._is_there(device.reading.endpoint):
                channel = self._balances[device.id] = Channel(device.reading, session.profile)
                self._listen(device.reading, channel.take)
            for name, setting in device.settings.items():
                if self._is_there(setting.endpoint):
                    self._prepare(device.id, name, setting)
        session.watches = tuple(self._watches.values())

    def has(self, device: str, setting: str | None = None) -> bool:
        """Whether a device can be set so, or its weight be read (None)."""
        return device in self._balances if setting is None else (device, setting) in self._watches

    def shows(self, device: str, setting: str) -> bool:
        """Whether a setting can be read back."""
        return self.has(device, setting) and self._watches[device, setting].channel is not None

    def ids(self) -> tuple[str, ...]:
        """The devices of which something is there."""
        there = {*self._balances, *(device for device, _ in self._watches)}
        return tuple(one.id for one in self._session.profile.devices if one.id in there)

    def off_messages(self) -> tuple[Fields, ...]:
        """What switches every device off that is there, as `device_types.off_messages`, with the types that it has."""
        return tuple(off_message(one.setting.off) for one in self._watches.values())

    def refuses(self, device: str, setting: str, value: float) -> HaltError | None:
        """Why a device cannot be set so, before anything is."""
        if not self.has(device, setting):
            return HaltError(Cause.REJECTED, f"{device} cannot be set: ROS does not reach its {setting}.")
        if not math.isfinite(value):
            return HaltError(Cause.NOT_FINITE, f"{device}: {setting} was to be what is not finite.")
        watch, unfit = self._watches[device, setting], self._unfit.get((device, setting))
        limit = watch.setting.limit
        if limit is not None and value > limit:
            words = f"{device} cannot be set to {watch.says(value)}: the profile limits its {setting}."
            return HaltError(Cause.REJECTED, words, expected=f"at most {watch.says(limit)}", actual=watch.says(value))
        try:
            self._types.fitted(watch.setting.order(value))
        except UnfitError as error:
            unfit = unfit or str(error)
        if unfit is None:
            return None
        return HaltError(Cause.REJECTED, f"The {setting} of {device} cannot be set to {watch.says(value)}: {unfit}.")

    def set(self, device: str, setting: str, value: float) -> None:
        """Set something; where that is a service, it has answered that it was done. Raises `HaltError`."""
        session = self._session
        session.check()
        fault = self.refuses(device, setting, value)
        if fault is not None:
            raise fault
        watch = self._watches[device, setting]
        self._stops[device, setting] = self._off(watch)
        session.device_stops = tuple(message for message, _ in self._stops.values())
        session.guard.turns_on(watch.setting.off)
        watch.set(value, session.clock())  # before it is sent: where the answer is missing it may be on all the same
        self._tell(watch, self._types.fitted(watch.setting.order(value)), {"value": value})

    def off(self, device: str, setting: str) -> None:
        """Switch a setting off; where that is a service, it has answered that it was done. Raises `HaltError`."""
        self._session.check()
        watch = self._watches[device, setting]
        watch.off(self._session.clock())
        self._tell(watch, watch.setting.off, {"value": "off"})

    def switch_off(self) -> tuple[Switched, ...]:
        """Switch off what is on, look whether it is, and say that of all that was set. A stop has sent it already."""
        session, used = self._session, [one for one in self._watches.values() if one.value is not None]
        if not used:
            return ()
        for one in used:
            message, call = self._stops[one.device, one.name]
            if one.on and not session.stopped:
                session.connection.send(message)
            if call is not None and (one.on or session.stopped):
                self._calls[one.device, one.name] = call
            if one.on:
                one.off(session.clock())
        patience, end = OFF_WITHIN / session.profile.rate, max(one.since for one in used)
        answer = session.profile.watching.answer

        def settled(one: SettingWatch) -> bool:
            call, now = self._calls.get((one.device, one.name)), session.clock()
            answered = call is None or call.answered is not None or now - one.since > answer
            return answered and one.settled(now, patience)

        session.until(lambda: all(map(settled, used)), max(end + patience - session.clock(), answer), anyway=True)
        found = tuple(one.switched(self._took(one), session.clock()) for one in used)
        entry = {f"{one.device} {one.setting}": {"off": one.off, "shows": one.shows} for one in found}
        session.ledger.attempt("switched off", entry, 0.1)
        if all(one.off or one.allowed for one in found):
            session.guard.all_off()
        return found

    def reading(self, device: str, setting: str | None = None) -> float:
        """What a balance shows (g) after it was asked for; or of a setting, since it was set. Raises `HaltError`."""
        session, asked = self._session, self._session.clock()
        session.check()
        watch = None if setting is None else self._watches.get((device, setting))
        channel = self._balances.get(device) if watch is None else watch.channel
        if channel is None:
            raise HaltError(Cause.REJECTED, f"{device} cannot be read: ROS does not reach it.")
        after = asked if watch is None else watch.since
        patience = max(session.profile.watching.answer, 0.0 if watch is None else channel.reading.stale)
        if not session.until(lambda: channel.last is not None and channel.last.heard > after, patience):
            raise HaltError(
                Cause.NO_ANSWER,
                f"{device} shows nothing on {channel.reading.endpoint.name}.",
                expected=f"a reading within {patience:g} s",
                actual="none",
            )
        assert channel.last is not None
        if not math.isfinite(channel.last.value):
            raise HaltError(Cause.NOT_FINITE, f"{device} shows what is not a number.", expected="a finite number")
        session.ledger.write("reading", {"device": device, setting or "grams": channel.last.value})
        return channel.last.value

    def _is_there(self, endpoint: Endpoint) -> bool:
        return self._reached is None or endpoint.name in self._reached

    def _prepare(self, device: str, name: str, setting: Setting) -> None:
        """Listen to a setting, say what is going to be sent, and find out whether that is of the right type."""
        session, readings = self._session, [one for one in (setting.reading, setting.heater) if one is not None]
        try:
            for one in readings:
                self._types.fitted(Order(one.endpoint, False, nested(one.member, 0)))
            setting = replace(setting, off=self._types.fitted(setting.off))
        except UnfitError as error:
            self._unfit[device, name] = str(error)
        watch = self._watches[device, name] = SettingWatch(device, name, setting, session.profile)
        session.guard.may_turn_on(setting.off)
        if setting.reading is not None:
            self._listen(setting.reading, watch.take)
        if watch.heater is not None:
            self._listen(watch.heater.reading, watch.heater.take)
        told = [] if setting.is_service else [advertise(setting.endpoint.name, setting.endpoint.type)]
        if not setting.off.is_service:
            offs = advertise(setting.off.endpoint.name, setting.off.endpoint.type)
            session.line.prepare([offs], anyway=True)
            told += [offs] if offs not in told else []
        for message in told:
            session.send(message)

    def _listen(self, reading: Reading, take: Take) -> None:
        """Have somebody take what comes on a topic: several may, such as the settings of one device."""
        name, session = reading.endpoint.name, self._session
        takers = self._takers.setdefault(name, [])
        takers.append(take)
        if len(takers) == 1:
            with session.hearing.condition:
                session.hearing.listeners[name] = lambda message, at: _give(takers, message, at)
            session.send(subscribe(name, reading.endpoint.type))

    def _off(self, watch: SettingWatch) -> tuple[Outgoing, Call | None]:
        """The message that switches a setting off, also after a stop."""
        order, entry = watch.setting.off, {"device": watch.device, "setting": watch.name, "value": "off"}
        if not order.is_service:
            return Outgoing(encode(publish(order.endpoint.name, order.content)), Kind.HOLDS, ("set", entry)), None
        call = self._session.new_call(order.endpoint.name)
        text = encode(call_service(call.id, order.endpoint.name, order.endpoint.type, order.content))
        return Outgoing(text, Kind.HOLDS, ("set", entry)), call

    def _tell(self, watch: SettingWatch, order: Order, logged: Mapping[str, object]) -> None:
        """Send it; a service has to answer that it was done."""
        session, device, end = self._session, watch.device, order.endpoint
        if not order.is_service:
            entry = {"device": device, "setting": watch.name, **logged, "topic": end.name}
            session.send(publish(end.name, order.content), Kind.MOVES if watch.on else Kind.HOLDS, ("set", entry))
            return
        call = session.call(end, order.content, Kind.MOVES if watch.on else Kind.HOLDS)
        if not watch.on:
            self._calls[device, watch.name] = call
        if not session.until(lambda: call.answered is not None, session.profile.watching.answer):
            raise HaltError(
                Cause.NO_ANSWER,
                f"{device} did not answer when its {watch.name} was set.",
                expected=f"an answer within {session.profile.watching.answer:g} s",
                actual="none",
            )
        if not _took(call):
            words = call.values.get("message") if isinstance(call.values, Mapping) else call.values
            raise HaltError(
                Cause.REJECTED,
                f"{device} did not take {watch.name} {logged['value']}: {shown(words or 'no reason')}.",
            )

    def _took(self, watch: SettingWatch) -> bool:
        call = self._calls.get((watch.device, watch.name))
        return call is None or _took(call)


def _took(call: Call) -> bool:
    """Whether a service answered that something was done."""
    return call.good and not (isinstance(call.values, Mapping) and call.values.get("success") is False)


def _give(takers: Sequence[Take], message: Fields, at: float) -> None:
    for take in takers:
        take(message, at)

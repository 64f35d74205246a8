"""Devices of the bench behind rosbridge: set on a topic or through a service, monitored, and switched off.

Values are converted to their ROS types first: rosbridge only logs a message that has a member of the wrong type, and
drops it.

`rosapi` lists the members of every type (`/rosapi/message_details`, `/rosapi/service_request_details`: a list of
`rosapi/TypeDef`, the requested type first). If it does not run, the types in `schemas/ros-messages.toml` are used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from clairify_cli.worlds.ros.discovery import Graph, ask, short
from clairify_cli.worlds.ros.link.connection import Kind, Outgoing
from clairify_cli.worlds.ros.link.messages import Fields, advertise, call_service, encode, publish, shown, subscribe
from clairify_cli.worlds.ros.profile import messages
from clairify_cli.worlds.ros.profile.messages import Types_, UnfitError, members_of
from clairify_cli.worlds.ros.profile.values import MASS, Endpoint, Order, Reading, Setting, nested
from clairify_cli.worlds.ros.robot import HaltError, Switched, halt, remark
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.watch.devices import Channel, SettingWatch
from clairify_cli.worlds.ros.watch.hearing import Call


class Types:
    """The known types of topics and services; each is looked up once."""

    def __init__(self, session: Session, known: Graph | None):
        self._session = session
        self._known = known
        self._found: dict[tuple[Endpoint, bool], tuple[str, Types_ | None]] = {}

    def fitted(self, order: Order) -> Order:
        """Return the order with every number converted to its type. Raises `UnfitError`."""
        end, key = order.endpoint, (order.endpoint, order.is_service)
        if key not in self._found:
            self._found[key] = self._real(end.name, order.is_service), self._members(end.type, order.is_service)
        real, members = self._found[key]
        if real and short(real) != short(end.type):
            raise UnfitError(f"{end.name} is a {real}, and the profile says {end.type}")
        if members is None:
            return order
        return Order(end, order.is_service, messages.fitted(order.content, members, next(iter(members))))

    def _real(self, name: str, is_service: bool) -> str:
        """Return the actual type of a topic or service, empty if unknown."""
        if self._known is None:
            return ""
        if not is_service:
            return self._known.types.get(name, "")
        values = ask(self._session, "/rosapi/service_type", {"service": name})
        return str(values.get("type") or "") if isinstance(values, Mapping) else ""

    def _members(self, kind: str, is_service: bool) -> Types_ | None:
        service = f"/rosapi/{'service_request' if is_service else 'message'}_details"
        if self._known is not None and service in self._known.services:
            values = ask(self._session, service, {"type": kind})
            listed = values.get("typedefs") if isinstance(values, Mapping) else None
            read = [_definition(one) for one in listed] if isinstance(listed, list) else []
            found = {name: members for name, members in read if name}
            if found:
                return found
        known = members_of(kind, messages.table()["type"])
        return None if known is None else {kind: known}


def _definition(one: object) -> tuple[str, dict[str, str]]:
    """Read a `rosapi/TypeDef`: its type and its members."""
    if not isinstance(one, Mapping):
        return "", {}
    names, kinds, sizes = (one.get(key) for key in ("fieldnames", "fieldtypes", "fieldarraylen"))
    if not (isinstance(names, list) and isinstance(kinds, list) and isinstance(sizes, list)):
        return "", {}
    rows = zip(names, kinds, sizes, strict=False)
    return str(one.get("type")), {str(name): f"{kind}{'' if size == -1 else '[]'}" for name, kind, size in rows}


OFF_WITHIN = 20.0
"""How long (s of the robot's clock) a device may take to show that it is off, at the end of a run."""

Take = Callable[[Fields, float], None]


class Devices:
    """The devices of a profile. `known` is the discovered graph, None if discovery failed."""

    def __init__(self, session: Session, known: Graph | None):
        self._session = session
        self._reached = None if known is None else known.names
        self._types = Types(session, known)
        self.fitted = self._types.fitted
        self._takers: dict[str, list[Take]] = {}
        self._watches: dict[tuple[str, str], SettingWatch] = {}
        self._unfit: dict[tuple[str, str], str] = {}
        self._calls: dict[tuple[str, str], Call] = {}
        """The last call that switched a setting off."""
        self._stops: dict[tuple[str, str], tuple[Outgoing, Call | None]] = {}
        """What a stop sends to switch off each setting ever set; encoded before the setting is switched on."""
        self.missing: tuple[str, ...] = ()
        """Sentences on the devices that are known to be missing."""
        for device in session.profile.devices:
            for name, setting in device.settings.items():
                ends = [one.endpoint for one in (setting.order, setting.off, setting.reading, setting.heater) if one]
                lacks = dict.fromkeys(one.name for one in ends if not self.is_there(one))
                needed = setting.order or setting.reading
                if needed is not None and self.is_there(needed.endpoint):
                    self._prepare(device.id, name, setting)
                if lacks:
                    self.missing += (remark("unusable", name=name, device=device.id, names=", ".join(lacks)),)
        session.watches = tuple(self._watches.values())

    def has(self, device: str, setting: str | None = None) -> bool:
        """Whether a quantity of a device can be set or read; None is its weight."""
        return (device, setting or MASS) in self._watches

    def shows(self, device: str, setting: str) -> bool:
        """Whether a setting can be read back."""
        return self.has(device, setting) and self._watches[device, setting].channel is not None

    def rate(self, device: str, setting: str) -> float | None:
        """The fastest allowed change of a setting per second; None if unlimited."""
        return self._watches[device, setting].setting.rate

    def ids(self) -> tuple[str, ...]:
        """The devices with at least one quantity available."""
        there = {device for device, _ in self._watches}
        return tuple(one.id for one in self._session.profile.devices if one.id in there)

    def refuses(self, device: str, setting: str, value: float) -> HaltError | None:
        """Return why a device cannot be set to a value, checked before anything is sent."""
        said = {"device": device, "setting": setting}
        watch = self._watches.get((device, setting))
        if watch is None or watch.setting.off is None or not self.is_there(watch.setting.off.endpoint):
            return halt("not-reached", **said)
        if not math.isfinite(value):
            return halt("set-not-finite", **said)
        if watch.beyond(value):
            return halt("beyond-limit", **said, expected=watch.bound, actual=watch.says(value))
        unfit = self._unfit.get((device, setting))
        try:
            self._types.fitted(watch.setting.to(value))
        except UnfitError as error:
            unfit = unfit or str(error)
        return self._silent(watch) if unfit is None else halt("unfit", **said, value=watch.says(value), why=unfit)

    def _silent(self, watch: SettingWatch) -> HaltError | None:
        """Return a fault if a channel that the run would rely on is silent."""
        for channel in (watch.channel, watch.heater):
            if channel is not None and not self._heard_after(channel, -math.inf):
                return self._shows_nothing(watch.device, channel)
        return None

    def _heard_after(self, channel: Channel, time: float) -> bool:
        """Wait for a message on a channel newer than a time (s)."""
        patience = max(self._session.profile.watching.answer, channel.reading.stale)
        return self._session.until(lambda: channel.last is not None and channel.last.heard > time, patience)

    def _shows_nothing(self, device: str, channel: Channel) -> HaltError:
        patience = max(self._session.profile.watching.answer, channel.reading.stale)
        return halt("shows-nothing", device=device, topic=channel.reading.endpoint.name, patience=patience)

    def set(self, device: str, setting: str, value: float) -> None:
        """Set a value and, for a service, wait for its confirmation. Raises `HaltError`."""
        session = self._session
        session.check()
        fault = self.refuses(device, setting, value)
        if fault is not None:
            raise fault
        watch = self._watches[device, setting]
        # Encoded now, because a stop in a signal handler can only send what is ready.
        self._stops[device, setting] = self._off(watch)
        session.device_stops = tuple(message for message, _ in self._stops.values())
        assert watch.setting.off is not None
        session.guard.turns_on(watch.setting.off)
        watch.set(value, session.clock())  # set before sending: if the answer is lost, the device may be on
        self._tell(watch, self._types.fitted(watch.setting.to(value)), {"value": value})

    def off(self, device: str, setting: str) -> None:
        """Switch a setting off and, for a service, wait for its confirmation. Raises `HaltError`."""
        self._session.check()
        watch = self._watches[device, setting]
        assert watch.setting.off is not None
        watch.off(self._session.clock())
        self._tell(watch, watch.setting.off, {"value": "off"})

    def switch_off(self) -> tuple[Switched, ...]:
        """Switch off what is on, verify it, and report every setting used. After a stop it was sent already."""
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
            one.poll(now)
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
        """Return a reading newer than this call, or, of a setting, than its last change. Raises `HaltError`."""
        session, asked = self._session, self._session.clock()
        session.check()
        watch = self._watches.get((device, setting or MASS))
        channel = None if watch is None else watch.channel
        if watch is None or channel is None:
            raise halt("not-readable", device=device)
        after = asked if watch.value is None else watch.since
        if not self._heard_after(channel, after):
            raise self._shows_nothing(device, channel)
        assert channel.last is not None
        if not math.isfinite(channel.last.value):
            raise halt("no-number", device=device, name=watch.name)
        session.ledger.write("reading", {"device": device, setting or "grams": channel.last.value})
        return channel.last.value

    def is_there(self, endpoint: Endpoint | None) -> bool:
        """Whether an endpoint exists as far as is known; True for None."""
        return endpoint is None or self._reached is None or endpoint.name in self._reached

    def _prepare(self, device: str, name: str, setting: Setting) -> None:
        """Subscribe to a setting, advertise its topics, and check the types of what will be sent."""
        session, readings = self._session, [one for one in (setting.reading, setting.heater) if one is not None]
        try:
            for one in readings:
                content = one.args if one.is_service else nested(one.member, 0)
                self._types.fitted(Order(one.endpoint, one.is_service, content))
            setting = replace(setting, off=setting.off and self._types.fitted(setting.off))
        except UnfitError as error:
            self._unfit[device, name] = str(error)
        watch = self._watches[device, name] = SettingWatch(device, name, setting, session.profile, self._ask)
        if watch.channel is not None:
            self._listen(watch.channel.reading, watch.take)
        if watch.heater is not None:
            self._listen(watch.heater.reading, watch.heater.take)
        if setting.off is not None:
            session.guard.may_turn_on(setting.off)
        told = [
            advertise(one.endpoint.name, one.endpoint.type) for one in (setting.order, setting.off) if _is_topic(one)
        ]
        if told:
            session.line.prepare(told[-1:] if _is_topic(setting.off) else [], anyway=True)
        for message in {str(one): one for one in told}.values():
            session.send(message)

    def _ask(self, reading: Reading) -> Call:
        """Call a service that returns a reading; this is not logged."""
        call, end = self._session.new_call(reading.endpoint.name), reading.endpoint
        self._session.send(call_service(call.id, end.name, end.type, reading.args))
        return call

    def _listen(self, reading: Reading, take: Take) -> None:
        """Register a callback for a topic: several are possible, such as one per setting of a device."""
        name, session = reading.endpoint.name, self._session
        if reading.is_service:
            return
        takers = self._takers.setdefault(name, [])
        takers.append(take)
        if len(takers) == 1:
            with session.hearing.condition:
                session.hearing.listeners[name] = lambda message, at: _give(takers, message, at)
            session.send(subscribe(name, reading.endpoint.type))

    def _off(self, watch: SettingWatch) -> tuple[Outgoing, Call | None]:
        """Return the message that switches a setting off; it is sent even after a stop."""
        order = watch.setting.off
        assert order is not None
        entry = {"device": watch.device, "setting": watch.name, "value": "off"}
        if not order.is_service:
            return Outgoing(encode(publish(order.endpoint.name, order.content)), Kind.HOLDS, ("set", entry)), None
        call = self._session.new_call(order.endpoint.name)
        text = encode(call_service(call.id, order.endpoint.name, order.endpoint.type, order.content))
        return Outgoing(text, Kind.HOLDS, ("set", entry)), call

    def _tell(self, watch: SettingWatch, order: Order, logged: Mapping[str, object]) -> None:
        """Send an order; a service has to confirm it."""
        session, device, end = self._session, watch.device, order.endpoint
        if not order.is_service:
            entry = {"device": device, "setting": watch.name, **logged, "topic": end.name}
            session.send(publish(end.name, order.content), Kind.MOVES if watch.on else Kind.HOLDS, ("set", entry))
            return
        call = session.call(end, order.content, Kind.MOVES if watch.on else Kind.HOLDS)
        if not watch.on:
            self._calls[device, watch.name] = call
        if not session.until(lambda: call.answered is not None, session.profile.watching.answer):
            patience = session.profile.watching.answer
            raise halt("set-unanswered", what=device, thing=f"its {watch.name}", patience=patience)
        if not _took(call):
            words = call.values.get("message") if isinstance(call.values, Mapping) else call.values
            why = shown(words or "no reason")
            raise halt("not-taken", device=device, setting=watch.name, value=logged["value"], why=why)

    def _took(self, watch: SettingWatch) -> bool:
        call = self._calls.get((watch.device, watch.name))
        return call is None or _took(call)


def _is_topic(order: Order | None) -> TypeGuard[Order]:
    return order is not None and not order.is_service


def _took(call: Call) -> bool:
    """Whether a service answered with success."""
    return call.good and not (isinstance(call.values, Mapping) and call.values.get("success") is False)


def _give(takers: Sequence[Take], message: Fields, at: float) -> None:
    for take in takers:
        take(message, at)

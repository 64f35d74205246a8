"""Check what bench devices show against what was set, for as long as a setting is on.

The reading thread judges each reading as it comes, so none is missed; the code that drives the robot raises the faults.
The age of a reading comes from the stamp in its header if it has one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.dialects import seconds
from clairify_cli.worlds.ros.link.messages import Fields, inside
from clairify_cli.worlds.ros.profile.values import QUANTITIES, TEMPERATURE, VOLUME, Reading, RobotProfile, Setting
from clairify_cli.worlds.ros.robot import HaltError, Switched, halt
from clairify_cli.worlds.ros.watch.hearing import Call
from clairify_cli.worlds.ros.watch.mode import Lateness

FALLEN = 0.5
"""How far (°C) a temperature must fall before its heater counts as off: one that keeps a temperature may be on."""
RESTING = 5.0
"""The highest reading (rpm) of a stirrer at rest."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A reading, NaN if it is not a number; when it was received and how late it was then (s)."""

    value: float
    heard: float
    late: float


class Channel:
    """The readings of a device's topic or service."""

    def __init__(self, reading: Reading, profile: RobotProfile, take: Callable[[Fields, float], None] | None = None):
        self.reading = reading
        self._take = take or self.take
        self._call: Call | None = None
        self._taken: Call | None = None
        self._asked = 0.0
        self.last: Shown | None = None
        self._dialect = profile.dialect
        self._lateness = Lateness({1.0, profile.rate})

    def take(self, message: Fields, at: float) -> None:
        """Process a message received at a time (s of our clock). Raises `HaltError` for an invalid stamp."""
        value, time = (inside(message, one) for one in (self.reading.member, self.reading.stamp))
        what = f"a reading on {self.reading.endpoint.name}"
        sent = None if time is None else seconds(time, self._dialect, what) or None
        number = float(value) if isinstance(value, int | float) else math.nan
        factor, more = self.reading.scale
        self.last = Shown((number - more) / factor, at, self._lateness.of(sent, at))

    def poll(self, now: float, ask: Callable[[Reading], Call]) -> None:
        """If it is a service, process its answer, and call it again when due."""
        if not self.reading.is_service:
            return
        call = self._call
        if call is not None and call.answered is not None and call is not self._taken:
            self._taken = call
            if call.good and isinstance(call.values, Mapping):
                self._take(call.values, call.answered)
        if call is None or (call.answered is not None and now - self._asked >= self.reading.every):
            self._call, self._asked = ask(self.reading), now

    def age(self, now: float) -> float:
        """The age (s) of the last reading."""
        return math.inf if self.last is None else now - self.last.heard + self.last.late


class SettingWatch:
    """A setting of a device: its setpoint, its readings, and any fault in them."""

    def __init__(self, device: str, name: str, setting: Setting, profile: RobotProfile, ask: Callable[[Reading], Call]):
        self.device, self.name, self.setting, self._ask = device, name, setting, ask
        self.channel = None if setting.reading is None else Channel(setting.reading, profile, self.take)
        self.heater = None if setting.heater is None else Channel(setting.heater, profile)
        self.value: float | None = None
        """The last setpoint; None before the first."""
        self.on = False
        self.since = 0.0
        """When it was last set or switched off (s of our clock)."""
        self._above: bool | None = None
        """Whether the first reading since then was above the setpoint."""
        self._reached = False
        self._before = self._highest = -math.inf
        """The reading when it was switched off, and the highest since then; both are negated with `cools`."""
        self._side = -1.0 if setting.cools else 1.0
        self._wrong: HaltError | None = None

    def set(self, value: float, now: float) -> None:
        """Note that it is being set."""
        self.value, self.on, self.since = value, True, now
        self._above, self._reached = None, False

    def off(self, now: float) -> None:
        """Note that it is being switched off."""
        last = None if self.channel is None else self.channel.last
        self.on, self.since = False, now
        self._before = self._highest = -math.inf if last is None else self._side * last.value

    def take(self, message: Fields, at: float) -> None:
        """Process a reading and judge it."""
        assert self.channel is not None
        self.channel.take(message, at)
        if self.value is not None and self._wrong is None and self.channel.last is not None:
            self._wrong = self._judged(self.value, self.channel.last.value)

    def poll(self, now: float) -> None:
        """Call the services that show its state."""
        for one in (self.channel, self.heater):
            if one is not None:
                one.poll(now, self._ask)

    def fault(self, now: float) -> HaltError | None:
        """Return why the run cannot go on."""
        self.poll(now)
        if self._wrong is not None or self.channel is None or not self.on:
            return self._wrong
        age, stale = min(now - self.since, self.channel.age(now)), self.channel.reading.stale
        if age <= stale:
            return None
        topic = self.channel.reading.endpoint.name
        return halt("device-silent", device=self.device, name=self.name, age=age, topic=topic, stale=stale)

    def _judged(self, value: float, shown: float) -> HaltError | None:
        """Return what is wrong with a reading; None if it is good."""
        band, said = self.setting.band, {"name": self.name, "device": self.device}
        if not math.isfinite(shown):
            return halt("no-number", **said)
        if self.beyond(shown):
            return halt("over-limit", **said, expected=self.bound, actual=self.says(shown))
        if not self.on:
            self._highest = max(self._highest, self._side * shown)
            return None
        self._above = shown > value if self._above is None else self._above
        self._reached = self._reached or abs(shown - value) <= band or (shown > value) is not self._above
        if not self._reached or abs(shown - value) <= band:
            return None
        expected = f"{self.says(value)} ± {self.says(band)}"
        return halt("off-setpoint", **said, expected=expected, actual=self.says(shown))

    def says(self, value: float) -> str:
        """Format a value with its unit."""
        return f"{value:.4g} {QUANTITIES[self.name].kind.unit}"

    def beyond(self, value: float) -> bool:
        """Whether a value is above the limit, or below it for a cooling device."""
        limit = self.setting.limit
        return limit is not None and self._side * value > self._side * limit

    @property
    def bound(self) -> str:
        """The limit in words."""
        assert self.setting.limit is not None
        return f"at {'least' if self.setting.cools else 'most'} {self.says(self.setting.limit)}"

    def seen_off(self) -> bool | None:
        """Whether it was seen to be off since it was switched off; None if nothing shows that yet."""
        state = self.heater or self.channel
        if state is None or state.last is None or state.last.heard <= self.since:
            return None
        shown = state.last.value
        if state is self.heater:
            return shown == 0
        if self.name == VOLUME:  # a dosed volume does not go back
            return None
        return self._side * shown <= self._highest - FALLEN if self.name == TEMPERATURE else abs(shown) <= RESTING

    def settled(self, now: float, patience: float) -> bool:
        """Whether it is off, or no evidence is to be expected any more: the time is over, or readings have ceased."""
        state, gone = self.heater or self.channel, now - self.since
        if state is None or self.seen_off() is True or (self.name == VOLUME and self.heater is None):
            return True
        return gone > patience or min(gone, state.age(now)) > state.reading.stale

    def switched(self, told: bool, now: float) -> Switched:
        """Return its final report. `told` is whether the device accepted the message, as far as is known."""
        assert self.value is not None
        last = None if self.channel is None else self.channel.last
        off = self.seen_off() is True
        shows = "nothing reads it back" if self.channel is None else "it shows nothing"
        if last is not None:
            shows = f"it shows {self.says(last.value)}, {now - last.heard:.1f} s ago"
        elif self.heater is not None and self.heater.last is not None:
            shows = f"its heater is shown {'off' if self.heater.last.value == 0 else 'ON'}"
        shows += "" if told else "; it did not take the message, or did not answer"
        rises = last is not None and self._side * last.value > self._before + FALLEN
        is_on = self.seen_off() is False and (rises or self.heater is not None or self.name != TEMPERATURE)
        allowed = self.setting.may_be_unconfirmed and not is_on  # missing evidence is allowed, contrary evidence is not
        return Switched(self.device, self.name, self.value, self.channel is not None, off, shows, allowed)

"""What the devices of the bench show, held to what was set: as long as a setting is on, whatever else goes on.

Readings are judged by the reading thread as they come, so that none is missed; the code that looks after the robot
raises what was found. How old a reading is comes from the stamp of its header where it has one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from clairify_cli.worlds.ros.link.dialects import stamp
from clairify_cli.worlds.ros.link.messages import Fields, inside
from clairify_cli.worlds.ros.profile.values import Reading, RobotProfile, Setting
from clairify_cli.worlds.ros.robot import Cause, HaltError, Switched
from clairify_cli.worlds.ros.watch.mode import Lateness

TEMPERATURE = "temperature"
UNITS = {TEMPERATURE: "°C", "rpm": "rpm"}
FALLEN = 0.5
"""By how much (°C) a temperature has to fall before a heater is taken to be off: one that holds it may be on."""
RESTING = 5.0
"""What (rpm) a stirrer that stands still may show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A number that was shown, NaN for what is none; when it was heard and how late it was then (s)."""

    value: float
    heard: float
    late: float


class Channel:
    """What comes on a topic of a device."""

    def __init__(self, reading: Reading, profile: RobotProfile):
        self.reading = reading
        self.last: Shown | None = None
        self._dialect = profile.dialect
        self._lateness = Lateness({1.0, profile.rate})

    def take(self, message: Fields, at: float) -> None:
        """Take a message in that came at a time (s of our clock). Raises `HaltError` for a header that is none."""
        value = inside(message, self.reading.member)
        what = f"a reading on {self.reading.endpoint.name}"
        sent = stamp(message, self._dialect, what) if "header" in message else None
        number = float(value) if isinstance(value, int | float) else math.nan
        self.last = Shown(number, at, self._lateness.of(sent, at))

    def age(self, now: float) -> float:
        """How old (s) the last one is."""
        return math.inf if self.last is None else now - self.last.heard + self.last.late


class SettingWatch:
    """A setting of a device: what it was set to, what it shows, and what is wrong with that."""

    def __init__(self, device: str, name: str, setting: Setting, profile: RobotProfile):
        self.device, self.name, self.setting = device, name, setting
        self.channel = None if setting.reading is None else Channel(setting.reading, profile)
        self.heater = None if setting.heater is None else Channel(setting.heater, profile)
        self.value: float | None = None
        """What it was last set to; None before."""
        self.on = False
        self.since = 0.0
        """When it was set, or switched off (s of our clock)."""
        self._above: bool | None = None
        """Whether the first reading since then was above what was set."""
        self._reached = False
        self._before = self._highest = -math.inf
        """What it showed when it was switched off, and the most that it has shown since then."""
        self._wrong: HaltError | None = None

    def set(self, value: float, now: float) -> None:
        """It is being set."""
        self.value, self.on, self.since = value, True, now
        self._above, self._reached = None, False

    def off(self, now: float) -> None:
        """It is being switched off."""
        last = None if self.channel is None else self.channel.last
        self.on, self.since = False, now
        self._before = self._highest = -math.inf if last is None else last.value

    def take(self, message: Fields, at: float) -> None:
        """Take a reading in, and judge it."""
        assert self.channel is not None
        self.channel.take(message, at)
        if self.value is not None and self._wrong is None and self.channel.last is not None:
            self._wrong = self._judged(self.value, self.channel.last.value)

    def fault(self, now: float) -> HaltError | None:
        """Why the run cannot go on."""
        if self._wrong is not None or self.channel is None or not self.on:
            return self._wrong
        age, stale = min(now - self.since, self.channel.age(now)), self.channel.reading.stale
        if age <= stale:
            return None
        return HaltError(
            Cause.STALE,
            f"{self.device} has not shown its {self.name} for {age:.1f} s, and it is on.",
            expected=f"a reading on {self.channel.reading.endpoint.name} every {stale:g} s",
            actual=f"none in {age:.2f} s",
        )

    def _judged(self, value: float, shown: float) -> HaltError | None:
        """What is wrong with a reading; None if nothing is."""
        limit, band, what = self.setting.limit, self.setting.band, f"The {self.name} of {self.device}"
        if not math.isfinite(shown):
            return HaltError(Cause.NOT_FINITE, f"{what} is shown as what is not a number.", expected="a number")
        if limit is not None and shown > limit:
            return self._error(Cause.OVER_LIMIT, f"{what} is over its limit", f"at most {self.says(limit)}", shown)
        if not self.on:
            self._highest = max(self._highest, shown)
            return None
        self._above = shown > value if self._above is None else self._above
        self._reached = self._reached or abs(shown - value) <= band or (shown > value) is not self._above
        if not self._reached or abs(shown - value) <= band:
            return None
        words = f"{what} was there, and has left what it was set to"
        return self._error(Cause.OFF_SETPOINT, words, f"{self.says(value)} ± {self.says(band)}", shown)

    def _error(self, cause: Cause, words: str, expected: str, shown: float) -> HaltError:
        return HaltError(cause, f"{words}: {self.says(shown)}.", expected=expected, actual=self.says(shown))

    def says(self, value: float) -> str:
        """A value with its unit."""
        return f"{value:.4g} {UNITS[self.name]}"

    def seen_off(self) -> bool | None:
        """Whether it was seen to be off since it was switched off; None if nothing could show that yet."""
        state = self.heater or self.channel
        if state is None or state.last is None or state.last.heard <= self.since:
            return None
        shown = state.last.value
        if state is self.heater:
            return shown == 0
        return shown <= self._highest - FALLEN if self.name == TEMPERATURE else abs(shown) <= RESTING

    def settled(self, now: float, patience: float) -> bool:
        """Whether it is off, or nothing more is going to show that: too much time has gone by, or nothing comes."""
        state, gone = self.heater or self.channel, now - self.since
        if state is None or self.seen_off() is True:
            return True
        return gone > patience or min(gone, state.age(now)) > state.reading.stale

    def switched(self, told: bool, now: float) -> Switched:
        """Facts about it at the end. `told` is whether the message was taken, as far as anything says so."""
        assert self.value is not None
        last = None if self.channel is None else self.channel.last
        off = self.seen_off() is True
        shows = "nothing reads it back" if self.channel is None else "it shows nothing"
        if last is not None:
            shows = f"it shows {self.says(last.value)}, {now - last.heard:.1f} s ago"
        elif self.heater is not None and self.heater.last is not None:
            shows = f"its heater is shown {'off' if self.heater.last.value == 0 else 'ON'}"
        shows += "" if told else "; it did not take the message, or did not answer"
        rises = last is not None and last.value > self._before + FALLEN
        is_on = self.seen_off() is False and (rises or self.heater is not None or self.name != TEMPERATURE)
        allowed = self.setting.may_be_unconfirmed and not is_on  # what may lack evidence may not be seen to be on
        return Switched(self.device, self.name, self.value, self.channel is not None, off, shows, allowed)

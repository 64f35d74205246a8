"""Treat a vessel with the devices that the robot controls: set them, watch them, and switch them off afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from clairify_cli.agents.robot.performance import LETS, WORKS, Bench, Question, question_of
from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.profile.values import QUANTITIES, TEMPERATURE, VOLUME
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script.values import Script, Treatment

if TYPE_CHECKING:
    from clairify_cli.worlds.ros.arm import RosRobot

RAMP = 10.0
"""Seconds between the steps of a setting whose rate of change is limited."""


@dataclass(frozen=True, slots=True)
class Set:
    """Set a device; `device` is the robot's name for it."""

    device: str
    setting: str
    value: float


@dataclass(frozen=True, slots=True)
class Off:
    """Switch off a setting of a device."""

    device: str
    setting: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for some seconds on the robot's clock."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until a device's reading is near a value (with `falls`: not above it), within `Quantity.near`."""

    device: str
    setting: str
    value: float
    falls: bool = False

    def reached(self, shown: float) -> bool:
        """Whether the reading has reached the value."""
        off = shown - self.value
        return (off if self.falls else abs(off)) <= QUANTITIES[self.setting].near


Act = Set | Off | Wait | Until | Question


def acts(number: int, one: Treatment, bench: Bench) -> Iterator[Act]:
    """Yield the acts of a treatment, the command with this number, in order."""
    asked = question_of(number, one, bench)
    wanted = [(name, one.settings[name]) for name in WORKS.get(one.kind, ()) if name in one.settings]
    used = [(device, name, value) for name, value in wanted if (device := bench.reached(one.device, name)) is not None]
    if used and used[-1][1] == wanted[-1][0]:  # if the last setting is not automatic, a person does everything
        yield from _held(used, one.settings.get("time", 0.0), bench, asked)
    elif asked is not None:
        yield asked
    elif one.kind in LETS and bench.thermometer is not None:
        yield Until(bench.thermometer, TEMPERATURE, one.settings.get(TEMPERATURE, 0.0), falls=one.kind == "let-cool")


def _held(used: Sequence[tuple[str, str, float]], time: float, bench: Bench, asked: Question | None) -> Iterator[Act]:
    """Yield acts that make the settings, wait until readings or a person confirm them, hold them, and switch them
    off."""
    for device, setting, value in used:
        yield Set(device, setting, value)
        if bench.shows(device, setting):
            yield Until(device, setting, value)
        if setting == TEMPERATURE and bench.thermometer is not None:
            yield Until(bench.thermometer, setting, value)
    if asked is not None:
        yield asked
    yield Wait(time)
    yield from (Off(device, setting) for device, setting, _ in reversed(used))


def ramp(robot: RosRobot, act: Set) -> Iterator[float]:
    """Yield the values for a setting, to be set `RAMP` s apart, so that it changes no faster than allowed."""
    rate = robot.devices.rate(act.device, act.setting)
    if rate is not None and act.setting != VOLUME and robot.devices.shows(act.device, act.setting):
        now = robot.reading(act.device, act.setting)
        while abs(act.value - now) > rate * RAMP:
            now += math.copysign(rate * RAMP, act.value - now)
            yield now
    yield act.value


def setting_fault(script: Script, robot: RosRobot, bench: Bench) -> HaltError | None:
    """Return why a script cannot start: a device would refuse one of its settings. None if all are accepted."""
    for number, command in enumerate(script.commands):
        for act in acts(number, command, bench) if isinstance(command, Treatment) else ():
            fault = robot.devices.refuses(act.device, act.setting, act.value) if isinstance(act, Set) else None
            if fault is not None:
                return fault
    return None


def settled(read: Callable[[], float], wait: Callable[[float], None], tolerance: float) -> float:
    """Return the reading of a balance at rest: the last of three that agree, or the last one after 5 s."""
    last: list[float] = []
    for _ in range(25):
        last = [*last[-2:], read()]
        if len(last) == 3 and max(last) - min(last) <= tolerance / 10.0:
            break
        if not all(math.isfinite(one) for one in last):
            break
        wait(0.2)
    return last[-1]

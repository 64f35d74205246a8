"""What devices that the robot reaches do to a vessel: they are set, watched, and off again when it is over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clairify_cli.agents.robot.performance import RPM, TEMPERATURE, Bench, Question, question_of
from clairify_cli.worlds.ros.robot import HaltError, Robot
from clairify_cli.worlds.ros.script.values import Script, Treatment

NEAR = {TEMPERATURE: 3.0, RPM: 30.0}
"""What was set is reached within so many °C, as the twin's check has it, or rpm."""

SLOWEST = {TEMPERATURE: 7200.0, RPM: 30.0}
"""How long (s) a device that shows what it is at may take to reach what was set."""


@dataclass(frozen=True, slots=True)
class Set:
    """A setting of a device, as the robot calls it."""

    device: str
    setting: str
    value: float


@dataclass(frozen=True, slots=True)
class Off:
    """A setting of a device is switched off."""

    device: str
    setting: str


@dataclass(frozen=True, slots=True)
class Wait:
    """So many s pass, of the robot's clock."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """What a device shows comes within `NEAR` of what was set, before `SLOWEST` s have passed."""

    device: str
    setting: str
    value: float


Act = Set | Off | Wait | Until | Question


def acts(number: int, one: Treatment, bench: Bench) -> Iterator[Act]:
    """What is done for a treatment, the command of that number, in order."""
    asked = question_of(number, one, bench)
    time = one.settings.get("time", 0.0)
    if one.kind == "stir" and (device := bench.reached(one.device, RPM)) is not None:
        yield from _held(device, RPM, one.settings.get(RPM, 0.0), time, bench)
    elif one.kind == "heat" and (device := bench.reached(one.device, TEMPERATURE)) is not None:
        yield from _held(device, TEMPERATURE, one.settings.get(TEMPERATURE, 0.0), time, bench, asked)
    elif asked is not None:
        yield asked


def _held(
    device: str, setting: str, value: float, time: float, bench: Bench, asked: Question | None = None
) -> Iterator[Act]:
    """A setting is made and reached, as it shows or as a person says, is on for some time, and off again."""
    yield Set(device, setting, value)
    if asked is not None:
        yield asked
    elif bench.shows(device, setting):
        yield Until(device, setting, value)
    yield Wait(time)
    yield Off(device, setting)


def setting_fault(script: Script, robot: Robot, bench: Bench) -> HaltError | None:
    """Why a script cannot begin: a device does not take what it is going to be set to."""
    for number, command in enumerate(script.commands):
        for act in acts(number, command, bench) if isinstance(command, Treatment) else ():
            fault = robot.refuses(act.device, act.setting, act.value) if isinstance(act, Set) else None
            if fault is not None:
                return fault
    return None


def settled(read: Callable[[], float], wait: Callable[[float], None], tolerance: float) -> float:
    """What a balance shows when it has come to rest: three readings that agree, or the last one after 5 s."""
    last: list[float] = []
    for _ in range(25):
        last = [*last[-2:], read()]
        if len(last) == 3 and max(last) - min(last) <= tolerance / 10.0:
            break
        if not all(math.isfinite(one) for one in last):
            break
        wait(0.2)
    return last[-1]

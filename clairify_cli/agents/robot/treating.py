"""What devices that the robot reaches do to a vessel: they are set, watched, and off again when it is over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from clairify_cli.agents.robot.persons import RPM, TEMPERATURE, Bench, Question, question_of
from clairify_cli.worlds.ros.script import Treatment

OFF = 0.0
"""What turns a device off: no turns a minute, and a temperature at which a hotplate does not heat."""

NEAR = 3.0
"""A temperature is reached within so many °C, as the twin's check has it."""

SLOWEST = 7200.0
"""How long (s) a hotplate with a thermometer may take."""


@dataclass(frozen=True, slots=True)
class Set:
    """A setting of a device, as the robot calls it."""

    device: str
    setting: str
    value: float


@dataclass(frozen=True, slots=True)
class Wait:
    """So many s pass, of the robot's clock."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """What a device shows comes within `NEAR` of a value (°C) before `most` s have passed."""

    device: str
    value: float
    most: float = SLOWEST


Act = Set | Wait | Until | Question


def acts(number: int, one: Treatment, bench: Bench) -> Iterator[Act]:
    """What is done for a treatment, the command of that number, in order."""
    asked = question_of(number, one, bench)
    time = one.settings.get("time", 0.0)
    if one.kind == "stir" and (device := bench.reached(one.device, RPM)) is not None:
        yield Set(device, RPM, one.settings.get(RPM, 0.0))
        yield Wait(time)
        yield Set(device, RPM, OFF)
    elif one.kind == "heat" and (device := bench.reached(one.device, TEMPERATURE)) is not None:
        celsius = one.settings.get(TEMPERATURE, 0.0)
        yield Set(device, TEMPERATURE, celsius)
        shows = bench.reached(one.device, None)
        if asked is not None:
            yield asked
        elif shows is not None:
            yield Until(shows, celsius)
        yield Wait(time)
        yield Set(device, TEMPERATURE, OFF)
    elif asked is not None:
        yield asked


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

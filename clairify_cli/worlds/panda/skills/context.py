"""The parameters of a motion by its context, and validation of given ones.

Missing parameters are chosen by the held object:

| in the hand                        | speed | clearance | orientation | largest tilt |
|------------------------------------|-------|-----------|-------------|--------------|
| nothing                            | 0.8   | 0.015 m   | 0           | any          |
| an open vessel with something in it | 0.32  | 0.02 m    | 1           | 10°          |
| an empty or closed vessel          | 0.6   | 0.015 m   | 0.8         | 44°          |
| anything else                      | 0.7   | 0.015 m   | 0           | any          |
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from clairify_cli.records import dataclass
from clairify_cli.worlds.base import GRASPS, RANGES, Grasp, Parameters

LOWERED = (0.4, 0.0)
"""The shares of a default clearance that are tried if no path keeps all of it."""

STRICTEST_TILT = math.radians(10.0)
"""The largest tilt (rad) of a held object at orientation 1; 0 leaves it free, with linear interpolation in between."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The resolved parameters of a motion: fraction of the speed, clearance (m), largest tilt (rad, None: any), grasp.

    `clearances` are those to try, the largest first; only one if it was requested.
    """

    speed: float
    clearances: tuple[float, ...]
    tilt: float | None
    grasp: Grasp | None


def invalid(parameters: Parameters) -> str | None:
    """The error in given parameters, in one sentence, or None."""
    for name, (least, most) in RANGES.items():
        value = getattr(parameters, name)
        if value is not None and (wrong := out_of_range(name, value, least, most)):
            return wrong
    if parameters.grasp is not None and parameters.grasp not in GRASPS:
        return f"`grasp` must be one of {', '.join(GRASPS)}, not {parameters.grasp!r}"
    return None


def out_of_range(name: str, value: object, low: float, high: float, unit: str = "") -> str | None:
    """Return the error in a number, in words, or None; both ends are allowed."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return f"`{name}` must be a number from {low:g} to {high:g}{unit}, not {value!r}"
    if not low <= value <= high:
        return f"`{name}` must be from {low:g} to {high:g}{unit}, and it is {value:g}{unit}"
    return None


def tilt_of(orientation: float) -> float | None:
    """The largest tilt in rad at an orientation from 0 to 1; None if any tilt is allowed."""
    if orientation <= 0.0:
        return None
    return STRICTEST_TILT + (1.0 - orientation) * (math.pi - STRICTEST_TILT)


def manner(parameters: Parameters, *, holding: bool = False, vessel: bool = False, open_full: bool = False) -> Manner:
    """Return the given parameters, with the rest by context.

    `holding`: something is in the hand; `vessel`: it is a vessel; `open_full`: it is open and not empty.
    """
    if not holding:
        speed, clearance, orientation = 0.8, 0.015, 0.0
    elif open_full:
        speed, clearance, orientation = 0.32, 0.02, 1.0
    elif vessel:
        speed, clearance, orientation = 0.6, 0.015, 0.8
    else:
        speed, clearance, orientation = 0.7, 0.015, 0.0
    if parameters.speed is not None:
        speed = parameters.speed
    if parameters.orientation is not None:
        orientation = parameters.orientation
    asked = parameters.obstacle_clearance
    clearances = (clearance, *(clearance * share for share in LOWERED)) if asked is None else (asked,)
    return Manner(speed, clearances, tilt_of(orientation), parameters.grasp)


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of a domain, from `actions.tsv`.

    `arguments` gives the kind of each argument: `vessel`, `item` (an item or a vessel), `place` (a slot, a device or a
    container in which vessels stand), `container`, `zone`, `reagent` (a substance), `balance`, `support` (an item).
    `skill` is the function of `prepare` that plans it. `settings` are those of `worlds.base.Action.settings` that apply
    to it.
    """

    skill: str
    arguments: tuple[str, ...]
    settings: tuple[str, ...] = ()


def _catalogue() -> Iterator[tuple[str, Entry]]:
    _, *rows = Path(__file__).with_name("actions.tsv").read_text(encoding="utf-8").splitlines()
    for name, skill, arguments, settings in (row.split("\t") for row in rows):
        yield name, Entry(skill, tuple(arguments.split()), tuple(settings.split()))


CATALOGUE: Mapping[str, Entry] = dict(_catalogue())
"""The actions of both domains by name."""

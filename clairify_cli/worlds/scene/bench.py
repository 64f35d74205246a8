"""Build benches for a task: a tidy one for a program's needs, or one for the objects of a PDDL problem."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from clairify_cli.worlds.scene.furniture import Furniture, word
from clairify_cli.worlds.scene.model import Content, Scene
from clairify_cli.worlds.scene.needs import DEVICES, Needed, NeededReagent
from clairify_cli.worlds.scene.reader import built

if TYPE_CHECKING:
    from clairify_cli.languages.pddl.task import Task

SPARE = 2
"""The number of slots left free to put objects down."""

LARGEST_ML = 650.0
"""The largest capacity (mL) of a vessel that the hand can grip."""

_RESERVE = 1.5
_LEAST_RESERVE = 1.03
"""The usual and the smallest ratio of a reagent's stock to its use; the latter if the bottle would be too large."""

_STEP_ML = 50.0
_LEAST_ML = {"vial": 50.0}
_LEAST = 100.0
"""Capacities are multiples of `_STEP_ML`, at least these: by kind, and for all other kinds."""

_UNUSED_G = 50.0
"""The stock (g) of a reagent without known amounts."""


class BenchError(ValueError):
    """No bench can be built; the message gives the reason in one sentence."""


def scene_for_program(needed: Needed) -> Scene:
    """Build a tidy bench within comfortable reach of a Panda at the origin.

    Devices stand in front, with their kinds as ids; vessels next to them, each at a slot `ID-slot`; bottles to the left
    and right, capped, each at its slot. Solids are in jars (`ID-jar`), everything else in bottles (`ID-bottle`); both
    are vessels of the kind `bottle` and contain the substance `ID` of the reagent, 1.5 times the amount used, or what
    650 mL of it weigh. `spare1` and so on are free slots. The same needs give the same bench. Raises `BenchError` if
    something is too large to be gripped, `NoRoomError` if the bench does not have enough room.
    """
    made = Furniture()
    taken = {*(one.id for one in needed.vessels), *DEVICES}
    for kind in DEVICES:
        if kind in needed.devices and kind != "sink":
            made.device(kind, kind, angle=0.0)
    if "sink" in needed.devices:
        made.sink("sink", angle=-90.0)
    for vessel in needed.vessels:
        capacity = _capacity(vessel.kind, 1.1 * vessel.most_ml, vessel.most_ml, vessel.name)
        place = made.slot(_new(f"{vessel.id}-slot", taken), angle=0.0)
        made.vessel(vessel.id, vessel.kind, capacity, place, called=vessel.name)
    for number, reagent in enumerate(needed.reagents):
        _bottle(made, reagent, 45.0 if number % 2 == 0 else -45.0, taken)
    for number in range(1, SPARE + 1):
        made.slot(_new(f"spare{number}", taken), angle=30.0 if number % 2 else -30.0)
    return built(made.document("bench"))


def scene_for_problem(task: Task) -> Scene:
    """Build a bench with the objects of a `lab` or `tabletop` problem in its initial state, under the same ids.

    Raises `BenchError` for another domain or an initial state that a bench cannot have, and `NoRoomError`.
    """
    from clairify_cli.worlds.scene.lab_bench import lab_bench
    from clairify_cli.worlds.scene.tabletop_bench import tabletop_bench

    makers = {"lab": lab_bench, "tabletop": tabletop_bench}
    domain = task.domain.name.text if task.domain.name is not None else ""
    if domain not in makers:
        raise BenchError(f"a bench is made for problems of {' and '.join(makers)}, and this one is of `{domain}`")
    held = next((atom[1] for atom in task.init if atom[0] == "holding" and len(atom) == 2), None)
    if held is not None:
        raise BenchError(f"`{held}` is in the hand at the start, and a bench begins with the hand empty")
    return built(makers[domain](task))


def _bottle(made: Furniture, reagent: NeededReagent, angle: float, taken: set[str]) -> None:
    used = sum(reagent.doses_g) or _UNUSED_G / _RESERVE
    used_ml = used / reagent.density
    capacity = _capacity("bottle", _RESERVE * used_ml, _LEAST_RESERVE * used_ml, reagent.name)
    name = _new(f"{reagent.id}-{'jar' if reagent.solid else 'bottle'}", taken)
    place = made.slot(_new(f"{name}-slot", taken), angle=angle)
    grams = round(min(_RESERVE * used, capacity * reagent.density), 3)
    content = Content(reagent.id, grams, reagent.density, reagent.solid)
    made.vessel(name, "bottle", capacity, place, called=reagent.name, contents=(content,), capped=True)


def _capacity(kind: str, wished: float, least: float, name: str) -> float:
    """Return the capacity in mL, in steps of 50: as desired, or the largest for the hand if that suffices."""
    if least > LARGEST_ML:
        raise BenchError(
            f"{name} has to hold {least:.0f} mL, more than the {LARGEST_ML:.0f} mL of a vessel that the hand can grip"
        )
    steps = math.ceil(max(wished, _LEAST_ML.get(kind, _LEAST)) / _STEP_ML)
    return min(steps * _STEP_ML, LARGEST_ML)


def _new(name: str, taken: set[str]) -> str:
    one = word(name, taken)
    taken.add(one)
    return one

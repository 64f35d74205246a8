"""Build a bench for a problem of the `lab` domain: vessels, places and devices under their names in the problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clairify_cli.worlds.scene.furniture import Furniture
from clairify_cli.worlds.scene.model import Content
from clairify_cli.worlds.scene.scene_file import SceneFile
from clairify_cli.worlds.scene.sizes import DEVICES, VESSELS

if TYPE_CHECKING:
    from clairify_cli.languages.pddl.task import Task

CAPACITY: Mapping[str, float] = {"bottle": 200.0, "vial": 50.0, "dish": 100.0, "cylinder": 100.0}
_CAPACITY = 250.0
_IN_BOTTLE_G = 150.0
_IN_GLASSWARE_G = 30.0
"""Problems do not give amounts of contents, so this much of each is assumed."""

_SIDES = (0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0)


def lab_bench(task: Task) -> SceneFile:
    """Build the bench. A vessel without a place gets its own slot, `ID-slot`. Raises `NoRoomError`."""
    made = Furniture()
    standing = {atom[1]: atom[2] for atom in sorted(task.init) if atom[0] == "at" and len(atom) == 3}
    bottles_at = {place for vessel, place in standing.items() if "bottle" in task.objects.get(vessel, ())}
    _places(task, made, bottles_at)
    vessels = task.of_type.get("vessel", ())
    for vessel in sorted(vessels, key=lambda one: "bottle" in task.objects[one]):
        kind = _kind(task.objects[vessel], VESSELS, "beaker")
        place = standing.get(vessel, "")
        if place not in (*made.places, *made.devices, *made.sinks):
            place = made.slot(f"{vessel}-slot", angle=0.0)
        each = _IN_BOTTLE_G if kind == "bottle" else _IN_GLASSWARE_G
        inside = sorted(atom[2] for atom in task.init if atom[:2] == ("contains", vessel) and len(atom) == 3)
        capacity = max(CAPACITY.get(kind, _CAPACITY), each * len(inside))
        contents = tuple(Content(one, each) for one in inside)
        capped = ("capped", vessel) in task.init
        made.vessel(vessel, kind, capacity, place, contents=contents, capped=capped)
    name = task.problem.name
    return made.document(name.text if name is not None else "lab")


def _places(task: Task, made: Furniture, bottles_at: set[str]) -> None:
    """Create the places: devices in front, slots around them, those of bottles to the sides."""
    everywhere = task.of_type.get("place", ())
    kinds = {one: _kind(task.objects[one], (*DEVICES, "sink"), "slot") for one in everywhere}
    for one in everywhere:
        if kinds[one] not in ("slot", "sink"):
            made.device(one, kinds[one], angle=0.0)
    for one in everywhere:
        if kinds[one] == "sink":
            made.sink(one, angle=-90.0)
    slots = [one for one in everywhere if kinds[one] == "slot"]
    for number, one in enumerate(slots):
        angle = (45.0 if number % 2 else -45.0) if one in bottles_at else _SIDES[number % len(_SIDES)]
        made.slot(one, angle=angle)


def _kind(types: tuple[str, ...], known: tuple[str, ...], otherwise: str) -> str:
    return next((one for one in types if one in known), otherwise)

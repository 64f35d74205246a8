"""A run as one self-contained page, which a browser draws: everything recorded of it, its steps, and their words.

A page loads nothing: its content security policy allows only the script and the style in it, and what is recorded is
data. The page of a run that goes on hears of it from the server in `film_live`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clairify_cli.files.pages import filled, policy_hash
from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Mesh, Pose, Shape, Solid, Sphere
from clairify_cli.worlds.panda.arm.kinematics import folder
from clairify_cli.worlds.panda.film_frames import Frame, Look, Recording
from clairify_cli.worlds.panda.film_view import near
from clairify_cli.worlds.panda.liquids.looks import tilted
from clairify_cli.worlds.panda.simulation import bodies, lids, looks
from clairify_cli.worlds.panda.simulation.camera import FIELD
from clairify_cli.worlds.panda.simulation.panda import HAND, LEFT, RIGHT
from clairify_cli.worlds.scene.meshes import mesh_facets
from clairify_cli.worlds.scene.model import Colour, Scene, Vessel, shape_of

Part = dict[str, Any]
"""A shape as the page's script reads it: `kind`, `data`, its pose `at` (m, quaternion) in the body, `colour`."""

_ARM = "panda."
"""Begins the ids of the arm's links, which their numbers in the simulator end."""

_WHITE: Colour = (0.93, 0.93, 0.93, 1.0)
_DARK: Colour = (0.3, 0.31, 0.33, 1.0)
_IN_PLACE = (0, 0, 0, 0, 0, 0, 1)
_SHAPE = (16, 9)
"""Width to height of the canvas."""


def page(recording: Recording, *, live: bool = False) -> str:
    """Return the page, with everything recorded, or for a run that goes on (`live`)."""
    scene, view = recording.scene, near(recording.scene, _SHAPE)
    made = {
        "title": recording.title,
        "text": recording.text,
        "names": {one.id: one.name for one in scene.things},
        "view": {"eye": view.eye, "target": view.target, "field": FIELD},
        "bodies": _bodies(scene),
        "live": live,
        "news": None if live else news(recording) | {"again": True, "over": True},
    }
    template = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    values = {name: policy_hash(text) for name, text in re.findall(r"<(style|script)>(.*?)</\1>", template, re.DOTALL)}
    # In a script element only `<` has a meaning.
    values |= {"connect": "'self'" if live else "'none'", "run": json.dumps(made).replace("<", "\\u003c")}
    return filled(template, values)


def news(recording: Recording, after: float = -1.0, looks_known: int = 0) -> dict[str, Any]:
    """Return the frames later than the clock `after` (s), the looks from number `looks_known` on, and all actions."""
    clocks = [one.clock for one in recording.frames]
    acts = [
        {name: getattr(one, name) for name in ("step", "text", "action", "note", "words")}
        | {"first": clocks[one.first], "last": clocks[one.last]}
        for one in recording.scenelets
    ]
    frames = [one for one in recording.frames if one.clock > after]
    return {
        "looks": [_of_look(one) for one in recording.looks[looks_known:]],
        "frames": [*_moved(frames)],
        "acts": acts,
    }


def _moved(frames: Sequence[Frame]) -> Iterator[dict[str, Any]]:
    """Yield frames with the poses that differ from those of the frame before."""
    before: dict[str, list[float]] = {}
    for one in frames:
        placed = {f"{_ARM}{number}": pose for number, pose in enumerate(one.links, -1)} | one.things
        now = {name: _rounded(pose) for name, pose in placed.items()}
        moved = {name: pose for name, pose in now.items() if before.get(name) != pose}
        others = [[look, *_rounded(pose)] for look, pose in one.others]
        yield {"clock": round(one.clock, 3), "poses": moved, "others": others, "shown": one.shown}
        before = now


def _rounded(pose: tuple[Sequence[float], Sequence[float]]) -> list[float]:
    return [round(one, 4) for one in (*pose[0], *pose[1])]


def _bodies(scene: Scene) -> dict[str, list[Part]]:
    """Return the shapes of everything whose poses frames have, by id."""
    slab = Box((*scene.table.size, scene.table.thickness))
    solid = Solid(slab, Pose((0.0, 0.0, 0.0)))
    found = {bodies.TABLE: [_part(solid, looks.TABLE, bodies.centre_of(slab))]}
    for one in scene.things:
        shape, centre = shape_of(one), bodies.centre_of(shape_of(one))
        if isinstance(shape, Cup):
            profile = [(r, z - centre[2]) for r, z in looks.profile(shape)]
            found[one.id] = [_shaped("turned", profile, looks.glass(one.colour))]
        else:
            found[one.id] = [_part(solid, colour, centre) for solid, colour in looks.coloured(one)]
        if isinstance(one, Vessel) and one.capped:
            parts = lids.lid_solids(one.shape)
            found[lids.lid_of(one.id)] = [_part(part, looks.LID, bodies.LID_CENTRE) for part in parts]
    meshes = folder() / "meshes" / "collision"
    files = {number - 1: f"link{number}" for number in range(8)} | {HAND: "hand", LEFT: "finger", RIGHT: "finger"}
    for number, file in files.items():
        at = (0, 0, 0, 0, 0, 1, 0) if number == RIGHT else _IN_PLACE  # the same finger from the other side
        colour = _DARK if file == "finger" else _WHITE
        found[f"{_ARM}{number}"] = [_mesh(meshes / f"{file}.obj", 1.0, at, colour)]
    return found


def _part(solid: Solid, colour: Colour, centre: Sequence[float]) -> Part:
    """Return a solid in the frame of its body, which is at the object's centre of mass."""
    shape: Shape = solid.shape
    position, orientation = looks.placed(solid, centre)
    at = (*position, *orientation)
    if isinstance(shape, Mesh):
        return _mesh(shape.file, shape.scale, at, colour)
    if isinstance(shape, Box):
        return _shaped("box", shape.size, colour, at)
    return _shaped("turned", _ball(shape.radius) if isinstance(shape, Sphere) else _rod(shape), colour, at)


def _of_look(look: Look) -> Part:
    """Return a body that is not in the scene: a drop, a level, a stirrer bar."""
    kind, size, colour, (position, orientation) = look
    at = (*position, *orientation)
    if kind == _BOX:
        return _shaped("box", size, colour, at)
    if kind == _SPHERE:
        return _shaped("turned", _ball(size[0]), colour, at)
    if kind == _MESH:
        points, faces = tilted(*size)
        return _shaped("mesh", {"points": points.round(4).tolist(), "faces": faces}, colour, at)
    rod = _rod(Cylinder(size[1], size[0]))
    return _shaped("turned", rod if kind == _CYLINDER else _ball(size[1], size[0] / 2), colour, at)


_SPHERE, _BOX, _CYLINDER, _MESH = 2, 3, 4, 5
"""The simulator's numbers of shapes; the other that looks have is a capsule."""


def _ball(radius: float, half: float = 0.0) -> list[tuple[float, float]]:
    """Return the profile of a sphere, or of a capsule with a middle part of `half` m to each side."""
    turns = [math.pi * number / 10 for number in range(11)]
    return [(radius * math.sin(one), -radius * math.cos(one) + (half if one > 1.6 else -half)) for one in turns]


def _rod(rod: Cylinder) -> list[tuple[float, float]]:
    half = rod.height / 2
    return [(0.0, -half), (rod.radius, -half), (rod.radius, half), (0.0, half)]


def _mesh(file: Path, scale: float, at: Sequence[float], colour: Colour) -> Part:
    points, faces = mesh_facets(file)
    data = {"points": [[round(scale * one, 4) for one in point] for point in points], "faces": faces}
    return _shaped("mesh", data, colour, at)


def _shaped(kind: str, data: object, colour: Sequence[float], at: Sequence[float] = _IN_PLACE) -> Part:
    return {"kind": kind, "data": data, "at": at, "colour": colour}

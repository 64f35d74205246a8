"""Observe the simulated bench as a belief."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Cup, Tray
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief, Held
from clairify_cli.worlds.panda.simulation import lids
from clairify_cli.worlds.panda.simulation.bodies import TABLE, centre_of
from clairify_cli.worlds.scene.model import Item, Scene, Vessel

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.simulation import Simulation

AT_PLACE = 0.03
"""The largest distance (m) of a vessel's bottom centre from a place at which it stands."""


def belief(simulation: Simulation) -> Belief:
    """Return the state of the bench; a vessel standing in a container is at the place of that id.

    The poses include fixed objects that were added to the bench, because the scene does not have them.
    """
    scene = simulation.scene
    where = {
        name: simulation.pose(name)
        for name, one in simulation.known().items()
        if not one.fixed or (scene.thing(name) is None and name != TABLE)
    }
    contents, temperatures, spilled = simulation.state_of()
    held = simulation.held()
    vessels = {one.id for one in scene.vessels}
    places, inside = _places(scene, where, held), _inside(simulation, where, held)
    for name, container in inside.items():
        if name in vessels and where[name][2, 2] >= UPRIGHT:
            places.setdefault(container, name)
    return Belief(
        joints=tuple(float(angle) for angle in simulation.commanded()),
        held=None if held is None else _held(simulation, held, where[held]),
        poses={name: poses.pose_of(pose) for name, pose in where.items()},
        places=places,
        contents=dict(contents),
        capped=_capped(scene, where),
        temperatures=dict(temperatures),
        spilled_g=spilled,
        inside=inside,
    )


def _held(simulation: Simulation, name: str, pose: poses.Matrix) -> Held:
    return Held(name, poses.pose_of(poses.inverse(simulation.tool()) @ pose), simulation.width())


def _places(scene: Scene, where: Mapping[str, poses.Matrix], held: str | None) -> dict[str, str]:
    """Return the vessel at each place: upright and near, the nearest if there are several."""
    found: dict[str, str] = {}
    for place in scene.places:
        near = []
        for vessel in scene.vessels:
            pose = where.get(vessel.id)
            if pose is not None and vessel.id != held and pose[2, 2] >= UPRIGHT:
                near.append((_distance(pose[:3, 3], place.position), vessel.id))
        if near and min(near)[0] < AT_PLACE:
            found[place.id] = min(near)[1]
    return found


def _capped(scene: Scene, where: Mapping[str, poses.Matrix]) -> frozenset[str]:
    capped = set()
    for vessel in scene.vessels:
        lid = where.get(lids.lid_of(vessel.id))
        if lid is not None and vessel.id in where:
            seat = where[vessel.id] @ poses.matrix(lids.seat(vessel.shape))
            if _distance(lid[:3, 3], seat[:3, 3]) < lids.SEATED:
                capped.add(vessel.id)
    return frozenset(capped)


def _inside(simulation: Simulation, where: Mapping[str, poses.Matrix], held: str | None) -> dict[str, str]:
    """Return the container of each item and vessel: it is within the outer walls, and below or just above the rim.

    That is an item's centre, and for a vessel a point at its middle and as low as its bottom.
    """
    found: dict[str, str] = {}
    things: tuple[Item | Vessel, ...] = (*simulation.scene.items, *simulation.scene.vessels)
    for one in things:
        if one.id == held or one.id not in where:
            continue
        middle = (0.0, 0.0, one.shape.height / 2) if isinstance(one.shape, Cup) else centre_of(one.shape)
        point = (where[one.id] @ (*middle, 1.0))[:3]
        if isinstance(one.shape, Cup):
            point[2] = where[one.id][2, 3]
        for container in simulation.scene.containers:
            if contained(container.shape, simulation.pose(container.id), point):
                found[one.id] = container.id
    return found


def contained(shape: Tray | Cup, pose: poses.Matrix, point: NDArray[np.float64], margin: float = 0.0) -> bool:
    """Whether a point (3,) is within a container's outer walls at a pose (4x4) and below its rim + `margin` m."""
    x, y, z = (float(value) for value in pose[:3, :3].T @ (point - pose[:3, 3]))
    width, depth, height = shape.size
    across = math.hypot(x, y) < shape.radius if isinstance(shape, Cup) else abs(x) < width / 2 and abs(y) < depth / 2
    return across and -0.01 <= z < height + margin


def _distance(one: NDArray[np.float64], other: Sequence[float] | NDArray[np.float64]) -> float:
    return float(np.linalg.norm(one - np.asarray(other)))

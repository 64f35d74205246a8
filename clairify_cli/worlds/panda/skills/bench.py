"""The planner's view of a scene: shapes, masses, places to put objects, and the bodies of a believed state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Pose, Shape, Sphere, Tray
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.panda.arm.surroundings import KEPT_IN, WALLS, Body
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.poses import inverse, matrix, pose_of
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.simulation.lids import LID, LID_MASS_G, lid_of, lid_outline
from clairify_cli.worlds.panda.skills.prepared import Transform
from clairify_cli.worlds.scene.model import Container, Device, Item, Place, Scene, Thing, Vessel, Workspace, shape_of
from clairify_cli.worlds.scene.solids import outline, parts

WALL = 1.0
"""The thickness (m) of the walls around a workspace: no motion jumps over them."""

Range = tuple[Sequence[float], Sequence[float]]
"""The lowest and the highest angle of each joint, in rad."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A target for a vessel or item: a place (of the bench or on a device), a container, a zone or an object.

    `on` is the id of what is beneath. `container` is set for a container (including a sink, which is also a place),
    `place` for any other place; a zone, the table or an object has neither.
    """

    name: str
    on: str
    place: Place | None = None
    container: Container | None = None


class Bench:
    """A scene with its arm and its fixed bodies, built once. `joints` is the range of the arm's joints."""

    def __init__(self, scene: Scene, joints: Range | None = None):
        self.scene = scene
        self.arm = Arm(scene.robot.base, *(() if joints is None else map(np.array, joints)))
        self.home = np.array(scene.robot.home)
        self.vessels = {one.id: one for one in scene.vessels}
        self.items = {one.id: one for one in scene.items}
        self.containers = {one.id: one for one in scene.containers}
        self.devices = {one.id: one for one in scene.devices}
        self.zones = {one.id: one for one in scene.zones}
        self.others: dict[str, Thing] = {}
        """Objects added to the bench that are not in the scene, by id."""
        walls = (*_around(WALLS, [scene.workspace] if scene.workspace else []), *_around(KEPT_IN, scene.keep_in))
        self.kept_away = (*_keep_out(scene), *walls)
        """The bodies of restricted space, which the arm must not enter although nothing is there."""
        self._fixed = (*self._still(), *self.kept_away)

    def _still(self) -> Iterable[Body]:
        table = self.scene.table
        under = Pose((*table.centre, -table.thickness))
        yield Body(TABLE, Box((*table.size, table.thickness)), matrix(under))
        for device in self.scene.devices:
            yield Body(device.id, Box(device.size), matrix(device.pose))
        for obstacle in self.scene.obstacles:
            yield Body(obstacle.id, obstacle.shape, matrix(obstacle.pose))
        for container in self.scene.containers:
            for solid in parts(container.shape):
                yield Body(container.id, solid.shape, matrix(container.pose) @ matrix(solid.pose))

    def add(self, thing: Thing) -> None:
        """Register an object that came onto the bench and is not in the scene."""
        self.others[thing.id] = thing

    def movable(self, thing: str) -> Vessel | Item | None:
        """Return the vessel or item with that id; None for a lid."""
        return self.vessels.get(thing) or self.items.get(thing)

    def shape(self, thing: str) -> Shape | Cup | Tray:
        """Return the shape of a grippable object; of a lid, the cylinder around it. KeyError if there is none."""
        if thing.endswith(LID):
            return lid_outline(self.vessels[thing.removesuffix(LID)].shape)
        found = self.movable(thing) or self.others.get(thing)
        if found is None:
            raise KeyError(thing)
        return shape_of(found)

    def label(self, thing: str) -> str:
        """Return an object's readable name: its name in the scene with its id, or the id."""
        if thing.endswith(LID):
            return f"the lid of {self.label(thing.removesuffix(LID))}"
        found = self.scene.thing(thing) or self.scene.place(thing) or self.others.get(thing)
        return f"{found.name} ({thing})" if found is not None and found.name != thing else thing

    def mass_g(self, thing: str, belief: Belief) -> float:
        """The mass of an object including its contents, in g."""
        if thing.endswith(LID):
            return LID_MASS_G
        found = self.movable(thing)
        own = found.mass_g if found is not None else 0.0
        return own + sum(one.grams for one in belief.contents.get(thing, ()))

    def spot(self, name: str) -> Spot | None:
        """Return the target named by a place, a device, a container, a zone or an item."""
        container = self.containers.get(name)
        if container is not None:  # checked first because a sink is also a place
            return Spot(name, name, container=container)
        device = self.devices.get(name)
        place = self.scene.place(device.top if device is not None else name)
        if place is not None:
            return Spot(name, place.device or TABLE, place)
        if name in self.zones or name == TABLE:
            return Spot(name, TABLE)
        return Spot(name, name) if self.movable(name) is not None else None

    def place_key(self, name: str) -> str:
        """Return the key in `Belief.places` of a device, a place or a container for one vessel."""
        device = self.devices.get(name)
        return device.top if device is not None else name

    def bodies(self, belief: Belief, without: Iterable[str] = ()) -> list[Body]:
        """Return all bodies the arm could hit, except the held object, those in `without`, and their lids."""
        left = set(without)
        if belief.held is not None:
            left.add(belief.held.thing)
        left |= {lid_of(name) for name in left if name in belief.capped}
        found = list(self._fixed)
        for name, pose in belief.poses.items():
            if name not in left:
                found.append(Body(name, outline(self.shape(name)), matrix(pose)))
        return found

    def attached(self, belief: Belief, thing: str, grasp: Transform) -> list[Body]:
        """Return the held object with its lid, if it has one; `grasp` is its pose in the tool frame."""
        found = with_lid(belief, thing, grasp).items()
        return [Body(name, outline(self.shape(name)), pose) for name, pose in found]

    def beneath(self, belief: Belief, thing: str) -> frozenset[str]:
        """Return the ids that an object may stand on or lean against: those within 6 mm of its box."""
        low, high = box_of(self.shape(thing), matrix(belief.poses[thing]))
        low, high = low - 0.006, high + 0.006
        found = set()
        nothing = {body.id for body in self.kept_away}
        for body in self.bodies(belief, without=(thing,)):
            if body.id in nothing:
                continue
            other_low, other_high = box_of(body.shape, body.pose)
            if np.all(low <= other_high) and np.all(other_low <= high):
                found.add(body.id)
        return frozenset(found)


@dataclass(frozen=True, slots=True, eq=False)
class Now:
    """What a skill plans from: a bench, its believed state, and the source of random samples."""

    bench: Bench
    belief: Belief
    rng: np.random.Generator

    def after(self, belief: Belief) -> Now:
        """Return the same bench in a later state."""
        return replace(self, belief=belief)


def with_lid(belief: Belief, thing: str, pose: Transform) -> dict[str, Transform]:
    """Return the pose of an object (4x4, in any frame) and that of the lid on it, if it has one."""
    found, lid = {thing: pose}, lid_of(thing)
    if thing in belief.capped and lid in belief.poses:
        found[lid] = pose @ (inverse(matrix(belief.poses[thing])) @ matrix(belief.poses[lid]))
    return found


def moved(belief: Belief, thing: str, pose: Transform) -> dict[str, Pose]:
    """Return the poses of everything after an object, with its lid, came to a pose (4x4, world)."""
    return {**belief.poses, **{name: pose_of(one) for name, one in with_lid(belief, thing, pose).items()}}


def _keep_out(scene: Scene) -> Iterable[Body]:
    for zone in scene.keep_out:
        yield Body(zone.id, Box(zone.size), matrix(zone.pose))


def _around(name: str, boxes: Sequence[Workspace]) -> Iterable[Body]:
    """Yield the space outside all boxes, up to `WALL` from them, as pieces that meet but do not overlap."""
    ends = [(np.array(one.low), np.array(one.high)) for one in boxes]
    pieces = [(np.min(ends, axis=(0, 1)) - WALL, np.max(ends, axis=(0, 1)) + WALL)] if ends else []
    for low, high in ends:
        pieces = [left for piece in pieces for left in _cut(*piece, low, high)]
    for low, high in pieces:
        x, y, z = (high - low).tolist()
        yield Body(name, Box((x, y, z)), matrix(Pose((*((low + high) / 2)[:2].tolist(), float(low[2])))))


def _cut(low: Transform, high: Transform, inner: Transform, outer: Transform) -> Iterable[tuple[Transform, Transform]]:
    """Yield the parts of a box (two corners) outside another one with the corners `inner` (lowest) and `outer`."""
    if np.any(low >= outer) or np.any(high <= inner):
        yield low, high
        return
    for axis in range(3):
        if low[axis] < inner[axis]:
            yield low, np.where(np.arange(3) == axis, inner, high)
        if high[axis] > outer[axis]:
            yield np.where(np.arange(3) == axis, outer, low), high
        middle = np.arange(3) == axis
        low, high = np.where(middle, np.maximum(low, inner), low), np.where(middle, np.minimum(high, outer), high)


def extent(shape: Shape | Cup | Tray) -> tuple[float, float]:
    """Return the radius (m) of the upright cylinder around a shape, about its origin, and its height."""
    if isinstance(shape, Sphere | Cup | Cylinder):
        return shape.radius, shape.height
    return float(np.hypot(shape.size[0], shape.size[1])) / 2, shape.size[2]


_SIGNS = np.array([(i, j, k) for i in (-1.0, 1.0) for j in (-1.0, 1.0) for k in (0.0, 1.0)])
"""The corners of a box that is 2 wide and 1 high, with its origin at the middle of its bottom."""


def corners(shape: Shape | Cup | Tray) -> Transform:
    """Return the eight corners (8, 3) of the box around a shape, in its own frame."""
    x, y, height = shape.size
    return np.asarray(_SIGNS * np.array((x / 2, y / 2, height)) + np.array((0.0, 0.0, shape.lowest)))


def box_of(shape: Shape | Cup | Tray, pose: Transform) -> tuple[Transform, Transform]:
    """Return the lowest and highest corner (3,), in the world, of the box around an object at a pose (4x4)."""
    if isinstance(shape, Sphere):
        middle = pose[:3, 3] + shape.radius * pose[:3, 2]
        return middle - shape.radius, middle + shape.radius
    found = corners(shape) @ pose[:3, :3].T + pose[:3, 3]
    return found.min(axis=0), found.max(axis=0)


def device_at(bench: Bench, name: str) -> Device | None:
    """Return the device with that id, or with that place as its top."""
    return bench.devices.get(name) or next((one for one in bench.scene.devices if one.top == name), None)

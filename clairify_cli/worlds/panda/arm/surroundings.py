"""Contacts and distances of links, held objects and bodies, computed by Pinocchio and coal.

The links are the convex hulls of the collision meshes, as in the simulator. Bullet gives hulls a thin skin; `MARGIN`
more than covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pinocchio

from clairify_cli.records import dataclass
from clairify_cli.worlds.geometry import Shape
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm import hulls
from clairify_cli.worlds.panda.arm.kinematics import HAND, Arm, Joints, folder
from clairify_cli.worlds.scene import limits

MARGIN = 0.0025
"""Distances below this (m) count as contact."""

_SLACK = 0.0005
"""Tolerance in m by which a pair already within the clearance may come closer, since distances are numerical."""

WALLS = "the edge of the workspace"
"""The id of bodies that only the hand and its fingers avoid."""

FINGERS = ("panda_leftfinger", "panda_rightfinger")

KEPT_IN = "the edge of the keep-in zone"
"""The id of bodies that every moving link and the held object avoid."""

LINKS = (*(f"panda_link{number}" for number in range(8)), HAND, *FINGERS)
"""The links that can touch something, from the base to the finger tips."""

FINGER_HEIGHT = 0.0584
"""The distance (m) from the hand's frame to the fingers' along z, from the URDF."""

_EACH_OTHER = tuple((a, b) for a in (0, 1, 2, 5) for b in (5, 6, 7, 8, 9, 10) if b - a > 1)
"""The links, by number, that can touch each other: neighbours always do, others cannot within the limits."""


_HAND = (8, 9, 10)
"""The numbers of the hand and its fingers among the links."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body of the surroundings or a held one; several bodies may share an id (the walls of one box).

    `pose` (4x4) is that of the shape's origin, in the world, or in the tool frame for a held body.
    """

    id: str
    shape: Shape
    pose: poses.Matrix


Pair = tuple[str, str]


class Surroundings:
    """An arm among bodies, with its held bodies and its fingers `fingers` m apart.

    `allowed` pairs of names (links, ids; in either order) may touch. A held object may always touch the fingers and the
    hand. Bodies are not checked against each other: they do not move.
    """

    def __init__(
        self,
        arm: Arm,
        bodies: Sequence[Body],
        attached: Sequence[Body] = (),
        allowed: frozenset[Pair] = frozenset(),
        fingers: float = limits.WIDEST,
    ):
        self.arm = arm
        self.bodies = tuple(bodies)
        self.attached = tuple(attached)
        self.allowed = allowed
        self.fingers = fingers
        self._geometry: Any = pinocchio.GeometryModel()
        self._names: list[str] = []
        self._add_links()
        links = range(len(LINKS))
        held = [self._add(body.id, 7, arm.tool_in_wrist @ body.pose, body.shape) for body in self.attached]
        others = [self._add(body.id, 0, body.pose, body.shape) for body in self.bodies]
        # Without a broad phase pairs are tested in this order: the most likely contacts come first.
        pairs = [(a, b) for a in (*held, *reversed(links[1:])) for b in others]
        pairs += [(a, b) for a in held for b in links if LINKS[b] not in LINKS[7:]]
        pairs += _EACH_OTHER
        kept: list[tuple[int, int]] = []
        for a, b in pairs:
            one, other = self._names[a], self._names[b]
            if other == WALLS and a not in _HAND:
                continue
            if one != other and (one, other) not in allowed and (other, one) not in allowed:
                self._geometry.addCollisionPair(pinocchio.CollisionPair(a, b))
                kept.append((a, b))
        self.pairs: tuple[Pair, ...] = tuple((self._names[a], self._names[b]) for a, b in kept)
        # The pairs with a body: only these need a clearance.
        moving = len(LINKS) + len(held)
        self.outside = [number for number, pair in enumerate(kept) if pair[1] >= moving]
        self._plain = self._checker(0.0, {})
        self._by_clearance: dict[float, Any] = {0.0: self._plain}
        self._distances: Any = self._geometry.createData()

    def _add_links(self) -> None:
        meshes = folder() / "meshes" / "collision"
        half = self.fingers / 2
        turned = np.diag((-1.0, -1.0, 1.0, 1.0))
        for number in range(8):
            pose = self.arm.base if number == 0 else np.eye(4)
            self._add_geometry(LINKS[number], number, pose, hulls.hull(meshes / f"link{number}.obj"))
        hand, finger = hulls.hull(meshes / "hand.obj"), hulls.hull(meshes / "finger.obj")
        wrist = self.arm.hand_in_wrist
        self._add_geometry(HAND, 7, wrist, hand)
        self._add_geometry(LINKS[9], 7, wrist @ poses.translation((0.0, half, FINGER_HEIGHT)), finger)
        self._add_geometry(LINKS[10], 7, wrist @ poses.translation((0.0, -half, FINGER_HEIGHT)) @ turned, finger)

    def _add(self, name: str, joint: int, pose: poses.Matrix, shape: Shape) -> int:
        geometry, centre = hulls.geometry(shape)
        return self._add_geometry(name, joint, pose @ centre, geometry)

    def _add_geometry(self, name: str, joint: int, pose: poses.Matrix, geometry: Any) -> int:
        self._names.append(name)
        unique = f"{len(self._names)} {name}"
        placement = pinocchio.SE3(pose[:3, :3], pose[:3, 3])
        return int(self._geometry.addGeometryObject(pinocchio.GeometryObject(unique, joint, placement, geometry)))

    def _checker(self, clearance: float, closer: Mapping[int, float]) -> tuple[Any, Any]:
        """Return geometry data and broad phase with `clearance` to the bodies, except for the pairs in `closer`."""
        data = self._geometry.createData()
        outside = set(self.outside)
        for number, request in enumerate(data.collisionRequests):
            wanted = MARGIN + clearance if number in outside else MARGIN
            request.security_margin = closer.get(number, wanted)
        return data, pinocchio.BroadPhaseManager_NaiveCollisionManager(self.arm.model, self._geometry, data)

    def checker(self, clearance: float = 0.0, closer: Mapping[int, float] | None = None) -> Callable[[Joints], bool]:
        """Return a fast test of joint angles: whether nothing is closer than the clearance.

        `closer` has other distances (m) for some pairs, by their index in `pairs`.
        """
        model, data = self.arm.model, self.arm.data
        # The geometry's data must live as long as the manager, which only refers to it.
        kept = self._checker(clearance, closer or {})
        collides = pinocchio.computeCollisions

        def free(q: Joints) -> bool:
            return not collides(model, data, kept[1], q, True)

        return free

    def relaxed(self, clearance: float, *places: Joints) -> Callable[[Joints], bool]:
        """Like `checker`, but pairs that are closer at one of the places may stay as close as they are there."""
        if clearance <= 0.0:
            return self.free
        closer: dict[int, float] = {}
        for q in places:
            distances = self.distances(q)
            for number in self.outside:
                if distances[number] < MARGIN + clearance + _SLACK:
                    least = max(MARGIN, distances[number] - _SLACK)
                    closer[number] = min(closer.get(number, least), least)
        return self.checker(clearance, closer)

    def free(self, q: Joints) -> bool:
        """Whether no forbidden pair is in contact."""
        return not pinocchio.computeCollisions(self.arm.model, self.arm.data, self._plain[1], q, True)

    def contacts(self, q: Joints, clearance: float = 0.0) -> tuple[Pair, ...]:
        """Return the pairs that touch, or are closer than the clearance (m; for bodies only, not between links)."""
        if clearance not in self._by_clearance:
            self._by_clearance[clearance] = self._checker(clearance, {})
        data = self._by_clearance[clearance][0]
        pinocchio.computeCollisions(self.arm.model, self.arm.data, self._geometry, data, q, False)
        found = (pair for pair, result in zip(self.pairs, data.collisionResults, strict=True) if result.isCollision())
        return tuple(dict.fromkeys(found))

    def extent(self, q: Joints, names: Container[str]) -> list[tuple[float, float]]:
        """Return the lowest and the highest x, y and z (m) of some of the parts."""
        pinocchio.updateGeometryPlacements(self.arm.model, self.arm.data, self._geometry, self._distances, q)
        corners = []
        for part, placement in zip(self._geometry.geometryObjects, self._distances.oMg, strict=True):
            if part.name.rpartition(" ")[2] in names:
                part.geometry.computeLocalAABB()
                box = part.geometry.aabb_local
                corners += [placement.act(np.array(one)) for one in product(*zip(box.min_, box.max_, strict=True))]
        return [(float(min(row)), float(max(row))) for row in np.transpose(corners)]

    def with_tool(self, pairs: Iterable[Pair]) -> bool:
        """Whether a pair has a body and a part that moves rigidly with the tool: other joint angles do not help."""
        bodies = {body.id for body in self.bodies}
        rigid = {*LINKS[7:], *(body.id for body in self.attached)}
        return any(one in rigid and other in bodies for one, other in pairs)

    def distances(self, q: Joints) -> list[float]:
        """Return the distance in m of each pair in `pairs`; negative values are overlaps."""
        pinocchio.computeDistances(self.arm.model, self.arm.data, self._geometry, self._distances, q)
        return [float(result.min_distance) for result in self._distances.distanceResults]

    def distance(self, q: Joints) -> float:
        """Return the smallest distance (m) from links and held object to the bodies; infinite if there are none."""
        found = self.distances(q)
        return min((found[number] for number in self.outside), default=float("inf"))


def leaving(
    arm: Arm,
    bodies: Sequence[Body],
    q: Joints,
    *,
    attached: Sequence[Body] = (),
    allowed: frozenset[Pair] = frozenset(),
    fingers: float = limits.WIDEST,
) -> Surroundings:
    """Return surroundings in which existing contacts at joint angles are allowed, so the arm can move out of them."""
    around = Surroundings(arm, bodies, attached, allowed, fingers)
    pairs = around.contacts(q)
    return Surroundings(arm, bodies, attached, allowed | frozenset(pairs), fingers) if pairs else around

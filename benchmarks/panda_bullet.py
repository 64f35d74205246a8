"""An independent judge of the arm: PyBullet's own kinematics and contacts, of its own URDF and meshes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pybullet
import pybullet_data
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Box, Cylinder, Shape, Sphere
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.surroundings import Body
from clairify_cli.worlds.scene import limits

ARM = range(7)
FINGERS = (9, 10)
TOOL = 11
WRIST = 7


class Bullet:
    """A Panda in a world of PyBullet's without motion, with bodies that stand still and others that the tool holds."""

    def __init__(self, bodies: Sequence[Body] = (), attached: Sequence[Body] = (), fingers: float = 0.08):
        self.client = pybullet.connect(pybullet.DIRECT)
        urdf = Path(pybullet_data.getDataPath()) / "franka_panda" / "panda.urdf"
        self.robot = pybullet.loadURDF(str(urdf), useFixedBase=True, physicsClientId=self.client)
        self.links = {-1: "panda_link0"}
        for number in range(pybullet.getNumJoints(self.robot, physicsClientId=self.client)):
            info = pybullet.getJointInfo(self.robot, number, physicsClientId=self.client)
            self.links[number] = info[12].decode()
        for number in FINGERS:
            pybullet.resetJointState(self.robot, number, fingers / 2, physicsClientId=self.client)
        self.bodies = {self._create(body.shape, body.pose): body.id for body in bodies}
        self.attached = {self._create(body.shape, body.pose): body for body in attached}

    def __enter__(self) -> Bullet:
        return self

    def __exit__(self, *_: object) -> None:
        pybullet.disconnect(self.client)

    def _create(self, shape: Shape, pose: poses.Matrix) -> int:
        if isinstance(shape, Box):
            kind = {"shapeType": pybullet.GEOM_BOX, "halfExtents": [size / 2 for size in shape.size]}
            height = shape.size[2]
        elif isinstance(shape, Cylinder):
            kind = {"shapeType": pybullet.GEOM_CYLINDER, "radius": shape.radius, "height": shape.height}
            height = shape.height
        else:
            assert isinstance(shape, Sphere)
            kind = {"shapeType": pybullet.GEOM_SPHERE, "radius": shape.radius}
            height = 2 * shape.radius
        collision = pybullet.createCollisionShape(
            **kind, collisionFramePosition=[0, 0, height / 2], physicsClientId=self.client
        )
        where = poses.pose_of(pose)
        return int(
            pybullet.createMultiBody(0, collision, -1, where.position, where.orientation, physicsClientId=self.client)
        )

    def put(self, q: NDArray[np.float64]) -> None:
        """Puts the arm, and what it holds, there."""
        for number, angle in zip(ARM, q, strict=True):
            pybullet.resetJointState(self.robot, number, float(angle), physicsClientId=self.client)
        for one, body in self.attached.items():
            where = poses.pose_of(self._tool() @ body.pose)
            pybullet.resetBasePositionAndOrientation(
                one, where.position, where.orientation, physicsClientId=self.client
            )

    def _tool(self) -> poses.Matrix:
        state = pybullet.getLinkState(self.robot, TOOL, computeForwardKinematics=True, physicsClientId=self.client)
        result = np.eye(4)
        result[:3, :3] = np.array(pybullet.getMatrixFromQuaternion(state[5])).reshape(3, 3)
        result[:3, 3] = state[4]
        return result

    def tool(self, q: NDArray[np.float64]) -> poses.Matrix:
        """Bullet's forward kinematics."""
        self.put(q)
        return self._tool()

    def contacts(self, q: NDArray[np.float64], distance: float = 0.0) -> set[tuple[str, str]]:
        """What is closer than `distance` m: (link or held, body)."""
        self.put(q)
        pybullet.performCollisionDetection(physicsClientId=self.client)
        found = set()
        for body, name in self.bodies.items():
            for point in pybullet.getClosestPoints(self.robot, body, distance, physicsClientId=self.client):
                found.add((self.links[point[3]], name))
            for held, what in self.attached.items():
                if pybullet.getClosestPoints(held, body, distance, physicsClientId=self.client):
                    found.add((what.id, name))
        return found

    def between_links(self, q: NDArray[np.float64], one: int, other: int) -> float:
        """The distance of two links in m, by Bullet's numbers; infinite where it is above 1 m."""
        self.put(q)
        found = pybullet.getClosestPoints(self.robot, self.robot, 1.0, one, other, physicsClientId=self.client)
        return min((point[8] for point in found), default=math.inf)

    def null_space(self, tool: poses.Matrix, seed: NDArray[np.float64], rounds: int = 20) -> NDArray[np.float64]:
        """Bullet's inverse kinematics with the real limits in the null space, begun at `seed`, `rounds` times over."""
        where = poses.pose_of(tool)
        lower, upper = list(limits.LOWER), list(limits.UPPER)
        q = np.array(seed)
        for _ in range(rounds):
            self.put(q)
            solution = pybullet.calculateInverseKinematics(
                self.robot, TOOL, where.position, where.orientation,
                lowerLimits=[*lower, 0.0, 0.0], upperLimits=[*upper, 0.04, 0.04],
                jointRanges=[*(b - a for a, b in zip(lower, upper, strict=True)), 0.04, 0.04],
                restPoses=[*(float(angle) for angle in q), 0.02, 0.02],
                maxNumIterations=100, residualThreshold=1e-6, physicsClientId=self.client,
            )  # fmt: skip
            q = np.array(solution[:7])
        return q

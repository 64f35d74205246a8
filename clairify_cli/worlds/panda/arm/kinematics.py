"""The Panda's kinematics: Pinocchio with PyBullet's URDF and the limits of the real arm."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.extra import missing
from clairify_cli.worlds.scene import limits

Joints = NDArray[np.float64]
"""(7,): joint angles in rad."""

LOWER: Joints = np.array(limits.LOWER)
UPPER: Joints = np.array(limits.UPPER)

TOOL = "panda_grasptarget"
HAND = "panda_hand"


@functools.cache
def folder() -> Path:
    """Return the folder of the URDF and its meshes, without importing pybullet. Raises `RobotMissingError`."""
    found = importlib.util.find_spec("pybullet_data")
    if found is None or not found.submodule_search_locations:
        raise missing("pybullet_data")
    return Path(next(iter(found.submodule_search_locations))) / "franka_panda"


@functools.cache
def _model() -> Any:
    whole = pinocchio.buildModelFromUrdf(str(folder() / "panda.urdf"))
    fingers = [whole.getJointId(f"panda_finger_joint{number}") for number in (1, 2)]
    model = pinocchio.buildReducedModel(whole, fingers, pinocchio.neutral(whole))
    model.lowerPositionLimit = LOWER
    model.upperPositionLimit = UPPER
    model.velocityLimit = np.array(limits.VELOCITY)
    return model


class Arm:
    """A Panda with its base at `base` in the world; its 7 joints do not include those of the fingers.

    `lower` and `upper` (7,) are the joint limits (rad) for planning, those of the real arm unless narrower ones are
    given. The attribute `base` is a 4x4 matrix. `model` and `data` are Pinocchio's; nothing here is thread-safe.
    """

    def __init__(self, base: Pose, lower: Joints = LOWER, upper: Joints = UPPER):
        self.base = poses.matrix(base)
        self.lower: Joints = np.maximum(LOWER, lower)
        self.upper: Joints = np.minimum(UPPER, upper)
        self.middle: Joints = (self.lower + self.upper) / 2
        self.half: Joints = (self.upper - self.lower) / 2
        self.model: Any = _model().copy()
        placement = pinocchio.SE3(self.base) * self.model.jointPlacements[1]
        self.model.jointPlacements[1] = placement
        self.data: Any = self.model.createData()
        self._tool = self.model.getFrameId(TOOL)
        frame = self.model.frames[self._tool]
        self.tool_in_wrist = np.array(frame.placement.homogeneous)
        self._wrist_in_tool = poses.inverse(self.tool_in_wrist)
        self._from_world = poses.inverse(self.base)
        hand = self.model.frames[self.model.getFrameId(HAND)].placement
        self.hand_in_wrist = np.array(hand.homogeneous)

    def tool(self, q: Joints) -> poses.Matrix:
        """Return the pose of the tool frame in the world."""
        pinocchio.forwardKinematics(self.model, self.data, q)
        return np.asarray(self.data.oMi[7].homogeneous @ self.tool_in_wrist)

    def jacobian(self, q: Joints) -> NDArray[np.float64]:
        """Return (6, 7): the tool's linear (rows 1 to 3) and angular velocity per joint, in the world's axes."""
        return np.asarray(
            pinocchio.computeFrameJacobian(
                self.model, self.data, q, self._tool, pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
            )
        )

    def twist(self, q: Joints, wrist: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the twist (6,), in m and rad, that takes link 7 to `wrist`, and its Jacobian (6, 7), in link 7's axes.

        `wrist` comes from `wrist_for`: this is the inner loop of the inverse kinematics.
        """
        jacobian = pinocchio.computeJointJacobian(self.model, self.data, q, 7)
        pinocchio.forwardKinematics(self.model, self.data, q)
        return pinocchio.log6(self.data.oMi[7].actInv(wrist)).vector, jacobian

    def wrist_for(self, tool: poses.Matrix) -> Any:
        """Return the pose of link 7 for a pose of the tool, as a Pinocchio SE3."""
        wrist = tool @ self._wrist_in_tool
        return pinocchio.SE3(wrist[:3, :3], wrist[:3, 3])

    def wrist_in_base(self, tool: poses.Matrix) -> poses.Matrix:
        """Return the pose of link 7 in the base's frame for a pose of the tool in the world."""
        return np.asarray(self._from_world @ tool @ self._wrist_in_tool)

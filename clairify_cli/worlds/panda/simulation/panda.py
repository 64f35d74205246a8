"""The arm and the hand in the simulator: joint control within the real torques, fingers that close by force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.kinematics import folder
from clairify_cli.worlds.panda.simulation.engine import FREE_ITERATIONS, GRIP_ITERATIONS, Bullet, quiet
from clairify_cli.worlds.scene import limits

JOINTS = tuple(range(7))
HAND, LEFT, RIGHT, TOOL = 8, 9, 10, 11
"""Link numbers in the simulator."""

_POSITION_GAINS = (0.3,) * 7
_VELOCITY_GAINS = (1.0,) * 7
"""The gains of the joints: the share of a position or velocity error that one step corrects."""

PAD_FRICTION = 1.2
PAD_SPINNING = 0.01
FINGER_SPEED = 0.1
"""The speed (m/s) of each finger when closing or opening."""

_OPENING_FORCE = 40.0
_GEAR_FORCE = 200.0
"""The force (N) of the gear between the fingers, which makes them move symmetrically."""


class Panda:
    """The arm in one simulation: its body's `number`, and the `names` of its links by number (-1 is the base)."""

    def __init__(self, bullet: Bullet, base: Pose, home: Sequence[float]):
        self._bullet = bullet
        with quiet():
            self.number = int(
                bullet.loadURDF(
                    str(folder() / "panda.urdf"),
                    basePosition=base.position,
                    baseOrientation=base.orientation,
                    useFixedBase=True,
                    flags=bullet.URDF_ENABLE_CACHED_GRAPHICS_SHAPES,
                )
            )
        self.names: dict[int, str] = {-1: "panda_link0"}
        for link in range(bullet.getNumJoints(self.number)):
            self.names[link] = bullet.getJointInfo(self.number, link)[12].decode()
        self.wanted: Sequence[float] = home
        """The last commanded joint angles (rad)."""
        self.reset(home)
        self._prepare_hand()

    def _prepare_hand(self) -> None:
        bullet = self._bullet
        for link in (LEFT, RIGHT):
            bullet.changeDynamics(
                self.number,
                link,
                lateralFriction=PAD_FRICTION,
                spinningFriction=PAD_SPINNING,
                jointDamping=0.0,
                contactStiffness=30000.0,
                contactDamping=1000.0,
                frictionAnchor=1,
            )
        gear = bullet.createConstraint(
            self.number, LEFT, self.number, RIGHT, bullet.JOINT_GEAR, [1, 0, 0], [0, 0, 0], [0, 0, 0]
        )
        bullet.changeConstraint(gear, gearRatio=-1, erp=0.2, maxForce=_GEAR_FORCE)
        self.fingers(limits.WIDEST / 2)

    def reset(self, joints: Sequence[float], opening: float = limits.WIDEST) -> None:
        """Move the arm and the fingers to a position at once, at rest."""
        for joint, angle in zip(JOINTS, joints, strict=True):
            self._bullet.resetJointState(self.number, joint, float(angle))
        for finger in (LEFT, RIGHT):
            self._bullet.resetJointState(self.number, finger, opening / 2)
        self.drive([float(angle) for angle in joints], [0.0] * 7)

    def drive(self, positions: Sequence[float], velocities: Sequence[float]) -> None:
        """Set the target angles (rad) and velocities (rad/s) for the next step; torques are limited to real ones."""
        self.wanted = positions
        bullet = self._bullet
        bullet.setJointMotorControlArray(
            self.number,
            JOINTS,
            bullet.POSITION_CONTROL,
            targetPositions=positions,
            targetVelocities=velocities,
            forces=limits.TORQUE,
            positionGains=_POSITION_GAINS,
            velocityGains=_VELOCITY_GAINS,
        )

    def fingers(self, each: float) -> None:
        """Drive both fingers to `each` m from the middle."""
        bullet = self._bullet
        bullet.setPhysicsEngineParameter(numSolverIterations=FREE_ITERATIONS)
        for finger in (LEFT, RIGHT):
            bullet.setJointMotorControl2(
                self.number,
                finger,
                bullet.POSITION_CONTROL,
                targetPosition=each,
                force=_OPENING_FORCE,
                maxVelocity=FINGER_SPEED,
            )

    def squeeze(self, force: float) -> None:
        """Close the fingers, each with `force` N, until something stops them; the force then remains."""
        bullet = self._bullet
        bullet.setPhysicsEngineParameter(numSolverIterations=GRIP_ITERATIONS)
        for finger in (LEFT, RIGHT):
            bullet.setJointMotorControl2(
                self.number, finger, bullet.VELOCITY_CONTROL, targetVelocity=-FINGER_SPEED, force=force
            )

    def joints(self) -> NDArray[np.float64]:
        """Return the seven joint angles in rad."""
        return np.array([state[0] for state in self._bullet.getJointStates(self.number, JOINTS)])

    def opening(self) -> float:
        """Return the distance of the finger pads, in m."""
        left, right = self._bullet.getJointStates(self.number, (LEFT, RIGHT))
        return float(left[0] + right[0])

    def tool(self) -> poses.Matrix:
        """Return the pose of the tool frame."""
        state = self._bullet.getLinkState(self.number, TOOL, computeForwardKinematics=1)
        return poses.matrix(Pose(state[4], state[5]))

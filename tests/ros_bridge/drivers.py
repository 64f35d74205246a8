"""The generations of drivers that the bundled profiles are for, as they are on the robot's side.

Sources: `franka_gripper/launch/gripper.launch.py`, `franka_fr3_moveit_config` and `CHANGELOG.rst` of franka_ros2 (with
2.0 namespaces came, and the node of the hand was called `franka_gripper`), `franka_control/config` of franka_ros.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Endpoint, RobotProfile
from ros_bridge.schema import Message


@dataclass(frozen=True, slots=True)
class Drivers:
    """A generation: which bundled profile fits it, and what differs from that. `joints` is what joints begin with."""

    name: str
    profile: str
    hand: str = "/franka_gripper"
    joints: str = ""
    action: str = ""
    space: str = ""
    parameters: Message = field(default_factory=dict)

    def robot(self) -> RobotProfile:
        """What there really is."""
        base = profile_named(self.profile)
        hand = base.gripper

        def at(end: Endpoint) -> Endpoint:
            return replace(end, name=self.space + end.name.replace(f"{hand.node}/", f"{self.hand}/"))

        prefix = self.joints or base.joints[0].removesuffix("joint1")
        action = replace(base.trajectory, name=self.action or base.trajectory.name)
        return replace(
            base,
            trajectory=at(action),
            joints=tuple(f"{prefix}joint{number}" for number in range(1, 8)),
            joint_states=at(base.joint_states),
            robot_state=base.robot_state and at(base.robot_state),
            description=self.space + base.description,
            gripper=replace(
                hand,
                homing=at(hand.homing),
                move=at(hand.move),
                grasp=at(hand.grasp),
                stop=at(hand.stop),
                joints=tuple(f"{prefix}finger_joint{number}" for number in (1, 2)),
                others=(),
            ),
            setup=tuple(replace(one, order=replace(one.order, endpoint=at(one.order.endpoint))) for one in base.setup),
        )


_GOAL = "/position_joint_trajectory_controller/constraints/panda_joint{}/goal"
TODAY = (
    Drivers("franka_ros 0.10", "franka-ros1", parameters={_GOAL.format(n): 0.05 for n in range(1, 8)}),
    Drivers("franka_ros, effort", "franka-ros1", action="/effort_joint_trajectory_controller/follow_joint_trajectory"),
    Drivers("franka_ros2 0.1, FR3", "franka-ros2", hand="/fr3_gripper"),
    Drivers(
        "franka_ros2 0.1, Panda",
        "franka-ros2",
        hand="/panda_gripper",
        joints="panda_",
        action="/panda_arm_controller/follow_joint_trajectory",
    ),
    Drivers("franka_ros2 2.0", "franka-ros2"),
    Drivers("franka_ros2 3.5, in a namespace", "franka-ros2", space="/cell_2"),
)

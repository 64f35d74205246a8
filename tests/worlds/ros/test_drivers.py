"""The bundled profiles against fakes of the drivers of today, foreign arms, and what is set before the first motion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("websockets")

from ros_bridge.bridge import HOME, Bridge
from ros_bridge.drivers import TODAY, Drivers
from ros_bridge.trial import GRASP, NEAR, QUICK, Notes, motion
from ros_bridge.urdf import urdf

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.discovery import Graph, generation
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Model, RobotProfile, Watching
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.watch import watchdog

ROS2 = profile_named("franka-ros2")


@contextmanager
def connected(client: RobotProfile, robot: RobotProfile, **options: Any) -> Iterator[tuple[RosRobot, Bridge]]:
    with Bridge(robot, **options) as bridge:
        arm = RosRobot.connect(bridge.url, replace(client, watching=replace(client.watching, answer=0.8)), Notes())
        try:
            yield arm, bridge
        finally:
            arm.close()


def fits(drivers: Drivers) -> RobotProfile:
    """The bundled profile, as somebody with another arm would have it: a Panda on ROS 2 has other limits."""
    base = profile_named(drivers.profile)
    if drivers.joints != "panda_" or base.model is Model.PANDA:
        return base
    return replace(base, model=Model.PANDA, limits=profile_named("franka-ros1").limits)


@pytest.mark.parametrize("drivers", TODAY, ids=lambda one: one.name)
def test_a_bundled_profile_runs_on_the_drivers_of_today(drivers: Drivers) -> None:
    robot, client = drivers.robot(), fits(drivers)
    robot = replace(robot, model=client.model, limits=client.limits)
    with connected(client, robot, parameters=drivers.parameters) as (arm, bridge):
        assert arm.found.trajectory == robot.trajectory.name and arm.found.joints == robot.joints
        assert arm.found.lacks == () and arm.state().width == pytest.approx(0.08)
        arm.prepare(hand=True)
        arm.follow(motion(HOME, NEAR, 0.4))
        arm.fingers(replace(GRASP, thing=None, force=None, width=0.06))
        assert [name for name, _ in bridge.setups] == ["load", "collision-thresholds"]
        assert [name for _, name, _ in bridge.gripper.commands] == ["homing", "move"]
        assert len(bridge.motions) == 1 and [one for one in bridge.logged if one[0] == "error"] == []


def test_two_arms_are_told_apart_by_the_namespace_only() -> None:
    action = ROS2.trajectory.name
    graph = Graph({f"/{side}{action}": "" for side in ("left", "right")}, frozenset(), frozenset())
    with pytest.raises(HaltError) as caught:
        generation(ROS2, graph)
    assert caught.value.cause is Cause.OTHER_ARM and "/left, /right" in caught.value.actual
    named = generation(replace(ROS2, namespace="/right"), graph)
    assert named.trajectory.name == f"/right{action}"


def test_the_end_of_a_motion_is_as_exact_as_the_controller() -> None:
    """A joint 7 that a weak spring holds .012 rad off is there; what the controller itself takes is taken as well."""
    steady = tuple(one + (0.012 if at == 6 else 0.0) for at, one in enumerate(NEAR))
    assert watchdog.at_end(NEAR, steady, ROS2.watching) is None
    assert (Watching().end, profile_named("franka-ros1").watching.end) == (0.02, 0.05)
    goal = "/fr3_arm_controller:constraints.fr3_joint7.goal"
    with connected(ROS2, ROS2, parameters={goal: 0.045}) as (arm, bridge):
        assert any("0.045 rad off its goal" in one for one in arm.found.remarks)
        off = tuple(one + (0.04 if at == 6 else 0.0) for at, one in enumerate(HOME))
        arm.follow(motion(off, NEAR, 0.4))  # as if a motion had ended there
        assert len(bridge.motions) == 1


@pytest.mark.parametrize("where", ["joints", "description", "action"])
def test_a_foreign_arm_is_refused_before_anything_is_sent_to_it(where: str) -> None:
    ur = ("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint", "wrist_3_joint")
    six = (*ur, "gripper_joint")
    scaled = "/scaled_joint_trajectory_controller/follow_joint_trajectory"
    options: dict[str, Any] = {"joints": six, "trajectory": scaled}
    if where == "description":
        options = {"description": urdf(ROS2, ROS2.joints).replace('xyz="0 0 0.333"', 'xyz="0 0 0.29"')}
    elif where == "action":
        options = {"trajectory": scaled}
    quick = replace(ROS2, watching=QUICK)
    with Bridge(quick, **options) as bridge:
        with pytest.raises(HaltError) as caught:
            RosRobot.connect(bridge.url, quick, Notes())
        assert not any(one.op in ("send_action_goal", "publish") for one in bridge.received)
    assert caught.value.cause is (Cause.NO_ANSWER if where == "action" else Cause.OTHER_ARM)
    if where == "joints":
        assert "more than a profile" in caught.value.message and "elbow_joint" in caught.value.actual


def test_a_payload_that_is_not_that_of_the_run_is_refused_while_a_controller_is_active() -> None:
    with connected(ROS2, ROS2) as (arm, bridge):
        assert bridge.robot_state is not None
        bridge.robot_state.moves, bridge.robot_state.load = True, 0.7
        while arm.state().mode != "move":
            pass
        with pytest.raises(HaltError) as caught:
            arm.prepare(hand=False)
        assert bridge.setups == []  # asking for it would stop the control loop
    assert caught.value.cause is Cause.NOT_IN_ORDER and caught.value.actual == "0.7"
    assert caught.value.expected == "0 in `inertia_load.inertia.m`"


@pytest.mark.parametrize("name", ["load", "collision-thresholds"])
def test_what_is_not_taken_before_the_start_is_refused(name: str) -> None:
    with connected(ROS2, ROS2) as (arm, bridge):
        bridge.denies.add(name)
        with pytest.raises(HaltError) as caught:
            arm.prepare(hand=False)
    assert caught.value.cause is Cause.REJECTED
    assert "command not possible in the current mode" in caught.value.message


def test_what_can_neither_be_set_nor_seen_is_said() -> None:
    with Bridge(ROS2) as bridge:
        assert bridge.robot_state is not None
        bridge.robot_state.moves = True
        arm = RosRobot.connect(bridge.url, ROS2, Notes())
        (unset,) = arm.found.unset
        arm.close()
    assert "/service_server/set_force_torque_collision_behavior before the controller is started" in unset

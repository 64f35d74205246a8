"""Which arm it is: by its URDF, else by the names of its joints; any other is refused before anything is sent."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from case_tables import stored

pytest.importorskip("websockets")

from ros_bridge.bridge import HOME, Bridge
from ros_bridge.drivers import TODAY, Drivers
from ros_bridge.trial import GRASP, NEAR, PROFILES, QUICK, Notes, both, motion
from ros_bridge.urdf import ORIGINS, OTHER, urdf

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.description import unlike
from clairify_cli.worlds.ros.discovery import Graph, generation
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Model, RobotProfile, Watching
from clairify_cli.worlds.ros.robot import Cause, Found, HaltError
from clairify_cli.worlds.ros.watch import watchdog

NUMBERED = tuple(f"joint_{number}" for number in range(1, 8))
PREFIXED = tuple(f"left_fr3_joint{number}" for number in range(1, 8))
PANDA, FR3 = PROFILES
SAID = "only the names of its joints say that the arm is a"


def found(bridge: Bridge) -> Found:
    robot = RosRobot.connect(bridge.url, bridge.profile, Notes())
    robot.close()
    return robot.found


def refused(profile: RobotProfile, **options: object) -> HaltError:
    """Why it is refused; that nothing but questions was sent, and that it does not take long."""
    with Bridge(profile, **options) as bridge:  # type: ignore[arg-type]
        begun = time.monotonic()
        with pytest.raises(HaltError) as raised:
            found(bridge)
        print(f"refused in {time.monotonic() - begun:.2f} s")
        assert time.monotonic() - begun < 4.0
        assert {one.op for one in bridge.received} <= {"subscribe", "unsubscribe", "call_service", "advertise"}
        assert bridge.motions == [] and bridge.stops == [] and bridge.cancels == []
    assert raised.value.cause is Cause.OTHER_ARM
    return raised.value


def remarks(one: Found) -> str:
    return " ".join(one.remarks)


@both
def test_the_arm_of_the_profile_is_known_by_its_description(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge:
        assert SAID not in remarks(found(bridge))


@both
def test_another_arm_of_seven_joints_is_refused(profile: RobotProfile) -> None:
    """Its joints are those that the profile names: what it is built like tells it from the model."""
    other = replace(profile, joints=NUMBERED, other_joints=())
    error = refused(other, description=urdf(other, NUMBERED, OTHER))
    assert "joint_1 is not where joint 1 of a" in error.message
    assert error.expected == f"a {profile.model.value}" and error.actual.startswith("joint_1 ")


@both
def test_names_alone_do_not_make_a_panda_of_another_arm(profile: RobotProfile) -> None:
    assert "joint1 is not where" in refused(profile, description=urdf(profile, None, OTHER)).message


@both
def test_other_names_need_a_description_that_matches(profile: RobotProfile) -> None:
    other = replace(profile, joints=NUMBERED, other_joints=())
    with Bridge(other) as bridge:
        assert found(bridge).joints == NUMBERED
    error = refused(other, description=None)
    assert "its joints are called joint_1 and so on, and /robot_description cannot be read" in error.message
    assert "cannot be read" in refused(other, with_rosapi=False, description=None).message


@both
def test_where_nothing_can_be_read_the_names_of_the_model_are_believed(profile: RobotProfile) -> None:
    with Bridge(profile, description=None) as bridge:
        assert SAID in remarks(found(bridge))
    prefixed = replace(FR3, joints=PREFIXED)
    with Bridge(prefixed, description=None) as bridge:
        assert found(bridge).joints == PREFIXED
    mixed = replace(FR3, joints=(*PREFIXED[:6], "fr3_joint7"), other_joints=())
    assert "cannot be read" in refused(mixed, description=None).message


def test_a_panda_is_not_taken_for_an_fr3_nor_the_other_way_round() -> None:
    """They have the same geometry; their limits differ, and an older driver of ROS 2 has the names of a Panda."""
    older = FR3.other_joints[0]
    assert "panda_joint1 turns from -2.8973 to 2.8973 rad, and that of a fr3 from" in (
        refused(FR3, joints=older, description=urdf(PANDA)).message
    )
    assert "of the profile allow more" in refused(PANDA, description=urdf(FR3, PANDA.joints)).message
    assert "its joints are called panda_joint1" in refused(FR3, joints=older, description=None).message
    with Bridge(FR3, joints=older) as bridge:
        assert found(bridge).joints == older


def test_a_bridge_that_passes_on_nothing_old_is_asked_for_the_parameter() -> None:
    with Bridge(FR3, passes_description=False) as bridge:
        assert SAID not in remarks(found(bridge))
    assert "is not where" in refused(FR3, passes_description=False, description=urdf(FR3, None, OTHER)).message


def test_a_description_in_a_namespace_of_its_own() -> None:
    with Bridge(replace(FR3, description="/left/robot_description")) as bridge:
        assert SAID not in remarks(found(bridge))


def test_fixed_joints_between_are_counted() -> None:
    assert unlike(urdf(FR3, adapter=True), FR3.joints, FR3) is None
    assert unlike(urdf(FR3), FR3.joints, FR3) is None and unlike(urdf(PANDA), PANDA.joints, PANDA) is None


def _moved(number: int, axis: int) -> str:
    numbers = [float(one) for one in ORIGINS[number][0].split()]
    numbers[axis] += 0.002
    changed = (" ".join(map(str, numbers)), ORIGINS[number][1])
    return urdf(FR3, None, (*ORIGINS[:number], changed, *ORIGINS[number + 1 :]))


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("axis", range(3))
def test_two_millimetres_anywhere_are_found(number: int, axis: int) -> None:
    assert f"fr3_joint{number + 1} is not where" in (unlike(_moved(number, axis), FR3.joints, FR3) or "")


GOOD = urdf(FR3)
BOMB = '<!DOCTYPE a [<!ENTITY b "' + "x" * 99 + '">]><robot>' + "&b;" * 999 + "</robot>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((GOOD.replace(*one), said) for *one, said in stored(__file__, "spoilt")),
        (BOMB, "document type"),
        ("<robot>" + " " * 2_000_000 + "</robot>", "too long"),
        ("<robot>", "no URDF"),
        ("nothing", "no URDF"),
        ("<robot/>", "no joint fr3_joint1"),
        ("<robot>" * 50_000, "no URDF"),
    ],
)
def test_what_is_wrong_with_a_description_is_a_sentence(text: str, said: str) -> None:
    begun = time.process_time()
    assert said in (unlike(text, FR3.joints, FR3) or "")
    assert time.process_time() - begun < 1.0


def test_the_simulated_arm_has_the_published_geometry() -> None:
    """The limits of the URDF that comes with PyBullet are wider than those of a real arm; its origins are the same."""
    pytest.importorskip("pinocchio")
    from clairify_cli.worlds.panda.arm.kinematics import folder

    limits = zip(PANDA.limits.lower, PANDA.limits.upper, PANDA.limits.velocity, strict=True)
    own = iter([f'<limit lower="{low}" upper="{high}" velocity="{fast}"/>' for low, high, fast in limits])
    text = re.sub(r"<limit [^>]*>", lambda was: next(own, was[0]), (folder() / "panda.urdf").read_text())
    assert {one.value for one in Model} == {"panda", "fr3"}
    assert unlike(text, PANDA.joints, PANDA) is None


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

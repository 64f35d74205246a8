"""Actions of the test bridge, tried with a bare websocket: what a controller and a hand do with goals."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.schema import Message, stamp

from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile

PROFILES = [profile_named("franka-ros1"), profile_named("franka-ros2")]
ROS2 = PROFILES[1]
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
NEAR = tuple(one + 0.1 for one in HOME)


def _code(profile: RobotProfile, ros1: int, ros2: int) -> int:
    return ros1 if profile.dialect is Dialect.ROS1 else ros2


@both
def test_bridge_arm_follows(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, client.motion(HOME, NEAR))
        status, result = client.result() or (None, {})
    assert status in profile.succeeded
    assert result["error_code"] == 0
    assert bridge.arm.positions == NEAR
    assert [one.points[-1].positions for one in bridge.motions] == [NEAR]
    told = [one for one in client.heard if one["op"] == "action_feedback" or one.get("topic", "").endswith("feedback")]
    assert len(told) >= 3
    assert bridge.logged == []


@both
def test_bridge_joints_may_come_in_any_order(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        goal = client.motion(HOME[::-1], NEAR[::-1], joint_names=list(profile.joints[::-1]))
        client.goal(profile.trajectory, goal)
        assert client.result() is not None
    assert bridge.arm.positions == NEAR


def _wrong_times(client: Bare) -> Message:
    other = Dialect.ROS2 if client.ros1 else Dialect.ROS1
    points = [client.point(0, HOME), client.point(0.2, NEAR) | {"time_from_start": stamp(0.2, other)}]
    return client.motion(HOME, NEAR, points=points)


REFUSED: dict[str, Any] = {
    "joints of another arm": lambda c: c.motion(HOME, NEAR, joint_names=[f"iiwa_joint{one}" for one in range(7)]),
    "a joint too few": lambda c: c.motion(HOME, NEAR, joint_names=list(c.profile.joints[:6])),
    "no points": lambda c: c.motion(HOME, NEAR, points=[]),
    "a point of six": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, NEAR[:6])]),
    "times that go back": lambda c: c.motion(HOME, NEAR, points=[c.point(0.2, HOME), c.point(0.1, NEAR)]),
    "times of the other ROS": _wrong_times,
    "not at rest in the end": lambda c: c.motion(
        HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, NEAR) | {"velocities": [0.1] * 7}]
    ),
    "not finite": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, [math.nan] * 7)]),
}


@both
@pytest.mark.parametrize("name", REFUSED)
def test_bridge_refuses(profile: RobotProfile, name: str) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, REFUSED[name](client))
        status, result = client.result(seconds=1.0) or (None, {})
    assert status == _code(profile, 5, 0)
    if profile.dialect is Dialect.ROS1:
        assert result["error_code"] < 0
    else:
        assert result == "Action goal was rejected"
    assert bridge.motions == []


MISREAD: dict[str, Any] = {
    "a field that there is not": lambda c: c.motion(HOME, NEAR) | {"speed": 1.0},
    "a null": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME), c.point(0.2, [None] * 7)]),
    "a text for a list": lambda c: c.motion(HOME, NEAR, joint_names="panda_joint1"),
    "a float for a time": lambda c: c.motion(HOME, NEAR, points=[c.point(0, HOME) | {"time_from_start": 0.0}]),
    "a list for an object": lambda c: {"trajectory": [1, 2]},
}


@both
@pytest.mark.parametrize("name", MISREAD)
def test_bridge_of_ros1_only_logs_a_wrong_message(profile: RobotProfile, name: str) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, MISREAD[name](client))
        found = client.result(seconds=0.3)
    assert [level for level, _ in bridge.logged] == ["error"]
    assert bridge.motions == []
    if profile.dialect is Dialect.ROS1:
        assert found is None
    else:
        assert found is not None and found[0] == 0 and isinstance(found[1], str)


@both
def test_bridge_aborts_what_begins_elsewhere(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, client.motion(NEAR, HOME))
        status, result = client.result() or (None, {})
    assert status == _code(profile, 4, 6)
    assert result["error_code"] == -4
    assert bridge.arm.positions == HOME


@both
def test_bridge_cancelled_goal_carries_no_error(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, client.motion(HOME, NEAR, 1.0))
        client.listen(0.3)
        client.cancel(profile.trajectory)
        status, result = client.result() or (None, {})
        where = bridge.arm.positions
        time.sleep(0.1)
    assert status in profile.cancelled
    assert result["error_code"] == 0
    assert bridge.arm.positions == where != NEAR
    assert len(bridge.cancels) == 1


def test_bridge_empty_id_cancels_everything() -> None:
    profile = PROFILES[0]
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, client.motion(HOME, NEAR, 1.0))
        client.listen(0.1)
        client.cancel(profile.trajectory, "")
        status, _ = client.result() or (None, {})
    assert status == 2


@both
def test_bridge_new_goal_takes_the_place_of_the_old(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(profile.trajectory)
        client.goal(profile.trajectory, client.motion(HOME, NEAR, 1.0))
        client.listen(0.05)
        client.goal(profile.trajectory, client.motion(HOME, HOME, 0.1), "g2")
        first = client.result("g1")
        second = client.result("g2")
    assert first is not None and first[0] in profile.cancelled
    assert second is not None and second[0] in profile.succeeded
    assert bridge.arm.positions == HOME


@pytest.mark.parametrize("other", [False, True], ids=["same connection", "another connection"])
def test_bridge_with_one_thread_hears_a_cancel_late(other: bool) -> None:
    with (
        Bridge(ROS2, one_thread=True) as bridge,
        Bare(bridge.url, ROS2) as client,
        Bare(bridge.url, ROS2) as second,
    ):
        client.goal(ROS2.trajectory, client.motion(HOME, NEAR, 0.5))
        client.listen(0.1)
        (second if other else client).cancel(ROS2.trajectory)
        status, _ = client.result() or (None, {})
    assert status == (5 if other else 4)  # goals are known to all connections by their ids


def test_bridge_of_ros2_looks_for_a_server_first() -> None:
    with Bridge(ROS2) as bridge, Bare(bridge.url, ROS2) as client:
        begin = time.monotonic()
        fields = {"action": "/no_controller/follow_joint_trajectory", "action_type": ROS2.trajectory.type}
        client.say("send_action_goal", id="g1", args=client.motion(HOME, NEAR), **fields)
        found = client.result()
    assert found == (0, "No action server available")
    assert time.monotonic() - begin > 0.9


@both
def test_bridge_hand_moves_and_grasps(profile: RobotProfile) -> None:
    hand = profile.gripper
    with Bridge(profile, rate=10) as bridge, Bare(bridge.url, profile) as client:
        for endpoint in (hand.move, hand.grasp):
            client.follow(endpoint)
        client.goal(hand.move, {"width": 0.06, "speed": 0.1})
        moved = client.result()
        assert bridge.hand.width == pytest.approx(0.06)
        grasp = {"width": 0.03, "speed": 0.1, "force": 20, "epsilon": {"inner": 0.005, "outer": 0.005}}
        client.goal(hand.grasp, grasp, "g2")
        held = client.result("g2")
        assert bridge.hand.width == pytest.approx(0.03)
        client.goal(hand.move, {"width": 0.08, "speed": 0.1}, "g3")
        client.result("g3")
        bridge.hand.asked, bridge.hand.thing = False, None
        client.goal(hand.grasp, grasp, "g4")
        empty = client.result("g4")
    good = {"success": True, "error": ""}
    assert moved == held == (_code(profile, 3, 4), good)
    assert empty == (_code(profile, 3, 6), {"success": False, "error": ""})  # in ROS 1 the goal succeeds all the same
    assert bridge.hand.width == 0.0
    assert bridge.logged == []


@both
def test_bridge_hand_stops(profile: RobotProfile) -> None:
    hand = profile.gripper
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.follow(hand.move)
        client.goal(hand.move, {"width": 0.0, "speed": 0.05})
        client.listen(0.1)
        if hand.stop_is_service:
            client.say("call_service", service=hand.stop.name, id="s")
        else:
            client.goal(hand.stop, {}, "s")
        status, result = client.result() or (None, {})
        where = bridge.hand.width
        time.sleep(0.05)
    assert status == _code(profile, 4, 6)
    assert result["success"] is False
    assert bridge.hand.width == where > 0
    assert len(bridge.stops) == len(bridge.gripper.stops) == 1

"""What the test bridge refuses and misreads, tried with a bare websocket: else it would let pass whatever we send."""

from __future__ import annotations

import math
from typing import Any

import pytest
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.schema import Message, stamp
from ros_bridge.trial import PROFILES, both

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile

ROS2 = PROFILES[1]
NEAR = tuple(one + 0.1 for one in HOME)


def _code(profile: RobotProfile, ros1: int, ros2: int) -> int:
    return ros1 if profile.dialect is Dialect.ROS1 else ros2


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

"""Messages of ROS in both dialects: times, trajectories, joint states, statuses."""

from __future__ import annotations

import math
from typing import Any

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st
from ros_bridge.schema import populate

from clairify_cli.worlds.ros.link import dialects
from clairify_cli.worlds.ros.profile.values import Dialect
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Waypoint

NAMES = tuple(f"j{number}" for number in range(1, 8))
ZERO = (0.0,) * 7
POINTS = (Waypoint(0.0, ZERO, ZERO, ZERO), Waypoint(1.25, (0.1,) * 7, (0.2,) * 7, (0.3,) * 7))
both = pytest.mark.parametrize("dialect", Dialect)
PARTS = {Dialect.ROS1: ("secs", "nsecs"), Dialect.ROS2: ("sec", "nanosec")}


@both
def test_a_time_has_the_names_of_its_dialect(dialect: Dialect) -> None:
    assert dialects.duration(1.25, dialect) == dict(zip(PARTS[dialect], (1, 250_000_000), strict=True))


@both
def test_a_time_is_rounded_to_nanoseconds_and_never_has_a_whole_second_of_them(dialect: Dialect) -> None:
    assert dialects.duration(1.9999999999, dialect) == dict(zip(PARTS[dialect], (2, 0), strict=True))


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -0.1])
def test_a_time_that_is_none_is_not_sent(seconds: float) -> None:
    with pytest.raises(HaltError):
        dialects.duration(seconds, Dialect.ROS1)


@given(st.floats(0, 1e6), st.sampled_from(Dialect))
def test_a_time_comes_back(seconds: float, dialect: Dialect) -> None:
    assert dialects.seconds(dialects.duration(seconds, dialect), dialect, "it") == pytest.approx(seconds, abs=1e-9)


@pytest.mark.parametrize(("dialect", "other"), [(Dialect.ROS1, Dialect.ROS2), (Dialect.ROS2, Dialect.ROS1)])
def test_a_time_of_the_other_dialect_is_garbled(dialect: Dialect, other: Dialect) -> None:
    with pytest.raises(HaltError) as caught:
        dialects.seconds(dialects.duration(1.0, other), dialect, "a joint state")
    assert caught.value.cause is Cause.GARBLED
    assert PARTS[dialect][0] in str(caught.value)


@both
def test_a_trajectory_is_of_its_type_to_the_last_field(dialect: Dialect) -> None:
    made = dialects.trajectory(NAMES, POINTS, dialect)
    whole = populate(made, "control_msgs/FollowJointTrajectoryGoal", dialect)
    assert whole["trajectory"]["joint_names"] == list(NAMES)
    assert whole["trajectory"]["points"][1]["accelerations"] == [0.3] * 7
    assert whole["trajectory"]["header"]["stamp"] == dialects.duration(0.0, dialect)
    assert ("seq" in whole["trajectory"]["header"]) is (dialect is Dialect.ROS1)


def test_the_goal_of_an_action_of_ros1_is_of_its_type() -> None:
    made = dialects.action_goal("g", dialects.trajectory(NAMES, POINTS, Dialect.ROS1))
    whole = populate(made, "control_msgs/FollowJointTrajectoryActionGoal", Dialect.ROS1)
    assert whole["goal_id"]["id"] == "g"


def _state(dialect: Dialect, **changes: Any) -> dict[str, Any]:
    stamp = dialects.duration(12.5, dialect)
    message = {"header": {"stamp": stamp, "frame_id": ""}, "name": ["b", "a"], "position": [2.0, 1.0]}
    return {**message, "velocity": [0.2, 0.1], "effort": [], **changes}


@both
def test_a_joint_state_is_read_in_the_order_that_is_asked_for(dialect: Dialect) -> None:
    sample = dialects.joint_sample(_state(dialect), dialect, 3.0)
    assert sample.stamp == 12.5
    assert sample.angles(["a", "b"]) == (1.0, 2.0)
    assert sample.speeds(["a", "b"]) == (0.1, 0.2)
    assert sample.angles(["c", "d"]) is None


@both
def test_a_joint_that_is_missing_among_others_is_no_number(dialect: Dialect) -> None:
    angles = dialects.joint_sample(_state(dialect), dialect, 3.0).angles(["a", "c"])
    assert angles is not None
    assert angles[0] == 1.0
    assert math.isnan(angles[1])


@both
def test_a_stamp_of_zero_is_none(dialect: Dialect) -> None:
    message = _state(dialect, header={"stamp": dialects.duration(0.0, dialect), "frame_id": ""})
    assert dialects.joint_sample(message, dialect, 0.0).stamp is None


WRONG_STATES: dict[str, dict[str, Any]] = stored(__file__, "WRONG_STATES")


@both
@pytest.mark.parametrize("name", WRONG_STATES)
def test_a_joint_state_of_the_wrong_shape_is_garbled(dialect: Dialect, name: str) -> None:
    with pytest.raises(HaltError) as caught:
        dialects.joint_sample(_state(dialect, **WRONG_STATES[name]), dialect, 0.0)
    assert caught.value.cause is Cause.GARBLED


def test_feedback_is_read_in_the_order_of_our_joints() -> None:
    names = list(reversed(NAMES))
    values = {"joint_names": names, "desired": {"positions": list(range(7))}, "actual": {"positions": []}}
    found = dialects.following(values, NAMES)
    assert found.desired == (6, 5, 4, 3, 2, 1, 0)
    assert found.actual is None


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"joint_names": list(NAMES), "desired": {}, "actual": {}},
        {"joint_names": list(NAMES), "desired": {"positions": [1.0]}, "actual": {"positions": []}},
        {"joint_names": ["x"], "desired": {"positions": [1.0]}, "actual": {"positions": [1.0]}},
    ],
)
def test_feedback_of_the_wrong_shape_is_garbled(values: dict[str, Any]) -> None:
    with pytest.raises(HaltError) as caught:
        dialects.following(values, NAMES)
    assert caught.value.cause is Cause.GARBLED


@pytest.mark.parametrize(
    "value", [None, {}, {"status_list": {}}, {"status_list": [1]}, {"status_list": [{"goal_id": {"id": 1}}]}]
)
def test_statuses_of_the_wrong_shape_are_garbled(value: Any) -> None:
    with pytest.raises(HaltError) as caught:
        dialects.goal_statuses(value or {})
    assert caught.value.cause is Cause.GARBLED

"""What is said over rosbridge, as data: what is sent, what arrives, and what is none of the protocol."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st
from ros_bridge.schema import populate

from clairify_cli.files.addresses import public
from clairify_cli.worlds.ros.link import dialects, messages
from clairify_cli.worlds.ros.link.connection import AddressError, checked
from clairify_cli.worlds.ros.link.messages import parse
from clairify_cli.worlds.ros.profile.values import Dialect
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.values import Waypoint

SENT: dict[str, dict[str, Any]] = stored(__file__, "SENT")


@pytest.mark.parametrize("name", SENT)
def test_operations_are_those_of_the_protocol(name: str) -> None:
    operation, *values = SENT[name]["made"]
    assert json.loads(messages.encode(getattr(messages, operation)(*values))) == SENT[name]["is"]


ARRIVED: dict[str, dict[str, Any]] = stored(__file__, "ARRIVED")


@pytest.mark.parametrize("name", ARRIVED)
def test_what_arrives_is_read(name: str) -> None:
    kind, *values = ARRIVED[name]["is"]
    assert parse(ARRIVED[name]["text"]) == getattr(messages, kind)(*values)


GARBLED: dict[str, str | bytes] = {
    **stored(__file__, "GARBLED"),
    "bytes": b'{"op":"publish"}',
    "deep": "[" * 100_000,
    "too long": '{"op":"' + "x" * messages.LARGEST + '"}',
}


@pytest.mark.parametrize("name", GARBLED)
def test_what_has_the_wrong_shape_is_garbled(name: str) -> None:
    with pytest.raises(HaltError) as caught:
        parse(GARBLED[name])
    assert caught.value.cause is Cause.GARBLED
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_never_leave(number: float) -> None:
    with pytest.raises(HaltError) as caught:
        messages.encode(messages.publish("/a", {"points": [{"positions": [0.0, number]}]}))
    assert caught.value.cause is Cause.NOT_FINITE


def test_null_is_no_number_and_is_noticed() -> None:
    read = messages.numbers_in(json.loads('{"position":[1, null, NaN, Infinity, 1e999]}'), "position", "it")
    assert read[0] == 1.0
    assert not any(map(math.isfinite, read[1:]))


def test_integers_too_large_for_a_float_are_not_finite() -> None:
    assert messages.number(10**400, "it") == math.inf


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_OPS = st.sampled_from(["publish", "service_response", "action_feedback", "action_result", "status", "x"])
_KEYS = st.sampled_from(["topic", "msg", "id", "service", "values", "result", "action", "status", "level"])


@given(op=_OPS, rest=st.dictionaries(_KEYS, _JSON, max_size=6))
def test_any_message_is_read_or_garbled(op: str, rest: dict[str, object]) -> None:
    try:
        parse(json.dumps({**rest, "op": op}))
    except HaltError as error:
        assert error.cause is Cause.GARBLED


@given(st.text(max_size=200))
def test_any_text_is_read_or_garbled(text: str) -> None:
    try:
        parse(text)
    except HaltError as error:
        assert error.cause is Cause.GARBLED


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
    stored(__file__, "feedback_of_the_wrong_shape_is_garbled"),
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


GOOD = stored(__file__, "GOOD")


@pytest.mark.parametrize("url", GOOD)
def test_addresses(url: str) -> None:
    assert checked(url) == url
    assert public(url) == GOOD[url]


@pytest.mark.parametrize(
    ("url", "says"),
    stored(__file__, "what_is_no_address"),
)
def test_what_is_no_address(url: str, says: str) -> None:
    with pytest.raises(AddressError, match=says):
        checked(url)
    public(url)

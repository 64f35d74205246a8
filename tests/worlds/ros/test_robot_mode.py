"""What a robot says of its mode, and what is made of it: without a clock and without a network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from ros_bridge.trial import PROFILES, both

from clairify_cli.worlds.ros.profile.values import Dialect, Mode, RobotProfile
from clairify_cli.worlds.ros.robot import TO_DO, Cause, HaltError
from clairify_cli.worlds.ros.watch.mode import THROTTLE, ModeWatch, subscription

CODES = {"other": 0, "idle": 1, "move": 2, "guiding": 3, "reflex": 4, "user_stopped": 5, "error_recovery": 6}


def told(profile: RobotProfile, mode: object = 1, sent: float = 100.0) -> dict[str, Any]:
    """A message that was sent at a time of the robot's clock."""
    parts = ("secs", "nsecs") if profile.dialect is Dialect.ROS1 else ("sec", "nanosec")
    stamp = dict(zip(parts, (int(sent), round(sent % 1 * 1e9)), strict=True))
    return {"header": {"stamp": stamp, "frame_id": ""}, "robot_mode": mode}


@both
@pytest.mark.parametrize("word", CODES)
def test_only_idle_and_move_are_good(profile: RobotProfile, word: str) -> None:
    watch = ModeWatch(profile)
    watch.take(told(profile, CODES[word]), 1.0)
    assert watch.last is not None and watch.last.mode is Mode(word)
    good = word in ("idle", "move")
    unfit = watch.unfit()
    assert (unfit is None) is good
    assert watch.fault(1.0) is None  # nothing has begun
    watch.run()
    fault = watch.fault(1.0)
    assert (fault is None) is good
    for error in (unfit, fault):
        if error is not None:
            assert error.cause is Cause.NOT_IN_ORDER
            assert error.expected == "idle or move" and error.actual == Mode(word).words
            assert TO_DO["mode"][word] in error.message


@both
def test_mode_that_the_profile_does_not_know_is_not_good(profile: RobotProfile) -> None:
    watch = ModeWatch(profile)
    watch.take(told(profile, 17), 1.0)
    error = watch.unfit()
    assert error is not None and "mode 17" in error.message and error.actual == "17"
    assert watch.seen(1.5) == {"mode": "17", "mode_code": 17, "mode_age": 0.5}


def test_mode_of_a_moment_counts_to_the_end_once_the_run_has_begun() -> None:
    profile = PROFILES[0]
    watch = ModeWatch(profile)
    watch.take(told(profile, 4, 100.0), 1.0)
    watch.take(told(profile, 1, 100.1), 1.1)
    watch.run()
    assert watch.fault(1.1) is None and watch.amiss() is None  # before, it does not
    watch.take(told(profile, 5, 100.2), 1.2)
    watch.take(told(profile, 2, 100.3), 1.3)
    for error in (watch.fault(1.3), watch.amiss()):
        assert error is not None and error.actual == "user stopped"
    assert watch.unfit() is None  # what is told now is good


@both
def test_silence_counts_once_anything_was_told(profile: RobotProfile) -> None:
    watch = ModeWatch(profile)
    limit = profile.watching.robot_state
    assert watch.fault(1e6) is None and watch.due() is None and watch.seen(0.0) == {"mode": None}
    watch.take(told(profile), 10.0)
    assert watch.due() == 10.0 + limit
    assert watch.fault(10.0 + limit) is None
    error = watch.fault(10.01 + limit)
    assert error is not None and error.cause is Cause.STALE and "driver" in error.message


@both
def test_stamps_that_stand_still_are_silence(profile: RobotProfile) -> None:
    watch = ModeWatch(profile)
    for number in range(12):
        watch.take(told(profile, sent=100.0), 10.0 + 0.1 * number)
    assert watch.fault(11.1) is not None
    other = ModeWatch(profile)
    for number in range(12):
        other.take(told(profile, sent=0.0), 10.0 + 0.1 * number)  # stamps that are all 0 say nothing
    assert other.fault(11.1) is None


def test_clock_of_a_simulated_robot_may_be_faster_or_not() -> None:
    profile = replace(PROFILES[1], rate=50.0)
    for speed in (1.0, 50.0):
        watch = ModeWatch(profile)
        for number in range(30):
            watch.take(told(profile, sent=100.0 + 0.1 * number * speed), 10.0 + 0.1 * number)
            assert watch.fault(10.0 + 0.1 * number) is None


@both
@pytest.mark.parametrize("value", [None, True, "4", 4.0, [4], {}], ids=str)
def test_message_without_a_mode_is_none_of_this_robot(profile: RobotProfile, value: object) -> None:
    watch = ModeWatch(profile)
    message = told(profile, value)
    if value is None:
        del message["robot_mode"]
    with pytest.raises(HaltError) as raised:
        watch.take(message, 1.0)
    assert raised.value.cause is Cause.GARBLED and "robot_mode" in raised.value.message


def test_time_of_the_other_ros_is_not_taken() -> None:
    with pytest.raises(HaltError):
        ModeWatch(PROFILES[0]).take(told(PROFILES[1]), 1.0)


@both
def test_bridge_is_asked_for_few_of_them(profile: RobotProfile) -> None:
    assert profile.robot_state is not None
    asked = subscription(profile.robot_state)
    assert asked["throttle_rate"] == THROTTLE and asked["queue_length"] == 0
    assert (asked["topic"], asked["type"]) == (profile.robot_state.name, profile.robot_state.type)
    assert profile.watching.robot_state > 2 * THROTTLE / 1000

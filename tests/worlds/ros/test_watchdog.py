"""What a robot is stopped for, as properties of decisions over times and states."""

from __future__ import annotations

import ast
import math
import string
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ros_bridge.trial import motion

import clairify_cli
from clairify_cli.worlds.ros.profile.values import Watching
from clairify_cli.worlds.ros.robot import TO_DO, Cause, halt
from clairify_cli.worlds.ros.script.quintic import Course, apart
from clairify_cli.worlds.ros.script.values import Joints
from clairify_cli.worlds.ros.watch import watchdog
from clairify_cli.worlds.ros.watch.mode import Lateness

W = Watching()
NAMES = tuple(f"j{number}" for number in range(1, 8))
THERE = (0.4, -0.3, 0.2, 0.1, -0.5, 0.6, 0.3)
HERE: Joints = (0.0,) * 7
COURSE = Course(motion(HERE, THERE, 4.0, points=9).points)

small = st.floats(-3, 3)
seven = st.tuples(*[small] * 7)
times = st.floats(0, 4)


def _moved(place: Joints, joint: int, by: float) -> Joints:
    return tuple(value + by if at == joint else value for at, value in enumerate(place))


@given(seven, st.integers(0, 6), st.floats(-0.1, 0.1))
def test_the_arm_is_at_the_start_or_both_values_are_said(place: Joints, joint: int, by: float) -> None:
    actual = _moved(place, joint, by)
    error = watchdog.at_start(place, actual, W)
    assert (error is not None) == (apart(place, actual) > max(W.start, W.end))
    if error is not None:
        assert error.cause is Cause.ELSEWHERE
        assert f"joint {joint + 1}" in error.message
        assert f"{actual[joint]:.4f}" in error.message
        assert f"{place[joint]:.4f}" in error.message


@given(seven, st.integers(0, 6), st.floats(-0.1, 0.1))
def test_the_arm_is_at_the_end(place: Joints, joint: int, by: float) -> None:
    actual = _moved(place, joint, by)
    error = watchdog.at_end(place, actual, W)
    assert (error is not None) == (apart(place, actual) > W.end)
    assert error is None or error.cause is Cause.NOT_THERE


@given(seven, st.integers(0, 6), st.sampled_from([math.nan, math.inf, -math.inf]))
def test_an_angle_that_is_no_number_is_named(place: Joints, joint: int, value: float) -> None:
    assert watchdog.finite(NAMES, place) is None
    error = watchdog.finite(NAMES, tuple(value if at == joint else one for at, one in enumerate(place)))
    assert error is not None and error.cause is Cause.NOT_FINITE
    assert NAMES[joint] in error.message


@given(st.floats(0, 1e9), st.floats(0, 1e9))
def test_stamps_never_go_back(before: float, now: float) -> None:
    error = watchdog.forward(before, now)
    assert (error is not None) == (before - now > watchdog.BACKWARD)
    assert error is None or error.cause is Cause.STALE


def test_the_first_stamp_and_no_stamp_are_fine() -> None:
    assert watchdog.forward(None, 1.0) is None
    assert watchdog.forward(2.0, None) is None


@given(seven, st.integers(0, 6), st.floats(-0.5, 0.5), st.floats(0, 0.1))
def test_a_place_is_reached_no_faster_than_joints_move(place: Joints, joint: int, by: float, seconds: float) -> None:
    reached = watchdog.reachable(place, _moved(place, joint, by), seconds, (2.0,) * 7)
    if abs(abs(by) - (2.0 * seconds + watchdog.JUMP)) > 1e-9:
        assert reached == (abs(by) < 2.0 * seconds + watchdog.JUMP)


@given(st.floats(0, 5))
def test_a_state_is_fresh_up_to_the_limit(age: float) -> None:
    error = watchdog.fresh(age, W)
    assert (error is not None) == (age > W.stale)
    assert error is None or (error.cause is Cause.STALE and f"{age:.2f}" in error.actual)


def test_no_state_is_stale() -> None:
    error = watchdog.fresh(None, W)
    assert error is not None and error.cause is Cause.STALE


@settings(max_examples=50, deadline=None)
@given(times, st.floats(-0.5, 0.5))
def test_an_arm_on_its_path_within_the_lag_is_never_stopped(time: float, lag: float) -> None:
    now = min(max(time + lag, 0.0), 6.0)
    window = watchdog.window(now, now, W, 1.0, 4.0)
    assert watchdog.on_path(COURSE, COURSE.at(time), window, W) is None


@settings(max_examples=50, deadline=None)
@given(times, st.integers(0, 6), st.floats(0.12, 1.0), st.booleans())
def test_an_arm_off_its_path_is_always_stopped(time: float, joint: int, by: float, other: bool) -> None:
    """By more than any joint moves within the lag and the limit."""
    place = _moved(COURSE.at(time), joint, -by if other else by)
    window = watchdog.window(time, time, W, 1.0, 4.0)
    nearest = min(apart(COURSE.at(window[0] + (window[1] - window[0]) * step / 400), place) for step in range(401))
    error = watchdog.on_path(COURSE, place, window, W)
    if nearest > W.following + 1e-3:
        assert error is not None and error.cause is Cause.OFF_PATH
    if nearest < W.following:
        assert error is None


def test_an_arm_that_stands_still_is_off_its_path_once_it_should_be_far() -> None:
    late = [time / 10 for time in range(41) if watchdog.on_path(COURSE, HERE, (time / 10 - 0.5, time / 10 + 0.5), W)]
    assert late and late == [time / 10 for time in range(round(late[0] * 10), 41)]
    assert 0.5 < late[0] < 2.0


@settings(max_examples=50, deadline=None)
@given(seven, st.floats(0, 3), st.floats(0, 1.5))
def test_the_nearest_place_is_as_near_as_any(place: Joints, low: float, length: float) -> None:
    time, distance = COURSE.nearest(place, low, low + length)
    assert low - 1e-9 <= time <= low + length + 1e-9
    assert distance == pytest.approx(apart(COURSE.at(time), place))
    tried = min(apart(COURSE.at(low + length * step / 300), place) for step in range(301))
    assert distance <= tried + 2e-3


def test_before_the_begin_and_after_the_end_the_course_stands_still() -> None:
    assert COURSE.at(-1.0) == pytest.approx(HERE)
    assert COURSE.at(9.0) == pytest.approx(THERE)
    assert COURSE.nearest(THERE, 7.0, 9.0)[1] == pytest.approx(0.0, abs=1e-9)


@given(st.floats(0.1, 100), st.floats(0, 200), st.sampled_from([1.0, 2.0, 50.0]))
def test_a_motion_may_last_so_long(planned: float, elapsed: float, rate: float) -> None:
    error = watchdog.in_time(planned, elapsed, W, rate)
    assert (error is not None) == (elapsed > 1.1 * planned / rate + 0.5)
    if error is not None:
        assert error.cause is Cause.LATE
        assert f"{elapsed:.2f}" in error.actual
        assert f"{planned / rate:.2f}" in error.message


@given(st.floats(0.1, 100), st.floats(0, 200), st.sampled_from([1.0, 50.0]))
def test_a_motion_is_never_over_long_before_its_time(planned: float, elapsed: float, rate: float) -> None:
    error = watchdog.not_early(planned, elapsed, W, rate)
    assert error is None or elapsed * rate < planned
    assert error is not None or elapsed * rate >= 0.9 * planned - 0.02


@given(st.floats(0, 5))
def test_silence_is_noticed(waiting: float) -> None:
    assert (watchdog.answered(waiting, W, "/a") is not None) == (waiting > W.answer)
    assert (watchdog.talking(waiting, W, "/a") is not None) == (waiting > W.feedback)


@given(st.floats(0.01, 0.08), st.floats(0.001, 0.01), st.floats(0, 0.08))
def test_what_was_held_is_lost_where_the_fingers_close_further(held: float, tolerance: float, width: float) -> None:
    error = watchdog.still_held(held, tolerance, width, "vial")
    assert (error is not None) == (width < held - tolerance)
    assert error is None or (error.cause is Cause.NOT_HELD and "vial" in error.message)


@given(seven, st.integers(0, 6), st.floats(-0.2, 0.2))
def test_the_controllers_own_error_counts(place: Joints, joint: int, by: float) -> None:
    actual = _moved(place, joint, by)
    assert (watchdog.follows(place, actual, W) is not None) == (apart(place, actual) > W.following)


@given(st.floats(0, 10), st.floats(0, 2))
def test_the_window_holds_every_time_the_motion_may_have_begun(since_begun: float, earlier: float) -> None:
    low, high = watchdog.window(since_begun + earlier, since_begun, W, 1.0, 4.0)
    assert low <= since_begun <= high or since_begun > 4.0
    assert high >= since_begun + earlier
    assert low <= 4.0 - W.lag


def test_messages_that_come_as_fast_as_ever_are_not_late() -> None:
    lateness = Lateness({1.0})
    assert all(lateness.of(1000.0 + n / 100, 5.0 + n / 100 + (n % 3) / 1000) <= 0.0021 for n in range(500))


def test_messages_that_pile_up_are_later_and_later() -> None:
    lateness = Lateness({1.0})
    late = [lateness.of(1000.0 + n / 200, 5.0 + n / 100) for n in range(200)]
    assert late == sorted(late)
    assert late[-1] == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("rate", [1.0, 50.0])
def test_the_same_message_again_and_again_is_late(rate: float) -> None:
    lateness = Lateness({1.0, rate})
    for n in range(100):
        lateness.of(1000.0 + rate * n / 100, 5.0 + n / 100)
    late = [lateness.of(1000.0 + rate, 6.0 + n / 100) for n in range(100)]
    assert late[-1] > 0.5


def test_a_sender_whose_clock_runs_faster_is_not_late() -> None:
    for sender in (1.0, 50.0):
        lateness = Lateness({1.0, 50.0})
        assert all(lateness.of(1000.0 + sender * n / 100, 5.0 + n / 100) < 1e-6 for n in range(500))


def test_a_message_without_a_stamp_is_not_late() -> None:
    assert Lateness({1.0}).of(None, 3.0) == 0.0


PACKAGE = Path(clairify_cli.__file__).parent
ROWS, REMARKS = (
    tomllib.loads((PACKAGE / "worlds" / "ros" / name).read_text(encoding="utf-8"))
    for name in ("halts.toml", "remarks.toml")
)


def named(row: dict[str, str]) -> set[str]:
    texts = (row.get(key, "") for key in ("says", "expected", "actual"))
    return {name.partition(".")[0] for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def calls(function: str, method: str = "") -> list[tuple[set[str], set[str] | None]]:
    """Of each call of `halt` or `remark`: its possible names, and the values that it gives (None: unpacked)."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if f"{function}(" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (function, method):
                names = {str(one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
                told = {one.arg for one in node.keywords}
                found.append((names, None if None in told else {one for one in told if one}))
    return found


def test_every_row_has_a_cause_and_words() -> None:
    causes = {one.value for one in Cause}
    for name, row in ROWS.items():
        assert row["cause"] in causes and row["says"].strip(), name
        assert set(row) <= {"cause", "says", "expected", "actual"}, name
    assert {one for one in TO_DO["cause"] if one != "else"} <= causes


def test_every_call_gives_the_values_that_its_words_name() -> None:
    used: set[str] = set()
    for names, told in calls("halt"):
        known = names & set(ROWS)
        used |= known
        for name in known if told is not None else ():
            assert told is not None and named(ROWS[name]) <= told, name
    # `_there` of the watchdog is given the name.
    assert set(ROWS) - used == {"elsewhere", "not-there", "moved"}


def test_what_is_said_has_its_values() -> None:
    error = halt("late", elapsed=3.0, planned=1.0, limit=1.6)
    assert (error.cause, error.expected, error.actual) == (Cause.LATE, "at most 1.60 s", "3.00 s")
    assert error.message == "The motion goes on after 3.00 s; planned were 1.00 s, allowed are 1.60 s."


def test_every_remark_is_made_with_the_values_that_it_names() -> None:
    used = {"unsafe"}
    for names, told in calls("remark", "self._remark"):
        known = names & set(REMARKS)
        used |= known
        for name in known if told is not None else ():
            assert told is not None and named({"says": REMARKS[name]}) <= told | {"unsafe"}, name
    # `RosRobot.probe_cancel` names these in a list.
    assert set(REMARKS) == used | {"one-thread", "other-line", "not-known"}

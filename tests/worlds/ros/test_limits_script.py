"""What a script must not have is found: at its waypoints, between them, and between its motions."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("pinocchio")

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.geometry import Cup, Pose
from clairify_cli.worlds.panda.arm.kinematics import Arm
from clairify_cli.worlds.ros.profile.text import profile_named, read_profile
from clairify_cli.worlds.ros.profile.values import HandSpeed, RobotProfile
from clairify_cli.worlds.ros.script.limits import reach, speeds, violations
from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Joints,
    Motion,
    Pause,
    Script,
    Step,
    Tare,
    Treatment,
    Waypoint,
    Weighing,
    script_json,
)
from clairify_cli.worlds.scene.model import KeepOut, Robot, Scene, Table, Vessel, Workspace

FR3 = profile_named("franka-ros2")
SCENE = Scene("bench", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)))
HOME: Joints = SCENE.robot.home
NONE: Joints = (0.0,) * 7
STEP = Step("(take beaker slot)", 1)
KEEP_IN = "keep_in: {low: [-0.4, -0.8, -0.1], high: [0.9, 0.8, 1.3]}"


def moved(joint: int, by: float) -> Joints:
    return tuple(angle + (by if number == joint else 0.0) for number, angle in enumerate(HOME, 1))


def motion(end: Joints, seconds: float = 4.0, start: Joints = HOME) -> Motion:
    """Of two waypoints: all that it does is between them."""
    return Motion("carry", STEP, (Waypoint(0.0, start, NONE, NONE), Waypoint(seconds, end, NONE, NONE)))


def found(*commands: Command, scale: float = 0.1, scene: Scene = SCENE) -> list[str]:
    return violations(Script("bench", "franka-ros2", scale, HOME, 0.08, commands), FR3, scene)


def said(all_: list[str], *each: str) -> bool:
    """Whether there are as many as these, in this order, and each has these words."""
    print(*all_, sep="\n")
    return len(all_) == len(each) and all(words in one for one, words in zip(all_, each, strict=True))


def test_a_good_script_has_none() -> None:
    there, back = motion(moved(1, 0.3)), motion(HOME, start=moved(1, 0.3))
    grip, put = Fingers("grip", STEP, 0.04, 20.0, "beaker"), Fingers("open", STEP, 0.08)
    weighing = Weighing("weigh", STEP, "beaker", None, 5.0, 0.5)
    assert found(there, grip, back, put, Pause("settle", STEP, 1.0), weighing) == []


def test_an_angle_beyond_its_range_is_found_between_waypoints() -> None:
    near = moved(6, 0.55 - HOME[5])
    middle = Waypoint(2.0, near, (0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.0), NONE)
    still = motion(near, start=near)
    swing = replace(still, points=(still.points[0], middle, still.points[1]))
    all_ = [one for one in found(motion(near, 20.0), swing) if "has a velocity" not in one]
    assert said(all_, "command 2, `carry` of (take beaker slot): joint 6 is at 0.5")
    assert all_[0].endswith("rad, and its range is from 0.5445 to 4.5169 rad")


def test_too_fast_is_found_between_waypoints() -> None:
    all_ = found(motion(moved(1, 0.6)))  # 15/8 of 0.6 rad in 4 s: 0.281 rad/s, and 0.262 are allowed
    assert said(all_, "command 1, `carry` of (take beaker slot): joint 1 has a velocity of 0.2812 rad/s, and at most")
    assert all_[0].endswith("at most 0.262 rad/s are allowed")
    assert found(motion(moved(1, 0.6)), scale=0.12) == []


def test_towards_the_end_of_its_range_a_joint_may_only_be_slow() -> None:
    # 0.05 rad before the end of joint 1 an FR3 may move towards it with sqrt(2 * 6 * 0.05) - 0.3 = 0.475 rad/s.
    far = tuple(FR3.limits.upper[0] - 0.05 if joint == 0 else angle for joint, angle in enumerate(HOME))
    near = tuple(angle - (0.3 if joint == 0 else 0.0) for joint, angle in enumerate(far))

    def passing(speed: float) -> Script:
        """From standing to so much speed at the place, which is where it stops at once for this test's sake."""
        begin = replace(motion(near, 60.0), name="far")
        end = Waypoint(2.0, far, (speed, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), NONE)
        rush = Motion("rush", STEP, (Waypoint(0.0, near, NONE, NONE), end))
        return Script("bench", "franka-ros2", 0.5, HOME, 0.08, (begin, rush))

    rest = "does not end at rest"
    assert said(violations(passing(0.45), FR3, SCENE), rest)
    assert said(violations(passing(0.5), FR3, SCENE), rest, "joint 1 has a velocity of 0.5 rad/s, and at most 0.47")
    plain = replace(FR3, limits=replace(FR3.limits, offset=None, deceleration=None))
    assert said(violations(passing(0.5), plain, SCENE), rest)


def test_a_profile_says_both_of_what_holds_near_the_ends_or_neither() -> None:
    def read(limits: str) -> tuple[RobotProfile | None, list[str]]:
        text = f"profile: 1\nextends: franka-ros1\nname: mine\n{KEEP_IN}\nlimits: {limits}\n"
        made, said = read_profile(Source(text))
        return made, [one.code for one in said]

    ones = "[1, 1, 1, 1, 1, 1, 1]"
    assert read(f"{{offset: {ones}}}")[1] == read(f"{{deceleration: {ones}}}")[1] == ["RUN005"]
    made, said = read(f"{{offset: {ones}, deceleration: {ones}}}")
    assert made is not None and made.limits.offset == made.limits.deceleration == (1.0,) * 7 and said == []
    assert profile_named("franka-ros1").limits.offset is None and FR3.limits.offset is not None


def test_accelerations_and_jerks_are_held_against_the_whole_limit() -> None:
    sudden = motion(moved(1, 0.01), 0.05)
    assert said(found(sudden, scale=0.5), "joint 1 has an acceleration of 22.85")  # 5.77 * 0.01 / 0.05² = 23 rad/s²
    abrupt = motion(moved(1, 0.001), 0.01)
    assert said(
        found(abrupt, scale=0.5), "joint 1 has an acceleration", "joint 1 has a jerk of 6e+04"
    )  # 60 * 0.001 / 0.01³


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_are_found(value: float) -> None:
    good = motion(moved(1, 0.1))
    wrong = (0.0, value, 0.0, 0.0, 0.0, 0.0, 0.0)
    end = good.points[1]
    for bad in (
        replace(end, positions=wrong),
        replace(end, velocities=wrong),
        replace(end, accelerations=wrong),
    ):
        assert said(found(replace(good, points=(good.points[0], bad))), f"waypoint 2 has {value}, which is no number")
    late = replace(good, points=(good.points[0], replace(good.points[1], seconds=value)))
    assert said(found(late), f"waypoint 2 has {value}, which is no number")
    for one in (Pause("wait", STEP, value), Fingers("open", STEP, value)):
        assert said(found(one), "has a number that is none")


def test_a_motion_begins_where_the_one_before_ended() -> None:
    all_ = found(motion(moved(1, 0.1)), motion(HOME, start=moved(1, 0.102)))
    begins = "command 2, `carry` of (take beaker slot) begins with joint 1 at 0.1020 rad, and the arm is at 0.1000 rad"
    assert said(all_, begins)
    assert said(found(motion(HOME, start=moved(4, 0.1))), "begins with joint 4 at")


def test_a_motion_is_from_rest_to_rest_and_in_time() -> None:
    good = motion(moved(1, 0.1))
    rolling = replace(good.points[1], velocities=(0.01, 0, 0, 0, 0, 0, 0))
    assert said(found(replace(good, points=(good.points[0], rolling))), "does not end at rest")
    for seconds in ((0.0, 0.0), (0.5, 4.0), (0.0, -1.0)):
        points = tuple(replace(point, seconds=at) for point, at in zip(good.points, seconds, strict=True))
        assert said(found(replace(good, points=points)), "not after the one before it")
    assert said(found(replace(good, points=good.points[:1])), "has 1 waypoints, and a motion has two at least")
    short = replace(good.points[1], positions=HOME[:6])
    assert said(found(replace(good, points=(good.points[0], short))), "waypoint 2 is not of 7 joints")


def test_the_hand_and_the_scale_have_limits_too() -> None:
    assert said(found(Fingers("open", STEP, 0.09)), ": the fingers go 80 mm apart, and 90 mm are asked for")
    assert said(found(Fingers("grip", STEP, 0.03, 100.0, "beaker")), ": the hand grips with 70 N, and 100 N are")
    assert said(found(Fingers("open", STEP, -0.01)), "has a number below 0")
    for scale in (0.0, 0.6, math.nan):
        assert said(found(scale=scale), "the speed scale of the script is")
    for home in ((), (math.nan, *HOME[1:])):
        script = Script("bench", "franka-ros2", 0.6, home, 0.08, (motion(HOME),))
        assert said(violations(script, FR3, SCENE), "the speed scale", "does not say where the arm begins")


def test_zones_are_found_along_the_way() -> None:
    there = motion(moved(1, 1.2), 40.0)  # the hand goes around the base, at about x = 0.37 m and z = 0.7 m at first
    back = motion(HOME, 40.0, moved(1, 1.2))
    post = KeepOut("post", "post", (0.1, 0.1, 2.0), Pose((0.38, 0.28, 0.0)))
    all_ = found(there, back, scene=replace(SCENE, keep_out=(post,)))
    assert all("enters the keep-out zone post" in one for one in all_)
    assert {one.partition(",")[0] for one in all_} == {"command 1", "command 2"}
    assert any("panda_hand enters" in one for one in all_)
    far = replace(post, pose=Pose((0.38, -0.28, 0.0)))
    assert found(there, back, scene=replace(SCENE, keep_out=(far,))) == []
    room = Workspace((0.1, -0.5, 0.0), (0.8, 0.25, 1.2))
    all_ = found(there, scene=replace(SCENE, workspace=room))
    assert all_ and all("leaves the workspace" in one for one in all_)
    wide = Workspace((-0.3, -0.5, 0.0), (0.8, 0.8, 1.2))
    assert found(there, scene=replace(SCENE, workspace=wide)) == []


def test_the_elbow_may_leave_the_workspace_but_not_enter_a_zone() -> None:
    still = motion(moved(7, 0.1))
    tight = Workspace((0.2, -0.3, 0.3), (0.7, 0.3, 0.9))  # the elbow is at z = 0.65 m, near the base
    assert found(still, scene=replace(SCENE, workspace=tight)) == []
    behind = KeepOut("behind", "behind", (0.2, 0.3, 0.3), Pose((-0.15, 0.0, 0.5)))
    all_ = found(still, scene=replace(SCENE, keep_out=(behind,)))
    assert all_ and all("panda_link" in one for one in all_)


def test_no_link_leaves_the_keep_in_zone_not_even_the_elbow() -> None:
    there, still = motion(moved(1, 0.6), 6.0), motion(moved(7, 0.1))
    wide = Workspace((-0.3, -0.6, -0.05), (0.8, 0.6, 1.2))
    assert found(there, scene=replace(SCENE, keep_in=(wide,))) == []
    low = Workspace((-0.3, -0.6, -0.05), (0.8, 0.6, 0.6))
    all_ = found(still, scene=replace(SCENE, keep_in=(low,)))
    assert all("leaves the keep-in zone of the profile" in one for one in all_)
    assert any("panda_link4 leaves" in one for one in all_)
    narrow = Workspace((-0.3, -0.6, -0.05), (0.8, 0.2, 1.2))
    assert found(there, scene=replace(SCENE, keep_in=(narrow,))), "the motion leaves it between its two waypoints"


def test_boxes_of_a_keep_in_zone_count_together() -> None:
    """No single one of them holds the arm, which stands in both."""
    there = motion(moved(1, 0.6), 6.0)
    halves = Workspace((-0.3, -0.6, -0.05), (0.8, 0.6, 0.5)), Workspace((-0.3, -0.6, 0.5), (0.8, 0.6, 1.2))
    assert found(there, scene=replace(SCENE, keep_in=halves)) == []
    assert all(found(there, scene=replace(SCENE, keep_in=(half,))) for half in halves)


def test_the_hand_is_never_faster_than_the_profile_allows() -> None:
    """No joint is too fast at this scale, and both waypoints are at rest: what is too fast is between them."""
    rush = Script("bench", "franka-ros2", 0.5, HOME, 0.08, (motion(moved(1, 0.6), 1.4),))
    (wrong,) = violations(rush, FR3, SCENE)
    match = re.search(r": the hand moves at (\d+) mm/s, and 250 mm/s are allowed$", wrong)
    assert match is not None and 280 < int(match[1]) < 450
    assert violations(rush, replace(FR3, hand_speed=HandSpeed(0.45, "fenced")), SCENE) == []


def test_what_is_held_counts_with_its_farthest_corner() -> None:
    """The hand turns about its own axis: only what sticks out of it is fast."""
    arm, q = Arm(SCENE.robot.base), np.array([HOME])
    turn = np.array([[0.0] * 6 + [1.0]])
    bare, holding = (float(speeds(arm, q, turn, held)[0]) for held in (0.0, 0.4))
    assert bare == pytest.approx(0.1025, abs=0.002) and holding == pytest.approx(0.4, abs=0.002)
    beaker = Vessel("b", "b", "beaker", Cup(0.03, 0.08, 0.002, 0.002), Pose((0.4, 0.0, 0.0)), 100.0, 50.0)
    assert reach(replace(SCENE, vessels=(beaker,)), "b") == pytest.approx(math.hypot(0.06, 0.06, 0.08))
    assert reach(SCENE, None) == 0.0


SCHEMA = json.loads((Path(__file__).parents[3] / "schemas" / "robot-script.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=12)
maybe = st.none() | words
joints = st.tuples(*[numbers] * 7)
steps = st.builds(Step, words, st.none() | st.integers(1, 10**6))
waypoints = st.builds(Waypoint, numbers, joints, joints, joints)
motions = st.builds(
    Motion,
    words,
    steps,
    st.lists(waypoints, min_size=1, max_size=3).map(tuple),
    maybe,
    st.lists(words, max_size=2).map(tuple),
    numbers | st.just(0.0),
    maybe,
)
commands: st.SearchStrategy[Command] = st.one_of(
    motions,
    st.builds(Fingers, words, steps, numbers, st.none() | numbers, maybe, numbers),
    st.builds(Pause, words, steps, numbers),
    st.builds(Treatment, words, steps, words, words, maybe, st.dictionaries(words, numbers, max_size=3)),
    st.builds(Tare, words, steps, words, maybe),
    st.builds(Weighing, words, steps, words, maybe, numbers, numbers),
)
scripts = st.builds(
    Script, words, words, numbers, joints, numbers, st.lists(commands, max_size=4).map(tuple)
)  # fmt: skip

REST = Waypoint(0.0, (0.1,) * 7, (0.0,) * 7, (0.0,) * 7)
END = Waypoint(1.5, (0.2,) * 7, (0.0,) * 7, (0.0,) * 7)
SCRIPT = Script(
    "bench",
    "franka-ros1",
    0.1,
    (0.1,) * 7,
    0.08,
    (Motion("carry", Step("(take a b)", 2), (REST, END), "beaker"), Pause("wait", Step("(wait)"), 2.5)),
)


@given(scripts)
@settings(max_examples=60, deadline=None)
def test_what_is_written_has_all_numbers_and_keeps_to_the_schema(script: Script) -> None:
    text = script_json(script)
    found = json.loads(text)["commands"]
    assert [(one["do"], one["name"]) for one in found] == [
        (type(one).__name__.lower(), one.name) for one in script.commands
    ]
    for one, command in zip(found, script.commands, strict=True):
        if isinstance(command, Motion):
            points = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in command.points]
            assert one["points"] == points
    assert [one.message for one in VALIDATOR.iter_errors(json.loads(text))] == []


def test_the_schema_refuses_what_is_no_script() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for old, new in (('"do": "pause"', '"do": "jump"'), ("[1.5, ", "[1.5, 0, "), ('"width"', '"widths"')):
        assert not VALIDATOR.is_valid(json.loads(script_json(SCRIPT).replace(old, new, 1)))


def test_a_number_that_is_none_is_not_written() -> None:
    bad = Pause("wait", Step("(wait)"), float("nan"))
    with pytest.raises(ValueError, match="JSON compliant"):
        script_json(Script("bench", "arm", 0.1, (0.0,) * 7, 0.08, (bad,)))

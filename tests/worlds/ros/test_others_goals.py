"""Goals of somebody else on the arm or the hand: seen, refused, and never cancelled."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Who
from ros_bridge.trial import GRASP, NEAR, QUICK, Notes, motion
from waiting import soon

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.actions import ActionOperations, Goal
from clairify_cli.worlds.ros.link.messages import Published
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError

PROFILES = [replace(profile_named(one), watching=QUICK) for one in ("franka-ros1", "franka-ros2")]
ROS2 = PROFILES[1]
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
THEIRS = "theirs-1"


@contextlib.contextmanager
def met(profile: RobotProfile, *, before: bool = False, **options: Any) -> Iterator[tuple[RosRobot, Bridge, Bare]]:
    """A robot, and somebody else on a bridge of their own to the same arm; `before` they have it already."""
    with Bridge(profile, **options) as bridge, Bare(bridge.url, profile) as other:
        if before:
            other.goal(profile.trajectory, other.motion(HOME, NEAR, 3.0), THEIRS)
            assert soon(lambda: bridge.arm.moving)
        robot = RosRobot.connect(bridge.url, profile, Notes())
        with contextlib.closing(robot):
            yield robot, bridge, other


def name_of(bridge: Bridge, goal: int = 0) -> str:
    """What an action lists the goal of the arm as."""
    found = bridge.goals[goal]
    return str(found.uuid) if bridge.profile.dialect is Dialect.ROS2 else found.id


@both
def test_nothing_begins_while_somebody_else_moves_the_arm(profile: RobotProfile) -> None:
    with met(profile, before=True) as (robot, bridge, _):
        unfit = robot.state().unfit
        assert unfit is not None and unfit.cause is Cause.TAKEN
        assert f"carries out a goal of somebody else, {name_of(bridge)}" in unfit.message
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(bridge.arm.positions, HOME, 0.5))
        assert caught.value.cause is Cause.TAKEN and caught.value.stopped is None
        robot.interrupt()
        time.sleep(0.1)
        assert len(bridge.motions) == 1 and bridge.arm.moving
        assert not (bridge.cancels or bridge.cancels_of_all or bridge.stops)


@both
def test_nothing_begins_while_somebody_else_moves_the_hand(profile: RobotProfile) -> None:
    with met(profile, width=0.02) as (robot, bridge, other):
        other.goal(profile.gripper.homing, {}, THEIRS)
        assert soon(lambda: robot.state().unfit is not None)
        with pytest.raises(HaltError) as caught:
            robot.fingers(GRASP)
        assert caught.value.cause is Cause.TAKEN and profile.gripper.homing.name in caught.value.message
        assert not bridge.stops and len(bridge.gripper.commands) == 1


@both
def test_once_they_have_done_it_begins(profile: RobotProfile) -> None:
    with met(profile) as (robot, bridge, other):
        other.goal(profile.trajectory, other.motion(HOME, HOME, 0.3), THEIRS)
        assert soon(lambda: robot.state().unfit is not None)
        assert soon(lambda: robot.state().unfit is None)
        robot.follow(motion(HOME, NEAR, 0.4))
        assert len(bridge.motions) == 1


@both
@pytest.mark.parametrize("hand", [False, True], ids=["arm", "hand"])
def test_a_goal_of_somebody_else_ends_the_run_and_is_left_alone(profile: RobotProfile, hand: bool) -> None:
    at: list[float] = []
    with met(profile) as (robot, bridge, other):

        def come() -> None:
            at.append(time.monotonic())
            if hand:
                other.goal(profile.gripper.move, {"width": 0.02, "speed": 0.02}, THEIRS)
            else:
                other.goal(profile.trajectory, other.motion(bridge.arm.positions, HOME, 3.0), THEIRS)

        threading.Timer(0.5, come).start()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 2.0))
        assert caught.value.cause is Cause.TAKEN and "of somebody else" in caught.value.message
        assert not (bridge.cancels_of_all or bridge.stops)
        assert min(bridge.cancels) - at[0] < 0.3
        assert bridge.arm.moving is not hand and (not hand or bridge.hand.width < 0.08)
        assert len(bridge.controller.accepted) == (1 if hand else 2)  # no hold replaces theirs


@both
def test_a_goal_of_somebody_else_in_a_pause_ends_the_run(profile: RobotProfile) -> None:
    with met(profile) as (robot, bridge, other):
        robot.follow(motion(HOME, NEAR, 0.3))
        other.goal(profile.trajectory, other.motion(NEAR, HOME, 3.0), THEIRS)

        def ends() -> bool:
            with contextlib.suppress(HaltError):
                robot.state()
                return False
            return True

        assert soon(ends)
        assert bridge.arm.moving and not (bridge.cancels or bridge.cancels_of_all or bridge.stops)


@both
def test_a_stop_cancels_our_goal_by_its_own_id_on_both_connections(profile: RobotProfile) -> None:
    with met(profile, own_goals=True) as (robot, bridge, _):
        threading.Timer(0.4, robot.interrupt).start()
        with pytest.raises(HaltError):
            robot.follow(motion(HOME, NEAR, 2.0))
        assert not bridge.cancels_of_all and not bridge.arm.moving
        calls = [one.message for one in bridge.received if one.op == "call_service" and "goal_info" in str(one.text)]
    if profile.dialect is Dialect.ROS2:
        assert calls and "/_action/cancel_goal" in calls[0]["service"]


@pytest.mark.parametrize("who", [Who.ALL, Who.MOVER])
def test_where_the_action_never_tells_our_goal_all_of_its_goals_are_cancelled_and_that_is_said(who: Who) -> None:
    with met(ROS2, with_statuses=False, own_goals=True) as (robot, bridge, _):
        fault = Fault(Kind.RESET, who=who) if who is Who.MOVER else Fault(Kind.NOTHING)
        bridge.mischief.listeners.append(lambda _: threading.Thread(target=robot.interrupt).start())
        threading.Timer(0.4, bridge.begin, [fault]).start()
        with pytest.raises(HaltError) as caught:
            robot.follow(motion(HOME, NEAR, 2.0))
        assert bridge.cancels_of_all and not bridge.arm.moving
        stopped = caught.value.stopped
        assert stopped is not None and stopped.cancel
        assert any("had not told which goal is ours" in one for one in stopped.remarks)


def listed(*goals: tuple[str, int]) -> Published:
    """A list of goals, each with a UUID of one byte sixteen times, and its status."""
    found = [
        {"goal_info": {"goal_id": {"uuid": [int(name, 16)] * 16}, "stamp": {}}, "status": status}
        for name, status in goals
    ]
    return Published("/arm/_action/status", {"status_list": found})


def ours(sent: float) -> Goal:
    return Goal("ours", replace(ROS2.trajectory, name="/arm"), sent)


def test_the_goal_that_is_new_since_ours_was_sent_is_ours() -> None:
    actions, goal = ActionOperations(), ours(1.0)
    actions.hear(listed(("a", 2), ("b", 4)), {}, 0.5)
    assert len(actions.others["/arm"]) == 1
    actions.hear(listed(("a", 4), ("b", 4), ("c", 1)), {"ours": goal}, 1.1)
    assert goal.uuids == ([12] * 16,) and not actions.others["/arm"]
    goal.live(1.2)
    actions.hear(listed(("c", 2), ("d", 1)), {"ours": goal}, 1.3)
    assert goal.uuids == ([12] * 16,) and actions.others["/arm"] == ("0d0d0d0d-0d0d-0d0d-0d0d-0d0d0d0d0d0d",)


def test_of_two_new_goals_either_may_be_ours_and_either_is_of_somebody_else() -> None:
    actions, goal = ActionOperations(), ours(1.0)
    actions.hear(listed(("c", 1), ("d", 1)), {"ours": goal}, 1.1)
    assert len(goal.uuids) == len(actions.others["/arm"]) == 2
    actions, goal = ActionOperations(), ours(1.0)
    actions.hear(listed(("c", 1)), {"ours": goal}, 1.1)
    actions.hear(listed(("c", 1), ("d", 1)), {"ours": goal}, 1.2)  # before ours gave any sign
    assert len(goal.uuids) == 2 and actions.others["/arm"]


def test_a_list_that_comes_after_the_first_feedback_still_tells_our_goal() -> None:
    actions, goal = ActionOperations(), ours(1.0)
    goal.live(1.1)
    actions.hear(listed(("c", 2)), {"ours": goal}, 1.2)
    assert len(goal.uuids) == 1 and not actions.others["/arm"]


def test_a_goal_that_was_refused_or_is_over_is_none_of_those_that_are_listed_later() -> None:
    for change in ({"unsent": True}, {"ended": 1.1}, {"ended": 2.9, "good": False}):
        actions, goal = ActionOperations(), ours(1.0)
        for name, value in change.items():
            setattr(goal, name, value)
        actions.hear(listed(("c", 2)), {"ours": goal}, 3.0)
        assert not goal.uuids and len(actions.others["/arm"]) == 1


def test_a_uuid_in_base64_is_read_as_well() -> None:
    actions = ActionOperations()
    status = {"goal_info": {"goal_id": {"uuid": "CwsLCwsLCwsLCwsLCwsLCw=="}}, "status": 2}
    actions.hear(Published("/arm/_action/status", {"status_list": [status]}), {}, 0.0)
    assert actions.others["/arm"] == ("0b0b0b0b-0b0b-0b0b-0b0b-0b0b0b0b0b0b",)
    with pytest.raises(HaltError, match="without an id"):
        actions.hear(Published("/arm/_action/status", {"status_list": [{}]}), {}, 0.0)

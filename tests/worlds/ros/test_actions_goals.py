"""Goals of actions in both dialects: what is said of them in whatever order, and what it means."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.worlds.ros.link.actions import Goal, actions_of, failure
from clairify_cli.worlds.ros.link.ledger import Ledger
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.watch.hearing import Call, Hearing

PROFILES = {Dialect.ROS1: profile_named("franka-ros1"), Dialect.ROS2: profile_named("franka-ros2")}
both = pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda one: one.name)
OTHER = "/somebody-1"


class Notes:
    def __init__(self) -> None:
        self.entries: list[tuple[str, Mapping[str, object]]] = []

    def record(self, topic: str, kind: str, message: object) -> None:
        pass

    def write(self, kind: str, fields: Mapping[str, object]) -> None:
        self.entries.append((kind, fields))


class Told:
    """A goal of ours, and what a bridge may tell of goals."""

    def __init__(self, profile: RobotProfile):
        self.profile = profile
        self.ros1 = profile.dialect is Dialect.ROS1
        self.notes = Notes()
        self.hearing = Hearing(profile, actions_of(profile.dialect), Ledger(self.notes))
        self.goal = Goal("mine", profile.trajectory, 0.0)
        self.hearing.goals["mine"] = self.goal
        self.at = 0.0

    def code(self, ros1: int, ros2: int) -> int:
        return ros1 if self.ros1 else ros2

    @property
    def done(self) -> int:
        return self.code(3, 4)

    def tell(self, message: object) -> None:
        self.at += 0.1
        self.hearing.take(json.dumps(message), self.at)

    def topic(self, part: str, message: object, action: str = "") -> None:
        self.tell({"op": "publish", "topic": f"{action or self.profile.trajectory.name}/{part}", "msg": message})

    def feedback(self, goal: str = "mine", action: str = "") -> None:
        values: dict[str, Any] = {"joint_names": [], "desired": {}, "actual": {}}
        if self.ros1:
            self.topic("feedback", {"status": status(goal, 1), "feedback": values}, action)
        else:
            name = action or self.profile.trajectory.name
            self.tell({"op": "action_feedback", "id": goal, "action": name, "values": values})

    def result(self, code: int, goal: str = "mine", action: str = "", values: Any = None) -> None:
        content = {"error_code": 0, "error_string": ""} if values is None else values
        if self.ros1:
            self.topic("result", {"status": status(goal, code), "result": content}, action)
            return
        name = action or self.profile.trajectory.name
        self.tell(
            {"op": "action_result", "id": goal, "action": name, "values": content, "status": code, "result": True}
        )

    def ignored(self) -> list[object]:
        return [fields["what"] for kind, fields in self.notes.entries if kind == "ignored"]


def status(goal: str, code: int) -> dict[str, Any]:
    return {"goal_id": {"stamp": {"secs": 0, "nsecs": 0}, "id": goal}, "status": code, "text": ""}


@both
def test_a_goal_that_goes_on_and_succeeds(profile: RobotProfile) -> None:
    told = Told(profile)
    told.feedback()
    assert told.goal.begun == told.goal.told == 0.1
    assert not told.goal.over(0.2, 0.5)
    told.result(told.done)
    assert told.goal.over(0.2, 0.5)
    assert failure(told.goal, profile) is None


@both
def test_the_error_code_does_not_count(profile: RobotProfile) -> None:
    told = Told(profile)
    told.result(told.done, values={"error_code": -5, "error_string": "goal tolerance violated"})
    assert failure(told.goal, profile) is None
    told = Told(profile)
    told.result(told.code(2, 5), values={"error_code": 0, "error_string": ""})
    error = failure(told.goal, profile)
    assert error is not None and error.cause is Cause.CANCELLED


CAUSES = [
    (2, 5, Cause.CANCELLED),
    (8, 5, Cause.CANCELLED),
    (4, 6, Cause.ABORTED),
    (5, 6, None),
    (9, 6, Cause.ABORTED),
    (3, 4, None),
]


@both
@pytest.mark.parametrize(("ros1", "ros2", "cause"), CAUSES)
def test_a_status_means(profile: RobotProfile, ros1: int, ros2: int, cause: Cause | None) -> None:
    told = Told(profile)
    told.result(told.code(ros1, ros2), values={"error_code": -4, "error_string": "path tolerance"})
    error = failure(told.goal, profile)
    if cause is None and told.code(ros1, ros2) in (5, 6):
        cause = Cause.REJECTED if told.ros1 else Cause.ABORTED
    assert (None if error is None else error.cause) == cause
    if error is not None:
        assert "path tolerance" in error.message
        assert error.actual == f"status {told.code(ros1, ros2)}"


@both
def test_a_result_before_anything_else_counts(profile: RobotProfile) -> None:
    told = Told(profile)
    told.result(told.done)
    assert told.goal.begun is not None
    assert told.goal.ended == 0.1


@both
def test_of_two_results_the_first_counts(profile: RobotProfile) -> None:
    told = Told(profile)
    told.result(told.done)
    told.result(told.code(4, 6))
    assert failure(told.goal, profile) is None
    assert told.ignored() == ["a result of an action once more"]


@both
def test_feedback_after_the_result_changes_nothing(profile: RobotProfile) -> None:
    told = Told(profile)
    told.result(told.done)
    told.feedback()
    assert told.goal.feedback is None


@both
def test_goals_of_others_are_passed_over_and_written_down(profile: RobotProfile) -> None:
    told = Told(profile)
    told.feedback(OTHER)
    told.result(told.done, OTHER)
    told.result(told.done, action="/another_arm/follow_joint_trajectory")
    assert told.goal.ended is None and told.goal.begun is None
    assert len(told.ignored()) == 3
    assert told.hearing.problem is None


@both
def test_a_result_that_says_that_the_goal_goes_on_is_none(profile: RobotProfile) -> None:
    told = Told(profile)
    told.result(told.code(1, 2))
    assert told.goal.ended is None


@both
@given(seed=st.integers(0, 10_000))
def test_in_whatever_order_things_arrive_the_outcome_is_that_of_our_result(profile: RobotProfile, seed: int) -> None:
    told = Told(profile)
    rng = random.Random(seed)
    code = rng.choice([told.done, told.code(4, 6), told.code(2, 5)])
    acts: list[Callable[[], None]] = [lambda: told.result(code)]
    acts += [told.feedback for _ in range(rng.randrange(3))]
    acts += [lambda: told.result(told.done, OTHER), lambda: told.feedback(OTHER)]
    rng.shuffle(acts)
    for act in acts:
        act()
    error = failure(told.goal, profile)
    assert (error is None) == (code == told.done)
    assert told.hearing.problem is None


def test_a_goal_that_the_bridge_of_ros2_refuses() -> None:
    told = Told(PROFILES[Dialect.ROS2])
    message = {"op": "action_result", "id": "mine", "action": told.profile.trajectory.name, "status": 0}
    told.tell({**message, "values": "Action goal was rejected", "result": False})
    error = failure(told.goal, told.profile)
    assert error is not None and error.cause is Cause.REJECTED
    assert "Action goal was rejected" in error.message


def test_a_bridge_of_ros2_that_fails_during_a_goal() -> None:
    told = Told(PROFILES[Dialect.ROS2])
    told.feedback()
    message = {"op": "action_result", "id": "mine", "action": told.profile.trajectory.name, "status": 0}
    told.tell({**message, "values": "boom", "result": False})
    error = failure(told.goal, told.profile)
    assert error is not None and error.cause is Cause.ABORTED


def _list(told: Told, code: int, goal: str = "mine") -> None:
    told.topic("status", {"header": {}, "status_list": [status(OTHER, 3), status(goal, code)]})


def test_the_statuses_of_ros1_are_signs_of_a_goal() -> None:
    told = Told(PROFILES[Dialect.ROS1])
    _list(told, 1, OTHER)
    assert told.goal.begun is None
    _list(told, 1)
    assert told.goal.begun is not None and told.goal.ended is None


def test_where_the_result_is_lost_the_status_is_enough_after_a_while() -> None:
    told = Told(PROFILES[Dialect.ROS1])
    _list(told, 4)
    assert not told.goal.over(told.at + 0.1, 0.25)
    assert told.goal.over(told.at + 0.3, 0.25)
    error = failure(told.goal, told.profile)
    assert error is not None and error.cause is Cause.ABORTED
    _list(told, 3)
    assert told.goal.status == 4


def test_a_result_comes_before_the_status_that_says_the_same() -> None:
    told = Told(PROFILES[Dialect.ROS1])
    _list(told, 3)
    told.result(3)
    assert told.goal.ended == told.at
    assert told.ignored() == []


def test_a_cancel_that_overtook_its_goal_is_no_sign_of_it() -> None:
    told = Told(PROFILES[Dialect.ROS1])
    _list(told, 7)
    assert told.goal.begun is None


@pytest.mark.parametrize("part", ["status", "feedback", "result"])
def test_what_has_the_wrong_shape_ends_everything(part: str) -> None:
    told = Told(PROFILES[Dialect.ROS1])
    told.topic(part, {"status": 3})
    assert told.hearing.problem is not None and told.hearing.problem.cause is Cause.GARBLED


def test_what_is_sent_in_ros1() -> None:
    profile = PROFILES[Dialect.ROS1]
    actions, name = actions_of(Dialect.ROS1), profile.trajectory.name
    sent = list(actions.listen(profile.trajectory))
    assert {"op": "advertise", "topic": f"{name}/cancel", "type": "actionlib_msgs/GoalID"} in sent
    assert [one["type"] for one in sent if one["topic"] == f"{name}/goal"] == [
        "control_msgs/FollowJointTrajectoryActionGoal"
    ]
    nothing = {"stamp": {"secs": 0, "nsecs": 0}, "id": ""}
    assert actions.cancel(profile.trajectory, "g")["msg"] == {**nothing, "id": "g"}
    older = Endpoint(name, "control_msgs/FollowJointTrajectoryAction")
    assert list(actions.listen(older)) == sent


def test_what_is_sent_in_ros2() -> None:
    profile = PROFILES[Dialect.ROS2]
    actions = actions_of(Dialect.ROS2)
    topic = f"{profile.trajectory.name}/_action/status"
    (told,) = actions.listen(profile.trajectory)
    assert (told["op"], told["topic"], told["type"]) == ("subscribe", topic, "action_msgs/msg/GoalStatusArray")
    assert actions.cancel(profile.trajectory, "g") == {
        "op": "cancel_action_goal",
        "id": "g",
        "action": profile.trajectory.name,
    }
    goal = actions.goal(profile.trajectory, "g", {"x": 1})
    assert goal["feedback"] is True and goal["action_type"] == profile.trajectory.type


@both
def test_an_answer_is_that_of_the_call_and_comes_once(profile: RobotProfile) -> None:
    told = Told(profile)
    call = told.hearing.calls["7"] = Call("7", "/s")
    told.tell({"op": "service_response", "id": "8", "service": "/s", "values": {}, "result": True})
    told.tell({"op": "service_response", "id": "7", "service": "/other", "values": {}, "result": True})
    assert call.answered is None
    told.tell({"op": "service_response", "id": "7", "service": "/s", "values": {"a": 1}, "result": True})
    told.tell({"op": "service_response", "id": "7", "service": "/s", "values": {"a": 2}, "result": False})
    assert (call.good, call.values) == (True, {"a": 1})
    assert len(told.ignored()) == 3


@both
def test_errors_that_the_bridge_tells_of_are_kept_and_noise_is_written_down_without_end_of_it(
    profile: RobotProfile,
) -> None:
    told = Told(profile)
    told.tell({"op": "status", "level": "error", "msg": "unknown type"})
    told.tell({"op": "status", "level": "info", "msg": "fine"})
    for _ in range(300):
        told.tell({"op": "fragment"})
    assert list(told.hearing.remarks) == ["unknown type"]
    assert told.ignored().count("operation") <= 50
    assert told.hearing.problem is None


def _state(told: Told, names: list[str], at: float, **changes: Any) -> None:
    parts = ("secs", "nsecs") if told.ros1 else ("sec", "nanosec")
    stamp = dict(zip(parts, (int(at), round((at % 1) * 1e9)), strict=True))
    message = {"header": {"stamp": stamp, "frame_id": ""}, "name": names, "position": [0.01] * len(names)}
    told.tell({"op": "publish", "topic": told.profile.joint_states.name, "msg": {**message, **changes}})


@both
def test_arm_and_fingers_may_come_apart(profile: RobotProfile) -> None:
    told = Told(profile)
    _state(told, list(profile.joints), 10.0)
    assert told.hearing.arm is not None and told.hearing.width is None
    before = told.hearing.arm
    _state(told, list(profile.gripper.joints), 5.0)
    assert told.hearing.width is not None and told.hearing.width.metres == pytest.approx(0.02)
    _state(told, ["wheel"], 1.0)
    assert told.hearing.arm is before and told.hearing.bad is None


@both
def test_a_joint_state_that_is_no_good_is_kept_until_somebody_looks(profile: RobotProfile) -> None:
    told = Told(profile)
    _state(told, list(profile.joints), 10.0)
    _state(told, list(profile.joints), 10.1, position=[0.0, None, *[0.0] * 5])
    _state(told, list(profile.joints), 9.0)
    _state(told, list(profile.joints[:6]), 10.2)
    assert told.hearing.bad is not None
    _state(told, list(profile.joints), 10.3)
    assert told.hearing.bad is None
    states, faults = told.hearing.looked()
    assert len(states) == 2
    assert [one.cause for one in faults] == [Cause.NOT_FINITE, Cause.STALE, Cause.NOT_FINITE]
    assert told.hearing.looked() == ([], [])


@both
@given(st.text(max_size=60))
def test_nothing_that_arrives_raises_anything(profile: RobotProfile, text: str) -> None:
    told = Told(profile)
    told.hearing.take(text, 0.0)
    assert told.hearing.problem is None or told.hearing.problem.cause is Cause.GARBLED

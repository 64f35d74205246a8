"""Topics and services of the test bridge, tried with a bare websocket."""

from __future__ import annotations

import pytest
from ros_bridge.bare import Bare
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment

from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import RobotProfile

PROFILES = [profile_named("franka-ros1"), profile_named("franka-ros2")]
both = pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)


def _told(client: Bare, seconds: float = 0.25) -> list[dict[str, object]]:
    return [one for one in client.listen(seconds) if one["op"] == "publish"]


@both
def test_bridge_joint_states_come_by_name(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic="/joint_states", type=profile.joint_states.type)
        found = client.wait(lambda message: message["op"] == "publish")
    assert found is not None
    message = found["msg"]
    assert sorted(message["name"]) == sorted((*profile.joints, *profile.gripper.joints))
    assert message["name"] != sorted(message["name"])  # a broadcaster keeps no order
    where = dict(zip(message["name"], message["position"], strict=True))
    assert [where[name] for name in profile.joints] == list(HOME)
    assert sum(where[name] for name in profile.gripper.joints) == pytest.approx(0.08)
    assert bridge.logged == []


def test_bridge_throttles_as_it_is_asked_to() -> None:
    profile = PROFILES[0]
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic="/joint_states", throttle_rate=100, id="slow")
        slow = len(_told(client, 0.45))
        client.say("subscribe", topic="/joint_states", id="fast")
        fast = len(_told(client, 0.45))
        client.say("unsubscribe", topic="/joint_states", id="fast")
        client.say("unsubscribe", topic="/joint_states", id="slow")
        _told(client, 0.1)
        after = len(_told(client, 0.15))
    assert 2 <= slow <= 5
    assert fast > 2 * slow
    assert after == 0


@both
@pytest.mark.parametrize(
    ("topic", "kind", "logged"),
    [("/nothing", "std_msgs/Float64", False), ("/joint_states", "std_msgs/Float64", True), ("/nothing", None, True)],
)
def test_bridge_is_silent_about_what_there_is_not(
    profile: RobotProfile, topic: str, kind: str | None, logged: bool
) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic=topic, **({"type": kind} if kind else {}))
        assert client.listen(0.15) == []
    assert bool(bridge.logged) == logged


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("dance", {}),
        ("subscribe", {}),
        ("subscribe", {"topic": 3}),
        ("publish", {"topic": "/nobody/advertised/this", "msg": {}}),
        ("advertise", {"topic": "/joint_states", "type": "std_msgs/Float64"}),
        ("send_action_goal", {"action": "/x", "action_type": "control_msgs/action/FollowJointTrajectory"}),
    ],
)
def test_bridge_only_logs_what_is_wrong(op: str, fields: dict[str, object]) -> None:
    profile = PROFILES[0]  # where there are no operations for actions
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.say(op, **fields)
        assert client.listen(0.1) == []
    assert [level for level, _ in bridge.logged] == ["error"]


@both
def test_bridge_services_answer_with_the_id(profile: RobotProfile) -> None:
    with Bridge(profile) as bridge, Bare(bridge.url, profile) as client:
        client.say("call_service", service="/rosapi/topics", id="one")
        client.say("call_service", service="/rosapi/nothing", id="two")
        client.say("call_service", service="/rosapi/topic_type", args={"topic": "/joint_states"}, id="three")
        client.say("call_service", service="/rosapi/topic_type", id="four")
        client.listen(0.2)
        told = {one["id"]: one for one in client.heard}
    assert told["one"]["result"] and "/joint_states" in told["one"]["values"]["topics"]
    assert told["two"] == {
        "op": "service_response",
        "service": "/rosapi/nothing",
        "values": "Service /rosapi/nothing does not exist",
        "result": False,
        "id": "two",
    }
    assert told["three"]["values"] == {"type": profile.joint_states.type}
    assert told["four"]["result"] is False


@pytest.mark.parametrize(("one_thread", "value"), [(False, "true"), (True, "false")])
def test_bridge_says_whether_it_has_threads_for_goals(one_thread: bool, value: str) -> None:
    profile = PROFILES[1]
    with Bridge(profile, one_thread=one_thread) as bridge, Bare(bridge.url, profile) as client:
        name = "/rosbridge_websocket:send_action_goals_in_new_thread"
        client.say("call_service", service="/rosapi/get_param", args={"name": name}, id="p")
        found = client.wait(lambda message: message["op"] == "service_response")
    assert found is not None and found["values"]["value"] == value


def test_bridge_of_ros1_has_no_services_of_ros2() -> None:
    with Bridge(PROFILES[0], with_rosapi=False) as bridge, Bare(bridge.url, PROFILES[0]) as client:
        client.say("call_service", service="/rosapi/topics", id="one")
        found = client.wait(lambda message: message["op"] == "service_response")
    assert found is not None and found["result"] is False


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        (Kind.NAN, lambda message: message["position"].count(None) == 1),
        (Kind.MISSING_JOINT, lambda message: len(message["name"]) == 8),
        (Kind.SHORT, lambda message: len(message["position"]) == 7 and len(message["name"]) == 9),
    ],
    ids=lambda one: one.value if isinstance(one, Kind) else "",
)
def test_bridge_joint_states_go_wrong(kind: Kind, check) -> None:  # type: ignore[no-untyped-def]
    with Bridge(PROFILES[1], faults=[Fault(kind)]) as bridge, Bare(bridge.url, PROFILES[1]) as client:
        client.say("subscribe", topic="/joint_states")
        found = client.wait(lambda message: message["op"] == "publish")
    assert found is not None and check(found["msg"])


def test_bridge_stops_talking_at_a_time() -> None:
    profile = PROFILES[0]
    with Bridge(profile, faults=[Fault(Kind.FREEZE, after=0.2)]) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic="/joint_states")
        client.listen(0.4)
        client.say("call_service", service="/rosapi/topics", id="late")
        assert client.listen(0.2) == []
    assert bridge.received[-1].message["id"] == "late"  # what comes in is noted all the same


def test_bridge_tells_arm_and_fingers_apart() -> None:
    profile = PROFILES[1]
    with Bridge(profile, split=True) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic="/joint_states")
        lengths = {len(one["msg"]["name"]) for one in client.listen(0.2)}
    assert lengths == {7, 2}


def test_bridge_drops_a_share() -> None:
    profile = PROFILES[1]
    drop = Fault(Kind.DROP, Moment.ALWAYS, share=0.8, messages=("state",))
    with Bridge(profile, faults=[drop]) as bridge, Bare(bridge.url, profile) as client:
        client.say("subscribe", topic="/joint_states")
        assert 0 < len(client.listen(0.4)) < 25

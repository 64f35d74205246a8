"""Profiles of robots: those that come along, and what is found in others."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import pytest
import yaml
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.worlds.ros.profile.text import ProfileLanguage, profile_named, read_profile, shipped
from clairify_cli.worlds.ros.profile.values import (
    Dialect,
    Endpoint,
    HandSpeed,
    Model,
    Order,
    ProfileError,
    Reading,
    RobotProfile,
    Setting,
)
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Workspace

ROOT = Path(__file__).parents[3]
KEEP_IN = "keep_in: {low: [-0.4, -0.8, -0.1], high: [0.9, 0.8, 1.3]}"
SHIPPED = {name: (ROOT / "robots" / f"{name}.yaml").read_text(encoding="utf-8") for name in shipped()}


def read(text: str) -> tuple[RobotProfile | None, list[Diagnostic]]:
    """What is made of a text; where it does not say so itself, it extends franka-ros2 and keeps in a box."""
    whole = text if "profile" in text else f"profile: 1\nextends: franka-ros2\n{text}\n"
    whole += "" if "profile" in text or "keep_in" in text else KEEP_IN
    made, found = read_profile(Source(whole, "my.yaml"))
    assert (made is None) == any(one.is_error for one in found), shown(found)
    return made, found


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(f"{one.code} {one.span.line}:{one.span.column} {one.message} [{one.hint}]" for one in found)


def good(text: str) -> RobotProfile:
    made, found = read(text)
    assert made is not None and not found, shown(found)
    return made


def test_the_profiles_that_come_along() -> None:
    assert shipped() == ("franka-ros1", "franka-ros2")
    one, two = (profile_named(name) for name in shipped())
    assert (one.dialect, one.succeeded, one.joints[0]) == (Dialect.ROS1, (3,), "panda_joint1")
    assert (two.dialect, two.succeeded, two.joints[6]) == (Dialect.ROS2, (4,), "fr3_joint7")
    assert two.other_joints == (tuple(f"panda_joint{number}" for number in range(1, 8)),)
    assert (one.gripper.stop_is_service, two.gripper.stop_is_service) == (False, True)
    assert not one.unattended and not two.unattended
    with pytest.raises(ProfileError, match="franka-ros1, franka-ros2"):
        profile_named("franka")


def test_the_panda_has_the_limits_of_the_simulated_one() -> None:
    found = profile_named("franka-ros1").limits
    assert (found.lower, found.upper) == (limits.LOWER, limits.UPPER)
    assert (found.velocity, found.acceleration, found.jerk) == (limits.VELOCITY, limits.ACCELERATION, limits.JERK)


def test_what_differs_is_said_and_the_rest_is_kept() -> None:
    base = profile_named("franka-ros2")
    made = good(
        "name: mine\nunattended: true\nrate: 50\nlimits: {velocity: [1, 1, 1, 1, 60 deg/s, 2, 2]}\n"
        "trajectory: {action: /a/b}\ngripper: {stop: {service: /g/stop}, widest: 75 mm}\nwatching: {stale: 400 ms}\n"
        "devices:\n  balance: {reading: {topic: /balance, type: lab/msg/Weight}, member: grams.net}\n"
        "  hp1: {kind: hotplate, settings: {rpm: {service: /hp/rpm, type: lab/srv/Set, unconfirmed: allowed}}}\n"
    )
    assert (made.name, made.unattended, made.rate) == ("mine", True, 50.0)
    assert made.limits.velocity[4] == pytest.approx(1.0471975511965976)
    assert (made.limits.lower, made.joints) == (base.limits.lower, base.joints)
    assert (made.trajectory.name, made.trajectory.type) == ("/a/b", base.trajectory.type)
    assert (made.gripper.stop.name, made.gripper.stop_is_service, made.gripper.widest) == ("/g/stop", True, 0.075)
    assert (made.watching.stale, made.watching.start) == (0.4, 0.01)
    balance, plate = made.devices
    reading = balance.settings["mass"].reading
    assert reading is not None
    assert (balance.id, balance.kind, reading.endpoint.name, reading.member) == (
        "balance",
        "balance",
        "/balance",
        "grams.net",
    )
    rpm = plate.settings["rpm"]
    order = Order(Endpoint("/hp/rpm", "lab/srv/Set"), True, {})
    assert (plate.kind, rpm.order, rpm.reading) == ("hotplate", order, None)
    assert rpm.off == replace(order, content={"data": 0})


def test_a_whole_profile_of_its_own() -> None:
    text = SHIPPED["franka-ros1"] + KEEP_IN
    assert replace(good(text), keep_in=()) == profile_named("franka-ros1")
    for key in ("dialect", "model", "name", "trajectory", "joints", "joint_states", "limits", "gripper"):
        without = re.sub(rf"^{key}:.*\n(?:  .*\n)*", "", text, flags=re.MULTILINE)
        made, found = read(without)
        assert made is None, key
        assert [one.code for one in found] == ["RUN005"], (key, shown(found))
        assert key in found[0].message


def test_all_is_found_in_one_pass_and_in_order() -> None:
    _, found = read("limits: {velocity: [9, 1, 1, 1, 2, 2, 2], jolt: 1}\nrate: -1\nwatching: {stale: 4 s}\nfoo: 1\n")
    assert [one.code for one in found] == ["RUN305", "RUN003", "RUN007", "RUN307", "RUN003"]


def test_limits_near_the_ends_are_held_to_those_of_the_profile_that_is_extended() -> None:
    _, found = read("limits: {offset: [0.1, 1, 1, 1, 1, 1, 1], deceleration: [6, 3, 1, 1, 1, 1, 1]}\n")
    assert [(one.code, one.message.split(" of ")[0]) for one in found] == [
        ("RUN305", "`offset`"),
        ("RUN305", "`deceleration`"),
    ], shown(found)


def test_limits_are_held_to_those_of_the_model_also_where_no_profile_is_extended() -> None:
    """A Panda's joint 1 may turn further than that of an FR3, and less fast: neither passes for the other."""
    text = SHIPPED["franka-ros2"] + KEEP_IN
    assert good(text).model is Model.FR3
    wide = text.replace("  velocity: [2.62, 2.62,", "  velocity: [2.62, 9,")
    wide = wide.replace("  lower: [-2.7437,", "  lower: [-2.8,")
    made, found = read_profile(Source(wide, "own.yaml"))
    assert made is None and [one.code for one in found] == ["RUN305", "RUN305"]
    assert "`velocity` of joint 2 is 9, but the published limit of the model `fr3` is 2.62" in found[1].message
    _, found = read(text.replace("model: fr3", "model: panda"))
    assert {one.code for one in found} == {"RUN305"}
    _, found = read(re.sub(r"^  (offset|deceleration): .*\n", "", text, flags=re.MULTILINE))
    assert [one.code for one in found] == ["RUN005", "RUN005"], shown(found)


def test_another_model_than_the_extended_one_brings_its_joints_and_limits() -> None:
    made, panda = good("model: panda"), profile_named("franka-ros1")
    assert (made.model, made.joints, made.limits) == (Model.PANDA, panda.joints, panda.limits)
    assert made.trajectory == profile_named("franka-ros2").trajectory


def test_the_box_or_boxes_that_the_arm_stays_in() -> None:
    one = Workspace((-0.4, -0.8, -0.1), (0.9, 0.8, 1.3))
    assert good(KEEP_IN).keep_in == (one,)
    more = good("keep_in: [{low: [-40 cm, -0.8, -0.1], high: [0.9, 0.8, 1.3]}, {low: [0, 0, 0], high: [1, 1, 1]}]")
    assert more.keep_in == (one, Workspace((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)))
    for name in shipped():
        assert profile_named(name).keep_in == ()
        made, found = read(f"profile: 1\nextends: {name}\n")
        assert made is not None and [one.code for one in found] == ["RUN308"], shown(found)


def test_a_faster_hand_needs_a_reason() -> None:
    assert good("name: a").hand_speed == HandSpeed(0.25, "")
    assert good("hand_speed: {limit: 100 mm/s}").hand_speed == HandSpeed(0.1, "")
    assert good("hand_speed: {limit: 0.4 m/s, reason: fenced cell}").hand_speed == HandSpeed(0.4, "fenced cell")


def test_whoever_extends_a_profile_says_anew_that_nobody_need_be_there() -> None:
    assert not good("name: a").unattended
    assert good("unattended: true").unattended


def test_a_text_of_any_kind_is_no_error_of_ours() -> None:
    text = SHIPPED["franka-ros2"] + KEEP_IN
    for at, put in zip(range(0, len(text), 11), itertools.cycle(("{", "]", ": ", "\x00", "- ", "1e400", "''"))):
        read_profile(Source(text[:at] + put + text[at + 3 :], "cut.yaml"))


def test_comments_silence_findings() -> None:
    text = f"profile: 1\nextends: franka-ros2\n{KEEP_IN}\nwatching: {{stale: 4 s}}  # clairify: ignore RUN307 -- slow\n"
    from clairify_cli.languages.base import CheckOptions

    assert ProfileLanguage().check(Source(text), CheckOptions()) == []


def test_a_setting_with_all_that_it_may_have() -> None:
    made = good(
        "devices:\n  hp:\n    kind: hotplate\n    settings:\n      temperature:\n"
        "        topic: /hp/set\n        type: lab_msgs/msg/Set\n        member: set.celsius\n        limit: 120 °C\n"
        "        band: 5 °C\n        reading: {topic: /hp/state, type: lab_msgs/msg/State, "
        "member: celsius, stale: 2 s}\n"
        "        off: {service: /hp/off, type: lab_msgs/srv/Off, args: {on: false, plate: {number: 2, name: 'a'}},\n"
        "              reading: {topic: /hp/state, type: lab_msgs/msg/State, member: heats}}\n"
    )
    heat = made.devices[0].settings["temperature"]
    state = Endpoint("/hp/state", "lab_msgs/msg/State")
    assert heat == Setting(
        Order(Endpoint("/hp/set", "lab_msgs/msg/Set"), False, {}),
        Order(Endpoint("/hp/off", "lab_msgs/srv/Off"), True, {"on": False, "plate": {"number": 2, "name": "a"}}),
        5.0,
        "set.celsius",
        Reading(state, "celsius", 2.0),
        Reading(state, "heats"),
        120.0,
    )
    assert heat.to(45.0).content == {"set": {"celsius": 45}}


def test_units_of_a_device_are_its_own() -> None:
    made = good(
        "devices:\n  thermometer:\n    reading: {service: /t, type: lab/srv/Get, member: kelvin, unit: K, stamp: at}\n"
        "  pump: {settings: {volume: {topic: /p, type: std_msgs/msg/Float64, unit: L, limit: 50 mL, rate: 6,\n"
        "    reading: {topic: /ml, type: std_msgs/msg/Float64}}}}\n"
    )
    meter, pump = (one.settings for one in made.devices)
    reading = meter["temperature"].reading
    assert reading is not None and (reading.is_service, reading.scale, reading.stamp) == (True, (1.0, 273.15), "at")
    assert pump["volume"].to(20.0).content == {"data": 0.02} and pump["volume"].rate == 0.1
    made_, found = read("devices: {thermometer: {reading: {topic: /t, type: std_msgs/msg/Float64, unit: rpm}}}")
    assert made_ is None and "a unit of temperature (°C, C, K, °F)" in found[0].message


def test_a_setting_that_nothing_reads_back_is_remarked_on_unless_that_is_allowed() -> None:
    text = "devices: {stirrer: {settings: {rpm: {topic: /a, type: a/msg/B}}}}"
    made, found = read(text)
    assert made is not None and [one.code for one in found] == ["RUN312"]
    made, found = read(text.replace("a/msg/B}", "a/msg/B, unconfirmed: allowed}"))
    assert made is not None and found == []


def test_robot_state_may_be_elsewhere_or_left_out() -> None:
    base = profile_named("franka-ros2")
    made = good("robot_state: {topic: /arm/state}")
    assert made.robot_state is not None and base.robot_state is not None
    assert (made.robot_state.name, made.robot_state.type) == ("/arm/state", base.robot_state.type)
    assert good("robot_state: {watched: false}").robot_state is None
    text = SHIPPED["franka-ros1"] + KEEP_IN
    assert good(re.sub(r"^robot_state:.*\n(?:  .*\n)*", "", text, flags=re.MULTILINE)).robot_state is None


SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas" / "robot-profile.schema.json").read_text(encoding="utf-8"))
VALID: Any = jsonschema.Draft202012Validator(SCHEMA)
SHOWN = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "robot.md").read_text(encoding="utf-8"), re.DOTALL)
TEXTS = [*((ROOT / "robots" / f"{name}.yaml").read_text(encoding="utf-8") for name in shipped()), *SHOWN]


class Loader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `off` and `on` are words."""


Loader.yaml_implicit_resolvers = {
    first: [one for one in known if one[0] != "tag:yaml.org,2002:bool" or first not in "oO"]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load(text: str) -> Any:
    return yaml.load(text, Loader)


@pytest.mark.parametrize("text", TEXTS)
def test_good_profiles_are_good(text: str) -> None:
    VALID.validate(load(text))


@pytest.mark.parametrize(
    "text",
    stored(__file__, "what_the_reader_refuses_is_refused"),
)
def test_what_the_reader_refuses_is_refused(text: str) -> None:
    assert read_profile(Source(text, "bad.yaml"))[0] is None
    with pytest.raises(jsonschema.ValidationError):
        VALID.validate(load(text))

"""Check that the arm is the profile's model, by its joint names and its `robot_description`.

Motions are made for the geometry of a Panda, which an FR3 shares: Franka's "Robot and interface specifications",
Denavit-Hartenberg parameters, and `kinematics.yaml` in franka_description. Another arm of seven joints would accept the
same angles but be in another place.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, ParseError, fromstring

import numpy as np
import pinocchio
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros import discovery
from clairify_cli.worlds.ros.link.messages import subscribe, unsubscribe
from clairify_cli.worlds.ros.profile.text import published
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError, remark
from clairify_cli.worlds.ros.session import Session

Matrix = NDArray[np.float64]

_KINEMATICS = (
    (0.0, 0.0, 0.333),
    (-math.pi / 2, 0.0, 0.0),
    (math.pi / 2, 0.0, 0.316),
    (math.pi / 2, 0.0825, 0.0),
    (-math.pi / 2, -0.0825, 0.384),
    (math.pi / 2, 0.0, 0.0),
    (math.pi / 2, 0.088, 0.0),
)
"""Craig's parameters by joint: twist (rad) and length (m) before it, and its offset (m) along its own axis."""
_SAME = 0.001
"""How far (m, or of a unit vector) an origin or an axis may be from the published one."""
_ROUNDING = 0.01
"""How far (rad) a description's limit may exceed the published one, which some descriptions round."""
_LARGEST = 2_000_000
"""The longest description (characters) that is read; Franka's have about 50,000."""
_DEEPEST = 20
_PARAMETER = "/robot_state_publisher:robot_description"
"""Where rosapi has the description in ROS 2, if the bridge does not deliver latched messages."""


def confirm(session: Session, known: discovery.Graph | None, joints: tuple[str, ...]) -> tuple[str, ...]:
    """Return remarks on the arm. Raises `HaltError` if it is not, or may not be, the profile's model."""
    profile, text = session.profile, _read(session, known)
    model = profile.model.value
    if text is not None:
        wrong = unlike(text, joints, profile)
        if wrong is None:
            return ()
        found = f"{profile.description} describes another arm: {wrong}"
    elif _named_after(model, joints):
        return (remark("unread-description", topic=profile.description, model=model),)
    else:
        found = f"its joints are called {joints[0]} and so on, and {profile.description} cannot be read"
    message = f"The arm is not known to be the {model} of the profile, so it is not moved: {found}."
    raise HaltError(Cause.OTHER_ARM, message, expected=f"a {model}", actual=" ".join(joints))


def _named_after(model: str, joints: Sequence[str]) -> bool:
    """Whether joints have the names that Franka's drivers give a model's, with or without a prefix."""
    prefix = joints[0].removesuffix(f"{model}_joint1")
    return re.fullmatch(r"(.*[_/])?", prefix) is not None and list(joints) == [
        f"{prefix}{model}_joint{number}" for number in range(1, 8)
    ]


def _read(session: Session, known: discovery.Graph | None) -> str | None:
    """Read the URDF; None if nobody provides it."""
    profile = session.profile
    ros2 = profile.dialect is Dialect.ROS2
    topic = Endpoint(profile.description, "std_msgs/msg/String")
    told: list[object] = []
    if ros2 and (known is None or topic.name in known.topics):
        with session.hearing.condition:
            session.hearing.listeners[topic.name] = lambda message, at: told.append(message.get("data"))
        session.send(subscribe(topic.name, topic.type))
        session.until(lambda: bool(told), min(1.0, profile.watching.answer))
        session.send(unsubscribe(topic.name))
    if not told and known is not None:
        asked: dict[str, object] = {
            "name": _PARAMETER if ros2 else topic.name,
            "default_value" if ros2 else "default": "",
        }
        value = discovery.text_of(discovery.ask(session, "/rosapi/get_param", asked), "value")
        try:
            told.append(json.loads(value))
        except ValueError:
            told.append(value)
    return told[0] if told and isinstance(told[0], str) and told[0].strip() else None


@dataclass(frozen=True, slots=True)
class _Joint:
    """A joint of a URDF: its links, its pose (4, 4) in the parent link, axis (3,), limits (rad, rad/s)."""

    fixed: bool
    parent: str
    child: str
    pose: Matrix
    axis: Matrix
    lower: float
    upper: float
    velocity: float


def unlike(text: str, joints: Sequence[str], profile: RobotProfile) -> str | None:
    """Return how a URDF differs from the profile's model, as part of a sentence; None if it does not.

    The pose of the base is left to the scene. Document types are refused so that no entities are expanded.
    """
    if len(text) > _LARGEST or "<!DOCTYPE" in text:
        return "it is too long, or has a document type"
    try:
        named = {one.get("name", ""): _joint(one) for one in fromstring(text).findall("joint")}
    except (ParseError, ValueError) as error:
        return f"it is no URDF ({error})"
    limits, most = profile.limits, published(profile.model).limits
    by_child = {one.child: one for one in named.values()}
    above: str | None = None
    for n, name in enumerate(joints):
        joint = named.get(name)
        if joint is None or joint.fixed:
            return f"it has no joint {name} that turns"
        pose = joint.pose if above is None else _seen_from(above, joint, by_child)
        twist, length, offset = _KINEMATICS[n]
        place = (length, -math.sin(twist) * offset, math.cos(twist) * offset)
        if pose is None or np.abs(pose - _pose(place, (twist, 0.0, 0.0))).max() > _SAME:
            return f"{name} is not where joint {n + 1} of a {profile.model.value} is"
        if np.abs(joint.axis - (0.0, 0.0, 1.0)).max() > _SAME:
            return f"{name} does not turn about its z axis"
        if joint.lower < most.lower[n] - _ROUNDING or joint.upper > most.upper[n] + _ROUNDING:
            return (
                f"{name} turns from {joint.lower:g} to {joint.upper:g} rad, and that of a {profile.model.value} "
                f"from {most.lower[n]:g} to {most.upper[n]:g} rad"
            )
        beyond = limits.lower[n] < joint.lower - _SAME or limits.upper[n] > joint.upper + _SAME
        if beyond or limits.velocity[n] > joint.velocity + _SAME:
            return (
                f"{name} turns from {joint.lower:g} to {joint.upper:g} rad at {joint.velocity:g} rad/s, and `limits` "
                "of the profile allow more"
            )
        above = joint.child
    return None


def _joint(element: Element) -> _Joint:
    """Read a joint; ValueError if its numbers are invalid."""
    parent, child, origin, axis, limit = map(element.find, ("parent", "child", "origin", "axis", "limit"))
    read = _numbers(origin, "xyz", (0.0, 0.0, 0.0)), _numbers(origin, "rpy", (0.0, 0.0, 0.0))
    lower, upper, velocity = (_numbers(limit, name, (0.0,))[0] for name in ("lower", "upper", "velocity"))
    return _Joint(
        element.get("type") != "revolute",
        "" if parent is None else parent.get("link", ""),
        "" if child is None else child.get("link", ""),
        _pose(*read),
        np.array(_numbers(axis, "xyz", (1.0, 0.0, 0.0))),
        lower,
        upper,
        velocity,
    )


def _numbers(element: Element | None, name: str, usual: tuple[float, ...]) -> tuple[float, ...]:
    words = None if element is None else element.get(name)
    values = usual if words is None else tuple(map(float, words.split()))
    if len(values) != len(usual) or not all(map(math.isfinite, values)):
        raise ValueError(f"`{name}` is `{words}`"[:100])
    return values


def _pose(xyz: Sequence[float], rpy: Sequence[float]) -> Matrix:
    """(4, 4): URDF turns about x, then y, then z of the fixed frame."""
    return np.asarray(pinocchio.SE3(pinocchio.rpy.rpyToMatrix(*rpy), np.array(xyz)).homogeneous)


def _seen_from(link: str, joint: _Joint, by_child: dict[str, _Joint]) -> Matrix | None:
    """Return the pose of a joint in an earlier link, through fixed joints only; None if there are others between."""
    pose, at = joint.pose, joint.parent
    for _ in range(_DEEPEST):
        if at == link:
            return pose
        between = by_child.get(at)
        if between is None or not between.fixed:
            return None
        pose, at = between.pose @ pose, between.parent
    return None

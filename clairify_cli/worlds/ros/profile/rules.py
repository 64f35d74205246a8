"""The rules of robots' profiles, beside those that they share with scenes (RUN001, RUN003 to RUN009, RUN019)."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule

KEEP_IN = "keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}"
"""An example: around a bench before the arm and its base, in m."""


@rule("RUN301", "not-a-profile", Severity.ERROR)
def not_a_profile(found: str) -> Message:
    """The text is no profile of a robot, or one of another version.

    Finds a text without `profile: 1` at its top level, by which a profile is told from other YAML.

    Wrong:
        profile: 7
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}

    Right:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    return Message(f"{found}, where a robot's profile begins with `profile: 1`", "write `profile: 1` on the first line")


@rule("RUN302", "bad-ros-name", Severity.ERROR)
def bad_ros_name(what: str, written: str, expected: str, example: str) -> Message:
    """A name or a type that ROS would not take.

    Finds names of actions, services and topics that do not begin with `/` or have other characters than letters,
    digits and `_` between slashes, types that are not written as the dialect writes them (`std_msgs/Float64` in ROS 1,
    `std_msgs/msg/Float64` in ROS 2), and names of joints that no robot description has. What is asked for by a wrong
    name is answered by nobody, and a message of a wrong type is dropped without a word.

    Wrong:
        joint_states: {topic: joint states, type: sensor_msgs/JointState}

    Right:
        joint_states: {topic: /joint_states, type: sensor_msgs/msg/JointState}
    """
    return Message(f"{what} is `{written}`, which is no {expected}", f"write it like `{example}`")


@rule("RUN303", "unknown-profile", Severity.ERROR)
def unknown_profile(name: str, known: tuple[str, ...]) -> Message:
    """A profile extends one that does not come along.

    Finds an `extends` that names none of the profiles that come with `clairify`. What it does not say itself, a
    profile has from the one that it extends.

    Wrong:
        profile: 1
        extends: franka-ros3
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}

    Right:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    near = nearest(name, known)
    meant = f"`{near}` is meant?" if near is not None else f"those that come along are {listing(known)}"
    return Message(f"there is no profile `{name}` to extend", meant)


@rule("RUN304", "limits-empty", Severity.ERROR)
def limits_empty(joint: int, low: float, high: float) -> Message:
    """A joint whose lower limit is not below its upper one could not move.

    Finds lists of limits that were changed one without the other, or that are in the wrong order.

    Wrong:
        limits:
          lower: [2.7, -1.7, -2.9, -3.0, -2.8, 0.6, -3.0]
          upper: [-2.7, 1.7, 2.9, -0.2, 2.8, 4.5, 3.0]

    Right:
        limits:
          lower: [-2.7, -1.7, -2.9, -3.0, -2.8, 0.6, -3.0]
          upper: [2.7, 1.7, 2.9, -0.2, 2.8, 4.5, 3.0]
    """
    return Message(
        f"joint {joint} may go from {low:g} to {high:g} rad, which is nowhere",
        "the lower limit must be below the upper one",
    )


@rule("RUN305", "limits-raised", Severity.ERROR)
def limits_raised(quantity: str, joint: int, value: float, known: float, model: str) -> Message:
    """A limit of a joint is wider than the maker of the arm publishes.

    Finds angles, velocities, accelerations and jerks beyond those of the profile's `model`, and an `offset` or a
    `deceleration` by which a joint may be faster near the ends of its range. The arm's own controller would stop in the
    middle of a motion, and a motion is only as safe as the numbers that it is checked against.

    Wrong:
        profile: 1
        extends: franka-ros2
        limits: {velocity: [3, 3, 3, 3, 6, 6, 6]}
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}

    Right:
        profile: 1
        extends: franka-ros2
        limits: {velocity: [1, 1, 1, 1, 2, 2, 2]}
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    return Message(
        f"{quantity} of joint {joint} is {value:g}, and {known:g} is the published limit of the model `{model}`",
        "write a limit that is no wider",
    )


@rule("RUN306", "other-dialect", Severity.ERROR)
def other_dialect(found: str, extended: str, name: str) -> Message:
    """A profile speaks another dialect than the one that it extends.

    Finds a `dialect` that differs from that of the profile in `extends`: types, statuses of goals and how a hand is
    stopped differ with it, so that nothing of the other profile would be right.

    Wrong:
        profile: 1
        extends: franka-ros2
        dialect: ros1
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}

    Right:
        profile: 1
        extends: franka-ros1
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    return Message(
        f"the dialect is `{found}`, and that of `{name}` is `{extended}`", "extend a profile of this dialect"
    )


@rule("RUN307", "unwatched", Severity.WARNING)
def unwatched(what: str, value: str, usual: str) -> Message:
    """A limit of the watchdog is far wider than the usual one.

    Finds limits that let a fault go unnoticed for long: more than four times what holds without a profile's word.

    Wrong:
        profile: 1
        extends: franka-ros2
        watching: {stale: 4 s}
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}

    Right:
        profile: 1
        extends: franka-ros2
        watching: {stale: 0.5 s}
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    return Message(f"{what} is {value}, and {usual} is usual", "a fault is noticed that much later")


@rule("RUN308", "no-keep-in", Severity.WARNING)
def no_keep_in() -> Message:
    """A profile does not say where the arm must stay.

    Finds profiles without `keep_in`, the box (or list of boxes) in the frame of the scene that the arm, its hand and
    what it holds never leave. With such a profile no arm is moved; `--dry-run` works. Each cell needs its own numbers,
    so no bundled profile has any. The base of the arm has to be inside as well.

    Wrong:
        profile: 1
        extends: franka-ros2

    Right:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
    """
    return Message(
        "the profile has no `keep_in`, so no arm is moved with it",
        f"write the box that the arm must not leave, in m in the frame of the scene, such as `{KEEP_IN}`",
    )


@rule("RUN311", "no-off", Severity.ERROR)
def no_off(what: str) -> Message:
    """A temperature that can be set has no `off`.

    Finds a `temperature` among the `settings` of a device without `off`. 0 °C is a setpoint, not "off": a device may
    refuse it, or keep the last one. Devices are switched off at the end of a run and at every stop, so it must be known
    how: a value of the same setting, or a topic or service of its own with its arguments.

    Wrong:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
        devices:
          hotplate:
            settings:
              temperature:
                topic: /plate/set
                type: std_msgs/msg/Float64
                reading: {topic: /plate/celsius, type: std_msgs/msg/Float64}

    Right:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
        devices:
          hotplate:
            settings:
              temperature:
                topic: /plate/set
                type: std_msgs/msg/Float64
                reading: {topic: /plate/celsius, type: std_msgs/msg/Float64}
                off: {service: /plate/heat, type: std_srvs/srv/SetBool, args: {data: false}}
    """
    return Message(
        f"{what} has no `off`, and 0 °C does not switch a heater off",
        "write `off:` with a value, or with the topic or service that switches it off, its `type` and its `args`",
    )


@rule("RUN312", "not-read-back", Severity.WARNING)
def not_read_back(what: str) -> Message:
    """Nothing shows what a setting of a device is.

    Finds a setting without `reading`. A message that a device did not take, or a plate that gets too hot, is noticed by
    its reading only. A run that makes such a setting ends `unconfirmed`, with exit code 1, unless the setting has
    `unconfirmed: allowed`.

    Wrong:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
        devices:
          stirrer:
            settings:
              rpm: {topic: /stirrer/set, type: std_msgs/msg/Int32}

    Right:
        profile: 1
        extends: franka-ros2
        keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}
        devices:
          stirrer:
            settings:
              rpm:
                topic: /stirrer/set
                type: std_msgs/msg/Int32
                reading: {topic: /stirrer/rpm, type: std_msgs/msg/Int32}
    """
    return Message(
        f"{what} has no `reading`, so a run with it ends unconfirmed",
        "write the topic that shows it as `reading:`, or `unconfirmed: allowed` where nothing can show it",
    )

"""What a robot behind rosbridge is called and what it may do, as its profile (YAML) says."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from clairify_cli.worlds.scene.model import Workspace


class ProfileError(ValueError):
    """There is no such profile, or a robot is not as its profile says; the message is a sentence."""


class Dialect(enum.Enum):
    """How actions are spoken over rosbridge."""

    ROS1 = "ros1"
    """actionlib: the topics `goal`, `cancel`, `status`, `feedback` and `result` under the action's name."""
    ROS2 = "ros2"
    """The operations `send_action_goal`, `cancel_action_goal`, `action_feedback` and `action_result`."""


class Model(enum.Enum):
    """The arms whose geometry is that of the simulated one: Franka's "Robot and interface specifications" publish the
    same Denavit-Hartenberg parameters for both. Their limits differ."""

    PANDA = "panda"
    FR3 = "fr3"


@dataclass(frozen=True, slots=True)
class HandSpeed:
    """How fast any point of the hand, and of what it holds, may move (m/s). `reason` says why it may exceed `SLOW`."""

    limit: float = 0.25
    reason: str = ""


SLOW = HandSpeed().limit
"""The speed (m/s) of manual reduced-speed control in ISO 10218-1; a profile needs a reason to allow more."""


@dataclass(frozen=True, slots=True)
class JointLimits:
    """What each of seven joints may do: rad, rad/s, rad/s², rad/s³.

    Where there are an `offset` (rad/s) and a `deceleration` (rad/s²), a joint that moves towards an end of its range d
    away may be no faster than sqrt(2 · deceleration · d) - offset: the rule of an FR3 (libfranka's limits of velocity
    by position), there with ends some thousandths of a rad further out.
    """

    lower: tuple[float, ...]
    upper: tuple[float, ...]
    velocity: tuple[float, ...]
    acceleration: tuple[float, ...]
    jerk: tuple[float, ...]
    offset: tuple[float, ...] | None = None
    deceleration: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An action, service or topic: its name, and its type as ROS writes it."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Gripper:
    """The hand. `stop` is an action in ROS 1 and a service in ROS 2, which `stop_is_service` says.

    `joints` are its fingers in the joint states, of which the width is the sum. `speed` in m/s.
    """

    homing: Endpoint
    move: Endpoint
    grasp: Endpoint
    stop: Endpoint
    stop_is_service: bool
    joints: tuple[str, ...]
    speed: float = 0.05
    widest: float = 0.08


class Mode(enum.Enum):
    """What a robot may say that it is in: the modes of libfranka's `RobotMode`."""

    IDLE = "idle"
    """Nothing moves the arm; it may be."""
    MOVE = "move"
    """A controller has the arm."""
    GUIDING = "guiding"
    """A person guides the arm by hand."""
    REFLEX = "reflex"
    """The arm has stopped by itself, such as after a collision."""
    USER_STOPPED = "user_stopped"
    ERROR_RECOVERY = "error_recovery"
    """It is coming back from an error."""
    OTHER = "other"

    @property
    def words(self) -> str:
        """As a sentence has it."""
        return self.value.replace("_", " ")


DESCRIPTION = "/robot_description"
"""Where drivers have the URDF of the arm, unless the profile names something else."""
ROBOT_MODE = "robot_mode"
"""Where the messages of Franka's drivers have the mode."""


@dataclass(frozen=True, slots=True)
class Modes:
    """How a robot says which mode it is in: a number in `member` of its messages, of which `codes` has the meaning.

    A run begins in one of `begin` only, and goes on in one of `running` only.
    """

    codes: Mapping[int, Mode]
    begin: tuple[Mode, ...] = (Mode.IDLE, Mode.MOVE)
    running: tuple[Mode, ...] = (Mode.IDLE, Mode.MOVE)
    member: str = ROBOT_MODE


@dataclass(frozen=True, slots=True)
class Watching:
    """The limits of the watchdog, in s and rad: `lag` of the robot's clock, all others of the clock on the wall.

    A motion may last `times` × what was planned and `grace` more. `start` is how far from its first point the arm may
    be before it, `following` how far from its path during it, within `lag` s of where it should be. Joint states may be
    `stale` s old, and what the robot says of its state, once it has, `robot_state` s. An arm that should stand may be
    `standing` rad from where it should. `feedback` is how long an action
    may give none, `answer` how long a request may go unanswered.
    """

    start: float = 0.01
    end: float = 0.01
    standing: float = 0.01
    following: float = 0.05
    lag: float = 0.5
    stale: float = 0.5
    robot_state: float = 1.0
    feedback: float = 0.5
    answer: float = 2.0
    times: float = 1.1
    grace: float = 0.5


STALE = 3.0
"""How old (s) what a device shows may be, unless the profile says otherwise."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A topic on which a device shows a number, in `member` of its messages, which may be `stale` s old."""

    endpoint: Endpoint
    member: str = "data"
    stale: float = STALE


@dataclass(frozen=True, slots=True)
class Order:
    """What a device is told: a message on a topic, or the arguments of a service."""

    endpoint: Endpoint
    is_service: bool
    content: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set of a device: a number in `member` of what is sent to `endpoint`.

    `off` switches it off; `heater` shows 0 or false once it is off. `reading` shows what it is, None where nothing
    does: once it has come within `band` of what was set it must stay there, and it never exceeds `limit` (°C, rpm).
    `may_be_unconfirmed` is whether a run may be done without any evidence of what was set.
    """

    endpoint: Endpoint
    off: Order
    band: float
    is_service: bool = False
    member: str = "data"
    reading: Reading | None = None
    heater: Reading | None = None
    limit: float | None = None
    may_be_unconfirmed: bool = False

    def order(self, value: float) -> Order:
        """What sets it."""
        return Order(self.endpoint, self.is_service, nested(self.member, value))


@dataclass(frozen=True, slots=True)
class BenchDevice:
    """A device of the bench that ROS reaches. `id` is that of the scene, or a kind (`balance`, `hotplate`, `stirrer`).

    A balance has a `reading` in g, others have settings: `temperature` (°C), `rpm`.
    """

    id: str
    kind: str
    reading: Reading | None = None
    settings: Mapping[str, Setting] = field(default_factory=dict)


def nested(member: str, value: float) -> Mapping[str, object]:
    """A message with a value under a name, or under several with dots between them.

    A whole number is an `int`: rosbridge takes it for a member of either kind, but no `float` for a whole one.
    """
    content: object = int(value) if float(value).is_integer() else float(value)
    for name in reversed(member.split(".")):
        content = {name: content}
    assert isinstance(content, dict)
    return content


@dataclass(frozen=True, slots=True)
class RobotProfile:
    """A robot behind rosbridge.

    `trajectory` is its `FollowJointTrajectory` action, `other_trajectories` are the names that it may have instead;
    `joints` are its seven joints, `other_joints` those of older drivers. `succeeded` and `cancelled` are the statuses
    of a goal that mean so. `robot_state` is the topic on which the robot says what state it is in, None where nobody
    listens, and `modes` what of that is its mode, None where that is not known. The arm stays inside the boxes
    `keep_in`, in the frame of the scene; it moves only where there are some. `description` is the topic (ROS 2) or the
    parameter (ROS 1) with the arm's URDF. `unattended` allows a run without a
    person (`--yes` without a terminal). `rate` is how much faster than the clock on the wall the robot's runs: 1, but
    for a simulated robot.
    """

    name: str
    dialect: Dialect
    model: Model
    trajectory: Endpoint
    joints: tuple[str, ...]
    joint_states: Endpoint
    limits: JointLimits
    gripper: Gripper
    succeeded: tuple[int, ...]
    cancelled: tuple[int, ...]
    other_trajectories: tuple[str, ...] = ()
    other_joints: tuple[tuple[str, ...], ...] = ()
    robot_state: Endpoint | None = None
    devices: tuple[BenchDevice, ...] = ()
    watching: Watching = Watching()
    unattended: bool = False
    rate: float = 1.0
    modes: Modes | None = None
    keep_in: tuple[Workspace, ...] = ()
    hand_speed: HandSpeed = HandSpeed()
    description: str = DESCRIPTION

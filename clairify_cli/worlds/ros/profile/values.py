"""The names and limits of a robot behind rosbridge, from its profile (YAML)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, ClassVar

from clairify_cli.documents import quantities
from clairify_cli.documents.forms import Line, List, Number
from clairify_cli.documents.quantities import ACCELERATION, JERK, JOINT, NUMBER, SPEED, TIME, VELOCITY, Kind
from clairify_cli.documents.records import Entry, Says, fields_of
from clairify_cli.documents.yaml_tree import Sequence
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.ros.profile.rules import rules
from clairify_cli.worlds.scene.model import Workspace

_MOST_JOINTS = 12
"""The longest list of joints that is read; its length is also checked against the model's."""
_CARELESS = 4.0
"""A watchdog limit more than this many times its default gets a warning."""
_FASTEST = 1.7
"""The speed (m/s) that Franka's specifications allow the hand of a Panda."""


class ProfileError(ValueError):
    """There is no such profile, or a robot does not match it; the message is a sentence."""


class Dialect(enum.Enum):
    """The dialect of actions over rosbridge."""

    ROS1 = "ros1"
    """actionlib: the topics `goal`, `cancel`, `status`, `feedback` and `result` under the action's name."""
    ROS2 = "ros2"
    """The operations `send_action_goal`, `cancel_action_goal`, `action_feedback` and `action_result`."""


class Model(enum.Enum):
    """Arms that share the simulated arm's geometry, with different limits.

    Franka's "Robot and interface specifications" publish the same Denavit-Hartenberg parameters for both.
    """

    PANDA = "panda"
    FR3 = "fr3"


@dataclass(frozen=True, slots=True)
class Given:
    """Context for a profile's rules; a field is None if unknown, or while the profile that defines it is being read."""

    dialect: Dialect | None
    published: RobotProfile | None


@dataclass(frozen=True, slots=True)
class HandSpeed(Entry):
    """The speed limit for every point of the hand and of a held object."""

    limit: Annotated[float, Says(Number(SPEED, 0.001, _FASTEST), needed=True)] = 0.25
    reason: Annotated[str, Line()] = ""

    def check(self) -> None:
        if self.limit > SLOW and not self.has("reason"):
            self.where.missing(("reason",), f"say why the hand may be faster than {1000 * SLOW:g} mm/s")


SLOW = HandSpeed().limit
"""The speed (m/s) of manual reduced-speed control in ISO 10218-1; a profile needs a reason to allow more."""


ROWS = range(1, _MOST_JOINTS + 1)
"""The possible numbers of joints."""


def _each(kind: Kind, low: float, high: float) -> List:
    return List(Number(kind, low, high), "a list of numbers, one for each joint", ROWS)


@dataclass(frozen=True, slots=True)
class JointLimits(Entry):
    """The limits of the joints: rad, rad/s, rad/s², rad/s³; no wider than the manufacturer's limits for the `model`.

    With an `offset` (rad/s) and a `deceleration` (rad/s²), a joint moving towards the end of its range at a distance d
    may be no faster than sqrt(2 · deceleration · d) - offset: the FR3's rule (libfranka's position-based velocity
    limits), there with ends a few thousandths of a rad further out.
    """

    partial: ClassVar[bool] = True
    lower: Annotated[tuple[float, ...], _each(JOINT, -10, 10)]
    upper: Annotated[tuple[float, ...], _each(JOINT, -10, 10)]
    velocity: Annotated[tuple[float, ...], _each(VELOCITY, 0.001, 20)]
    acceleration: Annotated[tuple[float, ...], _each(ACCELERATION, 0.001, 200)]
    jerk: Annotated[tuple[float, ...], _each(JERK, 0.01, 100_000)]
    offset: Annotated[tuple[float, ...] | None, _each(VELOCITY, 0, 20)] = None
    deceleration: Annotated[tuple[float, ...] | None, _each(ACCELERATION, 0.001, 200)] = None

    def check(self) -> None:
        given, at = self.where.findings.context, self.where.findings
        published = given.published if isinstance(given, Given) else None
        if self.has(*_NEAR_ENDS) or (published is not None and published.limits.offset is not None):
            for name in _NEAR_ENDS:
                if not self.has(name):
                    self.where.missing((name,))
        for joint, (low, high) in enumerate(zip(self.lower, self.upper, strict=False), 1):
            if not low < high:
                at.add(rules.limits_empty(self.where.span("lower"), joint, low, high))
        if published is not None:
            for name in fields_of(JointLimits):
                self._refuse_wider(name, getattr(published.limits, name), published.model)

    def _refuse_wider(self, name: str, published: tuple[float, ...] | None, model: Model) -> None:
        values, node, at = getattr(self, name), self.where.values.get(name), self.where.findings
        widest = min if name in ("lower", "offset") else max
        if not isinstance(node, Sequence) or values is None or published is None:
            return
        if len(values) != len(published):
            self.where.wrong(name, f"a list of {len(published)} numbers, one for each joint")
            return
        for joint, (value, most) in enumerate(zip(values, published, strict=True)):
            if widest(value, most) != most:
                span = at.span(node.items[joint])
                at.add(rules.limits_raised(span, f"`{name}`", joint + 1, value, most, model.value))


_NEAR_ENDS = ("offset", "deceleration")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The name of an action, service or topic, and its ROS type."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Gripper:
    """The hand. `stop` is a service in ROS 2 (`stop_is_service`) and an action in ROS 1.

    `joints` are its fingers in the joint states; the width is their sum. `other_joints` and `others` are the finger
    and node names of other driver generations. `speed` is in m/s, `widest` in m.
    """

    homing: Endpoint
    move: Endpoint
    grasp: Endpoint
    stop: Endpoint
    stop_is_service: bool
    joints: tuple[str, ...]
    speed: float = 0.05
    widest: float = 0.08
    others: tuple[str, ...] = ()
    other_joints: tuple[tuple[str, ...], ...] = ()

    @property
    def node(self) -> str:
        """The name of its node, the prefix of its other names."""
        return self.move.name.rpartition("/")[0]


class Mode(enum.Enum):
    """The modes that a robot may report: libfranka's `RobotMode`, in the order of their numbers."""

    OTHER = "other"
    IDLE = "idle"
    """Nothing moves the arm, but something may."""
    MOVE = "move"
    """A controller moves the arm."""
    GUIDING = "guiding"
    """A person guides the arm by hand."""
    REFLEX = "reflex"
    """The arm has stopped by itself, for example after a collision."""
    USER_STOPPED = "user_stopped"
    ERROR_RECOVERY = "error_recovery"
    """It is recovering from an error."""

    @property
    def words(self) -> str:
        """The mode as words for a sentence."""
        return self.value.replace("_", " ")


FIT = (Mode.IDLE, Mode.MOVE)
"""The modes in which a run may begin and continue."""


DESCRIPTION = "/robot_description"
"""Where drivers publish the arm's URDF, unless the profile names another place."""

_ANGLE = Number(JOINT, 0.0001, 0.1)


@dataclass(frozen=True, slots=True)
class Watching(Entry):
    """The watchdog's limits: `lag` is in s of the robot's clock, all other times in s of wall-clock time."""

    start: Annotated[float, _ANGLE] = 0.01
    end: Annotated[float, _ANGLE] = 0.02
    standing: Annotated[float, _ANGLE] = 0.01
    following: Annotated[float, Number(JOINT, 0.001, 0.5)] = 0.05
    lag: Annotated[float, Number(TIME, 0, 5)] = 0.5
    stale: Annotated[float, Number(TIME, 0.02, 5)] = 0.5
    slow: Annotated[float, Number(TIME, 0.02, 10)] = 1.0
    robot_state: Annotated[float, Number(TIME, 0.1, 10)] = 1.0
    feedback: Annotated[float, Number(TIME, 0.05, 10)] = 0.5
    answer: Annotated[float, Number(TIME, 0.1, 30)] = 2.0
    times: Annotated[float, Number(NUMBER, 1, 3)] = 1.1
    grace: Annotated[float, Number(TIME, 0, 30)] = 0.5

    def check(self) -> None:
        for name, (_, says, usual) in fields_of(Watching).items():
            value, form = getattr(self, name), says.form
            if value > _CARELESS * usual and isinstance(form, Number):
                shown, known = (f"{one:g} {form.kind.unit}".rstrip() for one in (value, usual))
                self.where.findings.add(rules.unwatched(self.where.span(name), self.where.what(name), shown, known))


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a device sets or shows, in the first unit of `kind`.

    A reading reaches its setpoint when it is within `near` of it, which may take `slowest` s; from then on it stays
    within `band`, unless the profile gives another one.
    """

    kind: Kind
    near: float
    band: float
    slowest: float


MASS, TEMPERATURE, RPM, VOLUME = "mass", "temperature", "rpm", "volume"
QUANTITIES = {
    MASS: Quantity(quantities.MASS, 0.0, 0.0, 0.0),
    TEMPERATURE: Quantity(quantities.TEMPERATURE, 3.0, 10.0, 7200.0),
    RPM: Quantity(quantities.TURNS, 30.0, 30.0, 30.0),
    VOLUME: Quantity(quantities.VOLUME, 0.5, 1.0, 1800.0),
}
READ = {"balance": MASS, "thermometer": TEMPERATURE}
"""The quantity of each kind of device that is only read."""
CHILLER = "chiller"
SETTINGS = {"hotplate": (TEMPERATURE, RPM), "stirrer": (RPM,), CHILLER: (TEMPERATURE,), "pump": (VOLUME,)}
"""The quantities that can be set, by kind of device."""
KINDS = (*READ, *SETTINGS)

STALE = 3.0
"""The default maximum age (s) of a reading."""
EVERY = 1.0
"""The default interval (s) at which a service is asked for a reading."""

Scale = tuple[float, float]
"""Factor and offset from a number in our unit to one in the device's own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A topic, or a service called every `every` s with `args`, that shows a number in the `member` of its messages.

    It may be `stale` s old, counted from its `stamp` (a member of the message) or else from its arrival.
    """

    endpoint: Endpoint
    member: str = "data"
    stale: float = STALE
    stamp: str = "header.stamp"
    scale: Scale = (1.0, 0.0)
    is_service: bool = False
    args: Mapping[str, object] = field(default_factory=dict)
    every: float = EVERY


@dataclass(frozen=True, slots=True)
class Order:
    """What is sent to a device: a message on a topic, or the arguments of a service."""

    endpoint: Endpoint
    is_service: bool
    content: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Setting:
    """A quantity of a device: `order` sets it, with the number in its `member`; None if it is only read.

    `off` switches it off; `heater` shows 0 or false once it is off. `reading` shows its value, None if nothing does:
    once within `band` of the setpoint it must stay there, and it never exceeds `limit` (falls below it with `cools`).
    The setpoint changes by at most `rate` per second. With `may_be_unconfirmed`, a run may succeed without evidence of
    the setting.
    """

    order: Order | None = None
    off: Order | None = None
    band: float = 0.0
    member: str = "data"
    reading: Reading | None = None
    heater: Reading | None = None
    limit: float | None = None
    may_be_unconfirmed: bool = False
    scale: Scale = (1.0, 0.0)
    rate: float | None = None
    cools: bool = False

    def to(self, value: float) -> Order:
        """Return the order that sets a value."""
        assert self.order is not None
        number = nested(self.member, value * self.scale[0] + self.scale[1])
        return Order(self.order.endpoint, self.order.is_service, {**self.order.content, **number})


@dataclass(frozen=True, slots=True)
class BenchDevice:
    """A bench device reachable through ROS. `id` is the scene's id for it, or a kind."""

    id: str
    kind: str
    settings: Mapping[str, Setting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """A setting sent before the first motion while the arm is idle. `name` is a word for it, such as `load`.

    With a `value`, `member` of the robot state must then equal it; without one, nothing confirms it.
    """

    name: str
    order: Order
    member: str | None = None
    value: float | None = None


def nested(member: str, value: float) -> Mapping[str, object]:
    """Return a message with a value under a name; dots in the name nest it.

    A whole number is an `int`: rosbridge accepts that for integer and float members, but no `float` for an integer.
    """
    content: object = int(value) if float(value).is_integer() else float(value)
    for name in reversed(member.split(".")):
        content = {name: content}
    assert isinstance(content, dict)
    return content


@dataclass(frozen=True, slots=True)
class RobotProfile:
    """A robot behind rosbridge.

    `trajectory` is its `FollowJointTrajectory` action, with `other_trajectories` as alternative names; `joints` are its
    joints, `other_joints` those of older drivers. All names are below `namespace`, which is discovered if empty.
    `robot_state` is the topic of the robot's mode, None if it is not watched. The arm stays inside the boxes `keep_in`,
    in the frame of the scene, and moves only if there are any. `description` is the topic (ROS 2) or parameter (ROS 1)
    with the arm's URDF. `unattended` allows an unattended run (`--yes` without a terminal). `rate` is how much faster
    than wall-clock time the robot's clock runs: 1, except for a simulated robot. `setup` is sent and checked before the
    first motion.
    """

    name: str
    dialect: Dialect
    model: Model
    trajectory: Endpoint
    joints: tuple[str, ...]
    joint_states: Endpoint
    limits: JointLimits
    gripper: Gripper
    other_trajectories: tuple[str, ...] = ()
    other_joints: tuple[tuple[str, ...], ...] = ()
    robot_state: Endpoint | None = None
    devices: tuple[BenchDevice, ...] = ()
    watching: Watching = Watching()
    unattended: bool = False
    rate: float = 1.0
    keep_in: tuple[Workspace, ...] = ()
    hand_speed: HandSpeed = HandSpeed()
    description: str = DESCRIPTION
    namespace: str = ""
    setup: tuple[Setup, ...] = ()

    @property
    def succeeded(self) -> tuple[int, ...]:
        """The goal statuses that mean success."""
        return (3,) if self.dialect is Dialect.ROS1 else (4,)

    @property
    def cancelled(self) -> tuple[int, ...]:
        """The goal statuses that mean cancellation."""
        return (2, 8) if self.dialect is Dialect.ROS1 else (5,)

"""A script: all that an arm is going to do, in order, as the simulated twin did and checked it.

A script is data: nothing in it is decided while it is carried out. Times are in s, joint angles in rad, widths in m.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class ScriptError(ValueError):
    """There is no script: a text is none, or a run gives none. The message is for people."""


Joints = tuple[float, ...]
"""An angle (rad) for each joint, or velocities (rad/s), or accelerations (rad/s²), from the base to the hand."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Where the arm is `seconds` after the beginning of a motion, how fast it moves there, and how that changes.

    Between two of them each joint follows the quintic polynomial that has these positions, velocities and
    accelerations at its ends, as `joint_trajectory_controller` interpolates.
    """

    seconds: float
    positions: Joints
    velocities: Joints
    accelerations: Joints


@dataclass(frozen=True, slots=True)
class Step:
    """Where in a program a command belongs: the action as a plan writes it, and the number of its step, from 1."""

    action: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion of the arm from rest to rest. The first waypoint is at 0 s and is where the arm must be.

    `holding` is the id of what is in the hand, `into` that of the vessel into which it is poured meanwhile. `stretch`
    is how much longer it takes than it took the twin, if all of it was slowed down evenly; otherwise 1. `may_touch` has
    the ids of what the hand and what it holds may touch meanwhile. `deviation` is how far (rad) a joint is at most from
    where the twin had it.
    """

    name: str
    step: Step
    points: tuple[Waypoint, ...]
    holding: str | None = None
    stretch: float = 1.0
    may_touch: tuple[str, ...] = ()
    deviation: float = 0.0
    into: str | None = None

    @property
    def start(self) -> Joints:
        """Where it begins."""
        return self.points[0].positions

    @property
    def end(self) -> Joints:
        """Where it ends."""
        return self.points[-1].positions

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.points[-1].seconds


@dataclass(frozen=True, slots=True)
class Fingers:
    """The fingers open (or close) to `width` m, or, with a `force` in N, close on `thing`, which is about `width` wide.

    After a grasp the fingers must be within `tolerance` m of `width`: further closed, the thing is not between them.
    """

    name: str
    step: Step
    width: float
    force: float | None = None
    thing: str | None = None
    tolerance: float = 0.005


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing moves for so long: what was poured settles, a balance comes to rest."""

    name: str
    step: Step
    seconds: float


@dataclass(frozen=True, slots=True)
class Treatment:
    """Something is done to a vessel without the arm: `wash`, `stir`, `heat`, `cool` or `let-cool`.

    `device` is the id of what does it, `settings` as `Action.settings` has them (`time` s, `temperature` °C, `rpm`).
    """

    name: str
    step: Step
    kind: str
    vessel: str
    device: str | None
    settings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the balance must show more than at its last `Tare`: `grams`, within `tolerance` g.

    `vessel` stands on `device`; if there is none, a person weighs, or says that it is good.
    """

    name: str
    step: Step
    vessel: str
    device: str | None
    grams: float
    tolerance: float


@dataclass(frozen=True, slots=True)
class Tare:
    """What the balance shows now counts as nothing: before something is poured into `vessel`."""

    name: str
    step: Step
    vessel: str
    device: str | None


Command = Motion | Fingers | Pause | Treatment | Tare | Weighing


@dataclass(frozen=True, slots=True)
class Script:
    """What an arm is going to do. `home` is where its first motion begins; `width` (m) how far the fingers are apart.

    `robot` is the name of the profile for whose limits it was checked, `scale` the share of its limits that is used.
    """

    scene: str
    robot: str
    scale: float
    home: Joints
    width: float
    commands: tuple[Command, ...]

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The motions of the arm, in order."""
        return tuple(one for one in self.commands if isinstance(one, Motion))

    @property
    def seconds(self) -> float:
        """How long its motions and pauses last; fingers and treatments come on top."""
        return sum(one.seconds for one in self.commands if isinstance(one, Motion | Pause))

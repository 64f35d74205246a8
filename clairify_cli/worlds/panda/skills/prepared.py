"""An action that was planned: its phases in order, its motions with their scores, and the belief that it leaves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.base import Action, Motion, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene import limits

Path = NDArray[np.float64]
Transform = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Move:
    """A motion along a path of joint angles (n, 7), at a share of the arm's speed.

    `holding` is the thing in the hand. `touching` are those that the hand or what it holds may touch meanwhile.
    `tilt` (rad) is how far the held thing may tilt; None: any.
    """

    name: str
    path: Path
    speed: float
    holding: str | None = None
    touching: frozenset[str] = frozenset()
    tilt: float | None = None
    clearance: float = 0.0


@dataclass(frozen=True, slots=True)
class Open:
    """The fingers open to `width` m, before the hand approaches something."""

    width: float


@dataclass(frozen=True, slots=True)
class Grip:
    """The fingers close on a thing that is `width` m wide there; `distance` m is how near the tool must be to it."""

    thing: str
    width: float
    distance: float


@dataclass(frozen=True, slots=True)
class Lower:
    """What is held goes straight down to where it shall be (4x4, world), corrected by where it is seen in the hand.

    `line` (n, 7) is the way as it was planned, for where the corrected one is not free. Into a container it may be let
    fall from higher up.
    """

    thing: str
    target: Transform
    line: Path
    speed: float
    touching: frozenset[str] = frozenset()
    tilt: float | None = None
    container: str | None = None


@dataclass(frozen=True, slots=True)
class Release:
    """The fingers open. The thing shall then be within `tolerance` m of `target`, or inside `container`.

    `width` is how far the fingers open, in m.
    """

    thing: str
    target: Transform
    tolerance: float
    at: str
    container: str | None = None
    upright: bool = False
    width: float = limits.WIDEST


@dataclass(frozen=True, slots=True)
class Retreat:
    """The tool goes straight to where it shall be (4x4, world), from wherever it is by then."""

    tool: Transform
    speed: float
    touching: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Tilting:
    """How a path of pouring was made: for which grasp (4x4, in the tool's frame), and over what.

    `stands` (4x4, world) is where the target is taken to stand; `yaw` and `direction` are those of `pour_poses`.
    """

    grasp: Transform
    stands: Transform
    yaw: float
    direction: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Pour:
    """What is held tilts along a path (n, 7), up to `most` degrees, until `grams` left it (None: all).

    `made` has what is needed to make the path again, where the vessel leans otherwise in the hand than was planned.
    """

    vessel: str
    into: str
    path: Path
    grams: float | None
    most: float = 130.0
    made: Tilting | None = None


@dataclass(frozen=True, slots=True)
class Treat:
    """Something is done to a vessel without the arm: `wash`, `stir`, `heat`, `cool` or `let-cool`."""

    kind: str
    vessel: str
    device: str | None
    settings: tuple[tuple[str, float], ...] = ()


Phase = Move | Open | Grip | Lower | Release | Retreat | Pour | Treat


@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """A part of an action as geometry has it, such as taking or putting: its phases and motions, and what it leaves."""

    phases: tuple[Phase, ...]
    motions: tuple[Motion, ...]
    after: Belief
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The planned action, as far as geometry determines it. `motions` have the seconds and scores that are expected."""

    action: Action
    phases: tuple[Phase, ...]
    motions: tuple[Motion, ...]
    after: Belief
    skipped: float = 0.0
    remarks: tuple[str, ...] = field(default=())

    @property
    def seconds(self) -> float:
        """How long its motions last, in simulated s."""
        return sum(one.seconds for one in self.motions)

    @property
    def score(self) -> float:
        """The mean over the motions; without any it is 0, as for outcomes."""
        return mean(scores_of(self.motions))

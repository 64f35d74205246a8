"""A planned action: its phases in order, its motions with their scores, and the resulting belief."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Motion, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene import limits

Path = NDArray[np.float64]
Transform = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Move:
    """A motion along a path of joint angles (n, 7), at a share of the arm's speed.

    `holding` is the object in the hand. `touching` are the objects that the hand or the held object may touch. `tilt`
    (rad) is the largest tilt of the held object; None: any.
    """

    name: str
    path: Path
    speed: float
    holding: str | None = None
    touching: frozenset[str] = frozenset()
    tilt: float | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """The fingers open to `width` m before the hand approaches an object."""

    width: float


@dataclass(frozen=True, slots=True)
class Grip:
    """The fingers close on an object, `width` m wide there; the tool must be within `distance` m of it."""

    thing: str
    width: float
    distance: float


@dataclass(frozen=True, slots=True)
class Lower:
    """The held object goes straight down to its target (4x4, world), corrected by its observed pose in the hand.

    `line` (n, 7) is the planned path, in case the corrected one is not free. Into a container the object may be dropped
    from higher up.
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
    """The fingers open. The object must then be within `tolerance` m of `target`, or inside `container`.

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
    """The tool goes straight to a pose (4x4, world) from wherever it is by then."""

    tool: Transform
    speed: float
    touching: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Tilting:
    """The tool's poses (4x4 each) along a pour: for which grasp (4x4, in the tool's frame), and over what.

    `stands` (4x4, world) is the assumed pose of the target; `yaw`, `direction` and `most` are those of `pour_poses`.
    """

    tools: tuple[Transform, ...]
    grasp: Transform
    stands: Transform
    yaw: float
    direction: Literal[1, -1]
    most: float


@dataclass(frozen=True, slots=True)
class Pour:
    """The held vessel tilts along a path (n, 7) until `grams` have left it (None: all).

    `made` allows replanning of the path if the vessel leans in the hand differently than planned.
    """

    vessel: str
    into: str
    path: Path
    grams: float | None
    made: Tilting


@dataclass(frozen=True, slots=True)
class Treat:
    """A vessel is treated without the arm: `wash`, `stir`, `heat`, `cool`, `dose` or `let-cool`."""

    kind: str
    vessel: str
    device: str | None
    settings: tuple[tuple[str, float], ...] = ()


Phase = Move | Open | Grip | Lower | Release | Retreat | Pour | Treat


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A planned action or a part of one, such as taking, as far as geometry determines it.

    `motions` have the expected durations and scores; `after` is the resulting belief.
    """

    phases: tuple[Phase, ...]
    motions: tuple[Motion, ...]
    after: Belief
    remarks: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """The duration of its motions, in simulated s."""
        return sum(one.seconds for one in self.motions)

    @property
    def score(self) -> float:
        """The mean score of the motions; 0 without any, as for outcomes."""
        return mean(scores_of(self.motions))


def joined(*parts: Prepared) -> Prepared:
    """Return the parts of an action as one, each planned from what the one before leaves."""
    phases = tuple(one for part in parts for one in part.phases)
    motions = tuple(one for part in parts for one in part.motions)
    return Prepared(phases, motions, parts[-1].after, remarks=tuple(one for part in parts for one in part.remarks))

"""The interface between an agent and a world: actions with parameters, checks, scores, outcomes, refusals.

The parameters and the checks are those of Action Contextualization (Gupta et al., "Action Contextualization: Adaptive
Task Planning and Action Tuning Using Large Language Models", 2024).
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from clairify_cli.languages.motion import CHECKS, GRASPS, RANGES, Grasp
from clairify_cli.records import dataclass, field

__all__ = [
    "BY_ITSELF",
    "CHECKS",
    "COULD_NOT_RUN",
    "GRASPS",
    "RANGES",
    "Action",
    "Check",
    "Ending",
    "Grasp",
    "Motion",
    "Obstruction",
    "Outcome",
    "Parameters",
    "Refusal",
]


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a motion. None leaves the choice to the context (an open full vessel: slow and upright).

    `speed` is a share of the arm's limits; `obstacle_clearance` is in m; `orientation` is how strictly a held object
    stays upright; `grasp` is the side from which it is gripped. `RANGES` has the allowed ranges.
    """

    speed: float | None = None
    obstacle_clearance: float | None = None
    orientation: float | None = None
    grasp: Grasp | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the domain with the ids of its objects in the scene.

    `settings` has values that a plan leaves open, in the units of the scene: `mass` (g) of a dose, `time` (s),
    `temperature` (°C), `rpm`. `step` is the number of the program step that requested it, from 1.
    """

    name: str
    arguments: tuple[str, ...] = ()
    parameters: Parameters = Parameters()
    settings: Mapping[str, float] = field(default_factory=dict)
    step: int | None = None

    @property
    def text(self) -> str:
        """The action as a plan writes it."""
        return f"({' '.join((self.name, *self.arguments))})"


class Obstruction(enum.Enum):
    """Why geometry forbids an action; the symbolic planner then looks for another plan."""

    UNREACHABLE = "unreachable"
    """No joint angles within the limits bring the hand there."""
    BLOCKED = "blocked"
    """Something stands in the way; `Refusal.by` names it."""
    NO_GRASP = "no grasp"
    """It cannot be gripped at all: too wide, too flat, too heavy, too hot."""
    NO_ROOM = "no room"
    """There is no place to put it."""
    NO_PATH = "no path"
    """There are joint angles, but no path to them was found in the time given."""
    EMPTY = "empty"
    """The vessel contains less than requested."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that cannot be done, decided before anything moved.

    `what` is the id of the object, `at` of the location (a place, a container or a vessel), `by` of the obstacle.
    `message` is one sentence for people.
    """

    kind: Obstruction
    message: str
    what: str
    at: str | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """The expected and the observed result of an action, in words; numbers have units."""

    name: str
    passed: bool
    expected: str
    observed: str

    @property
    def text(self) -> str:
        """What was expected and observed."""
        return f"{self.name}: expected {self.expected}, observed {self.observed}"


@dataclass(frozen=True, slots=True)
class Motion:
    """One motion of the arm, and its score M = M_I + M_E, or -2 if it could not run.

    M_I is the smallest ratio of the least to the greatest singular value of the Jacobian along the path, M_E the
    smallest distance between the links and the surroundings over the radius of the workspace. `seconds` are simulated.
    """

    name: str
    seconds: float
    isotropy: float
    clearance: float

    @property
    def score(self) -> float:
        """M, the sum of isotropy and clearance."""
        return self.isotropy + self.clearance


class Ending(ABC):
    """Something that has to be ended: by `end`, or by leaving a `with` statement."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @abstractmethod
    def end(self) -> None:
        """End it; a second time does nothing."""


BY_ITSELF = "by itself: "
"""How the remark on a change begins that no action made."""

COULD_NOT_RUN = -2.0
"""The score of a motion that could not run."""


def scores_of(motions: Iterable[Motion]) -> list[float]:
    """Return the scores of motions; an arm that stays in place has no score."""
    return [one.score for one in motions if one.seconds > 0.0]


def mean(scores: Sequence[float]) -> float:
    """Return the mean, 0 without any scores."""
    return sum(scores) / len(scores) if scores else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: its checks and measurements.

    `refusal` is set if it was not started. `seconds` were simulated, `skipped` passed without simulation (stirring
    for two hours). `measured` has measurements by name with their units (`poured_g`, `spilled_g`, `tilt_deg`,
    `temperature_c`, ...). `remarks` are sentences for the report.
    """

    action: Action
    checks: tuple[Check, ...]
    motions: tuple[Motion, ...]
    seconds: float
    skipped: float = 0.0
    refusal: Refusal | None = None
    measured: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether it was performed and every check passed."""
        return self.refusal is None and all(one.passed for one in self.checks)

    @property
    def score(self) -> float:
        """The mean score of its motions; 0 without motions, `COULD_NOT_RUN` if refused."""
        if self.refusal is not None:
            return COULD_NOT_RUN
        return mean(scores_of(self.motions))

"""Events during execution: values that a listener may show.

The events of simulations, programs, real arms, translations and batches are passed through unchanged:
`agents.execution.events.Event`, `Did` and `Looked` of `agents.programs.base`, `agents.robot.performance.Told`,
`translate.Progress`, `batch.summary.Summary`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.agents.robot.figures import Figures
    from clairify_cli.agents.robot.performance import Performance, Question
    from clairify_cli.agents.robot.rehearse import Rehearsal
    from clairify_cli.batch.record import Record
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.execute.arm import RealArm
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.ros.robot import Found, HaltError, RobotState
    from clairify_cli.worlds.ros.script.values import Script
    from clairify_cli.worlds.scene.model import Scene

Tell = Callable[[object], None]


def silent(_: object) -> None:
    """Ignore the event."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text: the artefact for standard output, or a sentence.

    A failure says what went wrong, even if more follows; a warning is always shown, a note only without --quiet.
    """

    how: Literal["artefact", "failure", "warning", "note"]
    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """Findings that do not prevent execution."""

    reports: tuple[Report, ...]


@dataclass(frozen=True, slots=True)
class Translated:
    """The result of translating an English text."""

    item: Input
    text: str
    result: Translation


@dataclass(frozen=True, slots=True)
class SimulationBegun:
    """A simulation of a bench begins; `names` are the display names of its objects and places, by id.

    `rehearses` says that a real arm will do the same afterwards.
    """

    names: Mapping[str, str]
    rehearses: bool = False


@dataclass(frozen=True, slots=True)
class Painting:
    """A film is being made: picture `number` of `count`."""

    path: str
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Painted:
    """A film was made, or `failure` says why not."""

    path: str
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ProgramBegun:
    """A program begins. `shows_actions` says that nothing else reports its actions."""

    source: Source
    shows_actions: bool
    dry_run: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """A simulation, text world or batch has ended, successfully or not."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Objections of the rehearsal to a real run."""

    source: Source
    name: str
    rehearsal: Rehearsal
    scene: Scene
    seconds: float


@dataclass(frozen=True, slots=True)
class AboutToMove:
    """What a real arm is about to do, and its current state, if a bridge was asked.

    `is_asked`: a person must allow it first.
    """

    script: Script
    figures: Figures
    arm: RealArm
    questions: tuple[Question, ...]
    scene: Scene
    is_asked: bool
    found: Found | None = None
    state: RobotState | None = None


@dataclass(frozen=True, slots=True)
class WouldSend:
    """The commands for a real arm, and why the run could not start."""

    script: Script
    names: Mapping[str, str]
    arm: RealArm
    fault: HaltError | None


@dataclass(frozen=True, slots=True)
class PerformanceEnded:
    """The result of a real arm's run, whose log is in the file `log`."""

    name: str
    made: Performance
    seconds: float
    log: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class InputDone:
    """One of many inputs is done, or `skipped` because it was done before."""

    record: Record
    skipped: bool

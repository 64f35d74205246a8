"""What is told while something is carried out: each a value, which whoever listens shows, or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from clairify_cli.agents.execution import events as simulation
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.agents.programs import base as programs
    from clairify_cli.agents.robot import performance
    from clairify_cli.agents.robot.figures import Figures
    from clairify_cli.agents.robot.performance import Answer, Performance, Question
    from clairify_cli.agents.robot.played import Played
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.execute.arm import RealArm
    from clairify_cli.services.execute.runs_report import Row
    from clairify_cli.translate import Progress, Translation
    from clairify_cli.worlds.ros.robot import Found, HaltError, RobotState
    from clairify_cli.worlds.ros.script.limits import Violation
    from clairify_cli.worlds.ros.script.values import Script
    from clairify_cli.worlds.scene.model import Scene


class Event:
    """What is told."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Artefact(Event):
    """What was asked for on standard output."""

    text: str


@dataclass(frozen=True, slots=True)
class Warned(Event):
    """A sentence that everybody is told."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """A sentence about what went wrong, though more follows."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Remarked(Event):
    """A sentence that a person ought to know."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Reported(Event):
    """Findings that keep nothing from being carried out."""

    reports: tuple[Report, ...]


@dataclass(frozen=True, slots=True)
class Translating(Event):
    """A text in English is being translated."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Translated(Event):
    """What came of a text in English."""

    item: Input
    text: str
    result: Translation


@dataclass(frozen=True, slots=True)
class SimulationBegun(Event):
    """A simulation of a bench begins; `names` are what people call its things and places, by id.

    `rehearses` says that a real arm is to do the same afterwards.
    """

    names: Mapping[str, str]
    rehearses: bool = False


@dataclass(frozen=True, slots=True)
class Simulated(Event):
    """What happened in a simulation."""

    event: simulation.Event


@dataclass(frozen=True, slots=True)
class SimulationEnded(Event):
    """What went on in a simulation, or in a world of text, is over, well or not."""


@dataclass(frozen=True, slots=True)
class Judged(Event):
    """What stood in the way of a program or plan, or nothing; films of the run are made after this."""

    source: Source
    run: Run


@dataclass(frozen=True, slots=True)
class Painting(Event):
    """A film is being made: picture `number` of `count`."""

    path: str
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Painted(Event):
    """A film was made; or `failure` says why it was not."""

    path: str
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ProgramBegun(Event):
    """A program begins. `shows_actions` says that nothing else tells of its actions."""

    source: Source
    shows_actions: bool
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ProgramWentOn(Event):
    """Something in a program was done or looked at."""

    event: programs.Did | programs.Looked | programs.Begun


@dataclass(frozen=True, slots=True)
class ProgramEnded(Event):
    """What came of a program; films of it are made after this."""

    name: str
    ran: programs.Ran
    dry_run: bool


@dataclass(frozen=True, slots=True)
class RehearsalFailed(Event):
    """The simulated arm did not do it, so that a real one does not."""

    source: Source
    name: str
    run: Run
    scene: Scene
    seconds: float


@dataclass(frozen=True, slots=True)
class BeyondLimits(Event):
    """The script leaves what the robot is allowed."""

    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class PlayedOtherwise(Event):
    """Played once more without eyes, the script did not do what it did before."""

    played: Played


@dataclass(frozen=True, slots=True)
class AboutToMove(Event):
    """What a real arm is going to do, and how it stands. A person `is_asked` whether it may."""

    script: Script
    figures: Figures
    arm: RealArm
    questions: tuple[Question, ...]
    scene: Scene
    found: Found
    state: RobotState
    is_asked: bool


@dataclass(frozen=True, slots=True)
class WouldSend(Event):
    """What a real arm would be sent, and why it could not begin."""

    script: Script
    names: Mapping[str, str]
    unbounded: str | None
    fault: HaltError | None


@dataclass(frozen=True, slots=True)
class Performed(Event):
    """A command for a real arm has begun or ended."""

    told: performance.Told


@dataclass(frozen=True, slots=True)
class PerformanceEnded(Event):
    """What came of a real arm's run. The log of it is in the file `log`."""

    name: str
    made: Performance
    seconds: float
    log: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BatchWentOn(Event):
    """How far many inputs are; told at least ten times a second."""

    summary: Summary


@dataclass(frozen=True, slots=True)
class InputDone(Event):
    """One of many inputs is done, or `skipped` since it was done before."""

    record: Record
    row: Row
    skipped: bool


@dataclass(frozen=True, slots=True)
class BatchEnded(Event):
    """Nothing goes on any more."""


Tell = Callable[[Event], None]


def silent(_: Event) -> None:
    """Tells nobody."""


class Person(Protocol):
    """Whoever says that a real arm may move, and does what no device can do."""

    @property
    def is_there(self) -> bool:
        """Whether somebody can be asked."""
        ...

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        """Whether the arm may move. Raises what `meanwhile` raises."""
        ...

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        """Ask until there is an answer. Raises what `meanwhile` raises, and `HaltError`."""
        ...

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        """Calls `gone` where nobody can be asked any more meanwhile."""
        ...


class Nobody:
    """There is nobody, so that no arm moves that a person is to watch."""

    is_there = False

    def confirms(self, meanwhile: Callable[[], None]) -> bool:
        return False

    def ask(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        from clairify_cli.agents.robot.performance import Answer

        return Answer(done=False)

    def watched(self, gone: Callable[[], None]) -> AbstractContextManager[None]:
        return nullcontext()

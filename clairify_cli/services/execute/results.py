"""The result of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.agents.programs.base import Bounds, Ran
    from clairify_cli.agents.robot.replay import Replayed
    from clairify_cli.diagnostics.model import Diagnostic, Source
    from clairify_cli.services.batch.run import BatchResult
    from clairify_cli.services.execute.request import ExecuteRequest
    from clairify_cli.worlds.panda.film_frames import Recording
    from clairify_cli.worlds.ros.robot import HaltError
    from clairify_cli.worlds.scene.model import Scene


@dataclass(frozen=True, slots=True)
class Scened:
    """The bench for an execution that was not run."""

    scene: Scene
    outcome: Outcome = Outcome.WRITTEN


@dataclass(frozen=True, slots=True)
class ArmRun:
    """A run of the simulated arm, and how long it took in seconds of wall time."""

    name: str
    source: Source
    run: Run
    scene: Scene
    seconds: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class RobotRun:
    """A real arm's run. `halted` is why it was not started; `is_dry` marks a dry run."""

    name: str
    outcome: Outcome
    halted: HaltError | None = None
    is_dry: bool = False


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """The result of a program: the run, its bounds, earlier findings, its world, and its recording."""

    source: Source
    ran: Ran
    bounds: Bounds
    findings: tuple[Diagnostic, ...]
    world: str
    outcome: Outcome
    on_failure: str | None = None
    recording: Recording | None = None

    def report_text(self, request: ExecuteRequest) -> str:
        """The report as JSON."""
        from clairify_cli.agents.execution.report import report_text
        from clairify_cli.agents.programs.report import report

        made = report(
            self.ran,
            self.source,
            world=self.world,
            seed=request.running.seed,
            bounds=self.bounds,
            on_failure=self.on_failure,
            dry_run=request.running.dry_run,
            findings=self.findings,
        )
        return report_text(made)


@dataclass(frozen=True, slots=True)
class LogReplay:
    """What the log of a real arm shows."""

    name: str
    replayed: Replayed
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class BatchRun:
    """Many inputs, and the worst outcome."""

    outcome: Outcome
    result: BatchResult


ExecuteResult = Scened | ArmRun | RobotRun | ProgramRun | LogReplay | BatchRun

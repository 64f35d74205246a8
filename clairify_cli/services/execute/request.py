"""What `clairify execute` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from clairify_cli.services.parts import (
    Batch,
    Format,
    Laboratory,
    ModelSettings,
    Narration,
    Output,
    Reading,
    Task,
)

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options

World = Literal["panda", "pddl", "household", "coin_collector"]
"""Where a program is carried out: on the arm's bench, in the state of a problem, or in a world of text."""

SLOW = 0.1
"""The share of a robot's velocities that is used unless more is asked for."""

FASTEST = 0.5
"""The largest share that may be asked for."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The bench on which something is carried out."""

    scene: str | None = None
    print_scene: bool = False
    gui: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """How it is carried out: how much of it, and what follows a failure or a success."""

    seed: int = 0
    dry_run: bool = False
    until: int | None = None
    skip_unsupported: bool = False
    on_failure: Literal["stop", "retune", "replan"] = "stop"
    best_of: int = 1
    improve: int = 0
    checks: Literal["ours", "model"] = "ours"
    settings: tuple[str, ...] = ()
    assume: str | None = None


@dataclass(frozen=True, slots=True)
class OfRealArm:
    """What only a real arm has."""

    url: str | None = None
    profile: str | None = None
    speed_scale: float | None = None
    yes: bool = False
    without_guard: bool = False
    robot_log: str | None = None
    script: str | None = None


@dataclass(frozen=True, slots=True)
class Arm:
    """Which arm moves. `arm.arm_of` makes a `SimulatedArm` or a `RealArm` of it."""

    robot: Literal["sim", "ros"] = "sim"
    real: OfRealArm = OfRealArm()


@dataclass(frozen=True, slots=True)
class Programs:
    """What only programs (*.py) have."""

    world: World | None = None
    no_assertions: bool = False
    disturb: float = 0.0


@dataclass(frozen=True, slots=True)
class ExecuteRequest:
    """What is carried out, where and how, and what is kept of the run."""

    inputs: tuple[str, ...] = ()
    bench: Bench = Bench()
    task: Task = Task()
    running: Running = Running()
    programs: Programs = Programs()
    arm: Arm = Arm()
    replay_log: str | None = None
    films: tuple[str, ...] = ()
    laboratory: Laboratory = Laboratory()
    model: ModelSettings = ModelSettings(time_limit=None)
    output: Output = Output()
    batch: Batch = Batch()
    format: Format = "text"
    narration: Narration = Narration()
    reading: Reading = Reading()

    @property
    def scene(self) -> str | None:
        """The file of the bench."""
        return self.bench.scene

    @property
    def seed(self) -> int:
        return self.running.seed

    @property
    def time_limit(self) -> float | None:
        """How long the run of an input may take, in seconds."""
        return self.model.time_limit

    @property
    def most_bytes(self) -> int:
        """The largest file that is read."""
        return self.reading.max_size

    @property
    def wants_report(self) -> bool:
        """Whether a report is printed or written."""
        return self.batch.report is not None or self.prints_report

    @property
    def prints_report(self) -> bool:
        """Whether the report is what is printed."""
        return self.batch.report == "-" or self.format == "json"

    @property
    def options(self) -> Options:
        """How a task is carried out. Raises `RequestError`."""
        from clairify_cli.agents.execution.results import Options
        from clairify_cli.services.execute.refusals import parameters

        how = self.running
        return Options(
            seed=self.seed,
            until=how.until,
            dry_run=how.dry_run,
            on_failure=how.on_failure,
            best_of=how.best_of,
            parameters=parameters(how.settings),
            improve=how.improve,
            checks=how.checks,
        )

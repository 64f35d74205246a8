"""The request of `clairify execute`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clairify_cli.records import dataclass, replace
from clairify_cli.services.combinations import Check, Values, combinations
from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import declared
from clairify_cli.services.parts import (
    Batch,
    Constrained,
    Engine,
    Format,
    Laboratory,
    ModelSettings,
    Narration,
    Output,
    Reading,
    Spread,
    Task,
)

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.worlds.base import Parameters

World = Literal["panda", "pddl"]
"""Where a program runs: on the arm's bench, or in the state of a problem."""

SLOW = 0.1
"""The default fraction of a robot's maximum velocities."""

FASTEST = 0.5
"""The largest allowed fraction."""

SUFFIX = ".run.json"
"""Suffix of report files, which films of the same run replace with their own."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The bench of an execution."""

    scene: str | None = None
    print_scene: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """How to execute it: how much of it, and what to do after a failure."""

    seed: int = 0
    dry_run: bool = False
    skip_unsupported: bool = False
    on_failure: Literal["stop", "retune", "replan"] = "stop"
    best_of: int = 1
    settings: tuple[str, ...] = ()
    assume: str | None = None
    tell: str | None = None
    disturb: float = 0.0


@dataclass(frozen=True, slots=True)
class OfRealArm:
    """Options for real arms only."""

    url: str | None = None
    profile: str | None = None
    speed_scale: float | None = None
    yes: bool = False
    without_guard: bool = False
    robot_log: str | None = None
    script: str | None = None


@dataclass(frozen=True, slots=True)
class Arm:
    """Which arm moves. `arm.arm_of` makes the `RealArm` for a real one."""

    robot: Literal["sim", "ros"] = "sim"
    real: OfRealArm = OfRealArm()


@dataclass(frozen=True, slots=True)
class Programs:
    """Options for programs (*.py) only."""

    world: World | None = None
    no_assertions: bool = False


@dataclass(frozen=True, slots=True)
class ExecuteRequest:
    """What to run, where and how, and what to keep of the run."""

    inputs: tuple[str, ...] = ()
    bench: Bench = Bench()
    task: Task = Task()
    running: Running = Running()
    constrained: Constrained = Constrained()
    programs: Programs = Programs()
    arm: Arm = Arm()
    replay_log: str | None = None
    films: tuple[str, ...] = ()
    view: bool = False
    laboratory: Laboratory = Laboratory()
    model: ModelSettings = ModelSettings(time_limit=None)
    output: Output = Output()
    batch: Batch = Batch()
    engine: Engine = Engine()
    spread: Spread = Spread()
    format: Format = "text"
    narration: Narration = Narration()
    reading: Reading = Reading()

    @property
    def scene(self) -> str | None:
        """The file of the bench."""
        return self.bench.scene

    @property
    def time_limit(self) -> float | None:
        """The time limit for the run of an input, in seconds."""
        return self.model.time_limit

    @property
    def most_bytes(self) -> int:
        """The size limit for input files."""
        return self.reading.max_size

    @property
    def wants_report(self) -> bool:
        """Whether a report is printed or written."""
        return self.batch.report is not None or self.prints_report

    @property
    def prints_report(self) -> bool:
        """Whether the report is printed."""
        return self.batch.report == "-" or self.format == "json"

    @property
    def options(self) -> Options:
        """Settings for executing a task. Raises `RequestError`."""
        from clairify_cli.agents.execution.results import Options

        how = self.running
        return Options(
            seed=how.seed,
            dry_run=how.dry_run,
            on_failure=how.on_failure,
            best_of=how.best_of,
            parameters=parameters(how.settings),
            told=how.tell or "",
            disturb=how.disturb,
        )


def parameters(settings: Sequence[str]) -> Parameters:
    """Parse the parameters of `--set`. Raises `RequestError` for one that is unknown or out of range."""
    from clairify_cli.languages.motion import PARAMETERS, fault_of
    from clairify_cli.worlds.base import Parameters

    made = Parameters()
    for one in settings:
        name, equals, value = (part.strip() for part in one.partition("="))
        name = name.replace("-", "_")
        if not equals or name not in PARAMETERS:
            raise RequestError(f"--set {one}: write NAME=VALUE, with one of {', '.join(PARAMETERS)}")
        if fault := fault_of(name, value):
            raise RequestError(f"--set {one}: {fault}")
        known = value if name == "grasp" else float(value)
        made = replace(made, **{name: known})  # type: ignore[arg-type]  # a name of `PARAMETERS`
    return made


FILMS = ("png", "mp4", "html")
"""The formats of films: a contact sheet, a video, or a page that shows the run in a browser."""


def _asks_reader(values: Values) -> bool:
    from clairify_cli.translate.resolve import is_reader

    model = values["model"]
    return is_reader(None if model is None else str(model))


def _is_no_amount(values: Values) -> bool:
    from clairify_cli.agents.execution.jobs.kinds import quantity

    found = quantity("Add", "amount", str(values["assume"]))
    return found is None or found.unit.dimension not in ("mass", "volume") or not found.in_default > 0.0


def _is_film(values: Values) -> bool:
    return Path(str(values["record"])).suffix.lower().removeprefix(".") in FILMS


def _is_beyond(field: str, most: float) -> Check:
    """Whether a number is not above 0, above `most`, or not a number."""
    return lambda values: not 0.0 < float(str(values[field])) <= most


_SHOWING = ("inputs", "scene", "replay_log", "films", "quiet", "verbose", "max_size", "follow_links")
"""The fields that can be given together with `replay_log`."""

COMBINATIONS = combinations(
    "executing",
    {
        "asks-reader": _asks_reader,
        "film": _is_film,
        "no-amount": _is_no_amount,
        "no-scale": _is_beyond("speed_scale", FASTEST),
        "no-time": _is_beyond("time_limit", math.inf),
    },
    {
        "real": [one.name for one in declared(OfRealArm)],
        "running": [one.name for one in declared(ExecuteRequest) if one.name not in _SHOWING],
    },
)
"""The rows of `execute`. Fields count as typed if they differ from their defaults, so that a request made in Python
follows the same rules. Rows that ask for `is_batch`, `runs` and `place` hold until the inputs have been looked at."""

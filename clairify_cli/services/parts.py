"""Parts that several requests share. `options.tsv` describes the meaning of their fields."""

from __future__ import annotations

from typing import Literal

from clairify_cli.records import KW_ONLY, dataclass

Format = Literal["text", "json"]
"""Whether a result is printed for people or for programs."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Which files are read, and how much of them."""

    max_size: int = 20_000_000
    follow_links: bool = False


@dataclass(frozen=True, slots=True)
class Laboratory:
    """The laboratory's inventory, and the dialect of its programs."""

    dialect: str | None = None
    hardware: str | None = None
    reagents: str | None = None
    from_settings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Task:
    """The planning task that something belongs to."""

    domain: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """Where the result goes."""

    output: str | None = None

    @property
    def place(self) -> str | None:
        """The output path; None for stdout, which can also be written `-`."""
        return None if self.output == "-" else self.output


@dataclass(frozen=True, slots=True)
class Narration:
    """The verbosity on stderr."""

    quiet: bool = False
    verbose: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """Which model to use, and how."""

    model: str | None = None
    api_base: str | None = None
    temperature: float | None = None
    model_seed: int | None = None
    max_tokens: int | None = None
    record: str | None = None
    no_cache: bool = False


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a model, and its rate limits."""

    max_cost: float | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """Options of the loop of writing and checking."""

    rounds: int = 10
    feedback: Literal["naive", "last-errors", "all-errors", "previous+errors"] = "previous+errors"
    no_fidelity: bool = False
    feed_warnings: bool = False
    trace: str | None = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Everything about a model that writes programs."""

    model: Model = Model()
    budget: Budget = Budget()
    loop: Loop = Loop()
    time_limit: float | None = 600.0


@dataclass(frozen=True, slots=True)
class Constrained:
    """Steps that plans must not have, and steps that they must have."""

    forbid: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    constraints: str | None = None


@dataclass(frozen=True, slots=True)
class Solver:
    """The solver, and its limits."""

    solver: str = "auto"
    optimal: bool = False
    solve_timeout: float = 60.0
    memory: int = 2048


@dataclass(frozen=True, slots=True)
class Batch:
    """How many inputs to process, and which."""

    jobs: int = 1
    resume: bool = False
    retry: bool = False
    shard: str | None = None
    report: str | None = None


@dataclass(frozen=True, slots=True)
class Engine:
    """Where the work on many inputs is done."""

    executor: Literal["local", "dask"] = "local"
    scheduler: str | None = None
    chunk: int = 20


@dataclass(frozen=True, slots=True)
class Spread:
    """How the outputs of many inputs are written."""

    workers_write: bool = False
    per_folder: int | None = None


@dataclass(frozen=True, slots=True)
class Tables:
    """The columns of a table."""

    column: str | None = None
    id_column: str | None = None


@dataclass(frozen=True, slots=True)
class TextsRequest:
    """The fields common to all commands that work on one or more texts."""

    inputs: tuple[str, ...]
    _: KW_ONLY
    output: Output = Output()
    keep_invalid: bool = False
    narration: Narration = Narration()
    settings: ModelSettings = ModelSettings()
    batch: Batch = Batch()
    engine: Engine = Engine()
    spread: Spread = Spread()
    tables: Tables = Tables()
    reading: Reading = Reading()

"""The request of `program`."""

from __future__ import annotations

from clairify_cli.records import dataclass
from clairify_cli.services.combinations import combinations
from clairify_cli.services.parts import Constrained, Format, Solver, Task, TextsRequest


@dataclass(frozen=True, slots=True)
class ProgramRequest(TextsRequest):
    """The tasks, their setting, the writer of the programs, and their contents."""

    inputs: tuple[str, ...] = ()
    task: Task = Task()
    scene: str | None = None
    lexicon: str | None = None
    assertions: bool | None = None
    format: Format = "text"
    solver: Solver = Solver()
    constrained: Constrained = Constrained()


COMBINATIONS = combinations("program")

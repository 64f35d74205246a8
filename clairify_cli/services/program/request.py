"""The request of `program`, and its result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass
from clairify_cli.services.combinations import combinations
from clairify_cli.services.parts import Constrained, Format, Solver, Task, TextsRequest

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.diagnostics.model import Diagnostic, Source
    from clairify_cli.translate import Translation


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


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The result for one text, or for the goal of the problem.

    `made` is how it was planned by rule, `loop` how a model wrote it. `program` is the best program, valid or not;
    `problem` has the goal to reach, if there is a single goal. `target` is the file that was written, and `printed`
    the output for stdout. `found` are findings in the `given` texts: errors, because of which nothing was done, or
    warnings that explain an empty program.
    """

    name: str
    text: str | None
    outcome: Outcome
    program: str = ""
    problem: str | None = None
    made: Formalisation | None = None
    loop: Translation | None = None
    model: str | None = None
    target: Path | None = None
    printed: str = ""
    given: tuple[Source, ...] = ()
    found: tuple[Diagnostic, ...] = ()

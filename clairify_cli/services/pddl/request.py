"""The request of `pddl`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from clairify_cli.records import dataclass
from clairify_cli.services.combinations import combinations
from clairify_cli.services.parts import Constrained, Format, Solver, Task, TextsRequest

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.given import Write


@dataclass(frozen=True, slots=True)
class PddlRequest(TextsRequest):
    """The tasks, their domain and problem, what to write for them with which model, and how to solve it."""

    inputs: tuple[str, ...] = ()
    task: Task = Task()
    generate: Literal["goal", "problem", "both"] | None = None
    lexicon: str | None = None
    emit: Literal["plan", "goal", "problem", "domain", "pddl"] | None = None
    show: Literal["states", "gantt"] | None = None
    format: Format = "text"
    no_solve: bool = False
    constrain: Literal["auto", "off", "grammar", "schema"] = "off"
    solver: Solver = Solver()
    anytime: bool = False
    constrained: Constrained = Constrained()

    @property
    def is_json(self) -> bool:
        """Whether the output is the JSON document."""
        return self.format == "json"

    def artefact(self, part: Write | None) -> str:
        """Return the kind of output: the plan or, if nothing is solved, the written `part`."""
        if self.emit is not None:
            return self.emit
        if not self.no_solve:
            return "plan"
        if part is None:
            return "problem"
        return "pddl" if part.value == "both" else part.value

    def suffix(self, part: Write | None) -> str:
        """Return the suffix of the output file."""
        if self.show == "gantt":
            return ".svg"
        return ".json" if self.is_json else ".plan" if self.artefact(part) == "plan" else ".pddl"


COMBINATIONS = combinations("pddl")

"""What came of a text, or of given PDDL: a verdict, the texts that were solved, and the plan."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.assemble import Assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.goal_section import goal_section
from clairify_cli.planning.base import SolverOutcome

if TYPE_CHECKING:
    from clairify_cli.translate import Translation

WRITTEN = "<program>"
"""What the loop calls the text that it checks."""


class Verdict(enum.Enum):
    """What came of it all.

    `SOLVED`: there is a plan, and it is good. `WRITTEN`: what was to be written is good, and nothing was to be solved.
    `UNFAITHFUL`: as these, but the goal differs from its text. `INVALID`: no good PDDL was found. `AMBIGUOUS`: the text
    can be read in several ways. `UNSOLVABLE`: there is no plan, or none was found as far as was searched.
    `SOLVER_FAILED`: the solver came to no answer. `BAD_PLAN`: the solver's plan is wrong. The rest is as in `Outcome`.
    """

    SOLVED = "solved"
    WRITTEN = "written"
    UNFAITHFUL = "unfaithful"
    INVALID = "invalid"
    AMBIGUOUS = "ambiguous"
    UNSOLVABLE = "unsolvable"
    SOLVER_FAILED = "solver-failed"
    BAD_PLAN = "bad-plan"
    MODEL_FAILED = "model-failed"
    INTERRUPTED = "interrupted"

    @property
    def exit_code(self) -> int:
        """0 good, 1 findings, 3 a model or a solver failed, 130 interrupted."""
        return _EXIT_CODES.get(self, 1)


_EXIT_CODES = {
    Verdict.SOLVED: 0,
    Verdict.WRITTEN: 0,
    Verdict.SOLVER_FAILED: 3,
    Verdict.BAD_PLAN: 3,
    Verdict.MODEL_FAILED: 3,
    Verdict.INTERRUPTED: 130,
}


@dataclass(frozen=True, slots=True)
class Formalisation:
    """What was written for a text, and what a solver made of it.

    `write` and `translation` are None where nothing was to be written. `whole` are the texts to be solved, None where
    no good ones were found; `planned` is None where nothing was solved. `readings` are the ways in which the offline
    reader can understand a text, where there are several.
    """

    verdict: Verdict
    text: str | None = None
    write: Write | None = None
    translation: Translation | None = None
    whole: Assembled | None = None
    planned: Planned | None = None
    readings: tuple[tuple[str, str], ...] = field(default=())
    """Each a goal and the same in words."""
    given: tuple[Source, ...] = ()
    faults: tuple[Diagnostic, ...] = ()

    @property
    def domain(self) -> str | None:
        """The domain as it is solved."""
        return self.whole.domain.text if self.whole is not None else None

    @property
    def problem(self) -> str | None:
        """The problem as it is solved, with its goal."""
        return self.whole.problem.text if self.whole is not None else None

    @property
    def goal(self) -> str | None:
        """The goal section of the problem."""
        return goal_section(self.whole.problem) if self.whole is not None else None

    @property
    def plan(self) -> str | None:
        """The plan as it is printed; None where there is none that is good."""
        return self.planned.plan if self.planned is not None and self.planned.solved else None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is left to say about what was written, in its own coordinates, or else about what was solved or given.

        What is wrong with a solver's plan comes last.
        """
        if self.translation is not None:
            return (*self.translation.diagnostics, *(self.planned.flaws if self.planned is not None else ()))
        return self.planned.findings if self.planned is not None else self.faults

    @property
    def is_sound(self) -> bool:
        """Whether there is something to hand out: good PDDL, though its goal may differ from the text."""
        return self.verdict in (Verdict.SOLVED, Verdict.WRITTEN, Verdict.UNFAITHFUL)


def solve(given: Given, planner: Planner) -> Formalisation:
    """Solve the given domain and problem as they are. Both have no errors."""
    assert given.domain is not None and given.problem is not None
    whole = Assembled(given.domain, given.problem, ())
    planned = planner.plan(given.domain, given.problem)
    return Formalisation(verdict_of(planned), whole=whole, planned=planned)


def verdict_of(planned: Planned) -> Verdict:
    """What a solver's run comes to."""
    if planned.solved:
        return Verdict.SOLVED
    if planned.solution.outcome is SolverOutcome.INTERRUPTED:
        return Verdict.INTERRUPTED
    if planned.flaws:
        return Verdict.BAD_PLAN
    return Verdict.UNSOLVABLE if planned.has_no_plan else Verdict.SOLVER_FAILED

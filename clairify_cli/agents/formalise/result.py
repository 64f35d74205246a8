"""The result for a text, or for given PDDL: the outcome, the solved texts, and the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.assemble import Assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.goal_section import goal_section
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.solvers.base import SolverOutcome
from clairify_cli.records import dataclass, field

if TYPE_CHECKING:
    from clairify_cli.translate import Translation

WRITTEN = "<program>"
"""What the loop calls the text that it checks."""


@dataclass(frozen=True, slots=True)
class Formalisation:
    """What was written for a text, and the solver's result.

    `write` and `translation` are None if nothing was to be written. `whole` are the texts to be solved, None if no good
    ones were found; `planned` is None if nothing was solved. `readings` are the offline reader's readings of a text, if
    there are several.
    """

    outcome: Outcome
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
        """The plan as it is printed; None if there is none, or if it is known to be wrong."""
        planned = self.planned
        return planned.plan if planned is not None and (planned.solved or planned.unvalidated) else None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The remaining findings about the written text, in its own coordinates, or else about the solved or given
        texts.

        Errors in a solver's plan come last.
        """
        if self.translation is not None:
            return (*self.translation.diagnostics, *(self.planned.flaws if self.planned is not None else ()))
        return self.planned.findings if self.planned is not None else self.faults

    @property
    def is_sound(self) -> bool:
        """Whether there is something to hand out: good PDDL, though its goal may differ from the text."""
        return self.outcome in (Outcome.SOLVED, Outcome.WRITTEN, Outcome.UNFAITHFUL)


def solve(given: Given, planner: Planner) -> Formalisation:
    """Solve the given domain and problem as they are. Both have no errors."""
    assert given.domain is not None and given.problem is not None
    whole = Assembled(given.domain, given.problem, ())
    planned = planner.plan(given.domain, given.problem)
    return Formalisation(outcome_of(planned), whole=whole, planned=planned)


def outcome_of(planned: Planned) -> Outcome:
    """The outcome of a solver's run."""
    if planned.solved:
        return Outcome.SOLVED
    if planned.solution.outcome is SolverOutcome.INTERRUPTED:
        return Outcome.INTERRUPTED
    if planned.unvalidated:
        return Outcome.UNVALIDATED
    if planned.flaws:
        return Outcome.BAD_PLAN
    return Outcome.UNSOLVABLE if planned.has_no_plan else Outcome.SOLVER_FAILED

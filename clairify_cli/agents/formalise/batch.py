"""Plans for many texts: the work of a batch on each."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.result import Formalisation
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.agents.translation import Asking, facts_of
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass

_OUTCOMES = {
    Outcome.SOLVED: Outcome.VALID,
    Outcome.WRITTEN: Outcome.VALID,
    Outcome.AMBIGUOUS: Outcome.AMBIGUOUS,
    Outcome.UNSOLVABLE: Outcome.UNSOLVABLE,
    Outcome.SOLVER_FAILED: Outcome.SOLVER_FAILED,
    Outcome.BAD_PLAN: Outcome.SOLVER_FAILED,
    Outcome.UNVALIDATED: Outcome.UNVALIDATED,
    Outcome.INTERRUPTED: Outcome.INTERRUPTED,
}
"""Where the loop alone does not say what became of an input."""


@dataclass(frozen=True)
class Formalising:
    """Writes and solves each text of a batch.

    `artefact` returns the content of the output file for the name of a text and its result, None for no file.
    """

    asking: Asking
    given: Given
    write: Write
    planner: Planner | None
    artefact: Callable[[str, Formalisation], str | None]
    wanted: str
    """What is printed or written, for the fingerprint."""
    language: str = "pddl"

    @property
    def fingerprint(self) -> str:
        """A hash of everything that shapes the result."""
        planner = self.planner
        return self.asking.fingerprint(
            self.language,
            CheckOptions(),
            self.write.value,
            self.wanted,
            [source.text for source in self.given.context],
            repr(self.given.lexicon),
            planner.solver.name if planner is not None else None,
        )

    def __call__(self, item: Item, going: Going) -> Result:
        asking = self.asking
        made = formalise(
            item.text,
            self.given,
            self.write,
            asking.model_of(going),
            asking.options,
            planner=self.planner,
            hooks=asking.hooks(item, going),
        )
        found = made.translation
        assert found is not None
        planned = made.planned
        steps = len(planned.solution.plan.steps) if planned is not None and planned.solution.plan is not None else 0
        written = self.artefact(item.name, made)
        files = () if written is None else (File(item.output, written),)
        outcome = _OUTCOMES.get(made.outcome, found.outcome)
        return Result(outcome, files, facts_of(found, steps=steps), _why(made) or found.error)


def _why(made: Formalisation) -> str | None:
    """Why there is no plan, if the solver is to blame."""
    planned = made.planned
    if made.outcome is Outcome.SOLVER_FAILED and planned is not None:
        return planned.solution.message
    if made.outcome is Outcome.BAD_PLAN and planned is not None:
        return f"the plan of {planned.solution.solver} is wrong: {planned.flaws[0].message}"
    return None

"""Plans for many texts: what a batch makes of each."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.result import Formalisation
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.outcomes import Outcome
from clairify_cli.translate.batch import Fate, Job, Made, Task

_FATES = {
    Outcome.SOLVED: Fate.VALID,
    Outcome.WRITTEN: Fate.VALID,
    Outcome.AMBIGUOUS: Fate.AMBIGUOUS,
    Outcome.UNSOLVABLE: Fate.UNSOLVABLE,
    Outcome.SOLVER_FAILED: Fate.SOLVER_FAILED,
    Outcome.BAD_PLAN: Fate.SOLVER_FAILED,
    Outcome.INTERRUPTED: Fate.INTERRUPTED,
}
"""Where the loop alone does not say what became of an input."""


@dataclass(frozen=True)
class FormalisingMaker:
    """Writes and solves each text of a batch. `artefact` gives what is written to its file, None for nothing,
    of the name of a text and what came of it."""

    given: Given
    write: Write
    planner: Planner | None
    artefact: Callable[[str, Formalisation], str | None]
    wanted: str
    """What is handed out, for the fingerprint."""

    @property
    def fingerprint(self) -> str:
        planner = self.planner
        parts = [
            self.write.value,
            self.wanted,
            [source.text for source in self.given.context],
            repr(self.given.lexicon),
            planner.solver.name if planner is not None else None,
        ]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def make(self, task: Task, text: str, job: Job, stop: threading.Event | None) -> Made:
        made = formalise(
            text,
            self.given,
            self.write,
            job.model,
            job.options,
            planner=self.planner,
            trace=job.trace,
            cache=job.cache,
            stop=stop,
        )
        assert made.translation is not None
        planned = made.planned
        steps = len(planned.solution.plan.steps) if planned is not None and planned.solution.plan is not None else 0
        error = None
        if made.outcome is Outcome.SOLVER_FAILED and planned is not None:
            error = planned.solution.message
        elif made.outcome is Outcome.BAD_PLAN and planned is not None:
            error = f"the plan of {planned.solution.solver} is wrong: {planned.flaws[0].message}"
        return Made(made.translation, self.artefact(task.name, made), steps, _FATES.get(made.outcome), error)

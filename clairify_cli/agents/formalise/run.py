"""From a text to a plan: a model writes what is missing, and a solver solves it."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from clairify_cli.agents.formalise.assemble import Assembled, assembled, goal_section
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.planning.base import Outcome as SolverOutcome
from clairify_cli.translate import (
    LoopOptions,
    Model,
    Outcome,
    Progress,
    ResponseCache,
    Trace,
    Translation,
    translate,
)
from clairify_cli.translate.resolve import READER

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
        """What is left to say about what was written, in its own coordinates, or else about what was solved.

        What is wrong with a solver's plan comes last.
        """
        if self.translation is not None:
            return (*self.translation.diagnostics, *(self.planned.flaws if self.planned is not None else ()))
        return self.planned.findings if self.planned is not None else ()

    @property
    def is_sound(self) -> bool:
        """Whether there is something to hand out: good PDDL, though its goal may differ from the text."""
        return self.verdict in (Verdict.SOLVED, Verdict.WRITTEN, Verdict.UNFAITHFUL)


def solve(given: Given, planner: Planner) -> Formalisation:
    """Solve the given domain and problem as they are. Both have no errors."""
    assert given.domain is not None and given.problem is not None
    whole = Assembled(given.domain, given.problem, ())
    planned = planner.plan(given.domain, given.problem)
    return Formalisation(_verdict(planned), whole=whole, planned=planned)


def formalise(
    text: str,
    given: Given,
    write: Write,
    model: Model,
    options: LoopOptions | None = None,
    *,
    planner: Planner | None = None,
    trace: Trace | None = None,
    cache: ResponseCache | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Formalisation:
    """Have a model write what is to be written for a text, until it is good PDDL with a plan, and solve it.

    Without a `planner` it is only written and verified. The given texts have no errors; they stay as they are.
    Whatever happens is a verdict; nothing is raised.
    """
    options = options or LoopOptions()
    if planner is not None:
        deadline = None if options.timeout is None else time.monotonic() + options.timeout
        planner = replace(planner, stop=stop, deadline=deadline)
    source = Source(text, "<text>") if options.fidelity else None
    language = FormalisedLanguage(given, write, source, planner, by_model=model.name != READER)
    loop = replace(options, fidelity=False)  # which the language itself sees to, before it asks a planner
    result = translate(text, language, model, loop, trace=trace, cache=cache, progress=progress, stop=stop)
    if not result.program and any(one.is_error for one in result.notes):  # why the offline reader wrote nothing
        result = replace(result, diagnostics=tuple(one for one in result.notes if one.is_error))
        result = replace(result, notes=tuple(one for one in result.notes if not one.is_error))
    made = Formalisation(Verdict.INVALID, text, write, result)
    if result.outcome in _ENDED:
        return replace(made, verdict=_ENDED[result.outcome])
    if any(one.code == _SEVERAL_READINGS for one in result.diagnostics):
        return replace(made, verdict=Verdict.AMBIGUOUS, readings=_readings(text, given))
    whole = assembled(Source(result.program, WRITTEN), given, write) if result.program else None
    if whole is None or _has_faults(result):
        return made
    planned = planner.plan(whole.domain, whole.problem) if planner is not None else None
    verdict = _verdict(planned) if planned is not None else Verdict.WRITTEN
    if verdict in (Verdict.SOLVED, Verdict.WRITTEN) and any(one.is_error for one in result.diagnostics):
        verdict = Verdict.UNFAITHFUL
    return replace(made, verdict=verdict, whole=whole, planned=planned)


_ENDED = {Outcome.MODEL_FAILED: Verdict.MODEL_FAILED, Outcome.INTERRUPTED: Verdict.INTERRUPTED}


_SEVERAL_READINGS = "PDL694"


def _readings(text: str, given: Given) -> tuple[tuple[str, str], ...]:
    """The ways in which the offline reader can understand a text: each a goal, and the same in words."""
    from clairify_cli.languages.pddl.reader import read
    from clairify_cli.reader.goals import read_goal

    assert given.domain is not None and given.problem is not None
    found = read_goal(Source(text), read(given.domain)[0], read(given.problem)[0], given.lexicon)
    return tuple((one.goal, one.explanation) for one in found.readings)


def _has_faults(result: Translation) -> bool:
    """Whether what was written is wrong in itself: neither a difference from the text nor that there is no plan."""
    from clairify_cli.fidelity import is_about_fidelity

    about_plans = tuple(one for one in result.diagnostics if one.code.startswith("PLN"))
    return any(one.is_error and one not in about_plans and not is_about_fidelity(one) for one in result.diagnostics)


def _verdict(planned: Planned) -> Verdict:
    if planned.solved:
        return Verdict.SOLVED
    if planned.solution.outcome is SolverOutcome.INTERRUPTED:
        return Verdict.INTERRUPTED
    if planned.flaws:
        return Verdict.BAD_PLAN
    return Verdict.UNSOLVABLE if planned.has_no_plan else Verdict.SOLVER_FAILED

"""Parts common to program runs in all worlds: the given program, its findings and its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.services.execute import events
from clairify_cli.services.execute.delivery import Stop
from clairify_cli.services.execute.events import Tell, silent
from clairify_cli.services.execute.model import RunModel
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.execute.results import ProgramRun
from clairify_cli.services.refused import refuse_errors

if TYPE_CHECKING:
    from clairify_cli.agents.programs.base import AfterFailure, Bounds, Ran
    from clairify_cli.languages.program.syntax import Program
    from clairify_cli.worlds.scene.model import Scene


@dataclass(frozen=True, slots=True)
class Given:
    """A program without syntax errors, its context, its world, and the model of the run."""

    source: Source
    program: Program
    context: tuple[Source, ...]
    world: str
    scene: Scene | None
    model: RunModel

    @property
    def request(self) -> ExecuteRequest:
        return self.model.request

    @property
    def tell(self) -> Tell:
        return self.model.tell

    @property
    def dry_run(self) -> bool:
        return self.request.running.dry_run


def checked(source: Source, context: tuple[Source, ...], tell: Tell = silent) -> tuple[Diagnostic, ...]:
    """Check a program and return its warnings. Raises `RefusedError` for errors."""
    from clairify_cli.languages import get

    found = get("program").check(source, CheckOptions(context=context))
    refuse_errors([source], found)
    if found:
        tell(events.Reported((Report(source, found),)))
    return tuple(found)


def refuse_context(context: tuple[Source, ...]) -> None:
    """Raise `RefusedError` if the domain or the problem has errors."""
    from clairify_cli.agents.formalise import given as formalising

    if len(context) > 1:
        refuse_errors(context, formalising.check_given(formalising.Given(context[0], context[1]), None))


def ended(
    given: Given,
    ran: Ran,
    bounds: Bounds,
    stopped: Stop,
    context: tuple[Source, ...],
    findings: Sequence[Diagnostic],
) -> ProgramRun:
    """Return the result of a program, with the reason if it timed out, and without a goal that is not its own."""
    if ran.ending is Outcome.INTERRUPTED and stopped.is_late:
        ran = replace(ran, why=f"its time was up (--time-limit {given.request.time_limit:g})")
    ran = _without_other_goal(given, ran, context, findings)
    if ran.ending is Outcome.INTERRUPTED:
        outcome = Outcome.INTERRUPTED if stopped.is_interrupted else Outcome.TIMEOUT
    else:
        outcome = Outcome.DONE if ran.succeeded and ran.ending is Outcome.DONE else Outcome.CHECK_FAILED
    return ProgramRun(given.source, ran, bounds, tuple(findings), given.world, outcome)


def _without_other_goal(given: Given, ran: Ran, context: tuple[Source, ...], shown: Sequence[Diagnostic]) -> Ran:
    """Drop the problem's goal from the result if the program declares that it has another goal.

    It does so with `# clairify: ignore-file PRG210`, which keeps PRG210 out of the `shown` findings.
    """
    from clairify_cli.agents.programs.write import GOAL_NOT_REACHED
    from clairify_cli.languages.program.checks.run import check_program

    if ran.goal is None or any(one.code == GOAL_NOT_REACHED for one in shown):
        return ran
    found = check_program(given.program, given.source, context, ())
    if not any(one.code == GOAL_NOT_REACHED for one in found):
        return ran
    why = f"as the program says ({GOAL_NOT_REACHED}), and does not count"
    given.tell(events.Said("note", f"the goal of the problem is another one, {why}"))
    return replace(ran, goal=None, recall=(0, 0))


def bounds_of(request: ExecuteRequest, after_failure: AfterFailure) -> Bounds:
    """Return the limits of a program run; a dry run ends at the first impossible action."""
    from clairify_cli.agents.programs.base import Bounds

    how: AfterFailure = "end" if request.running.dry_run else after_failure
    return Bounds(assertions=not request.programs.no_assertions, after_failure=how)

"""Repair a plan that no longer fits the world: find out what happened to it, and make a new plan."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clairify_cli.agents.formalise.given import Given, check_given, read_domain, read_problem
from clairify_cli.agents.repair.facts import (
    Observed,
    StoryError,
    is_pddl,
    read_constraints,
    read_facts,
    read_step,
    together,
)
from clairify_cli.agents.repair.repaired import Repaired, repair_plan
from clairify_cli.agents.repair.report import plan_text, result_json
from clairify_cli.agents.repair.run_report import RunReport, executed_of, failed_of, observed_of, read_report
from clairify_cli.agents.repair.story import Story, Told, senseless, steps_of, tell
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.files.reading import STDIN, UnreadableError, read_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.task import Task, task_of
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.repair.model import Forbidden, GroundStep, step_text
from clairify_cli.planning.solvers.base import Solver, SolverMissingError
from clairify_cli.planning.validate.heading import purpose_of
from clairify_cli.planning.validate.temporal import is_timed
from clairify_cli.records import dataclass, replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.models import loop_options, open_model
from clairify_cli.services.places import put, refuse_overwriting
from clairify_cli.services.planning.constraints import constraints_of
from clairify_cli.services.planning.goals import goal_reader, lexicon_of
from clairify_cli.services.planning.solving import solver_limits
from clairify_cli.services.refused import RefusedError, reports_of
from clairify_cli.services.replan.request import ReplanRequest

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.translate import Progress


_TIMED = (
    "plans with times cannot be repaired: write what is true now into `:init` of a copy of the problem, "
    "and plan again with `clairify pddl --domain DOMAIN --problem COPY`"
)


@dataclass(frozen=True, slots=True)
class RepairEvents:
    """Listeners: `note` receives oddities, `warn` failures, `progress` the rounds of a model."""

    note: Callable[[str], None]
    warn: Callable[[str], None]
    progress: Callable[[Progress], None] | None = None


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The result for the plan called `name`.

    `printed` is the output for stdout: the new plan, or everything as JSON; empty if there is none, or if it was
    written to the file of -o.
    """

    name: str
    repaired: Repaired
    printed: str


class _Texts(NamedTuple):
    """A task with its texts and the plan for it."""

    task: Task
    domain: Source
    problem: Source
    plan: tuple[GroundStep, ...]


def repair(request: ReplanRequest, events: RepairEvents) -> RepairResult:
    """Repair the plan, and write the output. Raises `RequestError`, `UnwritableError`, `SolverError` and
    `ModelError`, and `RefusedError` for errors in the given texts.
    """
    _refuse_senseless(request)
    try:
        report = _report(request)
        domain, problem, plan = _texts(request, report)
        found = [one for one in check_given(Given(domain, problem), None) if one.is_error]
        steps, wrong = read_plan(plan)
        found += [one for one in wrong if one.is_error]
        purpose = purpose_of(plan, domain, problem) if not found else None
        if purpose is not None:
            found, problem = list(purpose.findings), purpose.problem
        task = task_of(domain, problem)
        if task is not None and is_timed(task, steps):
            raise RequestError(_TIMED)
        if task is not None and not found:
            found += senseless(task, steps, plan, domain)
        if task is None or found:
            why = "nothing was repaired: what is given has errors"
            raise RefusedError(Outcome.REFUSED, why, reports_of((domain, problem, plan), found))
        for remark in purpose.remarks if purpose is not None else ():
            events.note(remark)
        told = _told(_Texts(task, domain, problem, steps_of(steps)), report, request, events)
    except StoryError as error:
        raise RequestError(str(error)) from None
    made = repair_plan(told, lambda: _solver(request), solver_limits(request.solver))
    text = result_json(made) if request.format == "json" else plan_text(made)
    return RepairResult(plan.name, made, put(text, request.output.place) if text is not None else "")


def _report(request: ReplanRequest) -> RunReport | None:
    """Read the report of a run, if given. Raises `StoryError`."""
    name = request.happened.run
    if name is None:
        return None
    try:
        return read_report(read_text(Path(name), most_bytes=request.max_size), name)
    except UnreadableError as error:
        raise StoryError(str(error)) from None


def _texts(request: ReplanRequest, report: RunReport | None) -> tuple[Source, Source, Source]:
    """Read the texts of the domain, the problem and the plan. Raises `RequestError`."""
    files, run, most = request.files, request.happened.run, request.max_size
    if len(files) != 3 and not (len(files) == 2 and report is not None):
        raise RequestError("give a DOMAIN, a PROBLEM and a PLAN, or a --world to play in")
    if [*files, run].count("-") > 1:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    try:
        domain = read_domain(files[0], most_bytes=most)
        problem = read_problem(files[1], domain, most_bytes=most)
        if len(files) == 2:
            assert report is not None
            return domain, problem, Source(report.text, "<plan of the report>")
        plan = Source(read_text(Path(files[2]), most_bytes=most), STDIN if files[2] == "-" else files[2])
    except UnreadableError as error:
        raise RequestError(str(error)) from None
    return domain, problem, plan


def _told(given: _Texts, report: RunReport | None, request: ReplanRequest, events: RepairEvents) -> Told:
    """Return what happened according to the request and the report; the request takes precedence. Raises `StoryError`
    and `ModelError`."""
    task, happened = given.task, request.happened
    failed = read_step(happened.failed, task) if happened.failed is not None else None
    executed = happened.executed
    if report is not None:
        failed = failed or failed_of(report, task)
        executed = executed_of(report, given.plan) if executed is None else executed
    held = constraints_of(request.constrained, request.max_size)
    forbidden, required = read_constraints(held.forbid, held.require, task)
    story = Story(executed, failed, Observed(), forbidden, required, happened.retry_step)
    expected = tell(*given, story)
    seen = together(read_facts(one, task) for one in happened.observe if is_pddl(one))
    said = [one for one in happened.observe if not is_pddl(one)]
    if said:
        seen = _said(said, seen, expected, request, events)
    if report is not None:
        seen = observed_of(report, task, expected.situation.now).but(seen)
    story = replace(story, observed=seen)
    return tell(*given, story)


def _said(said: list[str], seen: Observed, told: Told, request: ReplanRequest, events: RepairEvents) -> Observed:
    """Add the facts stated in English to those `seen`, read offline or by a model. Raises `StoryError` and
    `ModelError`."""
    from clairify_cli.agents.formalise.given import Write
    from clairify_cli.agents.formalise.run import formalise
    from clairify_cli.agents.repair.statements import read_statements
    from clairify_cli.planning.repair.texts import solver_texts
    from clairify_cli.translate.models.errors import ModelError

    one = told.situation
    _, scene = solver_texts(one.task, one.domain, one.problem, one.now, Forbidden())
    given = Given(one.domain, scene, lexicon_of(request.lexicon, one.domain))
    with ExitStack() as stack:
        asked = open_model(stack, request.settings, events.warn, goal_reader(given))

        def write(text: str) -> str:
            made = formalise(text, given, Write.GOAL, asked.model, asked.options, hooks=asked.hooks(events.progress))
            if made.outcome is Outcome.MODEL_FAILED:
                assert made.translation is not None
                raise ModelError(str(made.translation.error))
            if made.goal is None or made.outcome is not Outcome.WRITTEN:
                raise StoryError(f"`{text}` {_not_read(made)}")
            return made.goal

        stated, (follows, unsure) = read_statements(said, one.task, one.now, write, seen)
        for fact in Observed(true=follows.true).texts:
            events.note(
                f"`{fact}` is taken to hold now, too, as after every action to this effect; else observe `(not {fact})`"
            )
        for fact in Observed(true=follows.false).texts:
            events.note(f"`{fact}` is taken to be false now, as it excludes what is observed; else observe `{fact}`")
        if unsure:
            facts = listing(step_text(fact) for fact in unsure)
            events.warn(
                f"{facts}: still true, as it is not known what the observation excludes; else observe `(not …)`"
            )
        return follows.but(stated)


def _not_read(made: Formalisation) -> str:
    """Return why a statement could not be used."""
    if made.readings:
        return f"can be understood in {len(made.readings)} ways: {' or '.join(words for _, words in made.readings)}"
    errors = [one for one in made.diagnostics if one.is_error]
    why = f": {errors[0].message}" if errors else ""
    hint = f"; {errors[0].hint}" if errors and errors[0].hint else ""
    return f"was not understood{why}{hint}"


def _solver(request: ReplanRequest) -> Solver:
    """Return the requested solver. Raises `SolverError`."""
    from clairify_cli.planning.solvers.registry import get

    return get(request.solver.solver, optimal=request.solver.optimal)


def _refuse_senseless(request: ReplanRequest) -> None:
    """Raise `RequestError` or `SolverError` for invalid options, even if they turn out not to be needed."""
    happened = request.happened
    refuse_overwriting(request)
    loop_options(request.settings)
    solver_limits(request.solver)
    if request.lexicon is not None and all(is_pddl(one) for one in happened.observe):
        raise RequestError("--lexicon has words for observations in English, and there is none")
    with suppress(SolverMissingError):  # reported later if a solver is needed
        _solver(request)

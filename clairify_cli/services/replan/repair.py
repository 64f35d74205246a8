"""What `clairify replan` does with a plan: reads what happened, repairs, hands out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from clairify_cli.agents.formalise.given import Given, check_given, read_domain, read_problem
from clairify_cli.agents.formalise.planner import task_of
from clairify_cli.agents.repair.facts import (
    Observed,
    StoryError,
    is_pddl,
    read_facts,
    read_pattern,
    read_step,
    together,
)
from clairify_cli.agents.repair.repaired import Repaired, repair_plan
from clairify_cli.agents.repair.report import plan_text, result_json
from clairify_cli.agents.repair.run_report import RunReport, executed_of, failed_of, observed_of, read_report
from clairify_cli.agents.repair.story import Story, Told, senseless, steps_of, tell
from clairify_cli.cli.shared.narrate import counted, show_reports
from clairify_cli.cli.shared.output import complain, hand_out, inform
from clairify_cli.commands.model_options import exit_code_of, loop_options
from clairify_cli.commands.replan_kinds import ONLY_GAMES, refuse_given
from clairify_cli.commands.solver_options import solver_limits
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.files.reading import STDIN, UnreadableError, read_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.task import Task
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.base import Limits, Solver, SolverMissingError
from clairify_cli.planning.plan_heading import purpose_of
from clairify_cli.planning.repair_model import Forbidden, GroundStep, How
from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import refuse_overwriting, replayed
from clairify_cli.translate.models.errors import ModelError

if TYPE_CHECKING:
    from clairify_cli.agents.formalise import Formalisation


def run_repair(ctx: click.Context, **values: Any) -> int:
    """Repair a plan; the exit code comes back. Raises `RequestError`, `UnwritableError` and `SolverError`."""
    refuse_given(ctx, ONLY_GAMES, "games: name the --world that they are played in")
    _refuse_senseless(values)
    try:
        report = _report(values)
        domain, problem, plan = _texts(values["files"], values, report)
        found = [one for one in check_given(Given(domain, problem), None) if one.is_error]
        steps, wrong = read_plan(plan)
        found += [one for one in wrong if one.is_error]
        purpose = purpose_of(plan, domain, problem) if not found else None
        if purpose is not None:
            found, problem = list(purpose.findings), purpose.problem
        task = task_of(domain, problem)
        if task is not None and not found:
            found += senseless(task, steps, plan, domain)
        if task is None or found:
            _show((domain, problem, plan), found)
            complain("nothing was repaired: what is given has errors")
            return 1
        for remark in purpose.remarks if purpose is not None and not values["quiet"] else ():
            inform(f"note: {remark}")
        story, told = _told(Texts(task, domain, problem, steps_of(steps)), report, values)
    except StoryError as error:
        raise RequestError(str(error)) from None
    except ModelError as error:
        complain(error)
        return exit_code_of(error)
    made = _repaired(told, values)
    text = result_json(made, story) if values["as_json"] else plan_text(made)
    if text is not None:
        _hand_out(text, values["output"])
    _narrate(plan.name, made, quiet=values["quiet"])
    return made.outcome.exit_code


def _report(values: dict[str, Any]) -> RunReport | None:
    """The report of a run, where one is given. Raises `StoryError`."""
    name = values["report"]
    if name is None:
        return None
    try:
        return read_report(read_text(Path(name), most_bytes=values["max_size"]), name)
    except UnreadableError as error:
        raise StoryError(str(error)) from None


def _texts(files: Sequence[str], values: dict[str, Any], report: RunReport | None) -> tuple[Source, Source, Source]:
    """The texts of the domain, the problem and the plan. Raises `RequestError`."""
    if len(files) != 3 and not (len(files) == 2 and report is not None):
        raise RequestError("give a DOMAIN, a PROBLEM and a PLAN, or a --world to play in")
    if values["output"] not in (None, "-"):
        read = [*zip(("the domain", "the problem"), files, strict=False), ("the report", values["report"])]
        read += [("the lexicon", values["lexicon"]), ("the replies of the model", replayed(values["model"]))]
        refuse_overwriting([("-o", values["output"])], [(what, one) for what, one in read if one is not None])
    if [*files, values["report"]].count("-") > 1:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    most = values["max_size"]
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


class Texts(NamedTuple):
    """A task with its texts and the plan for it."""

    task: Task
    domain: Source
    problem: Source
    plan: tuple[GroundStep, ...]


def _told(given: Texts, report: RunReport | None, values: dict[str, Any]) -> tuple[Story, Told]:
    """What happened, by the report and the command line, which comes before it. Raises `StoryError`, `ModelError`."""
    task = given.task
    failed = read_step(values["failed"], task) if values["failed"] is not None else None
    executed = values["executed"]
    if report is not None:
        failed = failed or failed_of(report, task)
        executed = executed_of(report, given.plan) if executed is None else executed
    forbidden = tuple(read_pattern(one, task) for one in values["forbid"])
    story = Story(executed, failed, Observed(), forbidden, values["retry"])
    expected = tell(*given, story)
    seen = together(read_facts(one, task) for one in values["observe"] if is_pddl(one))
    said = [one for one in values["observe"] if not is_pddl(one)]
    if said:
        seen = together((seen, _said(said, expected, values)))
    if report is not None:
        seen = observed_of(report, task, expected.situation.now).but(seen)
    story = replace(story, observed=seen)
    return story, tell(*given, story)


def _said(said: Sequence[str], told: Told, values: dict[str, Any]) -> Observed:
    """The facts that texts in English state, read offline or by a model. Raises `StoryError` and `ModelError`."""
    from clairify_cli.agents.formalise import Write, formalise
    from clairify_cli.agents.repair.statements import read_statements
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.planning.repair_text import solver_texts
    from clairify_cli.services.goals import goal_reader, lexicon_of

    one = told.situation
    scene = solver_texts(one.task, one.domain, one.problem, one.now, Forbidden())
    given = Given(one.domain, scene.problem, lexicon_of(values["lexicon"], one.domain))
    with ExitStack() as stack:
        asked = open_model(stack, values, goal_reader(given))

        def write(text: str) -> str:
            made = formalise(text, given, Write.GOAL, asked.model, asked.options, trace=asked.trace, cache=asked.cache)
            if made.outcome.value == "model-failed":
                assert made.translation is not None
                raise ModelError(str(made.translation.error))
            if made.goal is None or made.outcome.value != "written":
                raise StoryError(f"`{text}` {_not_read(made)}")
            return made.goal

        return together([read_statements(text, one.task, one.now, write) for text in said])


def _not_read(made: Formalisation) -> str:
    """Why a statement says nothing that can be used."""
    if made.readings:
        return f"can be understood in {len(made.readings)} ways: {' or '.join(words for _, words in made.readings)}"
    errors = [one for one in made.diagnostics if one.is_error]
    why = f": {errors[0].message}" if errors else ""
    hint = f"; {errors[0].hint}" if errors and errors[0].hint else ""
    return f"was not understood{why}{hint}"


def _repaired(told: Told, values: dict[str, Any]) -> Repaired:
    seconds, memory = solver_limits(values)
    strategy = How(values["strategy"]) if values["strategy"] is not None else None
    return repair_plan(
        told, lambda: _solver(values), Limits(seconds, memory), strategy=strategy, stable=values["stable"]
    )


def _solver(values: dict[str, Any]) -> Solver:
    """The solver that is named. Raises `SolverError`."""
    from clairify_cli.planning.solvers import get

    return get(values["solver"], optimal=values["optimal"])


def _refuse_senseless(values: dict[str, Any]) -> None:
    """Raise `RequestError` or `SolverError` for what makes no sense, also where it will not be needed."""
    loop_options(values)
    solver_limits(values)
    if values["strategy"] is not None and values["stable"]:
        raise RequestError(
            f"--stable looks for few changes by itself, and does not go with --strategy {values['strategy']}"
        )
    if values["lexicon"] is not None and all(is_pddl(one) for one in values["observe"]):
        raise RequestError("--lexicon has words for observations in English, and there is none")
    with suppress(SolverMissingError):  # which is said where one is needed
        _solver(values)


def _hand_out(text: str, output: str | None) -> None:
    if output in (None, "-"):
        hand_out(text)
        return
    from clairify_cli.files.writing import write_text

    write_text(Path(str(output)), text)


def _show(sources: Sequence[Source], found: Sequence[Diagnostic]) -> None:
    reports = [Report(source, [one for one in found if one.span.file == source.name]) for source in sources]
    show_reports([one for one in reports if one.diagnostics])


def _narrate(name: str, made: Repaired, *, quiet: bool) -> None:
    """Why there is no plan, what is odd, and a line about the repair."""
    _show(made.sources, made.findings)
    if not quiet:
        for remark in made.told.remarks:
            inform(f"note: {remark}")
    if made.hint:
        inform(f"note: {made.hint}")
    if not quiet or made.outcome.exit_code:
        inform(f"{name}: {_line(made)}")


def _line(made: Repaired) -> str:
    """What came of it."""
    if made.outcome is Outcome.KEPT:
        return made.reason if made.repair.how is How.KEEP else f"the plan stays as it is, though {made.reason}"
    if made.outcome is Outcome.INTERRUPTED:
        return "interrupted"
    if made.repair.steps is None:
        return f"{_no_plan(made)} ({made.reason})"
    added = sum(1 for one in made.lines if one.old is None)
    dropped = sum(1 for one in made.lines if one.new is None)
    kinds = {
        How.BRIDGE: "a bridge to the rest of the plan",
        How.NEW: "a new plan",
        How.STABLE: "the plan, changed little",
    }
    assert made.repair.how is not None
    cost = ""
    if made.cost_before is not None and made.cost_after is not None:
        cost = f", cost {made.cost_before:g} -> {made.cost_after:g}"
    counts = f"{counted(added, 'step')} added, {dropped} dropped, {len(made.lines) - added - dropped} kept"
    return f"{kinds.get(made.repair.how, 'a plan')}: {counts}{cost} ({made.reason})"


def _no_plan(made: Repaired) -> str:
    solution = made.repair.solution
    if made.outcome is Outcome.UNSOLVABLE:
        return "there is no such plan" if made.narrow else "there is no plan"
    return (
        f"no plan: {solution.message}"
        if solution is not None
        else "no such plan was found, which is no proof that there is none"
    )

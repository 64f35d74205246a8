"""What `clairify replan` does with a plan: reads what happened, repairs, hands out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from clairify_cli.agents.formalise.given import Given, check_given, read_domain, read_problem
from clairify_cli.agents.formalise.planner import task_of
from clairify_cli.agents.repair.facts import StoryError, is_pddl, read_facts, read_pattern, read_step, together
from clairify_cli.agents.repair.mend import Mended, Verdict, mend
from clairify_cli.agents.repair.report import plan_text, result_json
from clairify_cli.agents.repair.story import Story, Told, senseless, steps_of, tell
from clairify_cli.commands.narrate import counted, show_reports
from clairify_cli.commands.output import complain, hand_out, inform
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.files.reading import STDIN, UnreadableError, read_text
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.base import Limits, Solver
from clairify_cli.planning.repair_model import How

_ONLY_WORLDS = ("games", "size", "learn", "reuse", "terse", "resume")


def run_repair(ctx: click.Context, **values: Any) -> int:
    """Repair a plan; the exit code comes back. Raises `UnwritableError` and `SolverError`."""
    texts = _texts(ctx, values["files"], values)
    domain, problem, plan = texts
    found = [one for one in check_given(Given(domain, problem), None) if one.is_error]
    steps, wrong = read_plan(plan)
    found += [one for one in wrong if one.is_error]
    task = task_of(domain, problem)
    if task is not None and not found:
        found += senseless(task, steps, plan, domain)
    if task is None or found:
        _show(texts, found)
        complain("nothing was repaired: what is given has errors")
        return 1
    try:
        story = _story(task, values)
        told = tell(task, domain, problem, steps_of(steps), story)
    except StoryError as error:
        raise click.UsageError(str(error), ctx) from None
    made = _mended(ctx, told, values)
    text = result_json(made, story) if values["as_json"] else plan_text(made)
    if text is not None:
        _hand_out(text, values["output"])
    _narrate(plan.name, made, quiet=values["quiet"])
    return made.verdict.exit_code


def _texts(ctx: click.Context, files: Sequence[str], values: dict[str, Any]) -> tuple[Source, Source, Source]:
    """The texts of the domain, the problem and the plan. Raises `click.UsageError`."""
    asked = [name for name in _ONLY_WORLDS if values[name]]
    if asked:
        raise click.UsageError(f"--{asked[0]} is for games: name the --world that they are played in", ctx)
    if len(files) != 3:
        raise click.UsageError("give a DOMAIN, a PROBLEM and a PLAN, or a --world to play in", ctx)
    if list(files).count("-") > 1:
        raise click.UsageError("standard input can be read only once: give `-` once, and files for the rest", ctx)
    most = values["max_size"]
    try:
        domain = read_domain(files[0], most_bytes=most)
        problem = read_problem(files[1], domain, most_bytes=most)
        plan = Source(read_text(Path(files[2]), most_bytes=most), STDIN if files[2] == "-" else files[2])
    except UnreadableError as error:
        raise click.UsageError(str(error), ctx) from None
    return domain, problem, plan


def _story(task: Task, values: dict[str, Any]) -> Story:
    """What happened, by the command line. Raises `StoryError`."""
    seen = []
    for one in values["observe"]:
        if not is_pddl(one):
            raise StoryError(f"`{one}` is no fact of PDDL: write it in round brackets, `(in cup sink)`")
        seen.append(read_facts(one, task))
    failed = read_step(values["failed"], task) if values["failed"] is not None else None
    forbidden = tuple(read_pattern(one, task) for one in values["forbid"])
    return Story(values["executed"], failed, together(seen), forbidden, values["retry"])


def _mended(ctx: click.Context, told: Told, values: dict[str, Any]) -> Mended:
    seconds, memory = values["solve_timeout"], values["memory"]
    if not seconds > 0:
        raise click.UsageError(f"the time limit of the solver must be more than 0 s, not {seconds:g}", ctx)
    if memory < 1:
        raise click.UsageError(f"the memory limit of the solver must be at least 1 MB, not {memory}", ctx)
    strategy = How(values["strategy"]) if values["strategy"] is not None else None
    if strategy is not None and values["stable"]:
        raise click.UsageError(
            f"--stable looks for few changes by itself, and does not go with --strategy {strategy.value}", ctx
        )

    def solver() -> Solver:
        from clairify_cli.planning.solvers import get

        return get(values["solver"], optimal=values["optimal"])

    return mend(told, solver, Limits(seconds, memory), strategy=strategy, stable=values["stable"])


def _hand_out(text: str, output: str | None) -> None:
    if output in (None, "-"):
        hand_out(text)
        return
    from clairify_cli.files.writing import write_text

    write_text(Path(str(output)), text)


def _show(sources: Sequence[Source], found: Sequence[Diagnostic]) -> None:
    reports = [Report(source, [one for one in found if one.span.file == source.name]) for source in sources]
    show_reports([one for one in reports if one.diagnostics])


def _narrate(name: str, made: Mended, *, quiet: bool) -> None:
    """Why there is no plan, what is odd, and a line about the repair."""
    _show(made.sources, made.findings)
    if not quiet:
        for remark in made.told.remarks:
            inform(f"note: {remark}")
    if made.hint:
        inform(f"note: {made.hint}")
    if not quiet or made.verdict.exit_code:
        inform(f"{name}: {_line(made)}")


def _line(made: Mended) -> str:
    """What came of it."""
    if made.verdict is Verdict.KEPT:
        return made.reason if made.repair.how is How.KEEP else f"the plan stays as it is, though {made.reason}"
    if made.verdict is Verdict.INTERRUPTED:
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


def _no_plan(made: Mended) -> str:
    solution = made.repair.solution
    if made.verdict is Verdict.NO_WAY:
        return "there is no plan" if solution is not None else "there is no such plan"
    return (
        f"no plan: {solution.message}"
        if solution is not None
        else "no such plan was found, which is no proof that there is none"
    )

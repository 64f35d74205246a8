"""Output about a text turned into PDDL: findings in the PDDL, why there is no plan, a line about the run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.given import Write
from clairify_cli.cli.shared.narrate import UNREAD, ending, show_reports, spent
from clairify_cli.cli.shared.output import complain, counted_codes, inform, say
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.outcomes import Outcome

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.translate import Translation

_PLAN = "<plan>"


def show_given(sources: Sequence[Source], found: Sequence[Diagnostic]) -> None:
    """Show findings in the given texts, such as errors, which prevent writing."""
    if found:
        show_reports([Report(source, [one for one in found if one.span.file == source.name]) for source in sources])


def refuse_given(sources: Sequence[Source], errors: Sequence[Diagnostic], nothing: str) -> int:
    """Show the errors in given texts, say that `nothing` was done, and return the exit code."""
    show_given(sources, errors)
    complain(f"{nothing}: what is given has errors")
    return Outcome.INVALID.exit_code


def tell(name: str, made: Formalisation, target: Path | None, *, model: str | None, quiet: bool) -> None:
    """Report on an input: findings about its text, remaining findings, why there is no plan, and a line."""
    show_reports(_reports(name, made, quiet=quiet))
    if made.translation is not None and not quiet:
        for remark in made.translation.remarks:
            inform(f"note: {remark}")
    if made.readings:
        _list_readings(name, made)
    if made.outcome is Outcome.BAD_PLAN:
        complain(f"the plan of {_solver(made)} is wrong, so it is not handed out; this is a fault of the solver")
    if not quiet or made.outcome.exit_code:
        inform(_line(name, made, target, model))


def _reports(name: str, made: Formalisation, *, quiet: bool) -> list[Report]:
    """Return the findings, grouped by text."""
    text = Source(made.text or "", name)
    written, title = _written(made)
    findings = [*_notes(made.translation), *made.diagnostics]
    findings += _about_solving(made, Source(written, "<program>"))
    by_name = {text.name: text, title: Source(written, title)}
    if made.planned is not None:
        planned = made.planned
        by_name |= {source.name: source for source in (planned.domain, planned.problem)}
        by_name[_PLAN] = Source(planned.plan, _PLAN)
    kept = [_renamed(one, name, title) for one in findings if one.is_error or not quiet]
    reports = {file: Report(source) for file, source in by_name.items()}
    for one in kept:
        reports.setdefault(one.span.file, Report(Source("", one.span.file))).diagnostics.append(one)
    return [report for report in reports.values() if report.diagnostics]


def _about_solving(made: Formalisation, written: Source) -> list[Diagnostic]:
    """Return findings about solving that the loop has not reported, placed in the written text."""
    if made.planned is None or made.translation is None or made.whole is None:
        return []
    told = {one.code for one in made.diagnostics}
    whole, all_of_it = made.whole, written.span(0, len(written.line(1)))
    new = [one for one in made.planned.findings if one.code not in told]
    as_they_are = (_PLAN, whole.domain.name) if made.write is not Write.BOTH else (_PLAN,)
    return [one if one.span.file in as_they_are else whole.located(one, written, all_of_it) for one in new]


def _notes(result: Translation | None) -> tuple[Diagnostic, ...]:
    return result.notes if result is not None else ()


def _written(made: Formalisation) -> tuple[str, str]:
    """Return what a model wrote, and its name in messages."""
    if made.translation is None or made.write is None:
        return "", "<program>"
    titles = {"goal": "<goal>", "problem": "<problem>", "both": "<pddl>"}
    return made.translation.program, titles[made.write.value]


def _renamed(finding: Diagnostic, text: str, program: str) -> Diagnostic:
    """Return a finding with the text names that the user knows."""
    names = {"<text>": text, "<source>": text, "<program>": program}

    def known(span: Span) -> Span:
        return span._replace(file=names.get(span.file, span.file))

    related = tuple(replace(one, span=known(one.span)) for one in finding.related)
    return replace(finding, span=known(finding.span), related=related)


def _list_readings(name: str, made: Formalisation) -> None:
    complain(f"{name} can be read in {len(made.readings)} ways; say which is meant:")
    for number, (goal, words) in enumerate(made.readings, start=1):
        say(f"  {number}. {words}")
        say("\n".join(f"     {line}" for line in goal.splitlines()))


def _line(name: str, made: Formalisation, target: Path | None, model: str | None) -> str:
    """Return a line about the run."""
    parts = []
    if made.translation is not None:
        result = made.translation
        parts += [counted(len(result.rounds), "round"), model or result.model, *spent(result)]
        if result.fixes:
            parts.append(f"fixed {counted_codes([one.code for one in result.fixes])}")
    if made.planned is not None:
        parts += [_solver(made), f"{made.planned.solution.seconds:.2f} s"]
    where = f" -> {target}" if target is not None else ""
    return f"{name}{where}: {_outcome_of(made)}" + (f" ({', '.join(parts)})" if parts else "")


def _outcome_of(made: Formalisation) -> str:
    """Describe the result in a few words."""
    outcome, planned, loop = made.outcome, made.planned, made.translation
    known = words_of("task").get(outcome.value, outcome.value)
    if planned is not None and planned.solved:
        solution = planned.solution
        steps = counted(len(solution.plan.steps) if solution.plan is not None else 0, "step")
        best = ", the least cost" if solution.optimal else ""
        cost = f", cost {solution.cost:g}" if solution.cost is not None else ""
        plan = f"a plan of {steps}{cost}{best}{solution.caveat}"
        return plan if outcome is Outcome.SOLVED else f"{plan}, but {known}"
    if planned is not None and outcome is Outcome.SOLVER_FAILED:
        return f"no plan: {words_of('solver').get(planned.solution.outcome.value, planned.solution.message)}"
    if outcome is Outcome.UNVALIDATED:
        return "a plan, which is not validated"
    if planned is not None and outcome is Outcome.BAD_PLAN:
        return "no plan: the one found is wrong"
    if loop is None or outcome not in (Outcome.INVALID, Outcome.MODEL_FAILED):
        return known
    if not loop.program and outcome is Outcome.INVALID and any(one.span.file == "<text>" for one in loop.diagnostics):
        return UNREAD
    left = sum(1 for one in loop.diagnostics if one.is_error)
    told = ending(loop.outcome.value, loop.error)
    return told + (f", {counted(left, 'error')} left" if left else "")


def _solver(made: Formalisation) -> str:
    return made.planned.solution.solver if made.planned is not None else "the solver"

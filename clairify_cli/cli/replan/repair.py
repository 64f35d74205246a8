"""Output of `clairify replan` about the repair of a plan."""

from __future__ import annotations

from clairify_cli.agents.repair.repaired import Repaired
from clairify_cli.cli.shared.narrate import Narrator, show_reports
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.diagnostics.counts import counted
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.repair.model import How, step_text
from clairify_cli.services.refused import RefusedError, reports_of
from clairify_cli.services.replan.repair import RepairEvents, repair
from clairify_cli.services.replan.request import ReplanRequest

_KINDS = {
    How.BRIDGE: "the plan, changed little",
    How.NEW: "a new plan",
}


def run_repair(request: ReplanRequest) -> int:
    """Repair, print the plan, and report. Return the exit code."""
    quiet = request.narration.quiet
    verbose = request.narration.verbose and not quiet

    def note(sentence: str) -> None:
        if not quiet:
            inform(f"note: {sentence}")

    rounds = Narrator(quiet=True, verbose=verbose, keep_invalid=False)
    try:
        result = repair(request, RepairEvents(note, complain, rounds.progress))
    except RefusedError as error:
        show_reports(error.reports)
        raise
    made = result.repaired
    if result.printed:
        print_out(result.printed)
    show_reports(reports_of(made.sources, made.findings))
    for remark in made.told.remarks:
        note(remark)
    if made.hint:
        inform(f"note: {made.hint}")
    for one in made.lines if verbose else ():
        inform(f"  {'+' if one.old is None else '-' if one.new is None else ' '} {step_text(one.step)}")
    if not quiet or made.outcome.exit_code:
        inform(f"{result.name}: {_line(made)}")
    return made.outcome.exit_code


def _line(made: Repaired) -> str:
    """Return a line about the result."""
    if made.outcome is Outcome.KEPT:
        return made.reason if made.repair.how is How.KEEP else f"the plan stays as it is, though {made.reason}"
    if made.outcome is Outcome.INTERRUPTED:
        return "interrupted"
    if made.repair.steps is None or made.repair.how is None:
        return f"{_no_plan(made)} ({made.reason})"
    added = sum(1 for one in made.lines if one.old is None)
    dropped = sum(1 for one in made.lines if one.new is None)
    cost = ""
    if made.cost_before is not None and made.cost_after is not None:
        cost = f", cost {made.cost_before:g} -> {made.cost_after:g}"
    counts = f"{counted(added, 'step')} added, {dropped} dropped, {len(made.lines) - added - dropped} kept"
    return f"{_KINDS.get(made.repair.how, 'a plan')}: {counts}{cost} ({made.reason})"


def _no_plan(made: Repaired) -> str:
    if made.outcome is Outcome.UNSOLVABLE:
        return "there is no plan"
    if made.repair.solution is not None:
        return f"no plan: {made.repair.solution.message}"
    return "no such plan was found, which is no proof that there is none"

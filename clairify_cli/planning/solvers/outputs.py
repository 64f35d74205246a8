"""Read what solvers print: plans, the last lines, and the outcomes that all solvers share."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.planning.solvers.base import Limits, Solution, SolverOutcome
from clairify_cli.planning.solvers.process import Run

_LONGEST_PLAN = 64 * 2**20
"""Maximum size of a plan in bytes; a longer one comes from a runaway solver."""

_DETAIL_LINES = 12
_LONGEST_LINE = 300

_STEP = late(r"\s*(?:\d+(?:\.\d*)?\s*:)?\s*\([^()]*\)\s*(?:\[[^\]]*\])?\s*")
_HALF_STEP = late(r"\s*(?:\d+(?:\.\d*)?\s*:)?\s*\([\w-][^()]*")
_COST = late(r"\s*;+\s*cost\s*[=:].*", re.IGNORECASE)

_NO_MEMORY = late(
    r"MemoryError|std::bad_alloc|OutOfMemoryError|cannot allocate memory|failed to map segment|out of memory",
    re.IGNORECASE,
)


class BrokenPlanError(ValueError):
    """A text is not a valid plan; the message says why, without a subject: "is not a plan: ..."."""


def plan_of_text(text: str) -> Plan:
    """Return the plan in a text; raise BrokenPlanError if it contains anything besides steps and comments."""
    plan, found = read_plan(Source(text, "plan"))
    errors = [one for one in found if one.is_error]
    if errors:
        raise BrokenPlanError(f"is not a plan: {errors[0].message} (line {errors[0].span.line})")
    return plan


def plan_of_file(path: Path) -> Plan | None:
    """Return the plan in a file that a solver wrote, None if there is no such file."""
    try:
        if path.stat().st_size > _LONGEST_PLAN:
            raise BrokenPlanError(f"is longer than {_LONGEST_PLAN // 2**20} MB")
        return plan_of_text(path.read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BrokenPlanError(f"cannot be read: {error.strerror}") from error


def plan_in_output(text: str) -> Plan | None:
    """Return the plan in a solver's output: the lines that each consist of a step; None if there are none."""
    lines = text.splitlines()
    half = next((line for line in lines if _HALF_STEP.fullmatch(line)), None)
    steps = [line for line in lines if _STEP.fullmatch(line)]
    if not steps:
        return None
    if half is not None:
        raise BrokenPlanError(f"has a step without its end: {half.strip()[:_LONGEST_LINE]}")
    return plan_of_text("\n".join(steps + [line for line in lines if _COST.fullmatch(line)]))


def solution(
    solver: str,
    run: Run,
    outcome: SolverOutcome,
    message: str,
    *,
    plan: Plan | None = None,
    optimal: bool = False,
    detail: str | None = None,
) -> Solution:
    """Return a solution with the times and output of a run; the cost is the plan's own or its number of steps."""
    cost = None if plan is None else float(len(plan.steps)) if plan.cost is None else plan.cost
    if detail is None:
        detail = "" if plan is not None else last_lines(run)
    return Solution(outcome, plan, cost, optimal, solver, run.seconds, run.cpu_seconds, message, detail)


def solved(solver: str, run: Run, plan: Plan, *, optimal: bool = False, note: str = "") -> Solution:
    """Return a solution with a plan; `note` is added to the message."""
    steps = f"{counted(len(plan.steps), 'step')}"
    what = "the goal holds at first, so the plan is empty" if not plan.steps else f"{solver} found a plan of {steps}"
    proven = ", proven to cost the least" if optimal and plan.steps else ""
    return solution(solver, run, SolverOutcome.SOLVED, what + proven + note, plan=plan, optimal=optimal)


def ended_early(solver: str, run: Run, limits: Limits) -> Solution | None:
    """Return the solution for a run that was stopped, killed or not started; None if it ended normally."""
    if run.ended_by == "error":
        return solution(solver, run, SolverOutcome.CRASHED, f"{solver} could not be started: {run.error}")
    if run.ended_by == "stop":
        return solution(solver, run, SolverOutcome.INTERRUPTED, f"{solver} was stopped before it had an answer")
    if run.ended_by == "time":
        return solution(solver, run, SolverOutcome.TIMEOUT, timeout_message(solver, limits))
    if run.ended_by == "memory":
        return solution(solver, run, SolverOutcome.OUT_OF_MEMORY, memory_message(solver, limits))
    if run.exit_code is not None and run.exit_code < 0:
        return solution(solver, run, SolverOutcome.CRASHED, killed_message(solver, -run.exit_code))
    return None


def timeout_message(solver: str, limits: Limits) -> str:
    """Return the message for a solver that ran out of time."""
    return f"{solver} found no plan within {round(limits.seconds, 1):g} s, which leaves open whether there is one"


def memory_message(solver: str, limits: Limits) -> str:
    """Return the message for a solver that ran out of memory."""
    return f"{solver} used up its {limits.memory_mb} MB of memory, which leaves open whether there is a plan"


def killed_message(solver: str, number: int) -> str:
    """Return the message for a solver that was killed by a signal."""
    try:
        name = f"{number} ({signal.Signals(number).name})"
    except ValueError:
        name = str(number)
    return f"{solver} was killed by signal {name} before it had an answer"


def lacks_memory(run: Run) -> bool:
    """Whether the output of a failed run says that memory ran out."""
    return _NO_MEMORY.search(run.stderr) is not None or _NO_MEMORY.search(last_lines(run)) is not None


def last_lines(run: Run) -> str:
    """Return the last lines that a solver printed, stderr after stdout."""
    lines = [line.rstrip()[:_LONGEST_LINE] for text in (run.stdout, run.stderr) for line in _lines(text)]
    return "\n".join(lines[-_DETAIL_LINES:])


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines()[-_DETAIL_LINES * 4 :] if line.strip()][-_DETAIL_LINES:]

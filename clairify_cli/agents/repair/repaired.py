"""Repair a plan and report the result: why the rest of the plan fails, what is new, and what it costs."""

from __future__ import annotations

import threading
from contextlib import suppress

from clairify_cli.agents.repair.story import Told
from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.meaning import (
    WorldState,
    binding_of,
    explain,
    find_action,
    holds,
    why_false,
)
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.repair.diff import Line, changes, compare
from clairify_cli.planning.repair.model import (
    Forbidden,
    GroundStep,
    Repair,
    Situation,
    cost_of,
    lacking,
    run_steps,
    step_text,
)
from clairify_cli.planning.repair.repairing import OpenSolver, new_plan, repair
from clairify_cli.planning.repair.required import listed, only_by
from clairify_cli.planning.solvers.base import Limits, SolverMissingError, SolverOutcome
from clairify_cli.records import dataclass, replace

_MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class Repaired:
    """The result of a repair.

    `reason` is a clause that says why the rest of the plan fails, or that it still works. `lines` compare the rest with
    the new plan. Costs are of the steps from now on: the value of the metric, otherwise the number of steps; None if
    the metric has no value. `findings` say why there is no plan, in `sources`; `hint` is a sentence about further
    obstacles, or about another plan.
    """

    told: Told
    repair: Repair
    outcome: Outcome
    reason: str
    lines: tuple[Line, ...] = ()
    cost_before: float | None = None
    cost_after: float | None = None
    findings: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()
    hint: str = ""

    @property
    def changed(self) -> bool:
        """Whether the new plan differs from the rest of the old one."""
        return self.outcome is Outcome.REPAIRED


def repair_plan(
    told: Told,
    solver: OpenSolver,
    limits: Limits,
    *,
    stop: threading.Event | None = None,
) -> Repaired:
    """Repair the plan. Raises `SolverError` if a solver is needed and cannot be used."""
    situation = told.situation
    made = repair(situation, solver, limits, stop=stop)
    reason = why_not_the_rest(situation)
    before = cost_of(situation, situation.rest)
    if made.steps is not None:
        lines = compare(situation.rest, made.steps)
        outcome = Outcome.REPAIRED if any(one.changed for one in lines) else Outcome.KEPT
        after = cost_of(situation, made.steps)
        return Repaired(told, made, outcome, reason, lines, before, after, hint=_other(situation, made, after))
    solver_outcome = None if made.solution is None else made.solution.outcome
    if solver_outcome is SolverOutcome.INTERRUPTED:
        return Repaired(told, made, Outcome.INTERRUPTED, reason, cost_before=before)
    outcome = Outcome.UNSOLVABLE if made.no_way else Outcome.NOT_FOUND
    nothing = Repaired(told, made, outcome, reason, cost_before=before)
    if solver_outcome in (SolverOutcome.CRASHED, SolverOutcome.UNSUPPORTED):
        return nothing
    return _explained(nothing, solver, limits, stop)


def _other(situation: Situation, made: Repair, cost: float | None) -> str:
    """Offer the plan with fewer changes that gave way to a cheaper one."""
    if made.other is None or made.steps is None:
        return ""
    fewer, more = (changes(situation.rest, one) for one in (made.other, made.steps))
    return (
        f"this plan costs {cost:g} and has {counted(more, 'change')}; one with {fewer} costs "
        f"{cost_of(situation, made.other):g}: {' '.join(map(step_text, made.other))}"
    )


def _explained(nothing: Repaired, solver: OpenSolver, limits: Limits, stop: threading.Event | None) -> Repaired:
    """Add the causes: the forbidden steps if there would be a plan with them; otherwise the facts."""
    situation = nothing.told.situation
    proven = nothing.outcome is Outcome.UNSOLVABLE
    if proven and (situation.forbidden != Forbidden() or situation.required):
        free = replace(situation, forbidden=Forbidden(), required=())
        other = None
        with suppress(SolverMissingError):  # a proof that there is no plan may not have needed a solver
            other = new_plan(free, solver, limits, stop)
        if other is not None and other.steps is not None:
            return replace(nothing, hint=only_by(situation, other.steps))
        proven = other is not None and other.no_way  # from here on, explain the task without forbidden steps
    from clairify_cli.planning.explain.rules import findings
    from clairify_cli.planning.explain.why_not import explain as explain_task

    now, texts = situation.now, (situation.domain, situation.problem)
    task = replace(situation.task, init=now.atoms, values=dict(now.numbers), notes={})
    found = tuple(findings(explain_task(task, *texts, proven=proven)))
    outcome = Outcome.UNSOLVABLE if found else nothing.outcome  # the findings are proof, whatever the solver said
    return replace(nothing, outcome=outcome, findings=found, sources=texts)


def why_not_the_rest(situation: Situation) -> str:
    """Return a clause that says why the rest of the plan fails, or that it still works."""
    task, rest = situation.task, situation.rest
    ran = run_steps(task, rest, situation.now, situation.forbidden)
    if ran.stopped is not None:
        step = rest[ran.stopped]
        return f"`{step_text(step)}` {_why_not(situation, step, ran.last)}"
    if holds(task.goal, {}, ran.last, task):
        lacks = lacking(situation.required, rest)
        return f"the rest of the plan lacks {listed(lacks)}" if lacks else "the rest of the plan still reaches the goal"
    if not rest:
        return f"the goal is not reached: {_lacking(situation, ran.last)}"
    return f"the rest of the plan does not reach the goal: {_lacking(situation, ran.last)}"


def _why_not(situation: Situation, step: GroundStep, state: WorldState) -> str:
    if step == situation.forbidden.failed:
        return "failed, and is used again with --retry-step only"
    if situation.forbidden.never(step):
        return "is forbidden"
    action = find_action(situation.task, step[0])
    assert action is not None
    parts = [
        explain(one) for one in why_false(action.precondition, binding_of(action, step[1:]), state, situation.task)
    ]
    if parts:
        return f"cannot be done: {' and '.join(parts[:_MOST_REASONS])}"
    return "has no outcome"


def _lacking(situation: Situation, state: WorldState) -> str:
    if situation.task.goal is None:
        return "the problem has none"
    parts = [explain(one) for one in why_false(situation.task.goal, {}, state, situation.task)]
    more = f" and {len(parts) - _MOST_REASONS} more" if len(parts) > _MOST_REASONS else ""
    return " and ".join(parts[:_MOST_REASONS]) + more

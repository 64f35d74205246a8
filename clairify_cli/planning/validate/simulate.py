"""Simulate a plan step by step, and report where it fails and why.

All of PDDL except time is validated. A state is a value, so a plan of a thousand steps is a thousand small changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.languages.pddl.meaning import (
    TOTAL_COST,
    Changes,
    Unmet,
    WorldState,
    binding_of,
    changed,
    changes_of,
    find_action,
    holds,
    initial_state,
    number_words,
    value_of,
    why_false,
    words_of,
)
from clairify_cli.languages.pddl.plan import Plan, Step
from clairify_cli.languages.pddl.plan_reader import cost_place
from clairify_cli.languages.pddl.syntax import Action
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.validate.history import StepTrace
from clairify_cli.planning.validate.rules import rules
from clairify_cli.planning.validate.step_checks import check_names
from clairify_cli.planning.validate.wording import Texts, goal_hint, is_valueless, reasons_and_places

_MOST_PARTS = 10
"""Maximum number of unsatisfied parts of a goal to report."""


class Validation(NamedTuple):
    """The result of validating a plan.

    `findings` are in the order of the plan's text. `trace` has the executed steps with their changes, `final` is the
    state after them. `stopped` is the number (from 1) of the step at which the plan ended early, None if it was
    executed whole. `goal_reached` is None if it was not checked. `cost` is the value of the metric after the executed
    steps, or their number without a metric; None if the metric has no value. `total_cost` is the value of
    `(total-cost)`, None if the domain does not have it.
    """

    findings: tuple[Diagnostic, ...]
    trace: tuple[StepTrace, ...]
    final: WorldState
    stopped: int | None
    goal_reached: bool | None
    cost: float | None
    total_cost: float | None

    @property
    def is_valid(self) -> bool:
        """Whether every step could be executed and the goal holds."""
        return self.goal_reached is True and not any(one.is_error for one in self.findings)


def validate(
    task: Task,
    plan: Plan,
    plan_source: Source,
    domain_source: Source | None = None,
    problem_source: Source | None = None,
    *,
    go_on: bool = False,
) -> Validation:
    """Execute a plan and report every error in it.

    Names, numbers and types of arguments are checked for all steps. Preconditions are checked up to the first step that
    fails, where the plan ends; with `go_on`, its effects are applied anyway, and a step with bad names or arguments is
    skipped. Findings have related places in the domain and the problem if their sources are given.
    """
    run = Run(task, Texts(plan_source, domain_source, problem_source), go_on)
    senseless = run.check_names(plan.steps)
    run.carry_out(plan.steps, senseless)
    if run.stopped is None or go_on:
        run.check_goal(plan.steps)
    cost = plan_cost(task, run.state, len(run.trace))
    if run.stopped is None and plan.cost is not None:
        run.check_cost(plan.cost, cost)
    return Validation(
        tuple(in_source_order(run.found)),
        tuple(run.trace),
        run.state,
        run.stopped,
        run.goal_reached,
        cost,
        run.state.numbers.get(TOTAL_COST),
    )


def plan_cost(task: Task, state: WorldState, steps: int) -> float | None:
    """Return the value of the problem's metric in a state, or the number of steps if there is no metric."""
    metric = task.problem.metric
    return float(steps) if metric is None else value_of(metric.expression, {}, state.numbers)


class Run:
    """The execution of a plan: the current state and the findings so far."""

    def __init__(self, task: Task, texts: Texts, go_on: bool) -> None:
        self.task = task
        self.texts = texts
        self.go_on = go_on
        self.start = initial_state(task)
        self.state = self.start
        self.trace: list[StepTrace] = []
        self.found: list[Diagnostic] = []
        self.stopped: int | None = None
        self.goal_reached: bool | None = None

    def check_names(self, steps: Sequence[Step]) -> set[int]:
        """Report all steps with bad names or arguments; return their indices."""
        senseless = set()
        for at, step in enumerate(steps):
            wrong = check_names(self.task, step, self.texts)
            if wrong:
                self.found += wrong
                senseless.add(at)
        return senseless

    def carry_out(self, steps: Sequence[Step], senseless: set[int]) -> None:
        """Execute the steps until one fails."""
        for at, step in enumerate(steps):
            changes = None if at in senseless else self._do(at + 1, step, len(steps))
            if changes is None or changes.faults:
                self.stopped = self.stopped or at + 1
                if not self.go_on:
                    return
            if changes is not None:
                self.trace.append(StepTrace(at + 1, step, changes))
                self.state = changed(self.state, changes)

    def _do(self, number: int, step: Step, of: int) -> Changes | None:
        """Return the changes of a step; None if it fails and the plan ends with it."""
        action = find_action(self.task, step.action.text)
        assert action is not None
        arguments = tuple([name.text for name in step.arguments])
        if not holds(action.precondition, binding_of(action, arguments), self.state, self.task):
            self.stopped = self.stopped or number
            self._report_precondition(number, step, action, of)
            if not self.go_on:
                return None
        changes = changes_of(action, arguments, self.state, self.task)
        if changes.faults:
            places = (self.texts.in_domain(fault.message, fault.formula) for fault in changes.faults)
            related = tuple(place for one in places for place in one)
            messages = [fault.message for fault in changes.faults]
            at, valueless = self.texts.of_step(step), is_valueless(messages)
            self.found.append(rules.effect_without_outcome(at, number, step.text, messages, valueless, related))
            return Changes(faults=changes.faults)
        return changes

    def _report_precondition(self, number: int, step: Step, action: Action, of: int) -> None:
        binding = binding_of(action, [name.text for name in step.arguments])
        parts = list(why_false(action.precondition, binding, self.state, self.task))
        reasons, related = reasons_and_places(parts, self.trace, self.start, self.task, self.texts, goal=False)
        hints = [goal_hint(parts, self.task)]
        # The steps behind it were not tried: a reader must not take their silence for being right.
        if number < of and not self.go_on:
            rest = f"step {of} was" if number + 1 == of else f"steps {number + 1} to {of} were"
            hints.append(f"{rest} not carried out")
        hint = "; ".join(one for one in hints if one)
        at = self.texts.of_step(step)
        self.found.append(rules.precondition_false(at, number, step.text, reasons, hint or None, related, ""))

    def check_goal(self, steps: Sequence[Step]) -> None:
        """Report the parts of the goal that do not hold."""
        at = self._end(steps)
        if self.task.goal is None:
            self.found.append(rules.nothing_to_reach(at))
            return
        self.goal_reached = holds(self.task.goal, {}, self.state, self.task)
        if self.goal_reached:
            return
        for part in list(why_false(self.task.goal, {}, self.state, self.task))[:_MOST_PARTS]:
            self._report_goal(part, at)

    def _report_goal(self, part: Unmet, at: Span) -> None:
        (reason,), related = reasons_and_places([part], self.trace, self.start, self.task, self.texts, goal=True)
        self.found.append(rules.goal_not_reached(at, reason, goal_hint([part], self.task), related))

    def _end(self, steps: Sequence[Step]) -> Span:
        """Return the place for a finding about the end of the plan: its last step."""
        return self.texts.of_step(steps[-1]) if steps else self.texts.plan.span(0)

    def check_cost(self, declared: float, cost: float | None) -> None:
        """Report a declared cost that differs from the plan's cost."""
        if cost is None or math.isclose(declared, cost, rel_tol=1e-6, abs_tol=1e-6):
            return
        metric = self.task.problem.metric
        how = f"after the plan, {words_of(metric.expression, {})} is that" if metric else "every step costs 1"
        place = self.texts.plan.span(*cost_place(self.texts.plan))
        self.found.append(rules.other_cost(place, number_words(declared), number_words(cost), how))

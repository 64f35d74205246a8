"""Simulate a plan step by step, and report where it fails and why.

All of PDDL except time is validated. A state is a value, so a plan of a thousand steps is a thousand small changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.pddl.meaning import (
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
from clairify_cli.languages.pddl.syntax import Action, Formula
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.validate.history import Moment, Phase
from clairify_cli.planning.validate.rules import rules
from clairify_cli.planning.validate.step_checks import check_names
from clairify_cli.planning.validate.trajectory import violations
from clairify_cli.planning.validate.wording import Texts, goal_hint, is_valueless, reasons_and_places

_MOST_PARTS = 10
"""Maximum number of unsatisfied parts of a goal to report."""


TIMED = "what the problem says to happen then"


def validate(
    task: Task,
    plan: Plan,
    plan_source: Source,
    domain_source: Source | None = None,
    problem_source: Source | None = None,
) -> Run:
    """Execute a plan and report every error in it.

    Names, numbers and types of arguments are checked for all steps. Preconditions are checked up to the first step that
    fails, where the plan ends. Findings have related places in the domain and the problem if their sources are given.
    """
    run = Run(task, Texts(plan_source, domain_source, problem_source))
    senseless = run.check_names(plan.steps)
    run.carry_out(plan.steps, senseless)
    if run.stopped is None:
        run.check_goal(plan.steps)
        run.check_constraints(plan.steps)
    if run.stopped is None and plan.cost is not None:
        run.check_cost(plan.cost)
    return run


class Run:
    """The execution of a plan: the current state and the findings so far.

    `trace` has the executed steps, and what happens by itself, with their changes. `stopped` is the
    number (from 1) of the step at which the plan ended early, None if it was executed whole. `goal_reached` is None
    if it was not checked.
    """

    def __init__(self, task: Task, texts: Texts) -> None:
        self.task = task
        self.texts = texts
        self.start = initial_state(task)
        self.state = self.start
        self.trace: list[Moment] = []
        self.found: list[Diagnostic] = []
        self.stopped: int | None = None
        self.goal_reached: bool | None = None

    @property
    def is_valid(self) -> bool:
        """Whether every step could be executed and the goal holds."""
        return self.goal_reached is True and not any(one.is_error for one in self.found)

    @property
    def cost(self) -> float | None:
        """The value of the metric, None if it has none; without a metric, the number of executed steps."""
        metric = self.task.problem.metric
        if metric is None:
            return float(len(self.trace))
        ended = next((one.time for one in reversed(self.trace) if one.step is not None), 0.0)
        total = float(len(self.trace)) if ended is None else ended
        return value_of(metric.expression, {}, {("total-time",): total, **self.state.numbers})

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
            action = None if at in senseless else find_action(self.task, step.action.text)
            if action is None or not self._do(at + 1, step, action, len(steps)):
                self.stopped = at + 1
                return

    def _do(self, number: int, step: Step, action: Action, of: int) -> bool:
        # The steps behind it were not tried: a reader must not take their silence for being right.
        rest = f"step {of} was" if number + 1 == of else f"steps {number + 1} to {of} were"
        hint = f"{rest} not carried out" if number < of else ""
        return self.require(action.precondition, number, step, action, self.state, hint=hint) and self.change(
            number, step, action, [name.text for name in step.arguments], self.state
        )

    def require(
        self,
        condition: Formula | None,
        number: int,
        step: Step,
        action: Action,
        state: WorldState,
        *,
        when: str = "",
        hint: str = "",
    ) -> bool:
        """Whether a condition of a step holds; report it if not."""
        binding = binding_of(action, [name.text for name in step.arguments])
        if holds(condition, binding, state, self.task):
            return True
        parts = list(why_false(condition, binding, state, self.task))
        reasons, related = reasons_and_places(parts, self.trace, self.start, self.task, self.texts, goal=False)
        hints = "; ".join(one for one in (goal_hint(parts, state, self.task), hint) if one)
        at = self.texts.of_step(step)
        self.found.append(rules.precondition_false(at, number, step.text, reasons, hints or None, related, when))
        return False

    def change(
        self,
        number: int,
        step: Step | None,
        action: Action,
        arguments: Sequence[str],
        state: WorldState,
        *,
        when: Phase = "",
        time: float | None = None,
    ) -> bool:
        """Apply the effect of a step, or of timed facts; return whether it has an outcome, and report it if not."""
        changes = changes_of(action, arguments, state, self.task)
        if changes.faults:
            places = (
                self.texts.in_domain(fault.message, fault.formula) for fault in changes.faults if step is not None
            )
            messages = [fault.message for fault in changes.faults]
            at, text = (self.texts.of_step(step), step.text) if step is not None else (self.texts.plan.span(0), TIMED)
            related = tuple(place for one in places for place in one)
            self.found.append(rules.effect_without_outcome(at, number, text, messages, is_valueless(messages), related))
            return False
        self.trace.append(Moment(number, step, changes, when, time))
        self.state = changed(self.state, changes)
        return True

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

    def check_constraints(self, steps: Sequence[Step]) -> None:
        """Report the constraints on the whole plan that it violates."""
        domain, problem = self.task.domain, self.task.problem
        if domain.constraints is None and problem.constraints is None:
            return
        states = [self.start]
        for moment in self.trace:
            states.append(changed(states[-1], moment.changes))
        texts = self.texts
        for one, source, told in ((domain, texts.domain, texts.in_domain), (problem, texts.problem, texts.in_problem)):
            for part, at, words in violations(one.constraints, states, self.task):
                place = texts.of_step(steps[at - 1]) if at else texts.plan.span(0)
                written = "" if source is None else " ".join(source.text[part.start : part.end].split())
                self.found.append(rules.constraint_violated(place, written, words, told("the constraint", part)))

    def _report_goal(self, part: Unmet, at: Span) -> None:
        (reason,), related = reasons_and_places([part], self.trace, self.start, self.task, self.texts, goal=True)
        self.found.append(rules.goal_not_reached(at, reason, goal_hint([part], self.state, self.task), related))

    def _end(self, steps: Sequence[Step]) -> Span:
        """Return the place for a finding about the end of the plan: its last step."""
        return self.texts.of_step(steps[-1]) if steps else self.texts.plan.span(0)

    def check_cost(self, declared: float) -> None:
        """Report a declared cost that differs from the plan's cost."""
        cost = self.cost
        if cost is None or math.isclose(declared, cost, rel_tol=1e-6, abs_tol=1e-6):
            return
        metric = self.task.problem.metric
        how = f"after the plan, {words_of(metric.expression, {})} is that" if metric else "every step costs 1"
        place = self.texts.plan.span(*cost_place(self.texts.plan))
        self.found.append(rules.other_cost(place, number_words(declared), number_words(cost), how))

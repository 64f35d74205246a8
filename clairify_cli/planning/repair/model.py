"""What the repair of a plan is about: where things stand, the rest of the plan, what is forbidden, what comes out.

A step is a tuple, the action and its arguments in lower case: `("open", "fridge1")`. Plans here begin now: what was
carried out is not a part of them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import (
    TOTAL_COST,
    NoOutcomeError,
    WorldState,
    apply,
    binding_of,
    find_action,
    holds,
    misfits,
    value_of,
)
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.solvers.base import Solution

GroundStep = tuple[str, ...]
"""An action and its arguments."""

ANY = "*"
"""Stands for any object, and at the end of an action's name for any ending."""


def step_text(step: Sequence[str]) -> str:
    """A step as a plan has it."""
    return f"({' '.join(step)})"


class How(enum.Enum):
    """The ways to go on, in the order in which they are tried."""

    KEEP = "keep"
    """The rest of the plan still reaches the goal."""
    BRIDGE = "bridge"
    """Some steps lead to a state from which the end of the plan goes on."""
    NEW = "new"
    """A plan of its own, from where things stand."""
    STABLE = "stable"
    """The plan with the fewest steps added and dropped, wherever in the rest these are."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Which steps may not be in a plan: those that a pattern fits, and the one that failed.

    A pattern is an action and its arguments; `*` fits any word, one at the end of a word any ending, and arguments that
    are left out at the end fit anything.
    """

    patterns: tuple[GroundStep, ...] = ()
    failed: GroundStep | None = None

    def never(self, step: GroundStep) -> bool:
        """Whether a step is forbidden."""
        return step == self.failed or any(fits(pattern, step) for pattern in self.patterns)


def fits(pattern: GroundStep, step: GroundStep) -> bool:
    """Whether a pattern fits a step."""
    return len(pattern) <= len(step) and all(
        fits_word(wanted, word) for wanted, word in zip(pattern, step, strict=False)
    )


def fits_word(wanted: str, word: str) -> bool:
    """Whether a word of a pattern fits a word: it is that word, or what stands before its `*` begins it."""
    return word.startswith(wanted[:-1]) if wanted.endswith(ANY) else wanted == word


@dataclass(frozen=True, slots=True)
class Situation:
    """Where things stand: a task, the state now, the rest of its plan, and what may not be done.

    `domain` and `problem` are the texts of the task, without errors. Steps of `rest` may fail or be none at all.
    """

    task: Task
    domain: Source
    problem: Source
    now: WorldState
    rest: tuple[GroundStep, ...]
    forbidden: Forbidden = Forbidden()


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of a repair.

    `steps` is the plan from now on, None if there is none; `how` is the way that led to it. `solution` is the last
    answer of a solver, where one was asked. `fewest` is whether it is shown that no plan has fewer changes. Without a
    plan, `no_way` is whether it is shown that there is none of the kind that was wanted.
    """

    how: How | None
    steps: tuple[GroundStep, ...] | None
    solution: Solution | None = None
    fewest: bool = False
    no_way: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to; `proven` is whether it is shown that nothing has fewer changes, or that there is none."""

    steps: tuple[GroundStep, ...] | None
    proven: bool


@dataclass(frozen=True, slots=True)
class Ran:
    """Steps that were gone through in thought: the states before each and after the last that could be done.

    `stopped` is the place (from 0) of the first that cannot be done or is forbidden, None if all of them can.
    """

    states: tuple[WorldState, ...]
    stopped: int | None

    @property
    def last(self) -> WorldState:
        return self.states[-1]


def run_steps(task: Task, steps: Iterable[GroundStep], state: WorldState, forbidden: Forbidden = Forbidden()) -> Ran:
    """Go through steps as long as they can be done."""
    states = [state]
    for at, step in enumerate(steps):
        after = None if forbidden.never(step) else after_step(task, step, state)
        if after is None:
            return Ran(tuple(states), at)
        state = after
        states.append(state)
    return Ran(tuple(states), None)


def after_step(task: Task, step: GroundStep, state: WorldState) -> WorldState | None:
    """The state after a step; None if it cannot be done."""
    if misfits(task, step[0], step[1:]):
        return None
    action = find_action(task, step[0])
    assert action is not None
    if not holds(action.precondition, binding_of(action, step[1:]), state, task):
        return None
    try:
        return apply(action, step[1:], state, task)
    except NoOutcomeError:
        return None


def reaches(task: Task, steps: Iterable[GroundStep], state: WorldState, forbidden: Forbidden = Forbidden()) -> bool:
    """Whether steps can all be done from a state, are allowed, and end where the goal holds."""
    ran = run_steps(task, steps, state, forbidden)
    return ran.stopped is None and holds(task.goal, {}, ran.last, task)


def cost_of(situation: Situation, steps: tuple[GroundStep, ...]) -> float | None:
    """What steps from now on cost: by the metric what they add to it, without one their number.

    Steps that cannot be done are counted as if they could.
    """
    metric = situation.task.problem.metric
    if metric is None and TOTAL_COST not in situation.now.numbers:
        return float(len(steps))
    state = situation.now
    for step in steps:
        action = find_action(situation.task, step[0])
        assert action is not None
        try:
            state = apply(action, step[1:], state, situation.task)
        except ValueError:
            return None
    if metric is None:
        return float(len(steps))
    first, last = (value_of(metric.expression, {}, one.numbers) for one in (situation.now, state))
    return None if first is None or last is None else last - first

"""Data types of plan repair: the current state, the rest of the plan, forbidden steps, the result.

A step is a tuple of the action and its arguments in lower case: `("open", "fridge1")`. Plans here begin now: executed
steps are not part of them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

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
from clairify_cli.records import dataclass

GroundStep = tuple[str, ...]
"""An action and its arguments."""

ANY = "*"
"""Stands for any word, and at the end of a word for any ending."""


def step_text(step: Sequence[str]) -> str:
    """Return a step as written in a plan."""
    return f"({' '.join(step)})"


class How(enum.Enum):
    """Where a plan comes from."""

    KEEP = "keep"
    """The rest of the plan still reaches the goal."""
    BRIDGE = "bridge"
    """The plan closest to the rest of the old one: some steps added and dropped anywhere in it."""
    NEW = "new"
    """An independent plan from the current state."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The steps that a plan must not have: those that fit a pattern, and the one that failed.

    A pattern is an action and its arguments; `*` fits any word, `*` at the end of a word any ending, and omitted
    arguments at the end fit anything.
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
    """Whether a word of a pattern fits a word: it is equal, or its part before a final `*` is a prefix."""
    return word.startswith(wanted[:-1]) if wanted.endswith(ANY) else wanted == word


def written_out(pattern: Iterable[str], objects: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the argument lists of a pattern, in which a word with any ending is each object that it fits."""
    found: list[tuple[str, ...]] = [()]
    for word in pattern:
        some = word.endswith(ANY) and word != ANY
        names = [name for name in objects if fits_word(word, name)] if some else [word]
        found = [(*head, name) for head in found for name in names]
    return found


def lacking(required: Iterable[GroundStep], steps: Sequence[GroundStep]) -> tuple[GroundStep, ...]:
    """Return the patterns that no step fits."""
    return tuple(one for one in required if not any(fits(one, step) for step in steps))


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation to repair: a task, its current state, the rest of its plan, the forbidden steps, and patterns of
    steps that are still to be done.

    `domain` and `problem` are the texts of the task, without errors. Steps of `rest` may fail or be invalid.
    """

    task: Task
    domain: Source
    problem: Source
    now: WorldState
    rest: tuple[GroundStep, ...]
    forbidden: Forbidden = Forbidden()
    required: tuple[GroundStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of a repair.

    `steps` is the plan from now on, None if there is none; `how` says where it comes from. `solution` is the last
    answer of a solver, if one was called. `fewest`: it is proven that no plan has fewer changes. `no_way`: there is no
    plan, and that is proven. `other` is a plan with fewer changes that costs much more.
    """

    how: How | None
    steps: tuple[GroundStep, ...] | None
    solution: Solution | None = None
    fewest: bool = False
    no_way: bool = False
    other: tuple[GroundStep, ...] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search; `proven`: no plan has fewer changes, or there is no plan."""

    steps: tuple[GroundStep, ...] | None
    proven: bool


@dataclass(frozen=True, slots=True)
class Ran:
    """Simulated steps: the states before each step and after the last one that succeeded.

    `stopped` is the index of the first step that fails or is forbidden, None if there is none.
    """

    states: tuple[WorldState, ...]
    stopped: int | None

    @property
    def last(self) -> WorldState:
        return self.states[-1]


def run_steps(task: Task, steps: Iterable[GroundStep], state: WorldState, forbidden: Forbidden = Forbidden()) -> Ran:
    """Simulate steps until one fails or is forbidden."""
    states = [state]
    for at, step in enumerate(steps):
        after = None if forbidden.never(step) else after_step(task, step, state)
        if after is None:
            return Ran(tuple(states), at)
        state = after
        states.append(state)
    return Ran(tuple(states), None)


def after_step(task: Task, step: GroundStep, state: WorldState) -> WorldState | None:
    """Return the state after a step; None if it cannot be executed."""
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
    """Whether steps can all be executed from a state, are allowed, and reach the goal."""
    ran = run_steps(task, steps, state, forbidden)
    return ran.stopped is None and holds(task.goal, {}, ran.last, task)


def cost_of(situation: Situation, steps: tuple[GroundStep, ...]) -> float | None:
    """Return the cost of steps from now on: what they add to the metric, or their number without a metric.

    Preconditions are ignored. None if a step has no outcome or the metric no value.
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

"""Find what made a part of a condition false: the last step that did, or None if it was false from the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from clairify_cli.languages.pddl.meaning import Changes, Unmet, WorldState, changed, holds
from clairify_cli.languages.pddl.plan import Step
from clairify_cli.languages.pddl.syntax import Formula, Not
from clairify_cli.languages.pddl.task import Task

_MOST_REPLAYED = 1000
"""Maximum number of steps to replay for conditions other than plain atoms; longer plans get no cause for these."""


Phase = Literal["", "at start", "at end"]


class Moment(NamedTuple):
    """What happened, and what it changed: a step with its number (from 1), its start or its end, or timed facts.

    `step` is None for facts that the problem says to change at a time, `time` where times do not matter.
    """

    number: int
    step: Step | None
    changes: Changes
    when: Phase = ""
    time: float | None = None


def last_cause(part: Unmet, trace: Sequence[Moment], start: WorldState, task: Task) -> Moment | None:
    """The last step after which the part did not hold, if it did before; None if it never held.

    `start` is the state before the first step of the trace.
    """
    if part.atom is not None and not any(one.name.text == part.atom[0] for one in task.domain.derived):
        return _last_change(part, trace)
    if len(trace) > _MOST_REPLAYED:
        return None
    formula: Formula = part.formula if part.wanted else Not(part.formula, part.start, part.end)
    cause, held = None, holds(formula, part.binding, start, task)
    for step in trace:
        start = changed(start, step.changes)
        now = holds(formula, part.binding, start, task)
        if held and not now:
            cause = step
        held = now
    return cause


def _last_change(part: Unmet, trace: Sequence[Moment]) -> Moment | None:
    for one in reversed(trace):
        if part.atom in (one.changes.deleted if part.wanted else one.changes.added):
            return one
    return None

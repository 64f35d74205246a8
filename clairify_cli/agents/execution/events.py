"""The events of a run."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.agents.execution.replanning import Replanning
from clairify_cli.agents.execution.retune import Change
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Action, Outcome


@dataclass(frozen=True, slots=True)
class Planning:
    """A plan is being made for a stage, `number` of `count`, without moving."""

    stage: Stage
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins: `number` of `count`, with this many actions."""

    stage: Stage
    number: int
    count: int
    actions: int


@dataclass(frozen=True, slots=True)
class ActionStarted:
    """An action begins."""

    stage: Stage
    action: Action


@dataclass(frozen=True, slots=True)
class ActionDone:
    """An action has ended, successfully or not."""

    stage: Stage
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ActionRetuned:
    """The action is retried with other parameters; `times` counts these retries from 1."""

    stage: Stage
    action: Action
    changes: tuple[Change, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Replanned:
    """There is a new plan with this many actions, because an action failed or the observed state does not fit."""

    stage: Stage
    why: str
    actions: int
    change: Replanning | None = None


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """One of several runs of the task starts, from the beginning."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundDone:
    """One of several runs has ended. `best`: it is better than all earlier runs; `why` says how it failed."""

    number: int
    succeeded: bool
    score: float
    seconds: float
    best: bool
    why: str = ""


Event = Planning | StageStarted | ActionStarted | ActionDone | ActionRetuned | Replanned | RoundStarted | RoundDone
Progress = Callable[[Event], None]

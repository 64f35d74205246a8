"""The results of a run, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.agents.execution.replanning import Replanning
from clairify_cli.agents.execution.retune import Attempt, Change
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.execution.task_motion import CONTEXT, WholePlan
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.worlds.base import Action, Outcome, Parameters, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief

OnFailure = Literal["stop", "retune", "replan"]

STOPPED = "the run was stopped"
"""What the failure of a run says that was stopped from outside."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings for executing a task.

    `until`: the last step that is done. `dry_run`: all is planned and nothing moves. `on_failure`: what to do after a
    failed check. `best_of`: as many plans with different samples are made, and the best one is run. `parameters` hold
    for all actions.
    """

    seed: int = 0
    until: int | None = None
    dry_run: bool = False
    on_failure: OnFailure = "stop"
    best_of: int = 1
    parameters: Parameters = CONTEXT


@dataclass(frozen=True, slots=True)
class Tried:
    """One execution of an action; `retuned` is what was changed for it, empty the first time."""

    outcome: Outcome
    retuned: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An action that was done, as often as it took."""

    action: Action
    tries: tuple[Tried, ...]

    @property
    def outcome(self) -> Outcome:
        return self.tries[-1].outcome

    @property
    def failed(self) -> Outcome | None:
        """How it failed the last time it was started; None if it never was, or succeeded in the end."""
        begun = [one.outcome for one in self.tries if one.outcome.refusal is None]
        return begun[-1] if begun and not begun[-1].succeeded else None


@dataclass(frozen=True, slots=True)
class DoneStage:
    """A stage that was begun. `skipped` seconds passed without actions, `replanned` is how often its plan changed.

    `replannings` say what changed each time.
    """

    stage: Stage
    actions: tuple[Done, ...]
    completed: bool
    skipped: float = 0.0
    replanned: int = 0
    remarks: tuple[str, ...] = ()
    replannings: tuple[Replanning, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run ended early: the stage, the action with its parameters as last tried, and what was observed.

    `reasons` say why it did not continue another way; they are part of the message.
    """

    stage: Stage
    action: Action | None
    outcome: Outcome | None
    message: str
    facts: frozenset[Atom]
    belief: Belief
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One of several runs of a task, each from the beginning in its own simulation.

    `plan` has the actions that were planned first, `expected` is their score in
    thought. `score` is the mean over the motions that ran, `seconds` are simulated; `why` says how it failed. `kept`:
    this is the run that counts.
    """

    number: int
    plan: tuple[str, ...]
    expected: float
    succeeded: bool
    score: float
    seconds: float
    why: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A run from beginning to end. `findings` are the problems found before anything moved.

    `planned` is the first plan, and `scores` the expected scores of all plans made for it. If it is the best of
    several, `rounds` are all of them. `history` has every attempt of an action, in all rounds, where parameters were
    changed or there were several rounds.
    """

    options: Options
    planned: WholePlan
    scores: tuple[float, ...]
    stages: tuple[DoneStage, ...] = ()
    failure: Failure | None = None
    findings: tuple[Diagnostic, ...] = ()
    first: Belief | None = None
    last: Belief | None = None
    facts: frozenset[Atom] = frozenset()
    rounds: tuple[Round, ...] = ()
    history: tuple[Attempt, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether all that was to be done is done; of a dry run, whether it can be."""
        return self.failure is None and not any(one.is_error for one in self.findings)

    @property
    def outcomes(self) -> list[Outcome]:
        return [tried.outcome for stage in self.stages for done in stage.actions for tried in done.tries]

    @property
    def seconds(self) -> float:
        return sum(one.seconds for one in self.outcomes)

    @property
    def skipped(self) -> float:
        return sum(one.skipped for one in self.outcomes) + sum(one.skipped for one in self.stages)

    @property
    def score(self) -> float:
        """The mean score over all motions that ran; an action that could not run counts as one motion of -2."""
        scores: list[float] = []
        for one in self.outcomes:
            scores += [one.score] if one.refusal is not None else scores_of(one.motions)
        return mean(scores)


def failed_words(outcome: Outcome) -> str:
    """What went wrong with an action, in words."""
    if outcome.refusal is not None:
        return outcome.refusal.message
    failed = [one for one in outcome.checks if not one.passed]
    return "; ".join(f"{one.name}: expected {one.expected}, observed {one.observed}" for one in failed)

"""The results of a run, as values."""

from __future__ import annotations

from typing import Literal

from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.agents.execution.replanning import Replanning
from clairify_cli.agents.execution.retune import Change
from clairify_cli.agents.execution.stages import Stage
from clairify_cli.agents.execution.task_motion import CONTEXT, WholePlan
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.records import dataclass
from clairify_cli.worlds.base import Action, Outcome, Parameters, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief

OnFailure = Literal["stop", "retune", "replan"]

STOPPED = "the run was stopped"
"""The failure message of a run that was stopped from outside."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings for executing a task.

    `dry_run`: plan everything, move nothing. `on_failure`: what to do after a failed check. `best_of`: make this many
    plans with different samples and run the best one. `parameters` apply to all actions. `told`: what a person says,
    for failed actions and new plans. `disturb`: the chance that something happens by itself after an action.
    """

    seed: int = 0
    dry_run: bool = False
    on_failure: OnFailure = "stop"
    best_of: int = 1
    parameters: Parameters = CONTEXT
    told: str = ""
    disturb: float = 0.0

    @property
    def replans(self) -> bool:
        """Whether a persistent failure leads to replanning."""
        return self.on_failure == "replan"


@dataclass(frozen=True, slots=True)
class Tried:
    """One execution of an action; `retuned` lists the parameters changed for it and is empty the first time."""

    outcome: Outcome
    retuned: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An executed action with all its tries."""

    action: Action
    tries: tuple[Tried, ...]

    @property
    def outcome(self) -> Outcome:
        return self.tries[-1].outcome

    @property
    def failed(self) -> Outcome | None:
        """The outcome of the last try that was not refused, if it failed; None if it succeeded or all were refused."""
        begun = [one.outcome for one in self.tries if one.outcome.refusal is None]
        return begun[-1] if begun and not begun[-1].succeeded else None


@dataclass(frozen=True, slots=True)
class DoneStage:
    """A stage that was started. `skipped` seconds passed without actions, `replanned` is how often its plan changed.

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
    """Why a run ended early: the stage, the action with the parameters last tried, and what was observed.

    `reasons` say why the run could not continue another way; they are part of the message.
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

    `plan` has the actions that were planned first. `score` is the mean over the motions that ran;
    `why` says how it failed. `kept`: this run is the result.
    """

    number: int
    plan: tuple[str, ...]
    expected_score: float
    succeeded: bool
    score: float
    simulated_s: float
    why: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A run from beginning to end. `findings` are the problems found before anything moved.

    `planned` is the first plan, and `scores` the expected scores of all candidate plans. If the run is the best of
    several, `rounds` lists all of them.
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

    @property
    def succeeded(self) -> bool:
        """Whether the run did everything it should; for a dry run, whether it could."""
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
        """The mean score over all motions that ran, or else over the planned ones.

        An action that could not run counts as one motion of -2.
        """
        if not self.stages:
            return self.planned.score
        scores: list[float] = []
        for one in self.outcomes:
            scores += [one.score] if one.refusal is not None else scores_of(one.motions)
        return mean(scores)


def failed_words(outcome: Outcome) -> str:
    """Describe what went wrong with an action."""
    if outcome.refusal is not None:
        return outcome.refusal.message
    return "; ".join(one.text for one in outcome.checks if not one.passed)

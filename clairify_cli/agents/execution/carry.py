"""A run from its setup to its result: the solver for its task, and the simulated arm on its bench.

Several runs of one task, each from the beginning in its own simulation; the best one counts.

`--best-of N`: N plans that are made independently (other samples of grasps, places and paths, and for goals another
order of objects) are carried out. `--improve N`: after a success it is done up to N times again with other parameters.
A run is better if it succeeded, otherwise if it did more of its steps; then if the mean score of its motions is higher
by at least `ALIKE`; then if it took less simulated time. Runs that are not better are never kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import Options, Round, Run
from clairify_cli.agents.execution.retune import History, Key, Tuner
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.task_motion import StoppedError, Tuned
from clairify_cli.agents.execution.tuning.improve import Improver, Proposal, rule_improver, settled
from clairify_cli.planning.solvers.base import SolverError
from clairify_cli.worlds.base import Parameters

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.world import PandaWorld

    Watch = Callable[[PandaWorld], events.Progress]

ALIKE = 1e-4
"""Scores that differ by less are equal: reports have four decimal places."""

QUICKER = 0.05
"""Simulated times, in s, that differ by less are equal."""

Once = Callable[[Options, int, Tuned, History], Run]
"""One run in a world of its own: options, the number of its plan, parameters of single actions, the history."""


@dataclass(slots=True)
class _Best:
    """The best run so far, the numbers of its round and its plan, and its final parameters."""

    run: Run
    number: int
    sample: int
    tuned: Tuned


@dataclass(slots=True)
class _Series:
    once: Once
    options: Options
    tell: events.Progress
    history: History = field(default_factory=History)
    rounds: list[Round] = field(default_factory=list)
    best: _Best | None = None

    def go(self, kind: Literal["plan", "improve"], sample: int, made: Proposal) -> None:
        """Do one more round; raises what the run raises."""
        number = len(self.rounds) + 1
        self.history.round = number
        self.tell(events.RoundStarted(number, kind, made.changes))
        run = self.once(replace(self.options, best_of=1, improve=0), sample, made.tuned, self.history)
        better = self.best is None or is_better(run, self.best.run)
        if better:
            self.best = _Best(run, number, sample, settled(run, made.tuned))
        score = run.score if run.stages else run.planned.score
        plan = tuple(one.action.text for stage in run.planned.stages for one in stage.actions)
        why = why_not(run)
        one = Round(number, kind, made.changes, plan, run.planned.score, run.succeeded, score, run.seconds, why)
        self.rounds.append(one)
        self.tell(events.RoundDone(number, run.succeeded, score, run.seconds, better, why))


def best_run(
    once: Once,
    options: Options,
    *,
    improver: Improver,
    tell: events.Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Run:
    """The best of all runs that `options` ask for, with all of them as its rounds. Raises what the first run raises."""
    stopped = stop or (lambda: False)
    series = _Series(once, options, tell or (lambda event: None))
    for sample in range(max(1, options.best_of)):
        if sample and stopped():
            break
        try:
            series.go("plan", sample, Proposal({}, ()))
        except (StoppedError, SolverError):
            if series.best is None:
                raise
            break
    assert series.best is not None
    plans = len(series.rounds)
    tried: dict[frozenset[tuple[Key, Parameters]], str] = {frozenset(): "", frozenset(series.best.tuned.items()): ""}
    while len(series.rounds) < plans + options.improve and series.best.run.succeeded and not stopped():
        made = improver(series.best.run, series.best.tuned, tried, series.history)
        if made is None:
            break
        # What has been achieved is worth more than the error of one more round.
        try:
            series.go("improve", series.best.sample, made)
        except (StoppedError, SolverError):
            break
        tried[frozenset(made.tuned.items())] = _came(series.rounds[-1])
    best = series.best
    rounds = tuple(replace(one, kept=one.number == best.number) for one in series.rounds)
    scores = tuple(round(one.expected, 6) for one in rounds if one.kind == "plan")
    history = tuple(series.history.attempts)
    return replace(best.run, options=options, scores=scores, rounds=rounds, history=history)


def is_better(run: Run, other: Run) -> bool:
    """Whether a run is better than another one."""
    if run.succeeded != other.succeeded:
        return run.succeeded
    if not run.succeeded:
        return _steps(run) > _steps(other)
    if abs(run.score - other.score) >= ALIKE:
        return run.score > other.score
    return run.seconds + run.skipped < other.seconds + other.skipped - QUICKER


def why_not(run: Run) -> str:
    """Why a run did not succeed, in words; empty if it did."""
    if run.failure is not None:
        return run.failure.message
    return "; ".join(one.message for one in run.findings if one.is_error)


def _came(one: Round) -> str:
    """The result of a round, in words."""
    return f"score {one.score:.3f}, {one.seconds:.1f} s" if one.succeeded else f"FAILED: {one.why}"


def _steps(run: Run) -> int:
    """How many actions succeeded."""
    return sum(one.outcome.succeeded for stage in run.stages for one in stage.actions)


def carried_out(
    setting: Setting,
    options: Options,
    *,
    progress: events.Progress | None = None,
    watch: Watch | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] | None = None,
    gui: bool = False,
    improver: Improver | None = None,
) -> Run:
    """Execute a setup without errors in its own world, or in several, one after another.

    There are several for more than one plan and for improvements; the best run is returned, with all of them as its
    rounds. A dry run only thinks. `watch` is called with each world before anything happens, and its return value
    receives every event there, before `progress` does. `improver` proposes other parameters after a success, by rule
    without one. Raises what `execute`, the solver and the world raise.
    """
    from clairify_cli.planning.solvers.registry import get
    from clairify_cli.worlds.panda.extra import needed

    with needed():
        from clairify_cli.worlds.panda.world import PandaWorld

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    task, scene = setting.task, setting.scene

    def once(options: Options, sample: int, tuned: Tuned, history: History) -> Run:
        with PandaWorld(scene, seed=options.seed, gui=gui) as world:
            listeners = [one for one in (watch(world) if watch is not None else None, progress) if one is not None]

            def tell(event: events.Event) -> None:
                for listener in listeners:
                    listener(event)

            return execute(
                task,
                world,
                solver,
                options,
                progress=tell,
                tuner=tuner,
                stop=stop,
                sample=sample,
                tuned=tuned,
                history=history,
            )

    if options.dry_run or (options.best_of <= 1 and not options.improve):
        return once(options, 0, {}, History())
    return best_run(once, options, improver=improver or rule_improver(scene), tell=progress, stop=stop)

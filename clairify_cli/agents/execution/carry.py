"""A run from setup to result: choose the solver, start the simulated arm on its bench, and execute the task.

With `--best-of N`, N independently made plans (other samples of grasps, places and paths, and for goals another order
of objects) are executed, each from the beginning in its own simulation, and the best run counts. A run is better if it
succeeded, otherwise if it completed more steps; then if the mean score of its motions is higher by at least `ALIKE`;
then if it took less simulated time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import Options, Round, Run
from clairify_cli.agents.execution.retune import History, Tuner
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.task_motion import StoppedError
from clairify_cli.planning.solvers.base import SolverError
from clairify_cli.worlds.panda.extra import needed

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

    Watch = Callable[[PandaWorld], events.Progress]

ALIKE = 1e-4
"""Scores that differ by less count as equal, since reports have four decimal places."""

QUICKER = 0.05
"""Simulated times, in s, that differ by less count as equal."""

Once = Callable[[Options, int, History], Run]
"""Runs once in a fresh world, given options, the number of the plan, and the history."""


def best_run(
    once: Once, options: Options, *, tell: events.Progress | None = None, stop: Callable[[], bool] | None = None
) -> Run:
    """Run as many plans as `options` request; return the best run, with all of them as its rounds.

    Raises what the first run raises.
    """
    stopped = stop or (lambda: False)
    told = tell if tell is not None and not options.dry_run else lambda event: None
    history = History()
    rounds: list[Round] = []
    best: Run | None = None
    kept = 0
    for sample in range(max(1, options.best_of)):
        if sample and stopped():
            break
        history.round = number = sample + 1
        told(events.RoundStarted(number))
        try:
            run = once(replace(options, best_of=1), sample, history)
        except (StoppedError, SolverError):
            if best is None:
                raise
            break
        better = best is None or is_better(run, best)
        if best is None or better:
            best, kept = run, number
        plan = tuple(one.action.text for stage in run.planned.stages for one in stage.actions)
        why = why_not(run)
        rounds.append(Round(number, plan, run.planned.score, run.succeeded, run.score, run.seconds, why))
        told(events.RoundDone(number, run.succeeded, run.score, run.seconds, better, why))
    assert best is not None
    scores = tuple(round(one.expected_score, 6) for one in rounds)
    if options.dry_run:  # nothing ran, so that there is nothing to say about the rounds
        return replace(best, options=options, scores=scores)
    marked = tuple(replace(one, kept=one.number == kept) for one in rounds)
    return replace(best, options=options, scores=scores, rounds=marked)


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
    """Describe why a run failed; empty if it succeeded."""
    if run.failure is not None:
        return run.failure.message
    return "; ".join(one.message for one in run.findings if one.is_error)


def _steps(run: Run) -> int:
    """Count the actions that succeeded."""
    return sum(one.outcome.succeeded for stage in run.stages for one in stage.actions)


def world_of(scene: Scene, options: Options) -> PandaWorld:
    """Return the simulated arm on its bench, where things happen by themselves if that is asked for."""
    with needed():
        from clairify_cli.worlds.panda.disturbed import DisturbedWorld
        from clairify_cli.worlds.panda.world import PandaWorld

    if options.disturb and not options.dry_run:
        return DisturbedWorld(scene, seed=options.seed, chance=options.disturb)
    return PandaWorld(scene, seed=options.seed)


def carried_out(
    setting: Setting,
    options: Options,
    *,
    progress: events.Progress | None = None,
    watch: Watch | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] | None = None,
) -> Run:
    """Execute a setup without errors in a fresh world, or in several, one after another.

    Each plan gets its own world; the best run is returned, with all of them as its rounds. A dry run only plans, and
    the plan with the best expected score is returned.
    `watch` is called with each world before anything happens, and its return value receives every event there, before
    `progress` does. Raises what `execute`, the solver and the world raise.
    """
    from clairify_cli.planning.solvers.registry import get

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    task, scene = setting.task, setting.scene

    def once(options: Options, sample: int, history: History) -> Run:
        with world_of(scene, options) as world:
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
                history=history,
            )

    if options.best_of <= 1:
        return once(options, 0, History())
    return best_run(once, options, tell=progress, stop=stop)

"""A run from setup to result: choose the solver, start the simulated arm on its bench, and execute the task."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.retune import Tuner
from clairify_cli.agents.execution.run import execute
from clairify_cli.worlds.panda.extra import needed

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene

    Watch = Callable[[PandaWorld], events.Progress]


def why_not(run: Run) -> str:
    """Describe why a run failed; empty if it succeeded."""
    if run.failure is not None:
        return run.failure.message
    return "; ".join(one.message for one in run.findings if one.is_error)


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
    """Execute a setup without errors in a fresh world. A dry run only plans.

    `watch` is called with the world before anything happens, and its return value receives every event there, before
    `progress` does. Raises what `execute`, the solver and the world raise.
    """
    from clairify_cli.planning.solvers.registry import get

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=setting.task.optimal)
    with world_of(setting.scene, options) as world:
        listeners = [one for one in (watch(world) if watch is not None else None, progress) if one is not None]

        def tell(event: events.Event) -> None:
            for listener in listeners:
                listener(event)

        return execute(setting.task, world, solver, options, progress=tell, tuner=tuner, stop=stop)

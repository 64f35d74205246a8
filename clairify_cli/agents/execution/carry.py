"""A run from what is set up to what came of it: the solver for its task, and the simulated arm on its bench."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.history import History
from clairify_cli.agents.execution.improve import Improver, rule_improver
from clairify_cli.agents.execution.program import Setting
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.rounds import best_run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.task_motion import Tuned

if TYPE_CHECKING:
    from clairify_cli.agents.execution.acting import Tuner
    from clairify_cli.agents.execution.check_choice import Chooser
    from clairify_cli.worlds.panda.world import PandaWorld

    Watch = Callable[[PandaWorld], events.Progress]


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
    chooser: Chooser | None = None,
) -> Run:
    """Carry out what is set up, without errors, in a world of its own, or in several one after another.

    There are several for more than one plan and for improvements; the best run comes back, with all of them as its
    rounds. A dry run only thinks. `watch` is shown each world before anything happens, and what it gives back is told
    every event there, before `progress` is. `improver` proposes other parameters after a success, by rule without one.
    Raises what `execute`, the solver and the world raise.
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
                chooser=chooser,
                sample=sample,
                tuned=tuned,
                history=history,
            )

    if options.dry_run or (options.best_of <= 1 and not options.improve):
        return once(options, 0, {}, History())
    return best_run(once, options, improver=improver or rule_improver(scene), tell=progress, stop=stop)

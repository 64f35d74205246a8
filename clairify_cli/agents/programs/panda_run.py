"""A program from its setting to what came of it: the solver, the simulated arm on its bench, the goal at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.results import Options
from clairify_cli.agents.execution.retune import by_rule
from clairify_cli.agents.programs.base import Bounds, Ran, Tell, silent
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.panda_executor import PandaExecutor

if TYPE_CHECKING:
    from clairify_cli.agents.execution.acting import Tuner
    from clairify_cli.agents.execution.world import World
    from clairify_cli.agents.programs.panda_setting import PandaSetting
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.languages.program.syntax import Program


def run_in_panda(
    program: Program,
    source: Source,
    setting: PandaSetting,
    world: World,
    options: Options | None = None,
    bounds: Bounds | None = None,
    *,
    tell: Tell = silent,
    progress: events.Progress | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Ran, PandaExecutor]:
    """Carry a program without errors out in a world that is set up, with what was done for its report.

    Raises `SolverError` where there is no solver.
    """
    import numpy as np

    from clairify_cli.planning.solvers.registry import get

    assert setting.task is not None
    assert setting.known is not None
    options = options or Options()
    executor = PandaExecutor(
        setting.known,
        setting.task,
        world,
        get("auto", optimal=True),
        source,
        np.random.default_rng([options.seed, 0]),
        options,
        progress or (lambda event: None),
        tuner or by_rule,
        stop,
    )
    return run_program(program, executor, bounds, tell, stop=stop), executor

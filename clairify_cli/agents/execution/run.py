"""Execute a task in a world action by action, check each one, and stop safely at the first permanent failure.

Everything is planned before anything moves. During execution, observations decide: if they do not fit the plan (a
vessel is elsewhere, a lid is already off) but the goal can still be reached, the stage is replanned from there, at most
`runner.REPLANS` times. A failed check ends the run or, with `on_failure="retune"`, the action is repeated with other
parameters. `on_failure="replan"` also retunes first; then the arm withdraws, and the stage is replanned from the
observed state, at most `MOST_STAGE` times per stage and `MOST_RUN` times per run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.retune import History, Tuner, by_rule
from clairify_cli.agents.execution.rules import rules
from clairify_cli.agents.execution.runner import Runner
from clairify_cli.agents.execution.stages import Task
from clairify_cli.agents.execution.symbolic import SymbolicPlanner
from clairify_cli.agents.execution.task_motion import Infeasible, TaskMotionPlanner, WholePlan, World, plan_all
from clairify_cli.agents.execution.tuning.told import read_told
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.planning.solvers.base import Solver, SolverError
from clairify_cli.worlds.base import Parameters

if TYPE_CHECKING:
    from collections.abc import Callable


def execute(
    task: Task,
    world: World,
    solver: Solver,
    options: Options | None = None,
    *,
    progress: events.Progress | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] | None = None,
    sample: int = 0,
    history: History | None = None,
) -> Run:
    """Plan a task and execute it. Failures during motion are part of the result and raise nothing.

    `sample` is the number of the plan among the possible ones, and attempts are recorded in `history`.

    `tuner` changes an action that failed (default: `retune.by_rule`). `stop` is called before every action; if it
    returns True, the run ends safely. It is also called during planning, before anything moves: `StoppedError` is then
    raised. `SolverError` is raised if the solver gives no answer.
    """
    import numpy as np

    options = options or Options()
    tell = progress or (lambda event: None)
    first = world.observe()
    told = read_told(options.told, world.scene)
    if told.unread and tuner is None:
        found = rules.words_unread(task.stages[0].span, "; ".join(told.unread))
        return Run(options, WholePlan((), None), (), findings=(found,), first=first, last=first)
    kept = history if history is not None else History()
    symbolic = SymbolicPlanner(task.domain, solver, order=sample)
    random = np.random.default_rng([options.seed, sample])
    planner = TaskMotionPlanner(world, task, symbolic, random, options.parameters, stop)
    whole = plan_all(planner, first, tell)
    run = Run(options, whole, (round(whole.score, 6),), first=first, last=first, facts=task.facts)
    if whole.infeasible is not None:
        if whole.infeasible.unanswered:
            raise SolverError(f"{_asked(whole.infeasible)} could not be planned: {'; '.join(whole.infeasible.reasons)}")
        return replace(run, findings=(infeasible_finding(whole.infeasible, options.parameters),))
    if options.dry_run:
        return run
    planner.stop = None  # from here on, a stop ends the run between actions, so its progress can be reported
    tuner = tuner or told.tuner(by_rule)
    runner = Runner(task, world, options, planner, tell, tuner, stop or (lambda: False), told)
    runner.history = kept
    return runner.run(run)


def infeasible_finding(found: Infeasible, parameters: Parameters) -> Diagnostic:
    """Return RUN201 or RUN202, at the step. The hint names `parameters` that leave the arm less room."""
    where = (found.stage.span, _asked(found), "; ".join(found.reasons))
    if found.symbolic:
        return rules.no_symbolic_plan(*where)
    given = {name: getattr(parameters, name) for name in ("obstacle_clearance", "orientation", "grasp")}
    return rules.no_motion(*where, [f"{name}={value}" for name, value in given.items() if value is not None])


def _asked(found: Infeasible) -> str:
    return f"step {found.stage.number}, `{found.stage.text}`,"

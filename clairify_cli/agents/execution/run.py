"""Carries a task out in a world, act by act, each checked; stops safely at the first check that fails for good.

All is planned in thought before anything moves. While acting, observations decide: if they do not fit the plan (a
vessel stands elsewhere, a lid is already off) but the goal can still be reached, another plan is made from there, at
most `runner.REPLANS` times per stage. A check that fails ends the run, or, with `on_failure="retune"`, has the action
done again with other parameters. With `on_failure="replan"` that also comes first; then the arm withdraws, and the
stage is replanned from the observed state, at most `MOST_STAGE` times per stage and `MOST_RUN` times per run.
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
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.planning.solvers.base import Solver, SolverError
from clairify_cli.worlds.panda.belief import Belief

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np


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
    """Plan a task and carry it out. Whatever happens during motion is in the result; nothing is raised for it.

    `sample` is the number of the plan among the possible ones, and attempts are recorded in `history`.

    `tuner` says how an action that failed is changed (`retune.by_rule` without one). `stop` is asked before every
    action; the run ends safely if it says so. It is also asked during planning, before anything moves: then
    `StoppedError` is raised, or `SolverError` if the solver gave no answer.
    """
    options = options or Options()
    tell = progress or (lambda event: None)
    findings = _until(task, options)
    first = world.observe()
    if findings:
        return Run(options, WholePlan((), None), (), findings=findings, first=first, last=first)
    task = task.until(options.until)
    kept = history if history is not None else History()
    whole, scores, planner, random = _best_plan(task, world, solver, options, first, tell, stop, sample)
    run = Run(options, whole, scores, first=first, last=first, facts=task.facts)
    if whole.infeasible is not None:
        if whole.infeasible.unanswered:
            raise SolverError(f"{_asked(whole.infeasible)} could not be planned: {'; '.join(whole.infeasible.reasons)}")
        return replace(run, findings=(infeasible_finding(whole.infeasible),))
    if options.dry_run:
        return run
    planner.stop = None  # from here on the run ends between actions, where it can say how far it came
    runner = Runner(task, world, options, planner, random, tell, tuner or by_rule, stop or (lambda: False))
    runner.history = kept
    return runner.run(run)


def infeasible_finding(found: Infeasible) -> Diagnostic:
    """RUN201 or RUN202, at the step."""
    say = rules.no_symbolic_plan if found.symbolic else rules.no_motion
    return say(found.stage.span, _asked(found), "; ".join(found.reasons))


def _asked(found: Infeasible) -> str:
    return f"step {found.stage.number}, `{found.stage.text}`,"


def _until(task: Task, options: Options) -> tuple[Diagnostic, ...]:
    if options.until is None or 1 <= options.until <= task.last or not task.stages:
        return ()
    return (rules.no_such_step(task.stages[-1].span, options.until, task.last),)


def _best_plan(
    task: Task,
    world: World,
    solver: Solver,
    options: Options,
    belief: Belief,
    tell: events.Progress,
    stop: Callable[[], bool] | None,
    sample: int,
) -> tuple[WholePlan, tuple[float, ...], TaskMotionPlanner, np.random.Generator]:
    """The plan with the best expected score of as many as are asked for, and its random numbers."""
    import numpy as np

    symbolic = SymbolicPlanner(task.domain, solver, order=sample)
    best: tuple[WholePlan, TaskMotionPlanner, np.random.Generator] | None = None
    chosen = sample
    scores: list[float] = []
    for number in range(sample, sample + max(1, options.best_of)):
        random = np.random.default_rng([options.seed, number])
        planner = TaskMotionPlanner(world, task, symbolic, options.parameters, stop)
        whole = plan_all(planner, belief, random, tell=tell)
        scores.append(_rounded(whole))
        if best is None or _rank(whole) > _rank(best[0]):
            best, chosen = (whole, planner, random), number
    assert best is not None
    if best[1] is not planner:  # the world remembers how things are gripped as they were last planned
        random = np.random.default_rng([options.seed, chosen])
        planner = TaskMotionPlanner(world, task, symbolic, options.parameters, stop)
        best = plan_all(planner, belief, random), planner, random
    return best[0], tuple(scores), best[1], best[2]


def _rounded(whole: WholePlan) -> float:
    return round(whole.score, 6)


def _rank(whole: WholePlan) -> tuple[bool, float]:
    return whole.infeasible is None, whole.score

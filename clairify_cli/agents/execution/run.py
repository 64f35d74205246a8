"""Carries a task out in a world, act by act, each checked; stops safely at the first check that fails for good.

All is planned in thought before anything moves. While acting, what is observed counts: where it does not fit the plan
(a vessel stands elsewhere, a lid is off already) but the goal can still be reached, another plan is made from there,
at most `REPLANS` times a stage. A check that fails ends the run, or, with `on_failure="retune"`, has the action done
again with other parameters. With `on_failure="replan"` that comes first, too; then the arm withdraws, and the stage is
planned anew from what is observed, at most `MOST_STAGE` times a stage and `MOST_RUN` times a run.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events, rules
from clairify_cli.agents.execution.domain_text import Atom, Barred, show
from clairify_cli.agents.execution.replanning import MOST_RUN, MOST_STAGE, Memory, Replanning, lost, others_first
from clairify_cli.agents.execution.results import STOPPED, Done, DoneStage, Failure, Options, Run, Tried, failed_words
from clairify_cli.agents.execution.retune import MOST, Retuned, by_rule, rest_of_dose
from clairify_cli.agents.execution.stages import Stage, Task, Wanted
from clairify_cli.agents.execution.symbolic import Effects, SymbolicPlanner
from clairify_cli.agents.execution.task_motion import (
    Infeasible,
    PlannedAction,
    PlannedStage,
    TaskMotionPlanner,
    WholePlan,
    plan_all,
)
from clairify_cli.agents.execution.world import World
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.planning.base import Solver, SolverError
from clairify_cli.worlds.base import Action, Outcome
from clairify_cli.worlds.panda.belief import Belief

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    Tuner = Callable[[Action, Outcome, int], Retuned | None]

UNKNOWN = "so it is not known whether there is another plan"
"""What is said where the solver came to no answer."""

RETRIES = 2
"""How often an action that is refused while others could be done is prepared with other samples."""

REPLANS = 3
"""How often the plan of a stage is made anew while it is carried out."""


def execute(
    task: Task,
    world: World,
    solver: Solver,
    options: Options | None = None,
    *,
    progress: events.Progress | None = None,
    tuner: Tuner | None = None,
    stop: Callable[[], bool] | None = None,
) -> Run:
    """Plan a task and carry it out. Whatever happens while anything moves is in the result; nothing is raised for it.

    `tuner` says how an action that failed is changed (`retune.by_rule` without one). `stop` is asked before every
    action; the run ends safely where it says so. It is asked while all is planned, too, before anything moves: that
    is raised, as `StoppedError`, and so is, as `SolverError`, that the solver came to no answer then.
    """
    options = options or Options()
    tell = progress or (lambda event: None)
    findings = _until(task, options)
    first = world.observe()
    if findings:
        return Run(options, WholePlan((), None), (), findings=findings, first=first, last=first)
    task = task.until(options.until)
    whole, scores, planner, random = _best_plan(task, world, solver, options, first, tell, stop)
    run = Run(options, whole, scores, first=first, last=first, facts=task.facts)
    if whole.infeasible is not None:
        if whole.infeasible.unanswered:
            raise SolverError(f"{_asked(whole.infeasible)} could not be planned: {'; '.join(whole.infeasible.reasons)}")
        return replace(run, findings=(infeasible_finding(whole.infeasible),))
    if options.dry_run:
        return run
    planner.stop = None  # from here on the run ends between actions, where it can say how far it came
    return _Runner(task, world, options, planner, random, tell, tuner or by_rule, stop or (lambda: False)).run(run)


def infeasible_finding(found: Infeasible) -> Diagnostic:
    """RUN201 or RUN202, at the step."""
    say = rules.no_plan if found.symbolic else rules.no_motion
    return say(found.stage.span, _asked(found), "; ".join(found.reasons))


def _asked(found: Infeasible) -> str:
    return f"step {found.stage.number}, `{found.stage.text}`,"


def why_no_other(found: Infeasible, failed: tuple[Barred, ...]) -> tuple[str, ...]:
    """Why there is no other plan, after actions that failed and are not repeated."""
    if found.unanswered:
        return (*found.reasons, UNKNOWN)
    if found.symbolic and failed:
        names = " and ".join(show(one.action) for one in failed)
        return (f"there is no plan without {names}, which failed with the bench as it is now",)
    return found.reasons


def _until(task: Task, options: Options) -> tuple[Diagnostic, ...]:
    if options.until is None or 1 <= options.until <= task.last or not task.stages:
        return ()
    return (rules.no_step(task.stages[-1].span, options.until, task.last),)


def _best_plan(
    task: Task,
    world: World,
    solver: Solver,
    options: Options,
    belief: Belief,
    tell: events.Progress,
    stop: Callable[[], bool] | None,
) -> tuple[WholePlan, tuple[float, ...], TaskMotionPlanner, np.random.Generator]:
    """The plan with the best expected score of as many as are asked for, and its random numbers."""
    import numpy as np

    symbolic = SymbolicPlanner(task.domain, solver)
    best: tuple[WholePlan, TaskMotionPlanner, np.random.Generator] | None = None
    chosen = 0
    scores: list[float] = []
    for number in range(max(1, options.best_of)):
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


@dataclass(slots=True)
class _Runner:
    """A run that goes on. `facts` are those that are remembered; what is seen is looked at before every action."""

    task: Task
    world: World
    options: Options
    planner: TaskMotionPlanner
    random: np.random.Generator
    tell: events.Progress
    tuner: Tuner
    stop: Callable[[], bool]
    facts: frozenset[Atom] = frozenset()
    doses: dict[str, str] = field(default_factory=dict)
    failure: Failure | None = None
    memory: Memory = field(default_factory=Memory)
    tunes: dict[Atom, int] = field(default_factory=dict)
    """How often a step of this stage was tuned."""
    replanned: int = 0
    """How often a plan was made anew in the whole run."""

    @property
    def replans(self) -> bool:
        return self.options.on_failure == "replan"

    def run(self, run: Run) -> Run:
        self.facts = self.task.facts
        self.doses = dict(self.task.doses)
        done: list[DoneStage] = []
        for number, planned in enumerate(run.planned.stages, 1):
            self.tell(events.StageStarted(planned.stage, number, len(run.planned.stages), len(planned.actions)))
            stage = self._stage(planned)
            done.append(stage)
            if self.failure is not None:
                self.world.retreat()
                break
        last = self.world.observe()
        facts = self.task.all_facts(self.world.scene, last, self.facts)
        return replace(run, stages=tuple(done), failure=self.failure, last=last, facts=facts)

    def _now(self) -> tuple[Belief, frozenset[Atom]]:
        belief = self.world.observe()
        return belief, self.task.all_facts(self.world.scene, belief, self.facts)

    def _stage(self, planned: PlannedStage) -> DoneStage:
        stage = planned.stage
        done: list[Done] = []
        remarks = list(stage.job.remarks if stage.job is not None else ()) + list(planned.refused)
        _, now = self._now()
        wanted = stage.wanted(now, self.task.objects, self.doses)
        self.doses.update(wanted.doses)
        self.facts = wanted.facts
        effects = self.planner.effects(wanted)
        left = deque(planned.actions)
        bars: tuple[Barred, ...] = ()
        replannings: list[Replanning] = []
        self.memory, self.tunes = Memory(), {}
        self.planner.rests.clear()
        while True:
            belief, facts = self._now()
            wanted = wanted.as_far_as_it_lasts(facts)
            why, old, barred = "", [one.step for one in left], bars
            if not left:
                if not wanted.formulas or effects.reached(wanted.formulas, facts):
                    break
                why = "the goal does not hold yet"
            elif not effects.can(left[0].step, facts):
                why = f"{left[0].action.text} does not fit what is observed"
            else:
                if self.stop():
                    self._fail(stage, None, None, STOPPED, facts, belief)
                    break
                planned_action = left[0]
                how = self.memory.knows(planned_action.action, belief)
                if how is not None:
                    why = f"{planned_action.action.text} failed like that before: {how}"
                    barred += (Barred(planned_action.step),)
                else:
                    left.popleft()
                    one = self._action(stage, planned_action, effects)
                    done.append(one)
                    if one.outcome.succeeded:
                        self.facts = effects.after(planned_action.step, self._now()[1])
                        continue
                    belief, facts = self._now()
                    refusal = one.outcome.refusal
                    tried = one.failed
                    if tried is not None and self.replans:
                        why = f"{one.action.text}: {failed_words(tried)}"
                        if rest_of_dose(tried.action, tried.measured) == 0.0:
                            self.facts = effects.after(planned_action.step, facts)
                            belief, facts = self._now()
                    elif refusal is None:
                        # What is observed may still allow another plan; a run that stops at failures, or only
                        # retunes, does not look for one.
                        self._fail(stage, one.action, one.outcome, failed_words(one.outcome), facts, belief)
                        break
                    else:
                        why = refusal.message
                        told = tuple(self.planner.bars(planned_action.step, facts, refusal))
                        bars, barred = bars + told if not self.replans else bars, barred + told
            if self.replans and self.stop():
                self._fail(stage, None, None, STOPPED, facts, belief)
                break
            failed = self.memory.bars(belief, self.planner.as_tuned)
            wish = replace(wanted, facts=facts)
            new = self._replanned(stage, wish, belief, barred + failed, len(replannings))
            later = others_first(failed, old, facts)
            if isinstance(new, Infeasible) and new.symbolic and later:
                again = self._replanned(stage, wish, belief, barred + later, len(replannings))
                new = new if isinstance(again, Infeasible) else again
            last = done[-1] if done and not done[-1].outcome.succeeded else None
            if isinstance(new, Infeasible):
                gone = lost(self.world.scene, belief, wanted.formulas) if self.replans else ()
                reasons = why_no_other(new, failed) if self.replans else new.reasons
                words = "; ".join(dict.fromkeys((why, *gone, *reasons)))
                self._fail(stage, last.action if last else None, last.outcome if last else None, words, facts, belief)
                break
            self.replanned += 1
            after = done[-1].action.text if done else None
            change = Replanning.of(why, after, old, [one.step for one in new.actions])
            replannings.append(change)
            remarks.append(f"planned again: {why}")
            left = deque(new.actions)
            self.tell(events.Replanned(stage, why, len(left), change))
        waited = stage.job.seconds if stage.job is not None and stage.job.kind in ("wait", "rest") else 0.0
        completed = self.failure is None
        said = tuple(dict.fromkeys(remarks))
        skipped = waited if completed else 0.0
        return DoneStage(stage, tuple(done), completed, skipped, len(replannings), said, tuple(replannings))

    def _replanned(
        self, stage: Stage, wanted: Wanted, belief: Belief, bars: tuple[Barred, ...], replanned: int
    ) -> PlannedStage | Infeasible:
        if not wanted.formulas:
            return Infeasible(stage, ("a part of a plan has no goal for which there might be another",))
        most = MOST_STAGE if self.replans else REPLANS
        if replanned >= most:
            return Infeasible(stage, (f"it was planned {most} times anew",))
        if self.replans and self.replanned >= MOST_RUN:
            return Infeasible(stage, (f"plans were made {MOST_RUN} times anew in this run",))
        found = self.planner.towards(stage, wanted, belief, self.random, barred=bars)
        if isinstance(found, Infeasible) and wanted.tidy:
            return self.planner.towards(stage, wanted.untidy(), belief, self.random, barred=bars)
        return found

    def _action(self, stage: Stage, planned: PlannedAction, effects: Effects) -> Done:
        """Do an action, and again with other parameters where a check failed and that is wanted."""
        action = planned.action
        tries: list[Tried] = []
        changes: Retuned | None = None
        before = self.world.observe() if self.replans else None
        while True:
            self.tell(events.ActionStarted(stage, action))
            outcome = self._acted(action)
            tries.append(Tried(outcome, changes.changes if changes is not None else ()))
            self.tell(events.ActionDone(stage, outcome))
            for check in outcome.checks:
                if not check.passed:
                    self.tell(events.CheckFailed(stage, action, check))
            if not outcome.succeeded and before is not None:
                self._remember(planned.step, action, outcome, before)
                if outcome.refusal is not None and len(tries) == 1:
                    break  # nothing moved: the planner tries other grips, and knows what else could be done
            if outcome.succeeded or self.options.on_failure == "stop":
                break
            changes = self._tuned(planned.step, action, outcome, len(tries) - 1)
            if changes is None or not self._can_repeat(effects, planned.step):
                break
            action = changes.action
            before = self.world.observe() if self.replans else None
            self.tell(events.ActionRetuned(stage, action, changes.changes, len(tries)))
        return Done(action, tuple(tries))

    def _remember(self, step: Atom, action: Action, outcome: Outcome, before: Belief) -> None:
        """Note what failed; the arm holds and withdraws before anything else. Where nothing moved there is nothing."""
        if outcome.refusal is None:
            self.memory.add(step, action, before, failed_words(outcome))
            self.world.retreat()

    def _tuned(self, step: Atom, action: Action, outcome: Outcome, times: int) -> Retuned | None:
        """The action as it is tried next, here or in another plan; None where it has been tuned enough."""
        key = (action.name, *action.arguments)
        rest = rest_of_dose(action, outcome.measured)
        if rest is not None and self.replans:
            self.planner.rests[key] = {"mass": rest}
        times = self.tunes.get(step, 0) if self.replans else times
        changes = self.tuner(action, outcome, times) if times < MOST and rest != 0.0 else None
        if changes is None:
            if self.replans:
                self.planner.tuned.pop(key, None)
            return None
        if rest is not None:
            changes = replace(
                changes, action=replace(changes.action, settings={**changes.action.settings, "mass": rest})
            )
        self.tunes[step] = times + 1
        self.planner.tuned[key] = changes.action.parameters
        return changes

    def _acted(self, action: Action) -> Outcome:
        """Do an action; where it is refused, with other samples."""
        outcome = self.world.act(action)
        for _ in range(RETRIES):
            if outcome.refusal is None:
                break
            outcome = self.world.act(action)
        return outcome

    def _can_repeat(self, effects: Effects, step: Atom) -> bool:
        return effects.can(step, self._now()[1])

    def _fail(
        self,
        stage: Stage,
        action: Action | None,
        outcome: Outcome | None,
        message: str,
        facts: frozenset[Atom],
        belief: Belief,
    ) -> None:
        self.failure = Failure(stage, action, outcome, message, facts, belief)

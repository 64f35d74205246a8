"""Run stage by stage and action by action, and replan if observations require it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.acting import Actor
from clairify_cli.agents.execution.domain_text import Atom, Barred, Wanted
from clairify_cli.agents.execution.jobs.kinds import Job
from clairify_cli.agents.execution.jobs.lab_problem import with_contents
from clairify_cli.agents.execution.replanning import (
    GRIPPING,
    MOST_RUN,
    MOST_STAGE,
    Replanning,
    lost,
    others_first,
)
from clairify_cli.agents.execution.results import STOPPED, Done, DoneStage, Failure, Options, Run, failed_words
from clairify_cli.agents.execution.retune import History, Tuner, rest_of_dose
from clairify_cli.agents.execution.stages import Stage, Task
from clairify_cli.agents.execution.symbolic import Effects
from clairify_cli.agents.execution.task_motion import Infeasible, PlannedAction, PlannedStage, TaskMotionPlanner, World
from clairify_cli.agents.execution.tuning.told import Told
from clairify_cli.planning.repair.model import step_text
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Outcome
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.checks import temperature

REPLANS = 3
"""The most replannings of a stage during execution, unless failures are replanned too."""

TEMPERING = ("heat", "cool", "rest")
"""The kinds of jobs that bring their vessel to a temperature."""

UNKNOWN = "so it is not known whether there is another plan"
"""The reason given if the solver found no answer."""


@dataclass(slots=True)
class _Course:
    """A stage in progress: its goal, the remaining actions, the completed ones, and the actions that geometry
    forbids."""

    stage: Stage
    wanted: Wanted
    effects: Effects
    actor: Actor
    left: deque[PlannedAction]
    remarks: list[str]
    bars: tuple[Barred, ...] = ()
    done: list[Done] = field(default_factory=list)
    replannings: list[Replanning] = field(default_factory=list)
    back: str | None = None
    """A formula to achieve first: a vessel that slips in the hand is back where it was."""
    is_over: bool = False

    def steps(self) -> list[Atom]:
        """Return the remaining steps."""
        return [one.step for one in self.left]


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Why the plan stopped, the observed state, the remaining steps; `barred` is for the next plan."""

    why: str
    belief: Belief
    facts: frozenset[Atom]
    old: list[Atom]
    barred: tuple[Barred, ...] = ()


@dataclass(slots=True)
class Runner:
    """Executes planned stages; `told` has conditions for new plans.

    `facts` are the remembered facts; observable facts are observed before every action.
    `replanned` is the number of replannings in the whole run.
    """

    task: Task
    world: World
    options: Options
    planner: TaskMotionPlanner
    tell: events.Progress
    tuner: Tuner
    stop: Callable[[], bool]
    told: Told
    facts: frozenset[Atom] = frozenset()
    doses: dict[str, str] = field(default_factory=dict)
    failure: Failure | None = None
    replanned: int = 0
    history: History = field(default_factory=History)

    def run(self, run: Run) -> Run:
        """Execute the planned stages and return the run with its result."""
        self.facts = self.task.facts
        self.doses = dict(self.task.doses)
        done: list[DoneStage] = []
        for number, planned in enumerate(run.planned.stages, 1):
            self.tell(events.StageStarted(planned.stage, number, len(run.planned.stages), len(planned.actions)))
            done.append(self._stage(planned))
            if self.failure is not None:
                self.world.retreat()
                break
        last = self.world.observe()
        facts = self.task.all_facts(self.world.scene, last, self.facts)
        if self.failure is not None:
            facts = with_contents(facts, last, self.doses)
        return replace(run, stages=tuple(done), failure=self.failure, last=last, facts=facts)

    def _now(self) -> tuple[Belief, frozenset[Atom]]:
        belief = self.world.observe()
        return belief, self.task.all_facts(self.world.scene, belief, self.facts)

    def _stage(self, planned: PlannedStage) -> DoneStage:
        stage, job = planned.stage, planned.stage.job
        wanted = stage.wanted(self._now()[1], self.task.objects, self.doses)
        self.doses.update(wanted.doses)
        self.facts = wanted.facts
        self.planner.rests.clear()
        actor = Actor(stage, self.world, self.planner, self.options, self.tuner, self.tell, self.history)
        remarks = [*(job.remarks if job is not None else ()), *planned.refused]
        course = _Course(stage, wanted, self.planner.effects(wanted), actor, deque(planned.actions), remarks)
        while not course.is_over:
            trouble = self._go_on(course)
            if trouble is not None:
                self._plan_anew(course, trouble)
        completed = self.failure is None
        waited = self._let_stand(course, job) if completed and job is not None else 0.0
        anew = tuple(course.replannings)
        said = tuple(dict.fromkeys(course.remarks))
        return DoneStage(stage, tuple(course.done), self.failure is None, waited, len(anew), said, anew)

    def _let_stand(self, course: _Course, job: Job) -> float:
        """Let the time of a job pass for what is warm or cold; return how long (s) it waited without an action."""
        before = self.world.observe().temperatures
        waited = job.seconds if job.kind in ("wait", "rest") else 0.0
        if job.kind == "rest" and job.temperature is not None:
            waited = max(waited, self.world.let_stand(job.vessel, job.temperature))
        took = sum(one.outcome.seconds + one.outcome.skipped for one in course.done)
        self.world.let_pass(waited + took, job.kept, job.vessel if job.kind in TEMPERING else "")
        belief, facts = self._now()
        if waited:
            changed = [one for one in before if abs(belief.temperatures[one] - before[one]) >= 1.0]
            course.remarks += [
                f"{one}: {before[one]:.1f} °C, then {belief.temperatures[one]:.1f} °C" for one in changed
            ]
        if job.kind == "rest" and job.temperature is not None:
            check = temperature(job.temperature, belief.temperatures.get(job.vessel, self.world.scene.ambient))
            if not check.passed:
                self._fail(course, None, check.text, belief, facts)
        return waited

    def _go_on(self, course: _Course) -> _Trouble | None:
        """Execute the next action of the plan. Return the reason to replan, if there is one."""
        belief, facts = self._now()
        wanted = course.wanted = course.wanted.as_far_as_it_lasts(facts)
        old = course.steps()
        if not course.left:
            if not wanted.formulas or course.effects.reached(wanted.formulas, facts):
                course.is_over = True
                return None
            return _Trouble("the goal does not hold yet", belief, facts, old)
        planned = course.left[0]
        if not course.effects.can(planned.step, facts):
            return _Trouble(f"{planned.action.text} does not fit what is observed", belief, facts, old)
        if self.stop():
            self._fail(course, None, STOPPED, belief, facts)
            return None
        # The same action on an unchanged bench fails the same way.
        before = course.actor.memory.knows(planned.action, belief)
        if before is not None:
            why = f"{planned.action.text} failed like that before: {before}"
            return _Trouble(why, belief, facts, old, (Barred(planned.step),))
        course.left.popleft()
        done = course.actor.act(planned, lambda: course.effects.can(planned.step, self._now()[1]))
        course.done.append(done)
        if done.outcome.succeeded:
            course.back = None
            self.facts = course.effects.after(planned.step, self._now()[1])
            return None
        return self._failed(course, planned, done, old)

    def _failed(self, course: _Course, planned: PlannedAction, done: Done, old: list[Atom]) -> _Trouble | None:
        """Handle an action that failed for good or was refused: end the run or return the reason to replan."""
        belief, facts = self._now()
        refusal, failed = done.outcome.refusal, done.failed
        if failed is not None and self.options.replans:
            if rest_of_dose(failed.action, failed.measured) == 0.0:  # another check failed, but the dose is complete
                self.facts = course.effects.after(planned.step, facts)
                belief, facts = self._now()
            course.back = self._back(course, failed, belief)
            return _Trouble(f"{done.action.text}: {failed_words(failed)}", belief, facts, old)
        if refusal is None:
            # The observed state may still allow another plan, but a run that stops at failures or only retunes does not
            # look for one.
            self._fail(course, done, failed_words(done.outcome), belief, facts)
            return None
        told = tuple(self.planner.bars(planned.step, facts, refusal))
        if self.options.replans:
            return _Trouble(refusal.message, belief, facts, old, told)
        course.bars += told
        return _Trouble(refusal.message, belief, facts, old)

    def _back(self, course: _Course, failed: Outcome, belief: Belief) -> str | None:
        """Return the goal of putting back a vessel that slips in the hand, so that it is gripped again first."""
        held = belief.held.thing if belief.held is not None else None
        if course.back is not None and held is not None:
            return course.back
        slips = any(one.name == "holding" and not one.passed for one in failed.checks)
        if not slips or held not in {one.id for one in self.world.scene.vessels}:
            return None
        taken = [one.action.arguments for one in course.done if one.action.name in GRIPPING]
        return next((f"(at {held} {where})" for thing, where in reversed(taken) if thing == held), None)

    def _plan_anew(self, course: _Course, trouble: _Trouble) -> None:
        """Replace the rest of the plan with another one, or end the run."""
        last = course.done[-1] if course.done else None
        failed = last if last is not None and not last.outcome.succeeded else None
        if self.options.replans and self.stop():
            self._fail(course, None, STOPPED, trouble.belief, trouble.facts)
            return
        again = course.actor.memory.bars(trouble.belief, self.planner.as_tuned)
        wanted = course.wanted
        if course.back is not None:
            wanted = replace(wanted, formulas=("(hand-empty)", course.back), tidy=())
        wanted = replace(wanted, formulas=(*wanted.formulas, *self.told.goals(trouble.facts)))
        said = self.told.bars([one for one, *_ in course.actor.memory.failed], trouble.facts)
        new = self._other_plan(course, trouble, (*again, *said), wanted)
        # A failed step may work once something else has been moved, so postpone it before giving it up.
        later = others_first(again, trouble.old, trouble.facts)
        if isinstance(new, Infeasible) and new.symbolic and later:
            found = self._other_plan(course, trouble, later, wanted)
            new = new if isinstance(found, Infeasible) else found
        if isinstance(new, Infeasible):
            reasons = new.reasons
            if self.options.replans:
                needed = [*course.wanted.formulas, *(step_text(one) for one in trouble.old)]
                gone = lost(self.world.scene, trouble.belief, trouble.facts, needed)
                slips = () if course.back is None else (f"it slips in the hand, and first {course.back} is to hold",)
                reasons = (*gone, *slips, *_why_no_other(new, again))
            words = "; ".join(dict.fromkeys((trouble.why, *reasons)))
            self._fail(course, failed, words, trouble.belief, trouble.facts)
            assert self.failure is not None
            self.failure = replace(self.failure, reasons=tuple(dict.fromkeys(reasons)) if self.options.replans else ())
            return
        self.replanned += 1
        after = last.action.text if last is not None else None
        change = Replanning.of(trouble.why, after, trouble.old, [one.step for one in new.actions])
        course.replannings.append(change)
        course.remarks.append(f"planned again: {trouble.why}")
        course.left = deque(new.actions)
        self.tell(events.Replanned(course.stage, trouble.why, len(course.left), change))

    def _other_plan(
        self, course: _Course, trouble: _Trouble, barred: tuple[Barred, ...], wanted: Wanted
    ) -> PlannedStage | Infeasible:
        """Make another plan from the observed state, unless the limits are reached."""
        stage, wanted = course.stage, replace(wanted, facts=trouble.facts)
        if not wanted.formulas:
            return Infeasible(stage, ("a part of a plan has no goal for which there might be another",))
        # If failures end the run, only unexpected observations lead to new plans, and they are rare.
        most = MOST_STAGE if self.options.replans else REPLANS
        if len(course.replannings) >= most:
            return Infeasible(stage, (f"it was planned {most} times anew",))
        if self.options.replans and self.replanned >= MOST_RUN:
            return Infeasible(stage, (f"plans were made {MOST_RUN} times anew in this run",))
        bars = (*course.bars, *trouble.barred, *barred)
        found = self.planner.towards(stage, wanted, trouble.belief, barred=bars)
        if isinstance(found, Infeasible) and wanted.tidy:
            return self.planner.towards(stage, replace(wanted, tidy=()), trouble.belief, barred=bars)
        return found

    def _fail(self, course: _Course, done: Done | None, message: str, belief: Belief, facts: frozenset[Atom]) -> None:
        """End the run with a failure, at the action `done` if given."""
        action, outcome = (done.action, done.outcome) if done is not None else (None, None)
        facts = with_contents(facts, belief, self.doses)
        self.failure = Failure(course.stage, action, outcome, message, facts, belief)
        course.is_over = True


def _why_no_other(found: Infeasible, failed: tuple[Barred, ...]) -> tuple[str, ...]:
    """Return why there is no other plan, given the actions that failed and are not repeated."""
    if found.unanswered:
        return (*found.reasons, UNKNOWN)
    if found.symbolic and failed:
        names = " and ".join(step_text(one.action) for one in failed)
        return (f"there is no plan without {names}, which failed with the bench as it is now",)
    return found.reasons

"""The stages of execution: the jobs of a program, or a given PDDL plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from clairify_cli.agents.execution.domain_text import Atom
from clairify_cli.agents.execution.jobs.kinds import Job
from clairify_cli.agents.execution.jobs.lab_problem import (
    SEEN,
    action_of,
    goal_of,
    objects_of,
    observed,
    remembered_at_first,
)
from clairify_cli.diagnostics.model import Span
from clairify_cli.worlds.base import Action
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

See = Callable[[Scene, Belief], frozenset[Atom]]
"""Which facts of a domain can be seen."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The task of a stage from given facts: a goal, the facts with its changes, and the actions to use."""

    formulas: tuple[str, ...]
    facts: frozenset[Atom]
    allowed: tuple[str, ...] | None
    objects: Mapping[str, str]
    doses: Mapping[str, str]
    tidy: tuple[str, ...] = ()
    """Formulas that are wanted too, if they can be reached."""

    def untidy(self) -> Wanted:
        """The same without goals that only tidy up."""
        return replace(self, tidy=())

    def as_far_as_it_lasts(self, facts: frozenset[Atom]) -> Wanted:
        """The same without asking for a vessel to be hot that has cooled by itself meanwhile."""
        gone = [one for one in self.formulas if one.startswith("(hot ") and tuple(one[1:-1].split()) not in facts]
        return replace(self, formulas=tuple(one for one in self.formulas if one not in gone)) if gone else self


@dataclass(frozen=True, slots=True)
class Stage:
    """One goal of a run. `job` is there for a program; `formulas`, and `plan` where one is given, for PDDL."""

    number: int
    text: str
    span: Span
    job: Job | None = None
    formulas: tuple[str, ...] = ()
    plan: tuple[Atom, ...] | None = None
    settings: Mapping[str, Mapping[str, float]] | None = None

    @classmethod
    def of_plan(
        cls, span: Span, plan: tuple[Atom, ...], goal: str, settings: Mapping[str, Mapping[str, float]]
    ) -> Stage:
        """The single stage of a plan given for a goal."""
        return cls(1, _plan_words(plan), span, None, (goal,), plan, settings)

    @property
    def last(self) -> int:
        """The number of its last step: a plan counts its own steps."""
        return self.number if self.plan is None else len(self.plan)

    def until(self, step: int) -> Stage:
        """The same with only the first steps of its plan; part of a plan has no goal."""
        # A stage of a program is one step, which is done as a whole or not at all.
        if self.plan is None or step >= len(self.plan):
            return self
        kept = self.plan[:step]
        return replace(self, text=_plan_words(kept), plan=kept, formulas=())

    def wanted(self, facts: frozenset[Atom], objects: Mapping[str, str], doses: Mapping[str, str]) -> Wanted:
        """What it wants from these facts."""
        if self.job is None:
            return Wanted(self.formulas, facts, None, objects, doses)
        goal = goal_of(self.job, facts, (*objects, *doses), doses)
        every = {**doses, **goal.doses}
        known = {**objects, **dict.fromkeys(every, "reagent")}
        return Wanted(goal.formulas, goal.state, goal.allowed, known, every, goal.tidy)

    def action(self, step: Atom, doses: Mapping[str, str]) -> Action:
        """The action of the world for a symbolic step."""
        if self.job is not None:
            return action_of(step, self.job, doses)
        settings = dict((self.settings or {}).get(step[0], {}))
        return Action(step[0], tuple(doses.get(one, one) for one in step[1:]), settings=settings, step=self.number)


def _plan_words(plan: tuple[Atom, ...]) -> str:
    return f"plan of {len(plan)} steps"


@dataclass(frozen=True, slots=True)
class Task:
    """Everything to be executed, in one domain (its PDDL text).

    `objects` have their types, `doses` map reagent objects to substances, `facts` are the initial unobservable ones.
    `see` and `seen` say which can be observed, and by which predicates.
    """

    domain: str
    stages: tuple[Stage, ...]
    objects: Mapping[str, str]
    doses: Mapping[str, str]
    facts: frozenset[Atom]
    see: See
    seen: frozenset[str]

    @property
    def optimal(self) -> bool:
        """Whether plans of least cost are sought: for steps of a program, which take few actions each.

        A given plan may be for a goal of any size, for which that would take hours.
        """
        return all(one.plan is None for one in self.stages)

    @property
    def last(self) -> int:
        """The number of the last step, 0 without any."""
        return max((one.last for one in self.stages), default=0)

    def until(self, step: int | None) -> Task:
        """The task as far as a step by its number, that step included; None is all of it."""
        if step is None:
            return self
        kept = (one for one in self.stages if one.plan is not None or one.number <= step)
        return replace(self, stages=tuple(one.until(step) for one in kept))

    def all_facts(self, scene: Scene, belief: Belief, remembered: frozenset[Atom]) -> frozenset[Atom]:
        """The observed facts, and the remembered ones for the rest."""
        return self.see(scene, belief) | frozenset(one for one in remembered if one[0] not in self.seen)


def program_task(domain: str, jobs: tuple[Job, ...], scene: Scene) -> Task:
    """The task of a program whose jobs are bound to a scene."""
    contents = [*(one.contents for one in scene.vessels), *(one.contents for one in scene.devices)]
    substances = {content.substance: content.substance for one in contents for content in one}
    objects = {**objects_of(scene), **dict.fromkeys(substances, "reagent")}
    stages = tuple(Stage(job.number, job.text, job.span, job) for job in jobs)
    return Task(domain, stages, objects, substances, remembered_at_first(scene), observed, SEEN)

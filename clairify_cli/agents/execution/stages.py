"""The stages of execution: the jobs of a program, or a given PDDL plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clairify_cli.agents.execution.domain_text import Atom, Wanted
from clairify_cli.agents.execution.jobs.kinds import Job
from clairify_cli.agents.execution.jobs.lab_problem import (
    SEEN,
    action_of,
    goal_of,
    objects_of,
    observed,
    reagents_of,
    remembered_at_first,
)
from clairify_cli.diagnostics.model import Span
from clairify_cli.records import dataclass, replace
from clairify_cli.worlds.base import Action
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Scene

See = Callable[[Scene, Belief], frozenset[Atom]]
"""Returns the facts of a domain that can be observed."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One goal of a run. `job` is set for a program; `formulas` and, if one is given, `plan` for PDDL.

    With a job, the formulas are to hold besides its goal, and `also` names the actions that may serve them.
    """

    number: int
    text: str
    span: Span
    job: Job | None = None
    formulas: tuple[str, ...] = ()
    plan: tuple[Atom, ...] | None = None
    settings: Mapping[str, Mapping[str, float]] | None = None
    also: tuple[str, ...] = ()

    def wanted(self, facts: frozenset[Atom], objects: Mapping[str, str], doses: Mapping[str, str]) -> Wanted:
        """Return the planning task of the stage, starting from these facts."""
        if self.job is None:
            return Wanted(self.formulas, facts, None, objects, doses)
        wanted = goal_of(self.job, facts, objects, doses)
        allowed = (*(wanted.allowed or ()), *self.also)
        return replace(wanted, formulas=(*wanted.formulas, *self.formulas), allowed=allowed)

    def action(self, step: Atom, doses: Mapping[str, str]) -> Action:
        """Return the world's action for a symbolic step."""
        if self.job is not None:
            return action_of(step, self.job, doses)
        settings = dict((self.settings or {}).get(step[0], {}))
        return Action(step[0], tuple(doses.get(one, one) for one in step[1:]), settings=settings, step=self.number)


@dataclass(frozen=True, slots=True)
class Task:
    """Everything to be executed, in one domain (its PDDL text).

    `objects` maps objects to types, `doses` reagent objects to substances; `facts` are the initial unobservable facts.
    `see` returns the observed facts, `seen` are their predicates.
    """

    domain: str
    stages: tuple[Stage, ...]
    objects: Mapping[str, str]
    doses: Mapping[str, str]
    facts: frozenset[Atom]
    see: See
    seen: frozenset[str]
    is_constrained: bool = False
    """Whether the domain was changed so that plans lack, or have, some steps."""

    @property
    def optimal(self) -> bool:
        """Whether to search for least-cost plans. True for programs, whose steps take few actions each.

        A given plan may be for a goal of any size, for which optimal planning could take hours.
        """
        return all(one.plan is None for one in self.stages)

    def all_facts(self, scene: Scene, belief: Belief, remembered: frozenset[Atom]) -> frozenset[Atom]:
        """Return the observed facts plus the remembered facts whose predicates cannot be observed."""
        return self.see(scene, belief) | frozenset(one for one in remembered if one[0] not in self.seen)


def program_task(domain: str, jobs: tuple[Job, ...], scene: Scene) -> Task:
    """Return the task of a program whose jobs are bound to a scene."""
    substances = reagents_of(scene)
    objects = {**objects_of(scene), **dict.fromkeys(substances, "reagent")}
    stages = tuple(Stage(job.number, job.text, job.span, job) for job in jobs)
    return Task(domain, stages, objects, substances, remembered_at_first(scene), observed, SEEN)

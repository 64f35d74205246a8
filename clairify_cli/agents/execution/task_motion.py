"""Task and motion planning: a symbolic plan whose actions geometry allows, found by trial and feedback.

The solver's plan is walked through in thought, from one belief to the next. If an action is refused, other samples are
tried, then the held object is gripped in another way; then the solver is told: the action is barred, or, if a movable
object is in the way, barred as long as that object is there. Then there is another plan, or none. Everything is
bounded: `SAMPLES` an action, `GRIPS` a thing, `PLANS` a goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from clairify_cli.agents.execution.domain_text import Atom, Barred
from clairify_cli.agents.execution.events import Planning, Progress
from clairify_cli.agents.execution.replanning import GRIPPING
from clairify_cli.agents.execution.stages import Stage, Task, Wanted
from clairify_cli.agents.execution.symbolic import Effects, Symbolic, SymbolicPlanner
from clairify_cli.worlds.base import Action, Grasp, Motion, Obstruction, Outcome, Parameters, Refusal, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.scene.model import Scene

if TYPE_CHECKING:
    import numpy as np


class Ready(Protocol):
    """An action that geometry allows: the motions that are expected, and the belief that it leaves."""

    @property
    def motions(self) -> Sequence[Motion]: ...

    @property
    def after(self) -> Belief: ...

    @property
    def score(self) -> float: ...


class World(Protocol):
    """A bench with an arm, such as `worlds.panda.world.PandaWorld`."""

    @property
    def scene(self) -> Scene: ...

    def prepare(self, action: Action, belief: Belief, *, rng: np.random.Generator) -> Ready | Refusal:
        """Plan the motions of an action from a belief; nothing moves."""

    def act(self, action: Action) -> Outcome:
        """Do an action from what is observed, and check it."""

    def observe(self) -> Belief:
        """What is the case now."""

    def retreat(self) -> object:
        """Hold, and bring the arm back to where it rests."""


SAMPLES = 3
"""How often an action is prepared with other samples before the walk through the plan gives up."""

GRIPS: tuple[Grasp | None, ...] = (None, None, "top", "side")
"""How something is gripped, in this order, where what is to be done with it is refused; None is by context."""

PLANS = 10
"""How many symbolic plans are tried for a goal."""

CONTEXT = Parameters()
"""Parameters that are all left to the context."""

_MOVABLE = (Obstruction.BLOCKED, Obstruction.NO_ROOM, Obstruction.NO_PATH, Obstruction.UNREACHABLE)


class StoppedError(Exception):
    """A run was stopped while it was planned; nothing has moved."""


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action with the symbolic step that it is, the facts before it and how it was prepared."""

    step: Atom
    action: Action
    ready: Ready


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage that can be done: its actions, and the belief and the facts that they leave.

    `refused` are the sentences about what geometry forbade on the way; `tried` is the number of symbolic plans.
    """

    stage: Stage
    actions: tuple[PlannedAction, ...]
    belief: Belief
    facts: frozenset[Atom]
    refused: tuple[str, ...] = ()
    tried: int = 1

    @property
    def scores(self) -> list[float]:
        return [one for action in self.actions for one in scores_of(action.ready.motions)]


@dataclass(frozen=True, slots=True)
class Infeasible:
    """A stage that cannot be done. `reasons` are in words; `symbolic` says that geometry was not the reason.

    `unanswered` says that nothing forbids it as far as is known: the solver failed, or came to no answer.
    """

    stage: Stage
    reasons: tuple[str, ...]
    symbolic: bool = False
    unanswered: bool = False


@dataclass(slots=True)
class TaskMotionPlanner:
    """Plans stages in a world that is only queried, never changed.

    `parameters` are those that all actions have, `tuned` those of single actions, `rests` the settings of actions of
    which a part is done. `stop`, if there is one, is asked before an action is prepared; planning ends with
    `StoppedError` where it says so.
    """

    world: World
    task: Task
    symbolic: SymbolicPlanner
    parameters: Parameters = CONTEXT
    stop: Callable[[], bool] | None = None
    tuned: dict[tuple[str, ...], Parameters] = field(default_factory=dict)
    rests: dict[tuple[str, ...], Mapping[str, float]] = field(default_factory=dict)
    _effects: dict[tuple[tuple[str, str], ...], Effects] = field(default_factory=dict)

    def effects(self, wanted: Wanted) -> Effects:
        """What actions do to facts among the objects of a stage."""
        key = tuple(wanted.objects.items())
        if key not in self._effects:
            self._effects[key] = Effects.of(self.task.domain, wanted.objects)
        return self._effects[key]

    def stage(
        self, stage: Stage, belief: Belief, facts: frozenset[Atom], doses: dict[str, str], rng: np.random.Generator
    ) -> PlannedStage | Infeasible:
        """A plan for one stage from a belief and what is remembered; new doses are added to `doses`."""
        every = self.task.all_facts(self.world.scene, belief, facts)
        wanted = stage.wanted(every, self.task.objects, doses)
        doses.update(wanted.doses)
        if not wanted.formulas and stage.plan is None:
            return PlannedStage(stage, (), belief, wanted.facts)
        found = self.towards(stage, wanted, belief, rng, given=stage.plan)
        if isinstance(found, Infeasible) and wanted.tidy:
            again = self.towards(stage, wanted.untidy(), belief, rng)
            # That a solver does not answer says less than that geometry forbids what it answered before.
            silent = isinstance(again, Infeasible) and again.unanswered
            return found if silent and not found.symbolic else again
        return found

    def towards(
        self,
        stage: Stage,
        wanted: Wanted,
        belief: Belief,
        rng: np.random.Generator,
        *,
        given: tuple[Atom, ...] | None = None,
        barred: tuple[Barred, ...] = (),
    ) -> PlannedStage | Infeasible:
        """A plan from the facts of `wanted` to what it wants; `given` is tried first, `barred` actions never."""
        effects = self.effects(wanted)
        bars = list(barred)
        refused: list[Refusal] = []
        for tried in range(1, PLANS + 1):
            found = Symbolic(given) if given is not None else self._found(wanted, bars)
            given = None
            if found.steps is None:
                words = tuple(dict.fromkeys(one.message for one in refused))
                if words and found.unanswered:
                    words = (*words, f"no other plan was found: {found.why}")
                return Infeasible(stage, words or (found.why,), not words, found.unanswered and not words)
            walked = self._walk(stage, found.steps, belief, wanted, effects, rng)
            if not isinstance(walked, _Stopped):
                actions, after, known = walked
                words = tuple(dict.fromkeys(one.message for one in refused))
                return PlannedStage(stage, actions, after, known, words, tried)
            refused.append(walked.refusal)
            if not wanted.formulas:  # a part of a plan has no goal for which there might be another
                return Infeasible(stage, (walked.refusal.message,))
            bars += self.bars(walked.step, walked.facts, walked.refusal)
        words = tuple(dict.fromkeys(one.message for one in refused))
        return Infeasible(stage, (*words, f"{PLANS} plans were tried"))

    def _found(self, wanted: Wanted, bars: list[Barred]) -> Symbolic:
        return self.symbolic.plan(
            wanted.objects,
            wanted.facts,
            wanted.formulas + wanted.tidy,
            allowed=wanted.allowed,
            barred=dict.fromkeys(bars),
        )

    def _walk(
        self,
        stage: Stage,
        steps: tuple[Atom, ...],
        belief: Belief,
        wanted: Wanted,
        effects: Effects,
        rng: np.random.Generator,
    ) -> tuple[tuple[PlannedAction, ...], Belief, frozenset[Atom]] | _Stopped:
        """Prepare the steps one after another; where one is refused, what is in the hand is gripped in another way."""
        actions: list[PlannedAction] = []
        before = [(belief, wanted.facts)]
        tried: dict[int, int] = {}
        stopped: _Stopped | None = None
        while len(actions) < len(steps):
            number = len(actions)
            step = steps[number]
            belief, facts = before[-1]
            action = self.as_tuned(stage.action(step, wanted.doses))
            action = _gripped(action, GRIPS[tried.get(number, 0)])
            ready = self._prepared(action, belief, rng)
            if not isinstance(ready, Refusal):
                actions.append(PlannedAction(step, action, ready))
                before.append((ready.after, effects.after(step, facts)))
                continue
            stopped = stopped if stopped is not None and stopped.number >= number else None
            stopped = stopped or _Stopped(step, facts, ready, number)
            grip = number if number in tried else _last_grip(steps, number) if belief.held is not None else None
            if grip is None or tried.get(grip, 0) + 1 >= len(GRIPS):
                return stopped
            tried[grip] = tried.get(grip, 0) + 1
            del actions[grip:], before[grip + 1 :]
        return tuple(actions), *before[-1]

    def as_tuned(self, action: Action) -> Action:
        """The action with the parameters and the settings that it has by now."""
        key = (action.name, *action.arguments)
        settings = {**action.settings, **self.rests.get(key, {})}
        return replace(action, parameters=self.tuned.get(key, self.parameters), settings=settings)

    def _prepared(self, action: Action, belief: Belief, rng: np.random.Generator) -> Ready | Refusal:
        first: Refusal | None = None
        for _ in range(SAMPLES):
            if self.stop is not None and self.stop():
                raise StoppedError
            ready = self.world.prepare(action, belief, rng=rng)
            if not isinstance(ready, Refusal):
                return ready
            first = first or ready
            if ready.kind in (Obstruction.NO_GRASP,) and action.parameters == CONTEXT:
                break
        assert first is not None
        return first

    def bars(self, step: Atom, facts: frozenset[Atom], refusal: Refusal) -> Iterator[Barred]:
        """What the solver is told about a refusal: not so while that stands there; else never so."""
        scene = self.world.scene
        movable = {one.id for one in scene.vessels} | {one.id for one in scene.items}
        told = False
        # A lid that is on goes where its bottle goes.
        lids = {lid_of(one.id): one.id for one in scene.vessels if ("capped", one.id) in facts}
        if refusal.kind in _MOVABLE:
            for thing in dict.fromkeys(lids.get(one, one) for one in refusal.by):
                for fact in sorted(facts):
                    is_there = thing in movable and fact[0] in ("at", "on", "in") and fact[1] == thing
                    if is_there and thing not in step[1:]:
                        told = True
                        yield Barred(step, fact)
        if not told:
            yield Barred(step)


def _last_grip(steps: tuple[Atom, ...], number: int) -> int | None:
    """The step before that one which gripped what is in the hand there."""
    return next((at for at in range(number - 1, -1, -1) if steps[at][0] in GRIPPING), None)


def _gripped(action: Action, grasp: Grasp | None) -> Action:
    if grasp is None or action.parameters.grasp is not None:
        return action
    return replace(action, parameters=replace(action.parameters, grasp=grasp))


@dataclass(frozen=True, slots=True)
class _Stopped:
    """Where a walk through a plan ended, and why."""

    step: Atom
    facts: frozenset[Atom]
    refusal: Refusal
    number: int


@dataclass(frozen=True, slots=True)
class WholePlan:
    """Plans for all stages, or for those before the first that cannot be done."""

    stages: tuple[PlannedStage, ...]
    infeasible: Infeasible | None

    @property
    def score(self) -> float:
        """The mean of the expected scores over all motions; 0 without any."""
        return mean([one for stage in self.stages for one in stage.scores])


def plan_all(
    planner: TaskMotionPlanner,
    belief: Belief,
    rng: np.random.Generator,
    *,
    tell: Progress | None = None,
) -> WholePlan:
    """Plan all stages without moving anything, each from the belief that the previous one leaves."""
    facts, doses = planner.task.facts, dict(planner.task.doses)
    found: list[PlannedStage] = []
    stages = planner.task.stages
    for number, stage in enumerate(stages, 1):
        if tell is not None:
            tell(Planning(stage, number, len(stages)))
        planned = planner.stage(stage, belief, facts, doses, rng)
        if isinstance(planned, Infeasible):
            return WholePlan(tuple(found), planned)
        found.append(planned)
        belief, facts = planned.belief, planned.facts
    return WholePlan(tuple(found), None)

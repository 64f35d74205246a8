"""Task and motion planning: find a symbolic plan whose actions are geometrically feasible, by trial and feedback.

The solver's plan is simulated from one belief to the next, without moving anything. If an action is refused, other
samples are tried, then the held object is gripped in another way; then the solver gets feedback: the action is barred
or, if a movable object is in the way, barred as long as that object is there. The solver then finds another plan or
none. Everything is bounded: `SAMPLES` per action, `GRIPS` per object, `PLANS` per goal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from clairify_cli.agents.execution.domain_text import Atom, Barred, Wanted
from clairify_cli.agents.execution.events import Planning, Progress
from clairify_cli.agents.execution.replanning import GRIPPING
from clairify_cli.agents.execution.stages import Stage, Task
from clairify_cli.agents.execution.symbolic import Effects, Symbolic, SymbolicPlanner
from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.base import Action, Grasp, Motion, Obstruction, Outcome, Parameters, Refusal, mean, scores_of
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.scene.model import Scene

if TYPE_CHECKING:
    import numpy as np


class Ready(Protocol):
    """A geometrically feasible action: its expected motions, and the belief after it."""

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
        """Execute an action from the observed state, and check it."""

    def observe(self) -> Belief:
        """Return the present state."""

    def let_stand(self, vessel: str, celsius: float) -> float:
        """Let a vessel come to a temperature (°C) in air, as far as it does; return the time (s), which is skipped."""

    def let_pass(self, seconds: float, kept: Collection[str], done: str = "") -> None:
        """Let the contents of vessels come nearer to the temperature of the room, as in some seconds (s) in air.

        `kept` are those that a device which they stand at keeps as they are; `done` has its temperature already.
        """

    def retreat(self) -> object:
        """Hold the arm, then bring it back to its rest position."""


SAMPLES = 3
"""How often an action is prepared, each time with other samples, before it counts as refused."""

GRIPS: tuple[Grasp | None, ...] = (None, None, "top", "side")
"""The grips to try, in this order, if an action with the held object is refused; None is by context."""

PLANS = 10
"""The most symbolic plans tried for a goal."""

CONTEXT = Parameters()
"""Parameters that leave everything to the context."""

_MOVABLE = (Obstruction.BLOCKED, Obstruction.NO_ROOM, Obstruction.NO_PATH, Obstruction.UNREACHABLE)


class StoppedError(Exception):
    """A run was stopped during planning; nothing has moved."""


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action with its symbolic step, the facts before it and its prepared motions."""

    step: Atom
    action: Action
    ready: Ready


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A feasible stage: its actions, and the belief and the facts after them.

    `refused` are sentences about what geometry forbade during planning; `tried` is the number of symbolic plans.
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
    """An infeasible stage. `reasons` are in words; `symbolic` says that geometry was not the reason.

    `unanswered` says that there may still be a plan: the solver failed, or found no answer.
    """

    stage: Stage
    reasons: tuple[str, ...]
    symbolic: bool = False
    unanswered: bool = False


@dataclass(slots=True)
class TaskMotionPlanner:
    """Plans stages in a world that is only queried, never changed.

    `parameters` apply to all actions, `tuned` to single actions; `rests` has the settings of partly completed actions.
    `stop`, if given, is called before an action is prepared; if it returns True, planning ends with `StoppedError`.
    """

    world: World
    task: Task
    symbolic: SymbolicPlanner
    random: np.random.Generator
    parameters: Parameters = CONTEXT
    stop: Callable[[], bool] | None = None
    tuned: dict[tuple[str, ...], Parameters] = field(default_factory=dict)
    rests: dict[tuple[str, ...], Mapping[str, float]] = field(default_factory=dict)
    _effects: dict[tuple[tuple[str, str], ...], Effects] = field(default_factory=dict)

    def effects(self, wanted: Wanted) -> Effects:
        """Return the effects of actions on the objects of a stage; cached."""
        key = tuple(wanted.objects.items())
        if key not in self._effects:
            self._effects[key] = Effects.of(self.task.domain, wanted.objects)
        return self._effects[key]

    def stage(
        self, stage: Stage, belief: Belief, facts: frozenset[Atom], doses: dict[str, str]
    ) -> PlannedStage | Infeasible:
        """Plan one stage from a belief and the remembered facts; new doses are added to `doses`."""
        every = self.task.all_facts(self.world.scene, belief, facts)
        wanted = stage.wanted(every, self.task.objects, doses)
        doses.update(wanted.doses)
        if not wanted.formulas and stage.plan is None:
            return PlannedStage(stage, (), belief, wanted.facts)
        found = self.towards(stage, wanted, belief, given=stage.plan)
        # Tidying up is optional, so plan again without it.
        if isinstance(found, Infeasible) and wanted.tidy:
            again = self.towards(stage, replace(wanted, tidy=()), belief)
            # An unanswered search is less informative than the geometric reasons found before.
            silent = isinstance(again, Infeasible) and again.unanswered
            return found if silent and not found.symbolic else again
        return found

    def towards(
        self,
        stage: Stage,
        wanted: Wanted,
        belief: Belief,
        *,
        given: tuple[Atom, ...] | None = None,
        barred: tuple[Barred, ...] = (),
    ) -> PlannedStage | Infeasible:
        """Plan from the facts of `wanted` to its goal; `given` is tried first, `barred` actions never."""
        effects = self.effects(wanted)
        bars = list(barred)
        refused: list[Refusal] = []
        if given and self.task.is_constrained and not effects.achieves(given, wanted.formulas, wanted.facts):
            given = None
        for tried in range(1, PLANS + 1):
            found = Symbolic(given) if given is not None else self.symbolic.plan(wanted, dict.fromkeys(bars))
            given = None
            if found.steps is None:
                words = tuple(dict.fromkeys(one.message for one in refused))
                if words and found.unanswered:
                    words = (*words, f"no other plan was found: {found.why}")
                why = f"{found.why} (with --forbid and --require)" if self.task.is_constrained else found.why
                return Infeasible(stage, words or (why,), not words, found.unanswered and not words)
            walked = self._walk(stage, found.steps, belief, wanted)
            if not isinstance(walked, _Stopped):
                actions, after, known = walked
                words = tuple(dict.fromkeys(one.message for one in refused))
                return PlannedStage(stage, actions, after, known, words, tried)
            refused.append(walked.refusal)
            if not wanted.formulas:  # part of a plan has no goal, so there cannot be another plan
                return Infeasible(stage, (walked.refusal.message,))
            bars += self.bars(walked.step, walked.facts, walked.refusal)
        words = tuple(dict.fromkeys(one.message for one in refused))
        return Infeasible(stage, (*words, f"{PLANS} plans were tried"))

    def _walk(
        self,
        stage: Stage,
        steps: tuple[Atom, ...],
        belief: Belief,
        wanted: Wanted,
    ) -> tuple[tuple[PlannedAction, ...], Belief, frozenset[Atom]] | _Stopped:
        """Prepare the steps one after another; if one is refused, change the grip of the held object."""
        effects = self.effects(wanted)
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
            ready = self._prepared(action, belief)
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
        """Return the action with its current parameters and settings."""
        key = (action.name, *action.arguments)
        settings = {**action.settings, **self.rests.get(key, {})}
        return replace(action, parameters=self.tuned.get(key, self.parameters), settings=settings)

    def _prepared(self, action: Action, belief: Belief) -> Ready | Refusal:
        first: Refusal | None = None
        for _ in range(SAMPLES):
            if self.stop is not None and self.stop():
                raise StoppedError
            ready = self.world.prepare(action, belief, rng=self.random)
            if not isinstance(ready, Refusal):
                return ready
            first = first or ready
            if ready.kind in (Obstruction.NO_GRASP,) and action.parameters == CONTEXT:
                break
        assert first is not None
        return first

    def bars(self, step: Atom, facts: frozenset[Atom], refusal: Refusal) -> Iterator[Barred]:
        """Turn a refusal into bars for the solver: while a movable object is in the way, else always."""
        scene = self.world.scene
        movable = {one.id for one in scene.vessels} | {one.id for one in scene.items}
        told = False
        # A closed lid moves with its bottle, so the obstacle is the bottle.
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
    """Return the index of the last gripping step before step `number`; None if there is none."""
    return next((at for at in range(number - 1, -1, -1) if steps[at][0] in GRIPPING), None)


def _gripped(action: Action, grasp: Grasp | None) -> Action:
    if grasp is None or action.parameters.grasp is not None:
        return action
    return replace(action, parameters=replace(action.parameters, grasp=grasp))


@dataclass(frozen=True, slots=True)
class _Stopped:
    """Where the simulation of a plan ended, and why."""

    step: Atom
    facts: frozenset[Atom]
    refusal: Refusal
    number: int


@dataclass(frozen=True, slots=True)
class WholePlan:
    """Plans for all stages, or for those before the first infeasible one."""

    stages: tuple[PlannedStage, ...]
    infeasible: Infeasible | None

    @property
    def score(self) -> float:
        """The mean of the expected scores over all motions; 0 if there are no motions."""
        return mean([one for stage in self.stages for one in stage.scores])


def plan_all(planner: TaskMotionPlanner, belief: Belief, tell: Progress | None = None) -> WholePlan:
    """Plan all stages without moving anything, each from the belief after the previous one."""
    facts, doses = planner.task.facts, dict(planner.task.doses)
    found: list[PlannedStage] = []
    stages = planner.task.stages
    for number, stage in enumerate(stages, 1):
        if tell is not None:
            tell(Planning(stage, number, len(stages)))
        planned = planner.stage(stage, belief, facts, doses)
        if isinstance(planned, Infeasible):
            return WholePlan(tuple(found), planned)
        found.append(planned)
        belief, facts = planned.belief, planned.facts
    return WholePlan(tuple(found), None)

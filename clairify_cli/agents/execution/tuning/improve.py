"""Other parameters after a success, by rule: what might score better, one change to one action at a time.

The actions are taken by their scores, the lowest first; of an action these are tried in order, each against the best
round so far:

1. 0.02 m more clearance (0.04 m where the context chose it): the arm keeps further from what stands around;
2. the other grasp, where the action takes something into the hand that can be gripped from the side and from the top:
   its own joints and those of what follows change;
3. a quarter more speed, up to 1, but not where the context chose the speed for what is carried: the score is that of
   the path, and of two equal ones the faster run is the better.

No set of parameters is tried twice. Nothing is left once all of this has been tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from clairify_cli.agents.execution.replanning import GRIPPING
from clairify_cli.agents.execution.results import Run
from clairify_cli.agents.execution.retune import Change, History, Key, clipped, key_of
from clairify_cli.agents.execution.task_motion import Tuned
from clairify_cli.worlds.base import Action, Grasp, Outcome, Parameters
from clairify_cli.worlds.geometry import Cylinder
from clairify_cli.worlds.scene.model import Scene

MORE_CLEARANCE = 0.02
BY_CONTEXT = 0.02
"""The clearance, in m, that is taken for one that the context chose: its largest."""

FASTER = 1.25
_SPEED = 0.8
"""The speed of an empty hand where the context chose it."""

Tried = Mapping[frozenset[tuple[Key, Parameters]], str]
"""Sets of parameters that were tried, and what came of each, in words; empty for what there was at first."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next attempt: the parameters of all actions that have their own, and the new ones among them."""

    tuned: Tuned
    changes: tuple[tuple[str, Change], ...]


Improver = Callable[[Run, Tuned, Tried, History], Proposal | None]
"""What to try after a run that is the best so far, done with these parameters; None if nothing is left."""


def rule_improver(scene: Scene) -> Improver:
    """An improver that follows the rules above; it needs to know which objects are vessels, and which are round."""
    vessels = {one.id for one in scene.vessels}
    rounds = vessels | {one.id for one in scene.items if isinstance(one.shape, Cylinder)}

    def improve(best: Run, tuned: Tuned, tried: Tried, history: History) -> Proposal | None:
        for action, _ in ranked(best):
            of = action.arguments[:1]
            usual: Grasp | None = None if rounds.isdisjoint(of) else "top" if vessels.isdisjoint(of) else "side"
            for change in _changes(action, usual):
                made = proposal(tuned, ((action, (change,)),))
                if frozenset(made.tuned.items()) not in tried:
                    return made
        return None

    return improve


def ranked(run: Run) -> list[tuple[Action, float]]:
    """The actions that moved the arm, as they were done in the end, with their scores; the lowest first."""
    return sorted(((one.action, one.score) for one in moved(run)), key=lambda one: one[1])


def moved(run: Run) -> list[Outcome]:
    """How the actions that moved the arm ended, each the last time, in the order in which they were first done."""
    last: dict[Key, Outcome] = {}
    for stage in run.stages:
        for done in stage.actions:
            outcome = done.outcome
            if outcome.succeeded and outcome.motions:
                last[key_of(outcome.action)] = outcome
    return list(last.values())


def proposal(tuned: Tuned, changes: tuple[tuple[Action, tuple[Change, ...]], ...]) -> Proposal:
    """The final parameters of the actions, with these changes."""
    made = dict(tuned)
    for action, wanted in changes:
        values = {one.name: one.parameter for one in wanted}
        made[key_of(action)] = replace(action.parameters, **values)  # type: ignore[arg-type]
    return Proposal(made, tuple((action.text, one) for action, wanted in changes for one in wanted))


def settled(run: Run, tuned: Tuned) -> Tuned:
    """The initial parameters of a run, and the final ones after tuning failed actions."""
    every = [one for stage in run.stages for one in stage.actions]
    late = {key_of(one.action): one.outcome.action.parameters for one in every if len(one.tries) > 1}
    return {**tuned, **late}


def _changes(action: Action, usual: Grasp | None) -> Iterator[Change]:
    """What is tried with an action; `usual` is the grasp by context, None if there is only one."""
    now = action.parameters
    clearance = BY_CONTEXT if now.obstacle_clearance is None else now.obstacle_clearance
    more = clipped("obstacle_clearance", clearance + MORE_CLEARANCE)
    if more > clearance:
        yield Change("obstacle_clearance", more, "the lowest score: more clearance")
    if action.name in GRIPPING and usual is not None:
        grasp = now.grasp or usual
        yield Change("grasp", "side" if grasp == "top" else "top", "the lowest score: the other grasp")
    speed = _SPEED if now.speed is None and action.name in GRIPPING else now.speed
    faster = clipped("speed", speed * FASTER) if speed is not None else 0.0
    # Speeds that the context chose are those that what is carried bears.
    if speed is not None and faster > speed:
        yield Change("speed", faster, "the lowest score: faster")

"""A world in thought for tests of what is symbolic: actions do what the domain says, and faults can be put in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clairify_cli.worlds.base import Action, Check, Motion, Outcome, Refusal
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.belief import Belief, Held
from clairify_cli.worlds.scene.model import Content, Scene

ROOM = 25.0
NOWHERE = Pose((0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Thought:
    """An action that was prepared in thought."""

    action: Action
    after: Belief
    motions: tuple[Motion, ...] = (Motion("move", 1.0, 0.1, 0.2),)
    score: float = 0.3


class ThoughtWorld:
    """Acts on a belief alone.

    `forbid` may refuse an action that is prepared; `fail` may say which check fails when it is done the nth time, and
    what then is the case.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        forbid: Callable[[Action, Belief], Refusal | None] = lambda action, belief: None,
        fail: Callable[[Action, int], Outcome | None] = lambda action, time: None,
    ) -> None:
        self.scene = scene
        self.forbid = forbid
        self.fail = fail
        self.done: list[Action] = []
        self.retreated = False
        self.passed: list[tuple[float, Collection[str], str]] = []
        self.belief = Belief(
            joints=scene.robot.home,
            held=None,
            poses={vessel.id: vessel.pose for vessel in scene.vessels} | {item.id: item.pose for item in scene.items},
            places={one.place: one.id for one in scene.vessels if one.place is not None},
            contents={one.id: one.contents for one in scene.vessels},
            capped=frozenset(one.id for one in scene.vessels if one.capped),
            temperatures={one.id: ROOM for one in scene.vessels},
        )

    def prepare(self, action: Action, belief: Belief, *, rng: Any) -> Thought | Refusal:
        refusal = self.forbid(action, belief)
        return refusal if refusal is not None else Thought(action, effect(self.scene, belief, action))

    def act(self, action: Action) -> Outcome:
        self.done.append(action)
        told = self.fail(action, sum(one.name == action.name for one in self.done))
        if told is not None:
            return told
        ready = self.prepare(action, self.belief, rng=None)
        if isinstance(ready, Refusal):
            return Outcome(action, (), (), 0.0, refusal=ready)
        self.belief = ready.after
        checks = (Check("can_reach", True, "a path", "a path"),)
        return Outcome(action, checks, ready.motions, 1.0, measured={"poured_g": action.settings.get("mass", 0.0)})

    def observe(self) -> Belief:
        return self.belief

    def let_stand(self, vessel: str, celsius: float) -> float:
        temperatures = {**self.belief.temperatures, vessel: celsius}
        self.belief = replace(self.belief, temperatures=temperatures)
        return 60.0

    def let_pass(self, seconds: float, kept: Collection[str], done: str = "") -> None:
        self.passed.append((seconds, kept, done))

    def retreat(self) -> None:
        self.retreated = True


def failed(action: Action, name: str, measured: Mapping[str, float] | None = None) -> Outcome:
    """An outcome with one failed check."""
    return Outcome(action, (Check(name, False, "well", "not well"),), (), 1.0, measured=measured or {})


def effect(scene: Scene, belief: Belief, action: Action) -> Belief:
    """What an action does to a belief, if all goes well."""
    names = action.arguments
    match action.name:
        case "take":
            places = {place: one for place, one in belief.places.items() if one != names[0]}
            return replace(belief, held=Held(names[0], NOWHERE, 0.05), places=places)
        case "put":
            return replace(belief, held=None, places={**belief.places, names[1]: names[0]})
        case "uncap":
            return replace(belief, capped=belief.capped - {names[0]})
        case "cap":
            return replace(belief, capped=belief.capped | {names[0]})
        case "pour" | "weigh":
            return _poured(belief, names[1], names[2], action.settings.get("mass"))
        case "transfer":
            return _poured(belief, names[0], names[1], None)
        case "wash":
            return replace(belief, contents={**belief.contents, names[0]: ()})
        case "heat" | "cool":
            return _at(belief, names[0], action.settings["temperature"])
        case "let-cool":
            return _at(belief, names[0], ROOM)
        case "pick":
            return replace(belief, held=Held(names[0], NOWHERE, 0.03))
        case "pick-from-bowl":
            rest = {one: bowl for one, bowl in belief.inside.items() if one != names[0]}
            return replace(belief, held=Held(names[0], NOWHERE, 0.03), inside=rest)
        case "place-in-bowl":
            return replace(belief, held=None, inside={**belief.inside, names[0]: names[1]})
        case "place":
            zone = next(one for one in scene.zones if one.id == names[1])
            return replace(belief, held=None, poses={**belief.poses, names[0]: Pose((*zone.centre, 0.0))})
        case "stack" | "unstack":
            raise NotImplementedError(action.name)
    return belief


def _at(belief: Belief, vessel: str, temperature: float) -> Belief:
    return replace(belief, temperatures={**belief.temperatures, vessel: temperature})


def _poured(belief: Belief, source: str, target: str, grams: float | None) -> Belief:
    there = sum(one.grams for one in belief.contents[source])
    share = 1.0 if grams is None or not there else min(1.0, grams / there)
    left = tuple(replace(one, grams=one.grams * (1 - share)) for one in belief.contents[source])
    now: dict[str, Content] = {one.substance: one for one in belief.contents[target]}
    for one in belief.contents[source]:
        before = now[one.substance].grams if one.substance in now else 0.0
        now[one.substance] = replace(one, grams=before + one.grams * share)
    kept = tuple(one for one in left if one.grams > 0.0)
    return replace(belief, contents={**belief.contents, source: kept, target: tuple(now.values())})

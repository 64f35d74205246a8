"""Replanning after a failure: plan differences, earlier failures, and objects that are no longer available."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from clairify_cli.agents.execution.domain_text import Atom, Barred
from clairify_cli.planning.repair.diff import compare
from clairify_cli.planning.repair.model import step_text
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.base import Action
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.belief import UPRIGHT, Belief
from clairify_cli.worlds.panda.simulation.lids import lid_of
from clairify_cli.worlds.scene import limits
from clairify_cli.worlds.scene.model import Item, Scene, Vessel

GRIPPING = ("take", "pick", "pick-from-bowl", "unstack")
"""The actions that grip something; their arguments are the object and where it is taken from."""

MOST_STAGE = 8
"""The most replannings of a stage if failures are replanned."""

MOST_RUN = 20
"""The most replannings in the whole run."""

ELSEWHERE = 0.01
"""An object that has moved by more than this, in m, counts as being elsewhere."""

_BELOW = -0.05
"""An object lower than this, in m, is no longer on the table."""

_TURNED = 0.1
_GRAMS = 0.5


@dataclass(frozen=True, slots=True)
class Replanning:
    """A replanning: why, after which action (None: before the first), and how the remaining steps changed.

    `kept` are remaining steps that the new plan has in the same order, `added` steps only in the new plan, `dropped`
    steps only in the old one; all in PDDL syntax.
    """

    why: str
    after: str | None
    kept: tuple[str, ...]
    added: tuple[str, ...]
    dropped: tuple[str, ...]

    @classmethod
    def of(cls, why: str, after: str | None, old: Iterable[Atom], new: Iterable[Atom]) -> Replanning:
        """Compare the rest of the old plan with the new plan."""
        lines = compare(tuple(old), tuple(new))
        kept = tuple(step_text(one.step) for one in lines if one.old is not None and one.new is not None)
        added = tuple(step_text(one.step) for one in lines if one.old is None)
        dropped = tuple(step_text(one.step) for one in lines if one.new is None)
        return cls(why, after, kept, added, dropped)


@dataclass(slots=True)
class Memory:
    """The failures in a stage: the symbolic step, the action as tried, the state observed before it, and how it
    failed."""

    failed: list[tuple[Atom, Action, Belief, str]] = field(default_factory=list)

    def add(self, step: Atom, action: Action, before: Belief, why: str) -> None:
        """Record that an action failed."""
        self.failed.append((step, action, before, why))

    def knows(self, action: Action, now: Belief) -> str | None:
        """Return how the same action with equal parameters failed before on the same bench; None if it did not."""
        return next((why for _, one, before, why in self.failed if one == action and same_bench(before, now)), None)

    def bars(self, now: Belief, as_tuned: Callable[[Action], Action]) -> tuple[Barred, ...]:
        """Return the steps that would fail again on the present bench; `as_tuned` gives an action its tuned
        parameters."""
        again = (step for step, one, _, _ in self.failed if self.knows(as_tuned(one), now) is not None)
        return tuple(dict.fromkeys(Barred(step) for step in again))


def others_first(failed: Sequence[Barred], steps: Sequence[Atom], facts: Iterable[Atom]) -> tuple[Barred, ...]:
    """Bar the failed steps only until the last other object that the old steps would have moved has been moved.

    Empty if there is no other object: the bench would not change, so the step would fail again.
    """
    found = []
    for one in failed:
        others = [fact for step in steps for fact in sorted(facts) if _moves(step, fact)]
        others = [fact for fact in others if fact[1] not in one.action]
        if not others:
            return ()
        found.append(Barred(one.action, others[-1]))
    return tuple(found)


def _moves(step: Atom, fact: Atom) -> bool:
    """Whether a step takes something from where it is."""
    return step[0] in GRIPPING and fact[0] in ("at", "in", "on") and step[1:] == fact[1:]


def same_bench(one: Belief, other: Belief) -> bool:
    """Whether every object is unchanged and in its place; the position of the arm does not count."""
    held = [None if belief.held is None else belief.held.thing for belief in (one, other)]
    if held[0] != held[1] or one.poses.keys() != other.poses.keys() or one.capped != other.capped:
        return False
    if one.inside != other.inside or one.places != other.places:
        return False
    moves = {held[0], lid_of(held[0])} if held[0] is not None else set()
    if any(not _alike(one.poses[name], other.poses[name]) for name in one.poses if name not in moves):
        return False
    return all(abs(_grams(one, name) - _grams(other, name)) < _GRAMS for name in {*one.contents, *other.contents})


def _alike(one: Pose, other: Pose) -> bool:
    if math.dist(one.position, other.position) > ELSEWHERE:
        return False
    return abs(_up(one) - _up(other)) < _TURNED


def _grams(belief: Belief, name: str) -> float:
    return sum(one.grams for one in belief.contents.get(name, ()))


def _up(pose: Pose) -> float:
    """The cosine of the angle between the axis of something and the vertical."""
    x, y, _, _ = pose.orientation
    return 1.0 - 2.0 * (x * x + y * y)


def lost(scene: Scene, belief: Belief, facts: Iterable[Atom], formulas: Sequence[str]) -> tuple[str, ...]:
    """Describe the goal objects that are no longer available: gone, fallen, out of reach, or in no fact."""
    placed = {one[1] for one in facts if one[0] in ("at", "in", "on")}
    words = {word for one in formulas for word in one.replace("(", " ").replace(")", " ").split()}
    found = []
    vessels = {one.id for one in scene.vessels}
    things: tuple[Item | Vessel, ...] = (*scene.items, *scene.vessels)
    for thing in things:
        if thing.id not in words or thing.id in belief.inside or thing.id in belief.places.values():
            continue
        if belief.held is not None and belief.held.thing == thing.id:
            continue
        label = f"{thing.name} ({thing.id})" if thing.name != thing.id else thing.id
        pose = belief.poses.get(thing.id)
        why = _why_lost(scene, pose, is_vessel=thing.id in vessels)
        if not why and pose is not None and thing.id not in placed:
            x, y, _ = pose.position
            why = f"is at ({x:.2f}, {y:.2f}) m, in no zone and at no place that a plan could name"
        if why:
            found.append(f"{label} {why}")
    return tuple(found)


def _why_lost(scene: Scene, pose: Pose | None, *, is_vessel: bool) -> str:
    if pose is None:
        return "is not on the bench any more"
    x, y, z = pose.position
    if z < _BELOW:
        return "fell off the table"
    base = scene.robot.base.position
    away = math.hypot(x - base[0], y - base[1])
    if away > limits.REACH:
        return f"lies {away:.2f} m from the arm's base, out of its reach"
    if is_vessel and _up(pose) < UPRIGHT:
        return "lies on its side, and the hand takes vessels that stand"
    return ""

"""Bringing the tool somewhere: joint angles, a free path to before it, a straight line to it, and who is to blame."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from clairify_cli.worlds.base import Motion, Obstruction, Refusal
from clairify_cli.worlds.panda import limits
from clairify_cli.worlds.panda.arm import inverse, paths
from clairify_cli.worlds.panda.arm.score import motion_score
from clairify_cli.worlds.panda.arm.surroundings import LINKS, Pair, Surroundings
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.skills.bench import TABLE, Bench
from clairify_cli.worlds.panda.skills.context import Manner
from clairify_cli.worlds.panda.skills.prepared import Move, Path, Transform

TRIES = 40
"""How many goals are looked at before giving up."""

ENOUGH = 3
"""So many goals that can be approached are enough to look for a path to one of them."""

SHOULDER = 0.333
"""The height of the arm's shoulder above its base, in m."""

WRIST = 0.2104
"""From the wrist's centre (axis of joint 6, without its offset) to the tool, in m."""

REACHED = limits.REACH - 0.107 + 0.02
"""Further than this from the shoulder the wrist's centre never is, in m, with a margin for its offset."""


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """Where the tool shall come in a straight line, and from where; `tag` is the caller's."""

    before: Transform
    at: Transform
    tag: object = None


@dataclass(slots=True)
class Blame:
    """Why goals were turned down: how many were out of reach, and what stood in the way of the others."""

    unreachable: int = 0
    no_path: int = 0
    blocked: Counter[frozenset[str]] = field(default_factory=Counter)

    def add(self, pairs: Iterable[Pair]) -> None:
        """Notes contacts that forbade a goal."""
        names = frozenset(name for pair in pairs for name in pair if name not in LINKS)
        self.blocked[names or frozenset(("the arm itself",))] += 1

    def by(self, without: str = "") -> tuple[str, ...]:
        """What would have to go away: the fewest things that alone were in the way of a goal, the commonest first."""
        found = Counter({names - {without}: count for names, count in self.blocked.items()})
        ranked = sorted(
            (names for names in found if names and not names & {TABLE, "the arm itself"}),
            key=lambda names: (len(names), -found[names], sorted(names)),
        )
        return tuple(sorted(ranked[0])) if ranked else ()

    def refusal(self, bench: Bench, what: str, doing: str, at: str | None = None) -> Refusal:
        """The refusal that this adds up to. `doing` is in words: "gripped", "put down"."""
        label = bench.label(what)
        by = self.by(what)
        if self.no_path:
            message = f"{label} cannot be {doing}: no free path to it was found"
            return Refusal(Obstruction.NO_PATH, message, what, at, by)
        if by:
            names = " and ".join(bench.label(name) for name in by)
            verb = "is" if len(by) == 1 else "are"
            return Refusal(Obstruction.BLOCKED, f"{label} cannot be {doing}: {names} {verb} in the way", what, at, by)
        if self.blocked:
            message = f"{label} cannot be {doing}: the hand would hit the table or the arm itself"
            return Refusal(Obstruction.BLOCKED, message, what, at)
        message = f"{label} cannot be {doing}: it is out of the arm's reach"
        return Refusal(Obstruction.UNREACHABLE, message, what, at)


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """A goal with the free path to before it and the line to it; `then` is what the caller made of its end."""

    goal: Goal
    path: Path
    line: Path
    then: object
    clearance: float


Then = Callable[[Goal, Path], "object | paths.Blocked"]


def preferred(bench: Bench, goals: Iterable[Goal], rng: np.random.Generator) -> list[Goal]:
    """Goals with those first at which the hand points away from the base, with some chance in it."""
    base = bench.arm.base[:3, 3]

    def awkward(goal: Goal) -> float:
        tool = goal.at
        out = tool[:2, 3] - base[:2]
        # A hand that points down is at ease with its x outwards, one that points forward with its z.
        along = tool[:2, 0] if abs(tool[2, 2]) > 0.85 else tool[:2, 2]
        size = float(np.linalg.norm(out) * np.linalg.norm(along))
        cosine = float(out @ along) / size if size > 1e-9 else 1.0
        return math.acos(min(1.0, max(-1.0, cosine)))

    # Stable: equal ones stay in the order in which they came, which says what is preferred.
    listed = list(goals)
    worth = [awkward(goal) + 0.02 * number + 0.3 * rng.random() for number, goal in enumerate(listed)]
    return [listed[index] for index in np.argsort(worth, kind="stable")]


def out_of_reach(bench: Bench, tool: Transform) -> bool:
    """Whether a pose is certainly too far: the wrist would be further from the shoulder than the arm is long."""
    wrist = tool[:3, 3] - WRIST * tool[:3, 2]
    shoulder = (bench.arm.base @ np.array((0.0, 0.0, SHOULDER, 1.0)))[:3]
    return float(np.linalg.norm(wrist - shoulder)) > REACHED


def seek(
    bench: Bench,
    start: Path,
    goals: Sequence[Goal],
    *,
    free: Surroundings,
    near: Surroundings,
    then: Then,
    manner: Manner,
    rng: np.random.Generator,
    blame: Blame,
    upright: bool = False,
    tries: int = TRIES,
) -> Reached | None:
    """The first of the goals to which there is a way. `free` counts up to before a goal, `near` from there on.

    `then` goes on from the joint angles at the goal, and may say that it is blocked.
    """
    ways: list[tuple[Goal, Path, Path, object]] = []
    tilt = manner.tilt if upright else None
    failed = 0
    for goal in goals[:tries]:
        if out_of_reach(bench, goal.at) or out_of_reach(bench, goal.before):
            blame.unreachable += 1
            continue
        way = _way(bench, start, goal, free, near, then, manner, rng, blame)
        if way is None:
            continue
        ways.append((goal, *way))
        if len(ways) < min(ENOUGH, 1 + failed):
            continue
        found = _path(free, start, [one[1] for one in ways], manner, tilt, rng)
        if found is not None:
            path, clearance = found
            index = min(range(len(ways)), key=lambda i: float(np.max(np.abs(ways[i][1] - path[-1]))))
            chosen, _, line, result = ways[index]
            return Reached(chosen, path, line, result, clearance)
        failed += 1
        blame.no_path += 1
        ways = []
        if failed >= ENOUGH:
            return None
    return None


def _way(
    bench: Bench,
    start: Path,
    goal: Goal,
    free: Surroundings,
    near: Surroundings,
    then: Then,
    manner: Manner,
    rng: np.random.Generator,
    blame: Blame,
) -> tuple[Path, Path, object] | None:
    solutions = inverse.solve(bench.arm, goal.before, rng=rng, near=start, most=3)
    if not solutions:
        blame.unreachable += 1
        return None
    for q in solutions:
        pairs = free.contacts(q, manner.clearances[-1])
        if pairs:
            blame.add(pairs)
            continue
        line = paths.straight(near, q, goal.at)
        if isinstance(line, paths.Blocked):
            if line.by:
                blame.add(line.by)
            else:
                blame.unreachable += 1
            continue
        result = then(goal, line)
        if isinstance(result, paths.Blocked):
            if result.by:
                blame.add(result.by)
            else:
                blame.unreachable += 1
            continue
        return q, line, result
    return None


def _path(
    free: Surroundings, start: Path, goals: Sequence[Path], manner: Manner, tilt: float | None, rng: np.random.Generator
) -> tuple[Path, float] | None:
    for clearance in manner.clearances:
        fit = [q for q in goals if clearance == 0.0 or not free.contacts(q, clearance)]
        if not fit:
            continue
        path = paths.plan(free, start, fit, rng=rng, clearance=clearance, upright=tilt)
        if path is not None:
            return path, clearance
    return None


def raised(tool: Transform, height: float) -> Transform:
    """A tool moved up by so many m."""
    moved = tool.copy()
    moved[2, 3] += height
    return moved


def rated(surroundings: Surroundings, move: Move) -> Motion:
    """A motion with the seconds that it takes and its score."""
    isotropy, clearance = motion_score(surroundings, move.path)
    return Motion(move.name, timed(move.path, move.speed).seconds, isotropy, clearance)


def remark(manner: Manner, clearance: float, name: str) -> tuple[str, ...]:
    """What is to be said where a path keeps less clearance than was wished for."""
    if clearance >= manner.clearances[0]:
        return ()
    wished, kept = 1000 * manner.clearances[0], 1000 * clearance
    return (f"{name}: there was no path {wished:.0f} mm clear of everything; this one keeps {kept:.0f} mm",)

"""Bring the tool to a pose: joint angles, a free path to the pose before it, a straight line to it, and blame."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.base import Motion, Obstruction, Refusal
from clairify_cli.worlds.panda.arm import inverse, paths
from clairify_cli.worlds.panda.arm.dense import motion_score
from clairify_cli.worlds.panda.arm.surroundings import KEPT_IN, LINKS, WALLS, Pair, Surroundings
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.simulation.bodies import TABLE
from clairify_cli.worlds.panda.skills.bench import Bench, Now
from clairify_cli.worlds.panda.skills.context import Manner
from clairify_cli.worlds.panda.skills.prepared import Move, Path, Transform

T = TypeVar("T")

TRIES = 40
"""The largest number of goals that are tried."""

NEAREST_OF = 6
"""With a tilt limit, the nearest of so many goals is chosen, because such motions are slow and their paths wander."""

ENOUGH = 3
"""After failures, the number of approachable goals for one path search."""

PLANNED_TILT = 0.8
"""The share of the allowed tilt that a path may use, because a held object also gives a little in the hand."""

SOLUTIONS = 6
"""The largest number of joint solutions that are tried per goal."""


@dataclass(frozen=True, slots=True, eq=False)
class Goal(Generic[T]):
    """A pose for the tool to reach in a straight line, and the pose before it; `tag` is the caller's."""

    before: Transform
    at: Transform
    tag: T


def _others(pairs: Iterable[Pair]) -> frozenset[str]:
    """Return what the arm is in contact with."""
    return frozenset(name for pair in pairs for name in pair if name not in LINKS)


@dataclass(slots=True)
class Blame:
    """Why goals were rejected: how many were out of reach or without a path, and what blocked the others."""

    unreachable: int = 0
    no_path: int = 0
    blocked: Counter[frozenset[str]] = field(default_factory=Counter)
    touched: frozenset[str] = frozenset()
    """What the arm touches before it moves, if no path was found: no path leads out of it."""

    def add(self, pairs: Iterable[Pair]) -> None:
        """Record contacts that forbade a goal."""
        self.blocked[_others(pairs) or frozenset(("the arm itself",))] += 1

    def take(self, other: Blame) -> None:
        """Adopt the record of the last attempt, which had the least clearance: what blocked it really is in the way."""
        self.unreachable, self.no_path, self.blocked = other.unreachable, other.no_path, other.blocked
        self.touched = other.touched

    def by(self, without: str = "") -> tuple[str, ...]:
        """Return what would have to be moved: the smallest set that alone blocked a goal, the most frequent first."""
        found = Counter({names - {without}: count for names, count in self.blocked.items()})
        ranked = sorted(
            (names for names in found if names and not names & {TABLE, WALLS, KEPT_IN, "the arm itself"}),
            key=lambda names: (len(names), -found[names], sorted(names)),
        )
        return tuple(sorted(ranked[0])) if ranked else ()

    def refusal(self, bench: Bench, what: str, doing: str, at: str | None = None) -> Refusal:
        """Return the refusal that follows. `doing` is a participle: "gripped", "put down"."""
        label = bench.label(what)
        by = self.by(what)
        if self.no_path:
            message = f"{label} cannot be {doing}: no free path to it was found"
            if self.touched:
                there = sorted("the table" if name == TABLE else bench.label(name) for name in self.touched)
                message += f", since the arm already touches {' and '.join(there)} where it begins"
            return Refusal(Obstruction.NO_PATH, message, what, at, by)
        if by:
            names = " and ".join(bench.label(name) for name in by)
            verb = "is" if len(by) == 1 else "are"
            return Refusal(Obstruction.BLOCKED, f"{label} cannot be {doing}: {names} {verb} in the way", what, at, by)
        if self.blocked:
            edges = {WALLS: "leave the workspace", KEPT_IN: "leave the keep-in zone"}
            left = [how for edge, how in edges.items() if any(edge in names for names in self.blocked)]
            how = ", or ".join((*left, "hit the table or the arm itself"))
            message = f"{label} cannot be {doing}: the hand would {how}"
            return Refusal(Obstruction.BLOCKED, message, what, at)
        message = f"{label} cannot be {doing}: it is out of the arm's reach"
        return Refusal(Obstruction.UNREACHABLE, message, what, at)


@dataclass(frozen=True, slots=True, eq=False)
class Reached(Generic[T]):
    """A goal with the free path before it, the line to it, and the path of the caller's from there."""

    goal: Goal[T]
    path: Path
    line: Path
    then: Path
    clearance: float


Then = Callable[[Goal[T], Path], Path | paths.Blocked]


def preferred(now: Now, goals: Iterable[Goal[T]]) -> list[Goal[T]]:
    """Sort goals by how well the hand points away from the base, with some randomness."""
    base = now.bench.arm.base[:3, 3]

    def awkward(goal: Goal[T]) -> float:
        tool = goal.at
        out = tool[:2, 3] - base[:2]
        # A hand that points down is comfortable with its x outwards, one that points forward with its z.
        along = tool[:2, 0] if abs(tool[2, 2]) > 0.85 else tool[:2, 2]
        size = float(np.linalg.norm(out) * np.linalg.norm(along))
        cosine = float(out @ along) / size if size > 1e-9 else 1.0
        return math.acos(min(1.0, max(-1.0, cosine)))

    # Stable: equal goals keep the caller's order of preference.
    listed = list(goals)
    worth = [awkward(goal) + 0.02 * number + 0.3 * now.rng.random() for number, goal in enumerate(listed)]
    return [listed[index] for index in np.argsort(worth, kind="stable")]


@dataclass(frozen=True, slots=True, eq=False)
class Seeker(Generic[T]):
    """Seeks a goal that can be reached. `free` applies up to the pose before a goal, `near` from there on.

    `then` continues from the joint angles at the goal, and may report that it is blocked.
    """

    now: Now
    free: Surroundings
    near: Surroundings
    then: Then[T]

    def seek(
        self, goals: Sequence[Goal[T]], manner: Manner, blame: Blame, *, upright: bool = False
    ) -> Reached[T] | None:
        """Return the first goal that can be reached, with as much clearance as possible."""
        tilt = PLANNED_TILT * manner.tilt if upright and manner.tilt is not None else None
        for clearance in manner.clearances:
            noted = Blame()
            found = self._reached(goals[:TRIES], clearance, tilt, noted)
            if found is not None:
                return found
            blame.take(noted)
        return None

    def _reached(
        self, goals: Sequence[Goal[T]], clearance: float, tilt: float | None, blame: Blame
    ) -> Reached[T] | None:
        """Return the first goal with a path of that clearance; after a failure, several goals are sought at once."""
        start = np.array(self.now.belief.joints)
        ways: list[tuple[Goal[T], Path, Path, Path]] = []
        failed = 0
        for number, goal in enumerate(goals):
            way = self._way(goal, start, clearance, blame)
            if way is not None:
                ways.append((goal, *way))
            wanted = NEAREST_OF if tilt is not None else min(ENOUGH, 1 + failed)
            if not ways or (len(ways) < wanted and number + 1 < len(goals)):
                continue
            ends = [one[1] for one in ways]
            path = paths.plan(self.free, start, ends, rng=self.now.rng, clearance=clearance, upright=tilt)
            if path is not None:
                index = min(range(len(ways)), key=lambda i: float(np.max(np.abs(ends[i] - path[-1]))))
                chosen, _, line, result = ways[index]
                return Reached(chosen, path, line, result, clearance)
            failed += 1
            blame.no_path += 1
            blame.touched = _others(self.free.contacts(start, 0.0))
            ways = []
            if failed >= ENOUGH:
                return None
        return None

    def _way(self, goal: Goal[T], start: Path, clearance: float, blame: Blame) -> tuple[Path, Path, Path] | None:
        """Return joint angles before a goal, the line to it and the result of `then`; None if there is no way."""
        solutions = inverse.solve(self.now.bench.arm, goal.before, rng=self.now.rng, near=start, most=SOLUTIONS)
        if not solutions:
            blame.unreachable += 1
        for q in solutions:
            pairs = self.free.contacts(q, clearance)
            if pairs:
                blame.add(pairs)
                if self.free.with_tool(pairs):
                    break  # other joint angles do not change this
                continue
            result = line = paths.straight(self.near, q, goal.at)
            if not isinstance(line, paths.Blocked):
                result = self.then(goal, line)
                if not isinstance(result, paths.Blocked):
                    return q, line, result
            assert isinstance(result, paths.Blocked)
            if result.by:
                blame.add(result.by)
            else:
                blame.unreachable += 1
            if result.tool:
                break
        return None


def raised(tool: Transform, height: float) -> Transform:
    """Return a tool pose moved up by some m."""
    moved = tool.copy()
    moved[2, 3] += height
    return moved


def rated(surroundings: Surroundings, move: Move) -> Motion:
    """Return a motion with its duration and score."""
    isotropy, clearance = motion_score(surroundings, move.path)
    return Motion(move.name, timed(move.path, move.speed).seconds, isotropy, clearance)


def remark(manner: Manner, clearance: float, name: str) -> tuple[str, ...]:
    """Return a remark if a path keeps less clearance than desired."""
    if clearance >= manner.clearances[0]:
        return ()
    wished, kept = 1000 * manner.clearances[0], 1000 * clearance
    return (f"{name}: there was no path {wished:.0f} mm clear of everything; this one keeps {kept:.0f} mm",)

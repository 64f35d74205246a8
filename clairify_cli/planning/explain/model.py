"""Data types of an explanation: goals that can never be reached, with the causes from each goal down to the root.

A `Blocked` literal can never hold. Either nothing makes it true (a root), or everything that could is blocked by
obstacles of its own: other literals that can never hold, wrong types, a type without objects, or conditions that can
each hold but never for the same objects.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.conditions import Condition, Literal, Place
from clairify_cli.records import dataclass, field


class Kind(enum.Enum):
    """Why a literal can never hold."""

    NEVER_ADDED = "no action brings it about, for any objects"
    OTHER_OBJECTS = "what brings it about is for other objects"
    STAYS_TRUE = "it should become false, and no action makes it so"
    NEEDS = "every action that brings it about is blocked"
    CYCLE = "it needs what needs it"
    TOLD = "explained before"
    NOT_FOLLOWED = "the explanation is cut here"


@dataclass(frozen=True, slots=True)
class WrongType:
    """An action is for objects of other types: `object` has the types `given`, the parameter requires `wanted`."""

    parameter: str
    wanted: tuple[str, ...]
    object: str
    given: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoObject:
    """There is no object of the types that a variable ranges over."""

    variable: str
    wanted: tuple[str, ...]
    likely: str | None = None
    """An object of another type with a name similar to the type's."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """A condition that no facts could make true: an equality of different objects, an empty disjunction."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Together:
    """Literals that can each hold, but never all for the same objects.

    `holds` has some facts for each literal that can be true. `missing` has instances that would suffice if they could
    hold, with their own explanation.
    """

    literals: tuple[Literal, ...]
    holds: tuple[tuple[GroundAtom, ...], ...]
    missing: tuple[Blocked, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A literal that can never hold. Variables in it stand for any object of the types in `types`.

    `literal.place` is in the problem if `in_goal`, else in the domain. `ring` has the literals of a cycle that need
    each other. `others` has similar facts of the initial state, the most similar first; `more` counts those left out.
    `near` is a predicate with a similar name that can become true. `swapped` is a fact of the initial state with the
    same arguments in another order.
    """

    literal: Literal
    types: tuple[tuple[str, tuple[str, ...]], ...]
    in_goal: bool
    kind: Kind
    attempts: tuple[Attempt, ...] = ()
    ring: tuple[Literal, ...] = ()
    others: tuple[GroundAtom, ...] = ()
    more: int = 0
    near: str | None = None
    swapped: GroundAtom | None = None
    in_init: bool = True
    """Whether the initial state has any fact of the predicate."""
    beside: tuple[Literal, ...] = ()
    """For a missing instance: the literals that can be true for the same objects and require this one."""
    earlier: Blocked | None = None
    """For a literal that was explained before: that explanation."""


Obstacle = Blocked | WrongType | NoObject | Impossible | Together


@dataclass(frozen=True, slots=True)
class Attempt:
    """An action (or derived predicate) that would make the literal true, and what stops it.

    If its condition is a disjunction, each set of obstacles belongs to one alternative.
    """

    owner: str
    is_derived: bool
    place: Place
    effect: Literal
    obstacles: tuple[tuple[Obstacle, ...], ...]


@dataclass(frozen=True, slots=True)
class GoalPart:
    """A conjunct of the goal that can never hold, with the obstacles of each of its alternatives.

    `nearest` has a literal with one variable, and the objects for which it can be true. `fails_for` has the objects for
    which a `forall` cannot hold.
    """

    text: str
    place: Place
    obstacles: tuple[tuple[Obstacle, ...], ...]
    nearest: tuple[Literal, tuple[str, ...]] | None = None
    fails_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two literals of the goal that contradict each other."""

    one: Literal
    other: Literal


@dataclass(frozen=True, slots=True)
class Missing:
    """Facts that nothing adds and `:init` lacks, and that would let the action add `made`."""

    action: str
    made: Literal
    facts: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Why `made` is never made true while `against` is true.

    The action makes `against` false itself, or requires `needs`, which excludes it. Without an action, none that can be
    used makes `made` true.
    """

    made: Literal
    against: Literal
    action: str | None = None
    needs: Literal | None = None


@dataclass(frozen=True, slots=True)
class Exclusive:
    """Two literals of the goal that are never true at once; or the same literal twice if it is never true.

    `place` is where the goal has the second of them.
    """

    one: Literal
    other: Literal
    place: Place
    clashes: tuple[Clash, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Parts of the goal that are never all satisfied at once (`together`), or that are each never satisfied.

    `places` has their places. `examples` has pairs of literals that exclude each other, of the first part or of the
    first two parts. `ways` counts the ways to satisfy the first part, or the first two.
    """

    parts: tuple[Condition, ...]
    places: tuple[Place, ...]
    together: bool
    examples: tuple[Exclusive, ...] = ()
    ways: int = 1


@dataclass(frozen=True, slots=True)
class Culprit:
    """An effect without which there would be a plan: an action makes facts of a predicate false."""

    action: str
    predicate: str


@dataclass(frozen=True, slots=True)
class Short:
    """An amount that is too small (or too large) for the goal: facts of a predicate, or the values of a function.

    `at_first` is what the initial state has of it, `actions` what makes it less (or changes the value). `enough` has
    facts, or a value as PDDL, with which there would be a plan, and that they replace, where some were found.
    """

    name: str
    at_first: tuple[str, ...]
    actions: tuple[str, ...]
    enough: tuple[str, str] | None = None
    is_number: bool = False


@dataclass(frozen=True)
class Invariant:
    """A sum over facts, with weights 1 and -1, that actions change only by multiples of `modulus`, or never if it is 0.

    The sum is `first` initially and `last` in the goal. With the literal `mend` in the initial state, there was a plan.
    """

    weights: dict[GroundAtom, int]
    modulus: int
    first: int
    last: int
    mend: tuple[bool, GroundAtom] | None


class Verdict(enum.Enum):
    """The verdict of the relaxations on a task."""

    UNREACHABLE = "the goal can never be reached"
    CONTRADICTORY = "the goal contradicts itself"
    EXCLUSIVE = "two parts of the goal are never true at once"
    REACHABLE = "the goal can be reached if facts once true are never lost"
    NOT_DECIDED = "too large to decide"


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a task has no plan, as far as the relaxations show.

    `proven` says that a solver has proved that there is no plan. `goals` has the conjuncts of the goal that can never
    hold, `conflict` parts of it that are never true at once. `culprits` has effects without which there would be a
    plan, `short` an amount of which more would do, `invariant` a sum that stays, `missing` alternative facts that would
    fix it. The sources provide places, and names as written.
    """

    verdict: Verdict
    task: Task = field(repr=False)
    domain: Source = field(repr=False)
    problem: Source = field(repr=False)
    goals: tuple[GoalPart, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    proven: bool = False
    conflict: Conflict | None = None
    culprits: tuple[Culprit, ...] = ()
    missing: tuple[Missing, ...] = ()
    short: Short | None = None
    invariant: Invariant | None = None
    further: Conflict | None = None
    """Parts of the goal that are never satisfied at once even if any part of `conflict` is left out."""


@dataclass(frozen=True, slots=True)
class Root:
    """A root cause: the obstacle itself, and the path to it from the goal with the attempt followed at each literal.

    `told` is the index in `path` from which on it was explained before.
    """

    obstacle: Obstacle
    path: tuple[tuple[Blocked, Attempt], ...]
    told: int | None = None


def roots(obstacles: tuple[Obstacle, ...], *, first_only: bool = False) -> Iterator[Root]:
    """Yield the root causes under some obstacles, in the order found.

    With `first_only`, only the first attempt at a literal and the first alternative of a disjunction are followed: then
    fixing all of the causes is both necessary and sufficient. Literals that were explained before are followed too.
    """
    waiting = [Root(one, ()) for one in reversed(obstacles)]
    while waiting:
        at = waiting.pop()
        below = _below(at, first_only)
        if below:
            waiting += reversed(below)
        else:
            yield at


def _below(at: Root, first_only: bool) -> list[Root]:
    one = at.obstacle
    below: list[Root] = []
    if isinstance(one, Together):
        # That they never hold together says more than that an instance of one is missing, or needs itself.
        if circular(one.missing) or all(under.kind in _PLAIN for under in one.missing):
            return []
        return [Root(missing, at.path, at.told) for missing in one.missing]
    if isinstance(one, Blocked):
        if first_only and one.earlier is not None and len(at.path) < _DEEPEST:
            return [Root(one.earlier, at.path, len(at.path) if at.told is None else at.told)]
        for attempt in one.attempts[:1] if first_only else one.attempts:
            path = (*at.path, (one, attempt))
            groups = attempt.obstacles[:1] if first_only else attempt.obstacles
            below += [Root(under, path, at.told) for group in groups for under in group]
    return below


def circular(obstacles: tuple[Obstacle, ...]) -> bool:
    """Whether everything under some obstacles that is meant for these objects only leads back to what needs it."""
    ends = [root.obstacle for root in roots(obstacles) if not (root.path and isinstance(root.obstacle, WrongType))]
    return bool(ends) and all(isinstance(one, Blocked) and one.kind in _CIRCULAR for one in ends)


_PLAIN = (Kind.NEVER_ADDED, Kind.OTHER_OBJECTS)
_CIRCULAR = (Kind.CYCLE, Kind.TOLD, Kind.NOT_FOLLOWED)
_DEEPEST = 20

"""Small tasks with states as integers, whose bits are facts: for searches in process.

Numbers are ignored, and conditions that are too large are assumed to hold, so plans must be validated on the task.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property

from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.conditions import condition_of
from clairify_cli.planning.ground.goal_parts import parts_of
from clairify_cli.planning.ground.grounder import Fact, Grounder, Instance, contrary, usable
from clairify_cli.records import dataclass, replace

MOST_STEPS = 80_000
"""Maximum number of steps in total: a few seconds of grounding."""

_MOST_PARTS = 5_000


@dataclass(frozen=True, slots=True)
class Operator:
    """The facts that a step or a conditional effect needs, makes true and makes false, as bits and as numbers.

    `whens` has the conditional effects in the order of application, each with what it needs in addition.
    """

    step: GroundAction | None
    needs: int
    makes: int
    breaks: int
    needed: tuple[int, ...]
    made: tuple[int, ...]
    whens: tuple[Operator, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The name of the action and its arguments; empty if it is not a step."""
        return () if self.step is None else self.step.words


@dataclass(frozen=True)
class Ground:
    """A task in bits. `numbers` has a number below `size` for each fact that an operator or the goal needs.

    `start` is the initial state. The goal holds if each part holds in one of its ways, which are operators without
    effects. If a part has no way, there is no plan.
    """

    numbers: dict[Fact, int]
    operators: tuple[Operator, ...]
    goal: tuple[tuple[Operator, ...], ...]
    start: int

    @property
    def size(self) -> int:
        return len(self.numbers)

    @cached_property
    def relaxed(self) -> Relaxed:
        """The operators and their conditional effects, with artificial ones that achieve the parts of the goal, and one
        that achieves the goal."""
        parts = range(self.size, self.size + len(self.goal))
        end = self.size + len(self.goal)
        ways = [
            Operator(None, one.needs, 1 << part, 0, one.needed, (part,))
            for part, its in zip(parts, self.goal, strict=True)
            for one in its
        ]
        last = Operator(None, bits_of(parts), 1 << end, 0, tuple(parts), (end,))
        whens = [
            Operator(one.step, one.needs | when.needs, when.makes, when.breaks, (*one.needed, *when.needed), when.made)
            for one in self.operators
            for when in one.whens
        ]
        operators = (*self.operators, *whens, *ways, last)
        return Relaxed(operators, end, *users_of([one.needed for one in operators], end + 1))


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Operators, with `goal` as the number of the goal's fact.

    `users` has the operators that need each fact, `free` those that need nothing, by index.
    """

    operators: tuple[Operator, ...]
    goal: int
    users: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]


def ground_small(
    task: Task,
    *,
    most: int = MOST_STEPS,
    without: Callable[[tuple[str, ...]], bool] | None = None,
    asked: Collection[Fact] = (),
) -> Ground:
    """Return the task in bits. Raises `TooLargeError` if it has more than `most` steps or unsupported parts.

    `without` says which steps to omit, given the name of an action and its arguments; the facts in `asked` always get
    numbers.
    """
    grounder = Grounder(task, most)
    steps = list(grounder.steps())
    if without is not None:
        steps = [one for one in steps if not without(one.action.words)]
    steps = usable(steps, task.init)
    possible = {fact for step in steps for fact in (*step.makes, *(fact for _, fact in step.whens))}

    def comes(fact: Fact) -> bool:
        return (fact[1] in task.init) is fact[0] or fact in possible

    parts = parts_of(condition_of(task.goal), grounder, _MOST_PARTS)
    goal = [[way for way in part.ways if all(map(comes, way))] for part in parts]
    return _numbered(task, steps, goal, asked)


def _numbered(
    task: Task, steps: Collection[Instance], goal: Collection[Collection[tuple[Fact, ...]]], asked: Collection[Fact]
) -> Ground:
    wanted = {fact for one in steps for fact in one.needs} | {fact for ways in goal for way in ways for fact in way}
    wanted |= {fact for one in steps for needs, _ in one.whens for fact in needs} | set(asked)
    numbers: dict[Fact, int] = {}
    start = 0
    for fact in sorted(wanted):
        numbers[fact] = len(numbers)
        start |= ((fact[1] in task.init) is fact[0]) << numbers[fact]

    def operator(step: GroundAction | None, needs: Iterable[Fact], makes: Collection[Fact] = ()) -> Operator:
        needed = tuple([numbers[fact] for fact in needs])
        made = tuple([numbers[fact] for fact in makes if fact in numbers])
        broken = [numbers[fact] for fact in map(contrary, makes) if fact in numbers]
        return Operator(step, bits_of(needed), bits_of(made), bits_of(broken), needed, made)

    operators = []
    for one in steps:
        plain = operator(one.action, one.needs, one.makes)
        if one.whens:
            own = set(one.needs)
            # Additions win over deletions: apply deletions first, and ignore those of facts that the step adds.
            whens = [when for when in one.whens if (True, when[1][1]) not in one.makes]
            whens.sort(key=lambda when: when[1][0])
            its = (operator(None, [fact for fact in needs if fact not in own], (fact,)) for needs, fact in whens)
            plain = replace(plain, whens=tuple(when for when in its if when.makes | when.breaks))
        operators.append(plain)
    ends = tuple(tuple(operator(None, way) for way in dict.fromkeys(ways)) for ways in goal)
    return Ground(numbers, tuple(operators), ends, start)


def users_of(needed: Iterable[tuple[int, ...]], size: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the operators that need each of `size` facts, and those that need nothing, from the needs of each."""
    users: list[list[int]] = [[] for _ in range(size)]
    free = []
    for at, facts in enumerate(needed):
        for number in facts:
            users[number].append(at)
        if not facts:
            free.append(at)
    return tuple(map(tuple, users)), tuple(free)


def bits_of(numbers: Iterable[int]) -> int:
    """Return the integer with the bits of some facts, given by number."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def numbers_of(bits: int) -> list[int]:
    """Return the numbers of the bits that are set in an integer, in ascending order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found

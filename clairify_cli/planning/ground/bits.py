"""Small tasks as integers, whose bits are facts: for plans that are looked for in process.

Numbers are not looked at, and a condition that is too large is taken to hold, so that a plan that is found is to be
checked against the task.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.conditions import condition_of
from clairify_cli.planning.ground.goal_parts import parts_of
from clairify_cli.planning.ground.grounder import Fact, Grounder, Instance, contrary, usable

MOST_STEPS = 80_000
"""Steps in all: a few seconds of grounding."""

_MOST_PARTS = 5_000


class Changing:
    """What changes a state: facts that it makes true and false, and conditional effects, which look at the state
    before it."""

    __slots__ = ()

    makes: int
    breaks: int
    whens: tuple[Operator, ...]

    def after(self, state: int) -> int:
        """The state after it."""
        then = state & ~self.breaks | self.makes
        for one in self.whens:
            if state & one.needs == one.needs:
                then = then & ~one.breaks | one.makes
        return then


@dataclass(frozen=True, slots=True)
class Operator(Changing):
    """What a step, or one of its conditional effects, needs, makes true and makes false, as bits and as numbers.

    `whens` are the conditional effects, in the order in which they come about: what each needs in addition.
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
        """The name of the action and its arguments; of what is no step, nothing."""
        return () if self.step is None else (self.step.action.name.text, *self.step.arguments)


@dataclass(frozen=True)
class Ground:
    """A task in bits. `numbers` has a number below `size` for each fact that an operator or the goal asks for.

    `start` is the state at first. The goal holds if each part of it does, in one of the ways, which are operators
    that make nothing. A part may have no way, and then there is no plan.
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
        """The operators with those that make the parts of the goal, and the one that makes the goal, so to speak."""
        parts = range(self.size, self.size + len(self.goal))
        end = self.size + len(self.goal)
        ways = [
            Operator(None, one.needs, 1 << part, 0, one.needed, (part,))
            for part, its in zip(parts, self.goal, strict=True)
            for one in its
        ]
        last = Operator(None, bits_of(parts), 1 << end, 0, tuple(parts), (end,))
        operators = (*self.operators, *ways, last)
        return Relaxed(operators, end, *users_of([one.needed for one in operators], end + 1))


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Operators with the number of the fact that is the goal. `users` has, by fact, those that need it, `free` those
    that need nothing."""

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
    kept: dict[str, object] | None = None,
) -> Ground:
    """The task in bits; raises `TooLargeError` where it has more steps than `most`, or what is not handled.

    `without` says which steps to leave out, by the name of an action and its arguments; `asked` are facts to have
    numbers in any case. `kept` belongs to the domain and the objects of the task: there, its steps are kept for other
    states of the same task, since they depend on nothing else that changes.
    """
    grounder = Grounder(task, most)
    steps = _steps(grounder, kept)
    if without is not None:
        steps = [one for one in steps if not without((one.action.action.name.text, *one.action.arguments))]
    steps = usable(steps, task.init)
    possible = {fact for step in steps for fact in (*step.makes, *(fact for _, fact in step.whens))}

    def comes(fact: Fact) -> bool:
        return (fact[1] in task.init) is fact[0] or fact in possible

    parts = parts_of(condition_of(task.goal), grounder, _MOST_PARTS)
    goal = [[way for way in part.ways if all(map(comes, way))] for part in parts]
    return _numbered(task, steps, goal, asked)


@dataclass(frozen=True, slots=True)
class _Kept:
    """The steps of a task for all states with the same facts that never change."""

    rows: dict[str, set[tuple[str, ...]]]
    most: int
    steps: list[Instance]


def _steps(grounder: Grounder, kept: dict[str, object] | None) -> list[Instance]:
    """The steps of a task, be it those that were made for another state with the same facts that never change."""
    known = kept.get("steps") if kept is not None else None
    rows = grounder.tables.initial
    if isinstance(known, _Kept) and known.rows == rows and known.most == grounder.most:
        return known.steps
    steps = list(grounder.steps())
    if kept is not None:
        kept["steps"] = _Kept(rows, grounder.most, steps)
    return steps


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
            # What is added stays, also where it is deleted too: deletions come first, and none of what the step adds.
            whens = [when for when in one.whens if (True, when[1][1]) not in one.makes]
            whens.sort(key=lambda when: when[1][0])
            its = (operator(None, [fact for fact in needs if fact not in own], (fact,)) for needs, fact in whens)
            plain = replace(plain, whens=tuple(when for when in its if when.makes | when.breaks))
        operators.append(plain)
    ends = tuple(tuple(operator(None, way) for way in dict.fromkeys(ways)) for ways in goal)
    return Ground(numbers, tuple(operators), ends, start)


def users_of(needed: Iterable[tuple[int, ...]], size: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For each of `size` facts the operators that need it, by what each operator needs; and those that need nothing."""
    users: list[list[int]] = [[] for _ in range(size)]
    free = []
    for at, facts in enumerate(needed):
        for number in facts:
            users[number].append(at)
        if not facts:
            free.append(at)
    return tuple(map(tuple, users)), tuple(free)


def bits_of(numbers: Iterable[int]) -> int:
    """Facts by their numbers as the bits of an integer."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def numbers_of(bits: int) -> list[int]:
    """The numbers of the facts that are the bits of an integer, from the least."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found

"""Compute which two facts can be true at once: the relaxation to pairs of facts.

Two literals that no operator can make true together are mutually exclusive. This is the second of the family of
relaxations of Haslum and Geffner (Admissible heuristics for optimal planning, AIPS 2000), with negative
literals among the facts. Sets of literals are the bits of an integer.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from clairify_cli.languages.pddl.task import State
from clairify_cli.planning.ground.bits import numbers_of
from clairify_cli.planning.ground.grounder import Fact
from clairify_cli.records import dataclass

MOST_LITERALS = 1200
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Operator:
    """Facts needed, made true, and made false. What is made true is not among what is made false."""

    name: str
    needs: tuple[Fact, ...]
    makes: tuple[Fact, ...]
    breaks: tuple[Fact, ...]


@dataclass(frozen=True)
class Pairs:
    """The literals that conditions and the goal ask for, by number, and with each those that it can be true with."""

    numbers: dict[Fact, int]
    together: tuple[int, ...]
    operators: tuple[Operator, ...]

    def possible(self, one: Fact, other: Fact) -> bool:
        """Whether two literals can be true at once; the same twice: whether it can be true at all."""
        first, second = self.numbers.get(one), self.numbers.get(other)
        if first is None or second is None:
            return True
        return bool(self.together[first] >> second & 1)


def pairs(operators: tuple[Operator, ...], goal: Iterable[Fact], init: State) -> Pairs | None:
    """Work out which pairs are possible; None if it would take too long."""
    asked = dict.fromkeys(fact for operator in operators for fact in operator.needs)
    asked.update(dict.fromkeys(goal))
    if len(asked) > MOST_LITERALS:
        return None
    numbers = {fact: number for number, fact in enumerate(asked)}
    true = _mask(numbers, (fact for fact in numbers if (fact[1] in init) is fact[0]))
    together = [true if true >> number & 1 else 0 for number in range(len(numbers))]
    steps = [
        (
            [numbers[fact] for fact in operator.needs],
            _mask(numbers, operator.needs),
            [numbers[fact] for fact in operator.makes if fact in numbers],
            _mask(numbers, operator.makes),
            ~_mask(numbers, operator.breaks),
        )
        for operator in operators
    ]
    steps = [step for step in steps if step[2]]
    deadline = time.thread_time() + SECONDS
    changed = True
    while changed:
        changed = False
        if time.thread_time() > deadline:
            return None
        single = sum(1 << number for number, mask in enumerate(together) if mask)
        for needs, needed, makes, made, kept in steps:
            beside = single
            for number in needs:
                beside &= together[number]
            if needed & ~beside:
                continue
            beside = beside & kept | made
            for number in makes:
                fresh = beside & ~together[number]
                if fresh:
                    changed = True
                    together[number] |= fresh
                    single |= 1 << number
                    for other in numbers_of(fresh):
                        together[other] |= 1 << number
    return Pairs(numbers, tuple(together), operators)


def _mask(numbers: dict[Fact, int], facts: Iterable[Fact]) -> int:
    mask = 0
    for fact in facts:
        number = numbers.get(fact)
        if number is not None:
            mask |= 1 << number
    return mask

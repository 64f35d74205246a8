"""A state of a planning task: which atoms are true and what values functions have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clairify_cli.languages.pddl.task import GroundAtom, Task

TOTAL_COST: GroundAtom = ("total-cost",)
"""The function that action costs are added up in. If a problem does not say, it is 0 at first."""


@dataclass(frozen=True, slots=True)
class WorldState:
    """The atoms that are true (every other is false, but for derived ones) and the values that functions have.

    A function that has no value is not in `numbers`. `notes` keeps what has been worked out of the state once, such
    as its derived atoms; it is not a part of the value.
    """

    atoms: frozenset[GroundAtom]
    numbers: Mapping[GroundAtom, float] = field(default_factory=dict)
    notes: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.atoms, frozenset(self.numbers.items())))


def initial_state(task: Task) -> WorldState:
    """The state that a task begins in."""
    numbers = dict(task.values)
    if any(one.name.text == TOTAL_COST[0] and not one.parameters for one in task.domain.functions):
        numbers.setdefault(TOTAL_COST, 0.0)
    return WorldState(task.init, numbers)

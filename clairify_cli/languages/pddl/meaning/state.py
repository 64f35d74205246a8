"""A state of a planning task: its true atoms and the values of functions."""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.records import dataclass, field

TOTAL_COST: GroundAtom = ("total-cost",)
"""The function that sums up action costs. It is initially 0 unless the problem sets it."""


@dataclass(frozen=True, slots=True)
class WorldState:
    """The true atoms (all others are false, except derived ones) and the values of functions.

    A function without a value is not in `numbers`. `notes` caches what was computed from the state, such as its derived
    atoms; it is not part of the value.
    """

    atoms: frozenset[GroundAtom]
    numbers: Mapping[GroundAtom, float] = field(default_factory=dict)
    notes: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.atoms, frozenset(self.numbers.items())))


def initial_state(task: Task) -> WorldState:
    """Return the initial state of a task."""
    numbers = dict(task.values)
    if any(one.name.text == TOTAL_COST[0] and not one.parameters for one in task.domain.functions):
        numbers.setdefault(TOTAL_COST, 0.0)
    return WorldState(task.init, numbers)

"""Pairs the steps of two programs for one text: the same order, as much in common as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clairify_cli.fidelity.mapped.wording import spelling

_MOST_PAIRS = 1_000_000
"""Longer programs than this allows are not paired, since the table would cost seconds."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A step as it is compared: its name, and the values of the properties that tell it from others."""

    name: str
    values: frozenset[str]


def sketch(name: str, values: Sequence[str]) -> Sketch:
    """The sketch of a step with some values."""
    return Sketch(name, frozenset(spelling(value) for value in values))


def paired(left: Sequence[Sketch], right: Sequence[Sketch]) -> list[tuple[int, int]]:
    """Indices of steps that belong together, by the alignment of both sequences that has most in common."""
    if len(left) * len(right) > _MOST_PAIRS:
        return []
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        row, below, one = best[i], best[i + 1], left[i]
        for j in range(len(right) - 1, -1, -1):
            alike = _alike(one, right[j])
            both = alike + below[j + 1] if alike else 0
            row[j] = max(both, below[j], row[j + 1])
    made: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        alike = _alike(left[i], right[j])
        if alike and best[i][j] == alike + best[i + 1][j + 1]:
            made.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return made


def _alike(one: Sketch, other: Sketch) -> int:
    """How much two steps have in common: 0 where they are not the same thing done.

    Steps of one name that have one value each, such as two temperatures, may be one step with a number changed.
    """
    shared = len(one.values & other.values)
    if one.name != other.name:
        return max(0, 4 * shared - 1)
    if shared or not one.values or not other.values:
        return 4 * shared + 2
    return int(len(one.values) == len(other.values) == 1)

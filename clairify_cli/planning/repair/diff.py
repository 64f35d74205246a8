"""Compare two plans: which steps are kept, added and dropped, keeping as many as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.planning.repair.model import GroundStep


class Line(NamedTuple):
    """A step that is kept, added or dropped, with its places (from 0): in the old plan, in the new one."""

    step: GroundStep
    old: int | None
    new: int | None

    @property
    def changed(self) -> bool:
        """Whether the step is added or dropped."""
        return self.old is None or self.new is None


def compare(old: Sequence[GroundStep], new: Sequence[GroundStep]) -> tuple[Line, ...]:
    """The steps of both plans in order: a longest common subsequence is kept; what is dropped stands first.

    Wagner and Fischer (JACM 21, 1974), without replacements.
    """
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    first, second = old[head : len(old) - tail], new[head : len(new) - tail]
    lines = [Line(step, at, at) for at, step in enumerate(old[:head])]
    lines += [
        Line(one.step, None if one.old is None else one.old + head, None if one.new is None else one.new + head)
        for one in _middle(first, second)
    ]
    start, other = len(old) - tail, len(new) - tail
    lines += [Line(step, start + at, other + at) for at, step in enumerate(old[start:])]
    return tuple(lines)


def changes(old: Sequence[GroundStep], new: Sequence[GroundStep]) -> int:
    """Return how many steps are added and dropped."""
    return sum(one.changed for one in compare(old, new))


def _middle(old: Sequence[GroundStep], new: Sequence[GroundStep]) -> list[Line]:
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            longest[i][j] = longest[i + 1][j + 1] + 1 if old[i] == new[j] else max(longest[i + 1][j], longest[i][j + 1])
    lines: list[Line] = []
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            lines.append(Line(old[i], i, j))
            i, j = i + 1, j + 1
        elif i < len(old) and (j == len(new) or longest[i + 1][j] >= longest[i][j + 1]):
            lines.append(Line(old[i], i, None))
            i += 1
        else:
            lines.append(Line(new[j], None, j))
            j += 1
    return lines

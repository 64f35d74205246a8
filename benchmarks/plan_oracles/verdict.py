"""What a judge says of a plan."""

from __future__ import annotations

from dataclasses import dataclass

Atom = tuple[str, ...]
Steps = tuple[tuple[str, ...], ...]
"""A plan: of each step the name of the action and those of its objects."""


@dataclass(frozen=True)
class Verdict:
    """`failed` is the number (from 1) of the first step that cannot be done, None where all can; then `goal` says
    whether the goal holds after them. `atoms` are those that are true after the last step that could be done, and
    `numbers` the values of functions, each None where the judge does not tell."""

    failed: int | None
    goal: bool | None
    atoms: frozenset[Atom] | None = None
    numbers: dict[Atom, float] | None = None


class UnsupportedTaskError(Exception):
    """The judge cannot read the task."""

"""The outline of a program for display: its steps as a tree, with the position of every part."""

from __future__ import annotations

import enum
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Span
from clairify_cli.records import dataclass


class Role(enum.Enum):
    """The role of a property of a step."""

    VESSEL = "vessel"
    SUBSTANCE = "substance"
    QUANTITY = "quantity"
    NOTE = "note"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class OutlineProperty:
    """A property of a step: its value with entities resolved, and the span of the value."""

    name: str
    value: str
    role: Role
    span: Span


@dataclass(frozen=True, slots=True)
class OutlineStep:
    """A step, or a group of steps such as `Prep` (`is_group`); the span covers its head, without its contents."""

    name: str
    span: Span
    properties: tuple[OutlineProperty, ...] = ()
    children: tuple[OutlineStep, ...] = ()
    is_group: bool = False

    @property
    def values(self) -> dict[str, str]:
        """The values of the properties by name, without notes."""
        return {one.name: one.value for one in self.properties if one.role is not Role.NOTE}


@dataclass(frozen=True, slots=True)
class Declared:
    """A vessel or substance that the program declares; `type` is the kind of vessel, if given."""

    role: Role
    name: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class Outline:
    """A program as a reader sees it; for a broken text, as much as can be recovered."""

    title: str | None = None
    declared: tuple[Declared, ...] = ()
    steps: tuple[OutlineStep, ...] = ()

    def says_the_same(self, other: Outline) -> bool:
        """Whether both have the same steps with the same values; positions, property order and notes may differ."""
        mine, others = list(walk_steps(self.steps)), list(walk_steps(other.steps))
        return len(mine) == len(others) and all(
            (one.name, len(one.children), one.values) == (two.name, len(two.children), two.values)
            for one, two in zip(mine, others, strict=True)
        )


def walk_steps(steps: tuple[OutlineStep, ...]) -> Iterator[OutlineStep]:
    """Yield every step and group, in document order."""
    for step in steps:
        yield step
        yield from walk_steps(step.children)

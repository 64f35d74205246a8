"""The outline of a program for displays: its steps as a tree, with the place of every part."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Span


class Role(enum.Enum):
    """What a property of a step tells."""

    VESSEL = "vessel"
    SUBSTANCE = "substance"
    QUANTITY = "quantity"
    NOTE = "note"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class OutlineProperty:
    """A property of a step: its value as it is meant (entities resolved), and where the value is written."""

    name: str
    value: str
    role: Role
    span: Span


@dataclass(frozen=True, slots=True)
class OutlineStep:
    """A step, or a group of steps such as `Prep` (`is_group`); the span is that of its head, not of what is in it."""

    name: str
    span: Span
    properties: tuple[OutlineProperty, ...] = ()
    children: tuple[OutlineStep, ...] = ()
    is_group: bool = False

    @property
    def values(self) -> dict[str, str]:
        """The properties' values by name, without notes."""
        return {one.name: one.value for one in self.properties if one.role is not Role.NOTE}


@dataclass(frozen=True, slots=True)
class Declared:
    """A vessel or substance that the program declares; `type` is the kind of vessel, if it is said."""

    role: Role
    name: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class Outline:
    """A program as a reader of it sees it; as much of it as can be made out of a broken text."""

    title: str | None = None
    declared: tuple[Declared, ...] = ()
    steps: tuple[OutlineStep, ...] = ()

    def says_the_same(self, other: Outline) -> bool:
        """Whether both have the same steps with the same values, wherever and in whatever order, but for notes."""
        mine, others = list(walk_steps(self.steps)), list(walk_steps(other.steps))
        return len(mine) == len(others) and all(
            (one.name, len(one.children), one.values) == (two.name, len(two.children), two.values)
            for one, two in zip(mine, others, strict=True)
        )


def walk_steps(steps: tuple[OutlineStep, ...]) -> Iterator[OutlineStep]:
    """Every step and group, in document order."""
    for step in steps:
        yield step
        yield from walk_steps(step.children)

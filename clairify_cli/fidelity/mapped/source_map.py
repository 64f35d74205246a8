"""Which words of a text each step of a program came from, and what of the text is in no step.

A program that the offline reader writes of the text has the words that the reader read. Any other program is compared
with the text, and has the words that were found to say the same.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.outline import Declared, Role


class Origin(enum.Enum):
    """The origin of a step's source words."""

    READING = "reading"
    """The reader made the program of these very words."""
    COMPARISON = "comparison"
    """The words were found by comparing the text with the program."""


@dataclass(frozen=True, slots=True)
class MappedProperty:
    """A property of a step: its value, where the program has it, and the words of the text that say it, if known."""

    name: str
    value: str
    role: Role
    span: Span
    source: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class MappedStep:
    """A step with the stretches of the text that it came from, in the order of the text and without overlap.

    `number` counts the steps in document order from 1; a group, such as a `Prep` block, has none. `path` leads to the
    step through the tree: the index in the program, then the index among the children, and so on, each from 0.
    """

    number: int | None
    path: tuple[int, ...]
    name: str
    span: Span
    properties: tuple[MappedProperty, ...] = ()
    source: tuple[Span, ...] = ()
    children: tuple[MappedStep, ...] = ()


@dataclass(frozen=True, slots=True)
class MappedRemark:
    """A stretch of the text that is no instruction, and what it is instead (`yield`, `spectrum`, `remark` …)."""

    kind: str
    span: Span


@dataclass(frozen=True)
class SourceMap:
    """A text and a program with all that connects them. Everything stands in the order of its text."""

    text: Source
    program: Source
    language: str
    origin: Origin
    title: str | None = None
    declared: tuple[Declared, ...] = ()
    steps: tuple[MappedStep, ...] = ()
    unread: tuple[Span, ...] = ()
    unread_share: float = 0.0
    """How many of the text's words are in no step and no remark, of those that are not figures of the product."""
    remarks: tuple[MappedRemark, ...] = ()
    text_findings: tuple[Diagnostic, ...] = ()
    program_findings: tuple[Diagnostic, ...] = ()

    def walk(self) -> Iterator[MappedStep]:
        """Every step and group, in document order."""
        return walk_mapped(self.steps)

    def told_by(self, finding: Diagnostic) -> tuple[Span, ...]:
        """The stretches of the text that a finding is about or points to."""
        spans = (finding.span, *(related.span for related in finding.related))
        return tuple(span for span in spans if span.file == self.text.name)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        return self.text_findings + self.program_findings


def walk_mapped(steps: Iterable[MappedStep]) -> Iterator[MappedStep]:
    """Every step and group below and among these, in document order."""
    for step in steps:
        yield step
        yield from walk_mapped(step.children)

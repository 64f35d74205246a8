"""The source map: the words of a text that each step of a program came from, and the words that are in no step.

If the program equals the offline reader's translation, the words are those that the reader read. Any other program is
compared with the text, and has the words that match.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.outline import Declared, Role
from clairify_cli.records import dataclass


class Origin(enum.Enum):
    """The origin of a step's source words."""

    READING = "reading"
    """The reader derived the program from these words."""
    COMPARISON = "comparison"
    """The words were found by comparing the text with the program."""


@dataclass(frozen=True, slots=True)
class MappedProperty:
    """A property of a step: its value, its place in the program, and the words of the text that state it, if known."""

    name: str
    value: str
    role: Role
    span: Span
    source: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class MappedStep:
    """A step with the stretches of the text that it came from, sorted and without overlaps.

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
    """A stretch of the text that is not an instruction, and its kind (`yield`, `spectrum`, `remark` …)."""

    kind: str
    span: Span


@dataclass(frozen=True)
class SourceMap:
    """A text, a program and the connections between them, each in the order of its source."""

    text: Source
    program: Source
    language: str
    origin: Origin
    title: str | None = None
    declared: tuple[Declared, ...] = ()
    steps: tuple[MappedStep, ...] = ()
    unread: tuple[Span, ...] = ()
    remarks: tuple[MappedRemark, ...] = ()
    text_findings: tuple[Diagnostic, ...] = ()
    program_findings: tuple[Diagnostic, ...] = ()

    def walk(self) -> Iterator[MappedStep]:
        """Yield every step and group, in document order."""
        return walk_mapped(self.steps)

    def told_by(self, finding: Diagnostic) -> tuple[Span, ...]:
        """Return the stretches of the text that a finding is about or points to."""
        spans = (finding.span, *(related.span for related in finding.related))
        return tuple(span for span in spans if span.file == self.text.name)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        return self.text_findings + self.program_findings


def walk_mapped(steps: Iterable[MappedStep]) -> Iterator[MappedStep]:
    """Yield these steps and groups and everything below them, in document order."""
    for step in steps:
        yield step
        yield from walk_mapped(step.children)

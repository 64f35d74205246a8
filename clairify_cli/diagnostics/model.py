"""The values that every check produces: a place, a problem and its fix.

All are frozen except `Source`. Positions are character offsets into the text, from 0, end exclusive; lines and columns
are counted from 1, columns in characters.
"""

from __future__ import annotations

import enum
from bisect import bisect_right
from collections.abc import Callable
from io import StringIO
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, NamedTuple

from clairify_cli.records import dataclass, field


class Severity(enum.Enum):
    """The severity of a finding.

    `ERROR`: a conforming consumer would reject or misread the program. `WARNING`: an expert would ask.
    """

    ERROR = "error"
    WARNING = "warning"


class Span(NamedTuple):  # a tuple takes half the time to create, and there may be thousands of findings
    """A stretch of a text: character offsets, and the same as lines and columns (from 1, end exclusive)."""

    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


class Source:
    """A named text that converts offsets to lines and columns.

    A line ends at a line feed; a carriage return before it belongs to the line and is not shown. The table of lines is
    built on first use, because a file without findings does not need it.
    """

    __slots__ = ("_starts", "name", "text")

    def __init__(self, text: str, name: str = "<text>") -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = list(accumulate(map(len, StringIO(self.text, newline="\n")), initial=0))
            self._starts = starts if len(starts) == 1 or self.text.endswith("\n") else starts[:-1]
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of a character offset (clamped to the text)."""
        offset = max(0, min(offset, len(self.text)))
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the span from `start` to `end` (by default `start`), clamped to the text."""
        end = start if end is None else end
        if not 0 <= start <= end <= len(self.text):
            start = max(0, min(start, len(self.text)))
            end = max(start, min(end, len(self.text)))
        starts = self._starts or self._line_starts()
        line = bisect_right(starts, start)
        begins = starts[line - 1]
        if line == len(starts) or end < starts[line]:  # on the same line, as most are
            # Made at once, since a named tuple's own `__new__` is a function in Python.
            return tuple.__new__(Span, (self.name, start, end, line, start - begins + 1, line, end - begins + 1))
        end_line, end_column = self.position(end)
        return Span(self.name, start, end, line, start - begins + 1, end_line, end_column)

    def line(self, number: int) -> str:
        """Return the text of a line (from 1) without its ending; empty if there is no such line."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")

    @property
    def line_count(self) -> int:
        return len(self._line_starts())


class Edit(NamedTuple):
    """Replace the characters from `start` to `end` by `text`."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that remove a finding. `safe` means that the behaviour of the program is unchanged."""

    description: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that helps to understand a finding, such as the first of two declarations."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: its rule, severity, message, place, hint and fix.

    The message and hint of most findings are made on demand, because checks may produce thousands that are never read.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    _words: Callable[[], tuple[str, str | None]] | None = field(default=None, repr=False, compare=False)
    """Makes the message and the hint; None once they are made."""

    @classmethod
    def unworded(
        cls, code: str, severity: Severity, span: Span, fix: Fix | None, words: Callable[[], tuple[str, str | None]]
    ) -> Diagnostic:
        """Return a finding whose message and hint `words` makes on demand."""
        made = object.__new__(cls)
        put = object.__setattr__
        put(made, "code", code)
        put(made, "severity", severity)
        put(made, "span", span)
        put(made, "fix", fix)
        put(made, "related", ())
        put(made, "_words", words)
        return made

    def at(self, span: Span) -> Diagnostic:
        """Return the same finding on another place with the same text, which its fix replaces as a whole."""
        fix = self.fix
        if fix is not None:
            # Made at once, as spans are.
            edits = tuple([tuple.__new__(Edit, (span.start, span.end, one.text)) for one in fix.edits])
            fix = tuple.__new__(Fix, (fix.description, edits, fix.safe))
        return self.unworded(self.code, self.severity, span, fix, self._worded)

    def _worded(self) -> tuple[str, str | None]:
        return self.message, self.hint

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            words = self._words if name in ("message", "hint") else None
            if words is not None:
                message, hint = words()
                object.__setattr__(self, "message", message)
                object.__setattr__(self, "hint", hint)
                object.__setattr__(self, "_words", None)
            return object.__getattribute__(self, name)  # another thread may have made them

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


def in_source_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings sorted by place, code and message, without duplicates."""
    places = [(one.span, one.code) for one in diagnostics]
    order = sorted(range(len(places)), key=places.__getitem__)
    ordered = [diagnostics[at] for at in order]
    if len(set(places)) == len(places):
        return ordered
    # Messages are made only here, to order findings with the same place and code.
    groups = (
        sorted(group, key=lambda one: one.message) for _, group in groupby(ordered, lambda one: (one.span, one.code))
    )
    return list(dict.fromkeys(one for group in groups for one in group))

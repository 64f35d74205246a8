"""Shared state of reading a program: the text with its positions, the findings so far, and the loop variables."""

from __future__ import annotations

import ast
from itertools import accumulate

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.languages.program.reading.scan import Scan
from clairify_cli.languages.program.syntax import Name

MOST_FINDINGS = 100
"""Limit on findings; a text with more errors is not a program."""

_SHOWN = 60


class Reading:
    """A program being read. Converts Python's positions (line, and column in UTF-8 bytes) to character offsets."""

    def __init__(self, source: Source, seen: Scan) -> None:
        self.source = source
        self.text = source.text
        self.seen = seen
        self.found: list[Diagnostic] = []
        self.scope: dict[str, Name] = {}
        self._starts = [0, *accumulate([len(line) + 1 for line in seen.text.split("\n")])]
        """Offsets of the line starts, and where another line would start after the last one."""
        self._is_ascii = seen.text.isascii()

    def report(self, finding: Diagnostic) -> None:
        """Record a finding, unless there are too many."""
        if len(self.found) < MOST_FINDINGS:
            self.found.append(finding)

    def offset(self, line: int, column: int) -> int:
        """Convert Python's position, a line from 1 and a column in bytes from 0, to an offset."""
        lines = len(self._starts) - 1
        if self._is_ascii and line <= lines:
            return self._starts[line - 1] + column
        start = self._starts[min(line, lines) - 1]
        end = self._starts[line] if line < lines else len(self.seen.text)
        return start + len(self.seen.text[start:end].encode()[:column].decode(errors="ignore"))

    def start(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> int:
        """Return the offset where a node begins."""
        if self._is_ascii:
            return self._starts[node.lineno - 1] + node.col_offset
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> int:
        """Return the offset where a node ends."""
        if self._is_ascii and node.end_lineno and node.end_col_offset is not None:
            return self._starts[node.end_lineno - 1] + node.end_col_offset
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the start and end of a node; for the common node within one line, the line is looked up only once."""
        line, end = node.lineno, node.end_col_offset
        if self._is_ascii and line == node.end_lineno and end is not None:
            at = self._starts[line - 1]
            return at + node.col_offset, at + end
        return self.start(node), self.end(node)

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> Span:
        """Return the span of a node."""
        return self.source.span(self.start(node), self.end(node))

    def head(self, node: ast.stmt) -> Span:
        """Return the span of the first line of a statement."""
        start, end = self.start(node), self.end(node)
        line_end = self.text.find("\n", start)
        return self.source.span(start, min(end, line_end) if line_end >= 0 else end)

    def shown(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        """Return the source text of a node, shortened and on one line."""
        written = " ".join(self.text[self.start(node) : min(self.end(node), self.start(node) + 200)].split())
        return written if len(written) <= _SHOWN else written[: _SHOWN - 1] + "…"

    def word(self, node: ast.Name) -> Name:
        """Return a name node with its position."""
        return Name(node.id, *self.place(node))

    def replacement(self, node: ast.expr, text: str, how: str) -> Fix:
        """Return a fix that replaces a node by a text."""
        return Fix(how, (Edit(self.start(node), self.end(node), text),))

    def indent(self, at: int) -> str:
        """Return the indentation of the line at an offset."""
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]

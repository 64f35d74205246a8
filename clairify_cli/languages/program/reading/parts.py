"""The shared state of reading a program: the text with its places, the findings so far, and the variables of loops."""

from __future__ import annotations

import ast
from itertools import accumulate

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.languages.program.reading.scan import Scan
from clairify_cli.languages.program.syntax import Name

MOST_FINDINGS = 100
"""After so many faults nothing more is said: the text is something else."""

_SHOWN = 60


class Reading:
    """A program as it is read. Python's places (lines, and columns in bytes of UTF-8) are turned into offsets here."""

    def __init__(self, source: Source, seen: Scan) -> None:
        self.source = source
        self.text = source.text
        self.seen = seen
        self.found: list[Diagnostic] = []
        self.scope: dict[str, Name] = {}
        self._starts = [0, *accumulate([len(line) + 1 for line in seen.text.split("\n")])]
        """Where the lines begin, and behind the last one where the next would."""
        self._is_ascii = seen.text.isascii()

    def report(self, finding: Diagnostic) -> None:
        """Note a finding, unless there are too many."""
        if len(self.found) < MOST_FINDINGS:
            self.found.append(finding)

    def offset(self, line: int, column: int) -> int:
        """The offset of a place that Python gives: a line from 1, and a column in bytes from 0."""
        lines = len(self._starts) - 1
        if self._is_ascii and line <= lines:
            return self._starts[line - 1] + column
        start = self._starts[min(line, lines) - 1]
        end = self._starts[line] if line < lines else len(self.seen.text)
        return start + len(self.seen.text[start:end].encode()[:column].decode(errors="ignore"))

    def start(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> int:
        """Where a node begins."""
        if self._is_ascii:
            return self._starts[node.lineno - 1] + node.col_offset
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> int:
        """Where a node ends."""
        if self._is_ascii and node.end_lineno and node.end_col_offset is not None:
            return self._starts[node.end_lineno - 1] + node.end_col_offset
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends: most are within one line, of which the beginning is looked up once."""
        line, end = node.lineno, node.end_col_offset
        if self._is_ascii and line == node.end_lineno and end is not None:
            at = self._starts[line - 1]
            return at + node.col_offset, at + end
        return self.start(node), self.end(node)

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.excepthandler) -> Span:
        """The place of a node."""
        return self.source.span(self.start(node), self.end(node))

    def head(self, node: ast.stmt) -> Span:
        """The place of the first line of a statement."""
        start, end = self.start(node), self.end(node)
        line_end = self.text.find("\n", start)
        return self.source.span(start, min(end, line_end) if line_end >= 0 else end)

    def shown(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        """What is written there, on one line and not at length."""
        written = " ".join(self.text[self.start(node) : min(self.end(node), self.start(node) + 200)].split())
        return written if len(written) <= _SHOWN else written[: _SHOWN - 1] + "…"

    def word(self, node: ast.Name) -> Name:
        """A name of the text."""
        return Name(node.id, *self.place(node))

    def replacement(self, node: ast.expr, text: str, how: str) -> Fix:
        """A fix that puts a text in the place of a node."""
        return Fix(how, (Edit(self.start(node), self.end(node), text),))

    def indent(self, at: int) -> str:
        """The white space at the beginning of the line of a place."""
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip())]

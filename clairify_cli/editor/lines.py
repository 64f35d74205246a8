"""Positions as in editors: lines from 0, ended by LF, CR or both, and columns in units of an encoding."""

from __future__ import annotations

import re
from bisect import bisect_right

_END = re.compile(r"\r\n|\r|\n")


class Lines:
    """Convert offsets in a text to lines and columns and back.

    `encoding` says what a column counts: bytes of `utf-8`, units of `utf-16`, or characters (`utf-32`).
    """

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        ends = [match.span() for match in _END.finditer(text)]
        self.text, self.encoding = text, encoding
        self.starts = [0, *(end for _, end in ends)]
        self.ends = [*(start for start, _ in ends), len(text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, max(0, min(offset, len(self.text)))) - 1
        return line, self._units(self.text[self.starts[line] : min(offset, self.ends[line])])

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; if they do not exist, that of the nearest position before."""
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[line], self.ends[line]
        written = self.text[start:end]
        if written.isascii() or self.encoding == "utf-32":
            return min(start + column, end)
        for at, character in enumerate(written):
            column -= self._units(character)
            if column < 0:
                return start + at
        return end

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

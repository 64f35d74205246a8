"""Assign comments to statements: to the following one, or to the one on the same line."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Sequence

from clairify_cli.languages.program.reading.parts import Reading


class Comments:
    """The comments of a function by the offset of the statement that they belong to.

    `trailing` has the comments after the last statement.
    """

    def __init__(self, reading: Reading, body: Sequence[ast.stmt], start: int) -> None:
        self._above: dict[int, list[str]] = {}
        self._asides: dict[int, str] = {}
        self.trailing: list[str] = []
        if not reading.seen.comments:
            return
        anchors = sorted(_anchors(reading, body))
        starts = [one for one, _ in anchors]
        for comment in reading.seen.comments:
            if comment.start < start:
                continue
            at = bisect_right(starts, comment.start)
            if not comment.alone and at:
                first, end = anchors[at - 1]
                if comment.start >= end and "\n" not in reading.text[end : comment.start]:
                    self._asides[first] = comment.text
                    continue
            if at and comment.start < anchors[at - 1][1]:
                at -= 1  # within the brackets of a statement
            if at < len(anchors):
                self._above.setdefault(anchors[at][0], []).append(comment.text)
            else:
                self.trailing.append(comment.text)

    def of(self, start: int) -> tuple[tuple[str, ...], str]:
        """Return the lines of the comment above a statement, and the comment after it on its line."""
        lines = self._above.get(start)
        return tuple(lines) if lines is not None else (), self._asides.get(start, "")


def _anchors(reading: Reading, body: Sequence[ast.stmt]) -> list[tuple[int, int]]:
    """Return the start and end of every statement; for one with a body, the end of its head."""
    found: list[tuple[int, int]] = []
    waiting = list(body)
    while waiting:
        one = waiting.pop()
        start, end = reading.place(one)
        match one:
            case ast.Expr():
                pass
            case ast.If():
                end = reading.end(one.test)
                waiting += [*one.body, *one.orelse]
            case ast.While():
                end = reading.end(one.test)
                waiting += one.body
            case ast.For():
                end = reading.end(one.iter)
                waiting += one.body
        found.append((start, end))
    return found

"""The line that a finding is about, cut to fit, and where the carets go under it."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.diagnostics.render.characters import cells, shown

WIDTH = 120
"""Cells that the shown part of a line fills at most."""
_BEFORE = 40
_TAB = 4


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text without control characters, and the carets' offset and length under it, in cells."""

    text: str
    offset: int
    length: int


def excerpt(line: str, start: int, end: int) -> Excerpt:
    """The line as it is shown, with carets under its characters from `start` to `end` (exclusive, from 0).

    There is always one caret at least. A line of more than `WIDTH` cells is cut around `start`, with an
    ellipsis where something is left out. Only the part that is shown is looked at, however long the line is.
    """
    start = min(start, len(line))
    first, last = _window(line, start)
    pieces = _expanded(line[first:last])
    before = "".join(pieces[: start - first])
    under = "".join(pieces[start - first : max(start, min(end, last)) - first])
    cut_before, cut_after = "…" if first > 0 else "", "…" if last < len(line) else ""
    offset = cells(cut_before + before)
    if offset and pieces[start - first : start - first + 1] and not cells(pieces[start - first]):
        offset -= 1
    return Excerpt(cut_before + "".join(pieces) + cut_after, offset, max(1, cells(under)))


def _window(line: str, start: int) -> tuple[int, int]:
    """The first and last (exclusive) character to show: all of them if they fit."""
    if len(line) <= WIDTH and sum(map(_cost, line)) <= WIDTH:
        return 0, len(line)
    room = WIDTH - 2
    first = _back(line, start, _BEFORE)
    last, used = first, 0
    for character in line[first : first + 4 * WIDTH]:
        used += _cost(character)
        if used > room:
            break
        last += 1
    if last == len(line):
        first = _back(line, start, room - sum(map(_cost, line[start:last])))
    while first < start and not _cost(line[first]):
        first += 1
    return first, last


def _back(line: str, start: int, room: int) -> int:
    """How far back from `start` the characters fit into so many cells."""
    first = start
    while first > max(0, start - 4 * WIDTH):
        room -= _cost(line[first - 1])
        if room < 0:
            break
        first -= 1
    return first


def _cost(character: str) -> int:
    """The most cells that a character fills."""
    return _TAB if character == "\t" else cells(shown(character))


def _expanded(text: str) -> list[str]:
    """Each character as it is shown; a tab as the spaces up to the next tab stop."""
    pieces = []
    column = 0
    for character in text:
        piece = " " * (_TAB - column % _TAB) if character == "\t" else shown(character)
        column += cells(piece)
        pieces.append(piece)
    return pieces

"""Rows as aligned plain text."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def aligned(rows: Sequence[Sequence[str]], *, left: Collection[int]) -> list[str]:
    """Return a line for each row, with columns of fixed width; those in `left` are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_cell(one, widths[at], at in left) for at, one in enumerate(row)).rstrip() for row in rows]


def room_for(rows: Sequence[Sequence[str]], at: int, width: int, narrowest: int) -> int:
    """Return the most characters that column `at` may have for rows to fit into `width`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return max(narrowest, width - sum(widths) + widths[at] - 2 * (len(widths) - 1))


def _cell(text: str, width: int, is_left: bool) -> str:
    return text.ljust(width) if is_left else text.rjust(width)

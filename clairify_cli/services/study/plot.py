"""Plot shares with their confidence intervals as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from clairify_cli.records import dataclass

_ROW, _LEFT, _WIDTH = 24, 260, 400
"""Pixels: the height of a bar with its gap, the room for labels, the width of 100 %."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A share from 0 to 1 with its 95 % confidence interval and its label."""

    label: str
    share: float
    low: float
    high: float


def plot(title: str, bars: Sequence[Bar]) -> str:
    """Draw the bars below each other, each with a line for its interval, above an axis in percent."""
    height = _ROW * (len(bars) + 3)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 60}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        f'<text x="{_LEFT}" y="{_ROW - 8}" font-weight="bold">{escape(title)}</text>',
    ]
    for number, bar in enumerate(bars, start=1):
        top, middle = _ROW * number + 4, _ROW * number + _ROW // 2
        low, high = _LEFT + bar.low * _WIDTH, _LEFT + bar.high * _WIDTH
        lines += [
            f'<text x="{_LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(bar.label)}</text>',
            f'<rect x="{_LEFT}" y="{top}" width="{bar.share * _WIDTH:.1f}" height="{_ROW - 8}" fill="#7aa6d6"/>',
            f'<line x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}" stroke="#222" stroke-width="1.5"/>',
        ]
    axis = _ROW * (len(bars) + 1) + 4
    lines.append(f'<line x1="{_LEFT}" y1="{axis}" x2="{_LEFT + _WIDTH}" y2="{axis}" stroke="#222"/>')
    lines += [
        f'<text x="{_LEFT + percent * _WIDTH // 100}" y="{axis + 18}" text-anchor="middle">{percent} %</text>'
        for percent in range(0, 101, 25)
    ]
    return "\n".join([*lines, "</svg>", ""])

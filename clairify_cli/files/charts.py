"""Draw bars as SVG or PNG: shares with their confidence intervals, steps over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

from clairify_cli.files.extras import install
from clairify_cli.files.writing import UnwritableError, write_bytes, write_text
from clairify_cli.records import dataclass

_ROW, _LEFT, _WIDTH, _LETTER = 24, 260, 400, 8
"""Pixels: the height of a bar with its gap, the least room for labels, the width of 100 %, and of a letter."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A share from 0 to 1 with its 95 % confidence interval and its label."""

    label: str
    share: float
    low: float
    high: float


class Row(NamedTuple):
    """A bar with its label, and perhaps a line over it; ends are shares of the width."""

    label: str
    start: float
    end: float
    line: tuple[float, float] | None = None


def plot(title: str, bars: Sequence[Bar]) -> str:
    """Draw the bars below each other, each with a line for its interval, above an axis in percent."""
    rows = [Row(one.label, 0, one.share, (one.low, one.high)) for one in bars]
    return chart(title, rows, {percent / 100: f"{percent} %" for percent in range(0, 101, 25)})


def chart(title: str, rows: Sequence[Row], ticks: Mapping[float, str]) -> str:
    """Draw rows below each other, above an axis with ticks at shares of the width."""
    left = max([_LEFT, *(_LETTER * len(one.label) + 16 for one in rows)])
    height = _ROW * (len(rows) + 3)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + _WIDTH + 60}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        f'<text x="{left}" y="{_ROW - 8}" font-weight="bold">{escape(title)}</text>',
    ]
    for number, row in enumerate(rows, start=1):
        top, middle = _ROW * number + 4, _ROW * number + _ROW // 2
        x, width = left + row.start * _WIDTH, max((row.end - row.start) * _WIDTH, 1)
        lines += [
            f'<text x="{left - 8}" y="{middle + 5}" text-anchor="end">{escape(row.label)}</text>',
            f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{_ROW - 8}" fill="#7aa6d6"/>',
        ]
        if row.line is not None:
            x1, x2 = (left + end * _WIDTH for end in row.line)
            line = f'<line x1="{x1:.1f}" y1="{middle}" x2="{x2:.1f}" y2="{middle}"'
            lines.append(f'{line} stroke="#222" stroke-width="1.5"/>')
    axis = _ROW * (len(rows) + 1) + 4
    lines.append(f'<line x1="{left}" y1="{axis}" x2="{left + _WIDTH}" y2="{axis}" stroke="#222"/>')
    lines += [
        f'<text x="{left + share * _WIDTH:.0f}" y="{axis + 18}" text-anchor="middle">{escape(label)}</text>'
        for share, label in ticks.items()
    ]
    return "\n".join([*lines, "</svg>", ""])


def write_chart(path: str | Path, svg: str) -> None:
    """Write a chart to a file: as pixels if its name ends in `.png`. Raises `UnwritableError`."""
    if Path(path).suffix.lower() == ".png":
        write_bytes(path, _pixels(path, svg))
    else:
        write_text(path, svg)


def _pixels(path: str | Path, svg: str) -> bytes:
    """Return a chart as PNG."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        reason = f"for PNG, Pillow is needed: {install('robot')}; or name the file .svg"
        raise UnwritableError(path, reason) from None
    shapes = fromstring(svg)
    image = Image.new("RGB", (int(shapes.attrib["width"]), int(shapes.attrib["height"])), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(13)
    for one in shapes:
        x, y, x1, y1, x2, y2, width, height = (
            float(one.get(name, "0")) for name in ("x", "y", "x1", "y1", "x2", "y2", "width", "height")
        )
        match one.tag.rpartition("}")[2]:
            case "rect":
                draw.rectangle((x, y, x + width, y + height), fill=one.get("fill"))
            case "line":
                draw.line((x1, y1, x2, y2), fill=one.get("stroke"))
            case "text":
                anchor = {"middle": "ms", "end": "rs"}.get(one.get("text-anchor", ""), "ls")
                draw.text((x, y), one.text or "", fill="black", font=font, anchor=anchor)
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()

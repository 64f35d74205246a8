"""The few colours of the terminal output."""

from __future__ import annotations

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "file": "1",
    "gutter": "34",
    "help": "36",
    "fix": "32",
    "note": "36",
    "good": "32",
}


def paint(text: str, style: str, color: bool) -> str:
    """Return the text in a style of the palette (ANSI escape sequences), or unchanged without `color`."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and text else text

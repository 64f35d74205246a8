"""What Python's parser is given of a text, and the comments, which it leaves out."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_CHARACTERS = 200_000
"""A longer text is not a program."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'(?:[^'\\\n]++|\\.)*+'?"
    r"|\#(?P<comment>[^\n]*+)",
    re.DOTALL,
)
"""A string, which may contain what looks like a comment, or a comment."""


class Remark(NamedTuple):
    """A comment: its text, its position, and whether it is alone on its line."""

    text: str
    start: int
    end: int
    alone: bool


class Scan(NamedTuple):
    """The input for Python's parser, of the same length as the text, so that offsets agree, and the comments."""

    text: str
    comments: tuple[Remark, ...]


def scan(written: str) -> Scan:
    """Scan a text."""
    text = _same_length(written)
    found = (match for match in _TOKEN.finditer(text) if match["comment"] is not None)
    return Scan(text, tuple(_remark(text, match) for match in found))


def _remark(text: str, match: re.Match[str]) -> Remark:
    start, end = match.span()
    return Remark(match["comment"].strip(), start, end, not text[text.rfind("\n", 0, start) + 1 : start].strip())


def _same_length(text: str) -> str:
    """Return the text, of the same length, with line feeds only and without characters that Python's parser rejects."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "?")
    if not text.isascii():
        text = re.sub(r"[\ud800-\udfff]", "?", text)
        if text.startswith("\ufeff"):
            text = "\f" + text[1:]  # Python resets the indentation at a form feed, so the line begins at column 0
    return text

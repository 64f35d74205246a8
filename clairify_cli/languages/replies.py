"""Remove what models put around the text that they were prompted for."""

from __future__ import annotations

import re

MISTAKEN = r'"MISTAKEN " [1-9] [0-9, ]{0,20} ": " [A-Za-z] [A-Za-z0-9 ,.()-]{1,120} "\n"'
"""The line, in GBNF, before a program that stands by what findings are about."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)


def without_fence(reply: str) -> str:
    """Return the content of the longest fenced block in a reply; the reply itself if there is none."""
    marks = list(_FENCE.finditer(reply))
    blocks = [reply[a.end() : b.start()].strip("\r\n") for a, b in zip(marks[::2], marks[1::2], strict=False)]
    return max(blocks, key=len) if blocks else reply

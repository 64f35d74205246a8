"""Remove what models put around the text that they were prompted for."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)


def without_fence(reply: str) -> str:
    """Return the content of the longest fenced block in a reply; the reply itself if there is none."""
    marks = list(_FENCE.finditer(reply))
    blocks = [reply[a.end() : b.start()].strip("\r\n") for a, b in zip(marks[::2], marks[1::2], strict=False)]
    return max(blocks, key=len) if blocks else reply

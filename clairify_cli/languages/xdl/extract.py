"""Finds the program in a model's reply.

A reply may be the program alone, the program in a Markdown fence, several programs with prose between them, or
one that is cut off. The text is cut out as it stands: what is wrong inside is for the checks to say.
"""

from __future__ import annotations

import re

_ROOT = re.compile(r"<(XDL|Synthesis)\b")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_DECLARATION = re.compile(r"<\?xml[^>]*\?>\s*\Z")


def extract(reply: str) -> str:
    """The program in a reply: the last complete one, else the last that begins; else the reply itself.

    The last, because a model that shows two programs shows the better one last.
    """
    candidates = programs(reply)
    if not candidates:
        return _without_fence(reply)
    complete = [text for text in candidates if re.search(r"</\s*(?:XDL|Synthesis)\s*>\s*\Z", text)]
    return (complete or candidates)[-1] + "\n"


def programs(reply: str) -> list[str]:
    """Every stretch of a reply that begins with a root and ends with its close tag, a fence, or the end."""
    found: list[str] = []
    at = 0
    while (match := _ROOT.search(reply, at)) is not None:
        name = match.group(1)
        close = re.compile(rf"</\s*{name}\s*>").search(reply, match.end())
        following = re.compile(rf"<{name}\b").search(reply, match.end())
        fence = _FENCE.search(reply, match.end())
        end = len(reply)
        if close is not None and not (following is not None and following.start() < close.start()):
            end = close.end()
        elif fence is not None:
            end = fence.start()
        elif following is not None:
            end = following.start()
        found.append(reply[match.start() : end].rstrip())
        at = max(end, match.end())
    return found


def _without_fence(reply: str) -> str:
    """What stands in the longest fence of a reply; the reply itself where there is none."""
    marks = list(_FENCE.finditer(reply))
    blocks = [reply[a.end() : b.start()].strip("\n") for a, b in zip(marks[::2], marks[1::2], strict=False)]
    return max(blocks, key=len) if blocks else reply

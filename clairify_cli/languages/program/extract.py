"""Find the program in a model's reply.

A reply may be the program alone, a program in a Markdown fence, or prose around either. The text is extracted
unchanged; errors in it are left to the checks.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_START = re.compile(r"^(?:async[ \t]+)?def[ \t]+\w+", re.MULTILINE)


def extract(reply: str) -> str:
    """Return the program in a reply; the reply itself if none is found.

    The last fenced text with a program is used, because a model that shows two programs shows the better one last.
    """
    blocks = [match[1] for match in _FENCE.finditer(reply)]
    programs = [one for one in blocks if _START.search(_at_margin(one))]
    if programs:
        return _at_margin(programs[-1])
    # No fence contains a program: the longest text is most likely meant as one.
    if blocks:
        return _at_margin(max(blocks, key=len))
    start = _START.search(reply)
    if start is None:
        return reply
    first = _with_comments(reply, start.start())
    return reply[first : _end(reply, start.start())].rstrip() + "\n"


def _at_margin(text: str) -> str:
    """Remove the indentation common to all lines of a fenced text."""
    from textwrap import dedent

    return dedent(text)


def _with_comments(reply: str, start: int) -> int:
    """Move the start up to include the comment lines directly above it."""
    while start > 0:
        before = reply.rfind("\n", 0, start - 1) + 1
        if not reply[before:start].lstrip().startswith("#"):
            break
        start = before
    return start


def _end(reply: str, start: int) -> int:
    """Return where the program ends: before the first unindented line of prose."""
    depth = 0
    at = start
    for line in reply[start:].splitlines(keepends=True):
        prose = line.strip() and not line[0].isspace() and depth <= 0 and at > start and not _is_code(line)
        if prose:
            return at
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        at += len(line)
    return at


_CODE = re.compile(r"(?:def|from|import|class|async|@)\b|[#@)\]}]|\w+\(.*\)\s*$")


def _is_code(line: str) -> bool:
    return _CODE.match(line) is not None

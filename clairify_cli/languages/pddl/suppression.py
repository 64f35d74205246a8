"""Inline suppression in PDDL: the comments of a file, with the line of what follows each.

(at a b) ; clairify: ignore PDL203
; clairify: ignore-file PDL4 -- generated
"""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.suppress import Comment, apply
from clairify_cli.languages.pddl.syntax import Comment as Written
from clairify_cli.languages.pddl.syntax import File

_BLANK_OR_COMMENTS = re.compile(r"(?:\s|;[^\r\n]*)*+")
_MARKS = re.compile(r"[;\s]*")


def suppress(file: File, source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings that no comment suppresses, and the errors in the comments themselves."""
    return apply(comments(file, source), found, source, awaiting=("PDL6",))


def comments(file: File, source: Source) -> list[Comment]:
    """Return the comments addressed to the tool, with the line of what follows."""
    return [_comment(one, source) for one in file.comments if "clairify" in one.text]


def _comment(one: Written, source: Source) -> Comment:
    written = source.text[one.start : one.end]
    marks = _MARKS.match(written)
    inside = written[marks.end() if marks else 0 :]
    line, _ = source.position(one.start)
    following = _BLANK_OR_COMMENTS.match(source.text, one.end)
    at = following.end() if following else one.end
    next_line = source.position(at)[0] if at < len(source.text) else 0
    return Comment(inside, one.start, one.end, line, line, one.own_line, next_line, next_line)

"""The words, brackets and comments of a PDDL text.

A word ends at white space, a bracket or a semicolon, and a `?` begins a new word, as Fast Downward has it: `a?b` is
`a` and `?b`. A comment ends with its line.
"""

from __future__ import annotations

import re

from clairify_cli.languages.pddl.syntax import Comment

WORD, KEYWORD, OPEN, CLOSE, COMMENT = 1, 2, 3, 4, 5
"""Kinds of tokens, as `Match.lastindex` of `TOKEN` gives them; a keyword begins with `:`."""

TOKEN = re.compile(r"([^\s()?;:][^\s()?;]*|\?[^\s()?;]*)|(:[^\s()?;]*)|(\()|(\))|(;[^\r\n]*)")
"""One token. Between two of them is white space only: every other character begins one of the five kinds."""

MOST_TOKENS = 2_000_000
"""Words, brackets and comments that are read of a text; a large competition problem has a tenth of that."""

STRANGE = re.compile(r";[^\r\n]*|[^\x00-\x7f]+|[\x00-\x08\x0e-\x1f\x7f]+")
"""A comment, or characters that may stand in a comment only."""


def comment(text: str, match: re.Match[str]) -> Comment:
    """The comment of a match of `TOKEN`."""
    start, end = match.span()
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    return Comment(match.group().strip("; \t"), start, end, not text[line_start:start].strip())

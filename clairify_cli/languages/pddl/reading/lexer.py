"""The words, brackets and comments of a PDDL text.

A word ends at white space, a bracket or a semicolon, and a `?` begins a new word, as in Fast Downward: `a?b` is `a` and
`?b`. A comment ends with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import accumulate

from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.syntax import Comment, Name

WORD, KEYWORD, OPEN, CLOSE, COMMENT = 1, 2, 3, 4, 5
"""Kinds of tokens, as in `Match.lastindex` of `TOKEN`; a keyword begins with `:`."""

TOKEN = late(r"([^\s()?;:][^\s()?;]*|\?[^\s()?;]*)|(:[^\s()?;]*)|(\()|(\))|(;[^\r\n]*)")
"""One token. Only white space separates tokens: every other character begins one of the five kinds."""

MOST_TOKENS = 2_000_000
"""Limit on the words, brackets and comments read from a text; a large competition problem has a tenth of it."""

WORDS = late(r"([^\s()][^\s()?]*)")
"""Splits a text without comments into alternating separators and words."""

LISTS = late(r"(\([^()]*\)|[()])")
"""Splits a text without comments into alternating text outside brackets and lists of words or single brackets."""

_COMMENTS = late(r"(;[^\r\n]*)")

STRANGE = late(r";[^\r\n]*|[^\x00-\x7f]+|[\x00-\x08\x0e-\x1f\x7f]+")
"""A comment, or characters that are allowed only in comments."""


def comment(text: str, match: re.Match[str]) -> Comment:
    """Return the comment of a match of `TOKEN`."""
    start, end = match.span()
    return Comment(match[0].strip("; \t"), start, end, not _last_line(text[:start]).strip())


def _last_line(text: str) -> str:
    return text[text.rfind("\n") + 1 :].rpartition("\r")[2]


def without_comments(text: str) -> tuple[str, tuple[Comment, ...]]:
    """Return the text with its comments blanked out, and the comments."""
    if ";" not in text:
        return text, ()
    pieces = _COMMENTS.split(text)
    made: list[Comment] = []
    end = 0
    for at in range(1, len(pieces), 2):
        before, written = pieces[at - 1 : at + 1]
        start = end + len(before)
        end = start + len(written)
        # Fast path: nearly all comments are on lines of their own, below other comments.
        own_line = not before or before.isspace() or not _last_line(before).strip()
        made.append(Comment(written.strip("; \t"), start, end, own_line))
        pieces[at] = " " * len(written)
    return "".join(pieces), tuple(made)


def names_of(text: str) -> list[Name]:
    """Return the words of an ASCII text without comments, made all at once, without Python code per word."""
    pieces = WORDS.split(text)
    ends = list(accumulate(map(len, pieces)))
    known: dict[str, str] = {}
    written = [*map(known.setdefault, pieces[1::2], pieces[1::2])]  # one object for each word, to save memory
    del pieces
    lower = written if text == text.lower() else [known.setdefault(word, word) for word in map(str.lower, written)]
    return list(map(_name, zip(lower, ends[::2], ends[1::2], written, strict=False)))


_name: Callable[[tuple[str, int, int, str]], Name] = partial(tuple.__new__, Name)
"""`Name._make` without a Python call."""

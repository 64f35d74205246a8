"""Parse a text into nested lists by its brackets alone, without regard to its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Set
from itertools import chain
from typing import NamedTuple, TypeAlias

from clairify_cli.languages.pddl.reading.lexer import (
    CLOSE,
    KEYWORD,
    LISTS,
    MOST_TOKENS,
    OPEN,
    TOKEN,
    WORD,
    WORDS,
    comment,
    names_of,
    without_comments,
)
from clairify_cli.languages.pddl.syntax import Comment, Name

MOST_DEPTH = 100
"""Limit on the nesting of brackets; anything deeper is left out. Hand-written texts reach ten."""

_OF_SECTIONS = 2
"""Number of open brackets at a keyword: those of `define` and of the section."""


class Group:
    """A pair of brackets with its contents. `end` is after the closing one; `has_lists` is False if all are words."""

    __slots__ = ("end", "has_lists", "items", "start")

    def __init__(self, start: int, end: int = 0, items: list[Item] | None = None) -> None:
        self.start = start
        self.end = end or start
        self.items: list[Item] = [] if items is None else items
        self.has_lists = False

    @property
    def head(self) -> str:
        """The first item in lower case, if it is a word; otherwise empty."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Name) else ""


class Buried(Group):
    """A list nested too deep, whose contents are not read."""

    __slots__ = ()


Item: TypeAlias = Name | Group
"""An item of a list."""


class Nested(NamedTuple):
    """The nested lists of a text.

    `regular` means that all brackets match and every keyword has the depth of keywords; otherwise, the nesting is a
    guess. `too_deep` and `too_long` are the offsets from which text was left out, -1 if none was. `unclosed` and
    `unopened` count the unmatched brackets; `first_unopened` is the offset of the first extra closing one, or -1.
    """

    items: list[Item]
    comments: tuple[Comment, ...]
    regular: bool
    too_deep: int
    too_long: int
    unclosed: int
    unopened: int
    first_unopened: int


def nest(text: str, missing: Mapping[int, int] | None = None, extra: Set[int] = frozenset()) -> Nested:
    """Nest a text, and correct its brackets as given.

    `missing` maps offsets to the number of closing brackets to insert; `extra` has the offsets of those to skip.
    """
    if not (missing or extra):
        plain = _nest_regular(text)
        if plain is not None:
            return plain
    top: list[Item] = []
    comments: list[Comment] = []
    items = top
    stack: list[Group] = []
    put_in = sorted((missing or {}).items(), reverse=True)
    regular = True
    buried, too_deep, too_long = 0, -1, -1
    unopened, first_unopened = 0, -1
    for count, match in enumerate(TOKEN.finditer(text)):
        if count >= MOST_TOKENS:
            too_long = match.start()
            break
        kind = match.lastindex
        start, end = match.span()
        while put_in and put_in[-1][0] <= start:
            at, times = put_in.pop()
            close_all(stack[len(stack) - times :], at)
            del stack[len(stack) - times :]
            items = stack[-1].items if stack else top
        if kind == OPEN:
            if len(stack) >= MOST_DEPTH:
                too_deep = start if too_deep < 0 else too_deep
                if not buried:
                    stack[-1].has_lists = True
                    items.append(Buried(start))
                buried += 1
                continue
            group = Group(start)
            if stack:
                stack[-1].has_lists = True
            items.append(group)
            stack.append(group)
            items = group.items
        elif kind == CLOSE:
            if buried:
                buried -= 1
            elif start in extra:
                continue
            elif stack:
                stack.pop().end = end
                items = stack[-1].items if stack else top
            else:
                first_unopened = first_unopened if unopened else start
                unopened += 1
        elif kind == WORD:
            if not buried:
                written = match.group()
                items.append(Name(written.lower(), start, end, written))
        elif kind == KEYWORD:
            if not buried:
                written = match.group()
                regular = regular and len(stack) == _OF_SECTIONS
                items.append(Name(written.lower(), start, end, written))
        else:
            comments.append(comment(text, match))
    close_all(stack, len(text))
    unclosed = len(stack) + buried
    regular = regular and not unclosed and not unopened
    return Nested(top, tuple(comments), regular, too_deep, too_long, unclosed, unopened, first_unopened)


def _nest_regular(text: str) -> Nested | None:
    """Nest an ASCII text with matching brackets and every keyword at its depth; None for any other.

    Nearly every text is like this, and a check spends most of its time here. So all words are made at once, and the
    loop visits only whole lists of words and the brackets of other lists.
    """
    if len(text) > MOST_TOKENS and len(WORDS.findall(text)) + text.count("(") + text.count(")") > MOST_TOKENS:
        return None
    bare, comments = without_comments(text)
    if not bare.isascii():  # upper and lower case may differ in length
        return None
    names: list[Item] = [*names_of(bare)]
    stack = [Group(0)]  # the first one represents the text
    items = stack[0].items
    used = 0
    before = 0
    for match in chain(LISTS.finditer(bare), (None,)):
        outside = bare[before : match.start() if match else None]
        piece, end = (match[0], match.end()) if match else ("", 0)
        before = end
        if words := outside.split():
            if ":" in outside and len(stack) - 1 != _OF_SECTIONS and _has_keyword(words):
                return None
            items += names[used : used + len(words)]
            used += len(words)
        if piece == "(":
            stack.append(Group(end - 1))
            stack[-1].has_lists = True  # otherwise the whole list would be a single piece
            items.append(stack[-1])
            items = stack[-1].items
            if len(stack) > MOST_DEPTH:
                return None
        elif piece == ")":
            stack.pop().end = end
            if not stack:
                return None
            items = stack[-1].items
        elif piece:
            words = piece[1:-1].split()
            if ":" in piece and len(stack) != _OF_SECTIONS and _has_keyword(words):
                return None
            items.append(Group(end - len(piece), end, names[used : used + len(words)]))
            used += len(words)
    if len(stack) > 1 or used < len(names):  # `a?b` is two names but was counted as one word
        return None
    return Nested(items, comments, True, -1, -1, 0, 0, -1)


def _has_keyword(words: list[str]) -> bool:
    return any(word[0] == ":" for word in words)


def close_all(stack: list[Group], end: int) -> None:
    """Set the end of all lists that are still open."""
    for group in stack:
        group.end = end

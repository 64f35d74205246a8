"""Nested lists: what brackets make of a text, before anything is known about its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import TypeAlias

from clairify_cli.languages.pddl.lexer import CLOSE, KEYWORD, MOST_TOKENS, OPEN, TOKEN, WORD, comment
from clairify_cli.languages.pddl.syntax import Comment, Name

MOST_DEPTH = 100
"""Brackets within brackets that are read; what lies deeper is left out. Hand-written texts reach ten."""

_OF_SECTIONS = 2
"""How many brackets are open where a keyword stands: that of `define` and that of the section."""


class Group:
    """A pair of brackets with what stands in it. `end` is behind its closing bracket."""

    __slots__ = ("end", "items", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.items: list[Item] = []

    @property
    def head(self) -> str:
        """The word that comes first, in lower case; empty where none does."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Name) else ""


class Buried(Group):
    """A list at a depth at which nothing is read."""

    __slots__ = ()


Item: TypeAlias = Name | Group
"""What a list holds."""


@dataclass(frozen=True, slots=True)
class Nested:
    """What brackets make of a text.

    `regular` says that every bracket has its partner and every keyword stands at the depth at which keywords stand;
    of another text, the nesting is a guess. `too_deep` and `too_long` are offsets of what was left out, -1 for
    nothing. `unclosed` and `unopened` are how many brackets lack their partner; `first_unopened` is the offset of one.
    """

    items: list[Item]
    comments: tuple[Comment, ...]
    regular: bool
    too_deep: int
    too_long: int
    unclosed: int
    unopened: int
    first_unopened: int


def nest(
    text: str,
    missing: Mapping[int, int] | None = None,
    extra: Set[int] = frozenset(),
    opened: Set[int] = frozenset(),
) -> Nested:
    """Nest a text, and mend its brackets.

    `missing` has closing brackets to put in, how many at which offset; `extra` are offsets of those to pass over, and
    `opened` those of words before which an opening one is to be put in.
    """
    if not (missing or extra or opened):
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
        if opened and start in opened and len(stack) < MOST_DEPTH:
            stack.append(Group(start))
            items.append(stack[-1])
            items = stack[-1].items
        if kind == OPEN:
            if len(stack) >= MOST_DEPTH:
                too_deep = start if too_deep < 0 else too_deep
                if not buried:
                    items.append(Buried(start))
                buried += 1
                continue
            group = Group(start)
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
    """Nest a text of which every bracket has its partner and every keyword its depth; None for any other.

    Nearly every text is one, and this is where most of the time of a check goes: no token is looked at twice.
    """
    if len(text) > MOST_TOKENS:
        return None
    top: list[Item] = []
    comments: list[Comment] = []
    items = top
    stack: list[Group] = []
    for match in TOKEN.finditer(text):
        kind = match.lastindex
        if kind == WORD:
            start, end = match.span()
            written = match[0]
            items.append(Name(written.lower(), start, end, written))
        elif kind == OPEN:
            group = Group(match.start())
            items.append(group)
            stack.append(group)
            items = group.items
            if len(stack) > MOST_DEPTH:
                return None
        elif kind == CLOSE:
            if not stack:
                return None
            stack.pop().end = match.end()
            items = stack[-1].items if stack else top
        elif kind == KEYWORD:
            if len(stack) != _OF_SECTIONS:
                return None
            start, end = match.span()
            written = match[0]
            items.append(Name(written.lower(), start, end, written))
        else:
            comments.append(comment(text, match))
    return None if stack else Nested(top, tuple(comments), True, -1, -1, 0, 0, -1)


def close_all(stack: list[Group], end: int) -> None:
    """Let the brackets that are still open end with the text."""
    for group in stack:
        group.end = end

"""Words of a text that say at which depth they stand, by which brackets at fault are found.

`(define` stands outside of all brackets, `(:action` within one, `:effect` within two. A text is cut at these anchors
into segments, each of which has as many brackets too many or too few as the depths at its ends say.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.pddl.reading.actions import FIELDS, TIMED_FIELDS
from clairify_cli.languages.pddl.reading.lexer import COMMENT, KEYWORD, MOST_TOKENS, OPEN, TOKEN
from clairify_cli.languages.pddl.reading.sections import OF_DOMAIN, OF_PROBLEM

SECTIONS = frozenset((*OF_DOMAIN, *OF_PROBLEM))
_FIELDS = frozenset((*FIELDS, *TIMED_FIELDS))
_WITH_FIELDS = frozenset((":action", ":durative-action"))
_HEADER = 2
"""Tokens with which a section begins: its bracket and its keyword."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or bracket. `first` says that it begins its line; `indent` is that of its line, `column` its own."""

    kind: int
    text: str
    start: int
    end: int
    line: int
    column: int
    indent: int
    first: bool


@dataclass(frozen=True, slots=True)
class Segment:
    """Tokens from an anchor to the next, as indices; `depth` brackets are open before it, and `after` behind it."""

    first: int
    last: int
    depth: int
    after: int


def tokens_of(text: str) -> list[Token]:
    """The words and brackets of a text, with their place on their lines."""
    made: list[Token] = []
    line, line_start, indent = 0, 0, 0
    end_of_last = -1
    for match in TOKEN.finditer(text, 0):
        kind = match.lastindex or 0
        start, end = match.span()
        breaks = text.count("\n", max(end_of_last, 0), start)
        fresh = breaks > 0 or end_of_last < 0
        if fresh:
            line += breaks
            line_start = text.rfind("\n", 0, start) + 1
            indent = start - line_start
        end_of_last = end
        if kind != COMMENT:
            made.append(Token(kind, match.group().lower(), start, end, line, start - line_start, indent, fresh))
        if len(made) > MOST_TOKENS:
            break
    return made


def segments_of(tokens: list[Token]) -> list[Segment]:
    """The segments of a text between its anchors."""
    anchors = [(0, 0), *_anchors(tokens), (len(tokens), 0)]
    return [Segment(first, last, depth, after) for (first, depth), (last, after) in pairwise(anchors) if last > first]


def _anchors(tokens: list[Token]) -> list[tuple[int, int]]:
    """Indices of the tokens at which anchors begin, with the number of brackets that are open before them."""
    found: list[tuple[int, int]] = []
    defined = 0
    section = ""
    for at, token in enumerate(tokens):
        if token.kind == OPEN:
            head = tokens[at + 1] if at + 1 < len(tokens) else token
            if head.text == "define":
                found.append((at, 0))
                defined, section = 1, ""
            elif head.text in ("domain", "problem") and at and tokens[at - 1].text == "define":
                found.append((at, 1))
            elif head.kind == KEYWORD:
                known = _section(head.text, section)
                if known in SECTIONS and known == section and found[-1][0] == at - _HEADER:
                    continue  # `(:goal (:goal ...))`
                if known in SECTIONS:
                    found.append((at, defined))
                    section = known
                elif known:
                    found.append((at, defined + 1))
        elif token.kind == KEYWORD and section in _WITH_FIELDS and tokens[at - 1].kind != OPEN:
            found.append((at, defined + 1))
    return found


def _section(keyword: str, current: str) -> str:
    """The section, or field of an action, that the keyword behind a bracket means; empty if it is neither."""
    if keyword in SECTIONS:
        return keyword
    if current in _WITH_FIELDS and keyword in _FIELDS:
        return keyword
    return only_near_match(keyword, SECTIONS) or ""


def declared_heads(tokens: list[Token], segments: list[Segment]) -> frozenset[str]:
    """Words behind the brackets of `(:predicates ...)` and `(:functions ...)`; empty if there is neither."""
    return frozenset(
        tokens[at + 1].text
        for segment in segments
        if segment.first + 1 < segment.last and tokens[segment.first + 1].text in (":predicates", ":functions")
        for at in range(segment.first + _HEADER, segment.last - 1)
        if tokens[at].kind == OPEN
    )

"""Words with a known depth, by which wrong brackets are found.

`(define` is outside all brackets, `(:action` within one, `:effect` within two. A text is cut at these anchors into
segments; the depths at the ends of a segment show how many brackets it has too many or too few.
"""

from __future__ import annotations

from itertools import pairwise

from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.pddl.reading.actions import FIELDS, TIMED_FIELDS
from clairify_cli.languages.pddl.reading.lexer import COMMENT, KEYWORD, MOST_TOKENS, OPEN, TOKEN
from clairify_cli.languages.pddl.reading.sections import OF_DOMAIN, OF_PROBLEM
from clairify_cli.records import dataclass

SECTIONS = frozenset((*OF_DOMAIN, *OF_PROBLEM))
_FIELDS = frozenset((*FIELDS, *TIMED_FIELDS))
_WITH_FIELDS = frozenset((":action", ":durative-action"))
_HEADER = 2
"""Number of tokens at the beginning of a section: its bracket and its keyword."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or bracket. `first` means that it begins its line; `indent` is that of its line, `column` its own."""

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
    """Tokens from one anchor to the next, as indices; `depth` brackets are open before it, and `after` after it."""

    first: int
    last: int
    depth: int
    after: int


def tokens_of(text: str) -> list[Token]:
    """Return the words and brackets of a text, with their positions on their lines."""
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
    """Return the segments of a text between its anchors."""
    anchors = [(0, 0), *_anchors(tokens), (len(tokens), 0)]
    return [Segment(first, last, depth, after) for (first, depth), (last, after) in pairwise(anchors) if last > first]


def _anchors(tokens: list[Token]) -> list[tuple[int, int]]:
    """Return the indices of the tokens at which anchors begin, with the number of brackets open before them."""
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
    """Return the section or action field that a keyword after a bracket means; "" if it is neither."""
    if keyword in SECTIONS:
        return keyword
    if current in _WITH_FIELDS and keyword in _FIELDS:
        return keyword
    return only_near_match(keyword, SECTIONS) or ""


def declared_heads(tokens: list[Token], segments: list[Segment]) -> frozenset[str]:
    """Return the names declared in `(:predicates ...)` and `(:functions ...)`; empty if there are none."""
    return frozenset(
        tokens[at + 1].text
        for segment in segments
        if segment.first + 1 < segment.last and tokens[segment.first + 1].text in (":predicates", ":functions")
        for at in range(segment.first + _HEADER, segment.last - 1)
        if tokens[at].kind == OPEN
    )

"""Locate missing and extra brackets from keywords, operators and indentation.

The anchors of a text show in which segment a bracket is missing or superfluous. Within a segment, the place is where

- an atom, which cannot contain lists, would get one, or an operator would get more operands than it takes;
- the indentation drops below that of an open bracket;
- a section or the formula of a field would be closed although more of it follows;

and otherwise the end of the segment.
"""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix
from clairify_cli.languages.pddl.reading.anchors import Segment, Token, declared_heads, segments_of, tokens_of
from clairify_cli.languages.pddl.reading.expressions import Nested, nest
from clairify_cli.languages.pddl.reading.lexer import CLOSE, OPEN, WORD
from clairify_cli.languages.pddl.reading.parts import Reading
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.records import dataclass, field

_OPERANDS = {
    **dict.fromkeys(("not",), 1),
    **dict.fromkeys(("imply", "forall", "exists", "when", "<", "<=", "=", ">=", ">"), 2),
    **dict.fromkeys(("assign", "increase", "decrease", "scale-up", "scale-down", "/"), 2),
}
_OPERATORS = frozenset((*_OPERANDS, "and", "or", "preference", "+", "-", "*", "either", "define"))
_TIMES = frozenset(("start", "end", "all"))
"""Words after which `at` and `over` take a formula; otherwise they are ordinary predicates."""

_LONGEST = 500_000
"""Longest text, in characters, in which brackets are located; this takes seconds at that length."""
_FAR = 400
"""Number of following tokens to search for the line that closes a bracket."""
_MOST = 20
"""Limit on findings per segment; more are merged into one, because so many errors are not typos."""

_OF_LISTS = frozenset((":init", ":predicates", ":goal", "and", "or", "not", "imply", "when", "forall", "exists"))
"""Words that only lists may follow in the same brackets."""


@dataclass(slots=True)
class _Frame:
    """An open bracket during the traversal of a segment: its token, its head, and the counts of its contents so far."""

    token: Token
    head: str = ""
    words: int = 0
    lists: int = 0
    last: str = ""


@dataclass(slots=True)
class Corrections:
    """The bracket errors of a text: how many closing brackets are missing at which offsets, and offsets of extra ones.

    `heads` are the words that formulas in the text can begin with; empty if unknown.
    """

    heads: frozenset[str] = frozenset()
    missing: dict[int, int] = field(default_factory=dict)
    extra: set[int] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)


def renest(reading: Reading, nested: Nested) -> Nested:
    """Nest a text with its brackets corrected, and report the errors."""
    if len(reading.text) > _LONGEST:
        return _counted(reading, nested)
    made = correct(reading)
    for finding in made.found:
        reading.report(finding)
    if not made.missing and not made.extra:
        return nested
    return nest(reading.text, made.missing, made.extra)


def _counted(reading: Reading, nested: Nested) -> Nested:
    """Report only the number of unmatched brackets, for a text too long to locate them."""
    if nested.unclosed and nested.too_long < 0:
        place = reading.source.span(len(reading.text))
        opened = reading.source.span(0)
        reading.report(rules.missing_bracket(place, "the text", nested.unclosed, opened, None))
    if nested.unopened:
        place = reading.source.span(nested.first_unopened, nested.first_unopened + 1)
        reading.report(rules.extra_bracket(place, "the first closes nothing", nested.unopened, None))
    return nested


def correct(reading: Reading) -> Corrections:
    """Find the missing and extra brackets of a text."""
    tokens = tokens_of(reading.text)
    segments = segments_of(tokens)
    heads = declared_heads(tokens, segments)
    made = Corrections(heads | _OPERATORS if heads else heads)
    stack: list[_Frame] = []
    for segment in segments:
        stack = _segment(reading, tokens, segment, stack, made)
    return made


def _segment(
    reading: Reading, tokens: list[Token], segment: Segment, stack: list[_Frame], made: Corrections
) -> list[_Frame]:
    """Find the bracket errors in a segment, and return the brackets open after it."""
    depth = lowest = len(stack)
    for at in range(segment.first, segment.last):
        kind = tokens[at].kind
        depth += 1 if kind == OPEN else -1 if kind == CLOSE else 0
        lowest = min(lowest, depth)
    surplus = depth - segment.after
    extra: set[int] = set()
    closing: dict[int, list[_Frame]] = {}
    if surplus > 0 and lowest >= segment.after:
        closing = _missing(tokens, segment, stack, surplus, made.heads)
    elif surplus < 0 or lowest < segment.after:
        extra = _extra(tokens, segment, stack, max(-surplus, segment.after - lowest))
    after = _walk(tokens, segment, stack, closing, extra)
    if len(after) > segment.after:  # both too many and too few
        end = tokens[segment.last - 1].end
        closing.setdefault(end, []).extend(reversed(after[segment.after :]))
        after = after[: segment.after]
    _report_missing(reading, tokens, segment, closing, made)
    _report_extra(reading, tokens, segment, extra, made)
    return after


def _walk(
    tokens: list[Token],
    segment: Segment,
    stack: list[_Frame],
    closing: dict[int, list[_Frame]],
    extra: set[int],
) -> list[_Frame]:
    """Return the brackets open after a corrected segment. Closing brackets that would underflow go into `extra`."""
    after = list(stack)
    waiting = sorted(closing)
    for at in range(segment.first, segment.last):
        token = tokens[at]
        while waiting and waiting[0] <= token.start:
            del after[len(after) - len(closing[waiting.pop(0)]) :]
        if token.kind == OPEN:
            after.append(_Frame(token, _head(tokens, at)))
        elif token.kind == CLOSE and token.start not in extra:
            if len(after) > segment.after:
                after.pop()
            else:
                extra.add(token.start)
    for left in waiting:
        del after[len(after) - len(closing[left]) :]
    return after


def _head(tokens: list[Token], at: int) -> str:
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following.text if following is not None and following.kind not in (OPEN, CLOSE) else ""


# --------------------------------------------------------------------------------------------- missing brackets


def _missing(
    tokens: list[Token], segment: Segment, stack: list[_Frame], count: int, heads: frozenset[str]
) -> dict[int, list[_Frame]]:
    """Return the offsets where closing brackets are missing, with the brackets closed there, innermost first."""
    sure = _places(tokens, segment, stack, count, heads, indentation=False)
    if _size(sure) == count:
        return sure
    likely = _places(tokens, segment, stack, count + 1, heads, indentation=True)
    if _size(likely) > count:  # the indentation suggests more than are missing, so it is unreliable
        return sure
    return likely


def _size(closing: dict[int, list[_Frame]]) -> int:
    return sum(map(len, closing.values()))


def _places(
    tokens: list[Token],
    segment: Segment,
    stack: list[_Frame],
    most: int,
    heads: frozenset[str],
    *,
    indentation: bool,
) -> dict[int, list[_Frame]]:
    """Return where brackets should be closed, up to `most` of them."""
    closing: dict[int, list[_Frame]] = {}
    frames = list(stack)
    left = most
    for at in range(segment.first, segment.last):
        token = tokens[at]
        before = tokens[at - 1].end if at else 0
        while left and at > segment.first and len(frames) > segment.after:
            top = frames[-1]
            if not (_is_full(top, tokens, at, heads) or (indentation and _falls_back(top, token))):
                break
            closing.setdefault(before, []).append(frames.pop())
            left -= 1
        if token.kind == OPEN:
            if frames:
                frames[-1].lists += 1
            frames.append(_Frame(token, _head(tokens, at)))
        elif token.kind == CLOSE:
            if frames:
                frames.pop()
        elif frames:
            frames[-1].words += 1
            frames[-1].last = token.text
    return closing


def _is_full(frame: _Frame, tokens: list[Token], at: int, heads: frozenset[str]) -> bool:
    """Whether a bracket cannot contain the formula that begins with a token."""
    if tokens[at].kind != OPEN or not frame.head or frame.head.startswith(":"):
        return False
    if heads and _head(tokens, at) not in heads:
        return False
    if frame.head in _OPERANDS:
        return frame.lists + frame.words - 1 >= _OPERANDS[frame.head]
    if frame.head in _OPERATORS or (frame.head in ("at", "over") and frame.last in _TIMES):
        return False
    return frame.words > 1 and frame.last != "-" and not frame.lists


def _falls_back(frame: _Frame, token: Token) -> bool:
    """Whether a token's line begins to the left of the line of an open bracket, or directly below the bracket."""
    opened = frame.token
    if not token.first or token.line == opened.line:
        return False
    if token.kind == CLOSE:
        return token.column < opened.indent
    return token.column < opened.indent or (opened.first and token.column == opened.column)


def _report_missing(
    reading: Reading, tokens: list[Token], segment: Segment, closing: dict[int, list[_Frame]], made: Corrections
) -> None:
    last_other = next((token.end for token in reversed(tokens) if token.kind != CLOSE), 0)
    at_end = segment.last == len(tokens)
    for offset, frames in closing.items():
        made.missing[offset] = made.missing.get(offset, 0) + len(frames)
        # A text that ends inside a list of words was cut off, so more than the bracket is missing.
        safe = at_end and offset >= last_other and tokens[-1].kind == CLOSE
        closes = ")" * len(frames)
        fix = Fix(f"put in `{closes[:_MOST]}`", (Edit(offset, offset, closes),), safe)  # one for all missing here
        count = 1 if len(frames) <= _MOST else len(frames)
        for frame in frames if count == 1 else frames[:1]:
            opened = reading.source.span(frame.token.start, frame.token.end + len(frame.head))
            made.found.append(rules.missing_bracket(reading.source.span(offset), f"({frame.head}", count, opened, fix))


# ----------------------------------------------------------------------------------------------- extra brackets


def _extra(tokens: list[Token], segment: Segment, stack: list[_Frame], count: int) -> set[int]:
    """Return the offsets of extra closing brackets."""
    unfinished = _unfinished(tokens, segment)
    if len(unfinished) == count:
        return unfinished
    early = _early(tokens, segment, stack)
    if len(early) == count:
        return early
    aligned = _taken_from_lines(tokens, segment, stack)
    if len(aligned) == count:
        return aligned
    return early if early and len(early) <= count else set()


def _taken_from_lines(tokens: list[Token], segment: Segment, stack: list[_Frame]) -> set[int]:
    """Return closing brackets not at a line's start that close a bracket which a later line begins by closing."""
    found: set[int] = set()
    frames = list(stack)
    for at in range(segment.first, segment.last):
        token = tokens[at]
        if token.kind == OPEN:
            frames.append(_Frame(token))
        elif token.kind == CLOSE and frames:
            opened = frames[-1].token
            spread = opened.first and opened.line < token.line and not token.first
            if spread and _closes_below(tokens, segment, at, opened.column):
                found.add(token.start)
            else:
                frames.pop()
    return found


def _closes_below(tokens: list[Token], segment: Segment, at: int, column: int) -> bool:
    """Whether the next line not indented beyond a column begins at that column with a closing bracket."""
    line = tokens[at].line
    for token in tokens[at + 1 : min(segment.last, at + _FAR)]:
        if token.line == line:
            if token.kind != CLOSE:
                return False
        elif token.first and token.column <= column:
            return token.kind == CLOSE and token.column == column
    return False


def _unfinished(tokens: list[Token], segment: Segment) -> set[int]:
    """Return closing brackets of operators that lack operands, and of lists followed by bare words."""
    found: set[int] = set()
    frames: list[_Frame] = []
    for at in range(segment.first, segment.last - 1):
        token, following = tokens[at], tokens[at + 1]
        if token.kind == OPEN:
            if frames:
                frames[-1].lists += 1
            frames.append(_Frame(token, _head(tokens, at)))
        elif token.kind != CLOSE:
            if frames:
                frames[-1].words += 1
        elif frames:
            top = frames[-1]
            lacks = top.head in _OPERANDS and top.lists + top.words - 1 < _OPERANDS[top.head]
            around = frames[-2].head if len(frames) > 1 else ""
            if (lacks and following.kind != CLOSE) or (following.kind == WORD and around in _OF_LISTS):
                found.add(token.start)
            else:
                frames.pop()
    return found


def _early(tokens: list[Token], segment: Segment, stack: list[_Frame]) -> set[int]:
    """Return closing brackets followed by something that belongs inside them."""
    found: set[int] = set()
    depth = len(stack)
    others = [at for at in range(segment.first, segment.last) if tokens[at].kind != CLOSE]
    last_other = others[-1] if others else segment.first
    # The depth of the contents: the items of a section, or the parts of the single formula of a goal or field.
    home = segment.depth + (2 if _head(tokens, segment.first) == ":goal" else 1)
    entered = False
    for at in range(segment.first, segment.last):
        kind = tokens[at].kind
        if kind == OPEN:
            depth += 1
            entered = entered or depth >= home
        elif kind == CLOSE:
            if depth <= home and at < last_other and (entered or segment.depth == 0):
                found.add(tokens[at].start)
                continue
            depth -= 1
    return found


def _report_extra(reading: Reading, tokens: list[Token], segment: Segment, extra: set[int], made: Corrections) -> None:
    made.extra |= extra
    offsets = sorted(extra)
    count = 1 if len(offsets) <= _MOST else len(offsets)
    what = _what_follows(tokens, segment)
    for offset in offsets if count == 1 else offsets[:1]:
        fix = Fix("take out `)`", (Edit(offset, offset + 1, ""),), safe=False) if count == 1 else None
        made.found.append(rules.extra_bracket(reading.source.span(offset, offset + 1), what, count, fix))


def _what_follows(tokens: list[Token], segment: Segment) -> str:
    if segment.last == len(tokens):
        return "it closes nothing"
    anchor = tokens[segment.last]
    name = anchor.text if anchor.kind != OPEN else f"({tokens[segment.last + 1].text}"
    return f"`{name}` on line {anchor.line + 1} would stand outside of what it belongs to"

"""Missing and extra brackets, blamed on the place where keywords, operators and indentation say they belong.

The anchors of a text say in which segment a bracket is missing or too many. Within a segment, the place is where

- an atom, which has no lists within, would get one; or an operator would get more operands than it takes;
- the indentation falls back behind that of an open bracket;
- a section or the formula of a field would be closed although more of it follows;

and the end of the segment if none of these says anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix
from clairify_cli.languages.pddl.reading.anchors import Segment, Token, declared_heads, segments_of, tokens_of
from clairify_cli.languages.pddl.reading.expressions import Nested, nest
from clairify_cli.languages.pddl.reading.lexer import CLOSE, OPEN, WORD
from clairify_cli.languages.pddl.reading.openings import OF_LISTS, with_openings
from clairify_cli.languages.pddl.reading.parts import Reading
from clairify_cli.languages.pddl.rules import rules

_OPERANDS = {
    **dict.fromkeys(("not",), 1),
    **dict.fromkeys(("imply", "forall", "exists", "when", "<", "<=", "=", ">=", ">"), 2),
    **dict.fromkeys(("assign", "increase", "decrease", "scale-up", "scale-down", "/"), 2),
}
_OPERATORS = frozenset((*_OPERANDS, "and", "or", "preference", "+", "-", "*", "either", "define"))
_TIMES = frozenset(("start", "end", "all"))
"""Words behind which `at` and `over` hold a formula; otherwise they are predicates like any other."""

_LONGEST = 500_000
"""Characters up to which brackets are looked for, which takes seconds in a text of this length."""
_FAR = 400
"""Words and brackets further down in which the line that closes a bracket is looked for."""
_MOST = 20
"""Findings of one segment; more of them are put together, because a segment with as many is no slip."""


@dataclass(slots=True)
class _Frame:
    """A bracket that is open while a segment is gone through: its token, its head, and how much it holds so far."""

    token: Token
    head: str = ""
    words: int = 0
    lists: int = 0
    last: str = ""


@dataclass(slots=True)
class Corrections:
    """The errors in the brackets of a text: offsets at which closing ones are missing, and of those too many.

    `opened` are offsets of words before which an opening one is missing. `uneven` says that some segment has too many
    or too few of either, so that others may have as many of both.
    `heads` are the words that formulas of the text can begin with, empty if that is not known.
    """

    heads: frozenset[str] = frozenset()
    uneven: bool = False
    missing: dict[int, int] = field(default_factory=dict)
    extra: set[int] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)


def renest(reading: Reading, nested: Nested) -> Nested:
    """Nest a text with its brackets corrected, and say which ones were at fault."""
    if len(reading.text) > _LONGEST:
        return _counted(reading, nested)
    made = correct(reading)
    for finding in made.found:
        reading.report(finding)
    if not made.missing and not made.extra and not made.opened:
        return nested
    return nest(reading.text, made.missing, made.extra, made.opened)


def _counted(reading: Reading, nested: Nested) -> Nested:
    """For a text too long to look for the place: how many brackets lack their partner."""
    if nested.unclosed and nested.too_long < 0:
        place = reading.source.span(len(reading.text))
        opened = reading.source.span(0)
        reading.report(rules.missing_bracket(place, "the text", nested.unclosed, opened, None))
    if nested.unopened:
        place = reading.source.span(nested.first_unopened, nested.first_unopened + 1)
        reading.report(rules.extra_bracket(place, "the first closes nothing", nested.unopened, None))
    return nested


def correct(reading: Reading) -> Corrections:
    """The brackets of a text that are missing or too many."""
    tokens, bare = with_openings(tokens_of(reading.text))
    segments = segments_of(tokens)
    heads = declared_heads(tokens, segments)
    uneven = any(_surplus(tokens, segment) for segment in segments)
    made = Corrections(heads | _OPERATORS if heads else heads, uneven)
    for token in bare:
        made.opened.add(token.start)
        fix = Fix("put in `(`", (Edit(token.start, token.start, "("),), safe=False)
        made.found.append(rules.missing_opening(reading.source.span(token.start, token.end), token.text, fix))
    stack: list[_Frame] = []
    for segment in segments:
        stack = _segment(reading, tokens, segment, stack, made)
    return made


def _surplus(tokens: list[Token], segment: Segment) -> int:
    """How many brackets more are opened in a segment than are closed, beyond what its ends say."""
    kinds = [tokens[at].kind for at in range(segment.first, segment.last)]
    return kinds.count(OPEN) - kinds.count(CLOSE) - (segment.after - segment.depth)


def _segment(
    reading: Reading, tokens: list[Token], segment: Segment, stack: list[_Frame], made: Corrections
) -> list[_Frame]:
    """Go through a segment, note the errors in its brackets, and give back those that are open behind it."""
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
    elif made.uneven:
        closing, extra = _balanced(tokens, segment, stack, made.heads)
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
    """The brackets that are open behind a segment, once it is corrected. What would underflow is added to `extra`."""
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
    """Where closing brackets are missing: offsets, with the brackets that each of them closes, innermost first."""
    sure = _places(tokens, segment, stack, count, heads, indentation=False)
    if _size(sure) == count:
        return sure
    likely = _places(tokens, segment, stack, count + 1, heads, indentation=True)
    if _size(likely) > count:  # the indentation says more than can be true, so it says nothing
        return sure
    return likely


def _balanced(
    tokens: list[Token], segment: Segment, stack: list[_Frame], heads: frozenset[str]
) -> tuple[dict[int, list[_Frame]], set[int]]:
    """What is missing and what is too many in a segment that has as many of both.

    Only an atom that continues with a list on the next line shows it: on one line, that is a term in brackets.
    """
    closing = _places(tokens, segment, stack, _MOST, heads, indentation=False, fresh=True)
    if not closing:
        return {}, set()
    mended: list[Token] = []
    for at in range(segment.first, segment.last):
        before = tokens[at - 1] if at > segment.first else None
        if before is not None:
            missing = len(closing.get(before.end, ()))
            mended += [replace(before, kind=CLOSE, start=before.end, first=False)] * missing
        mended.append(tokens[at])
    whole = Segment(0, len(mended), segment.depth, segment.after)
    return closing, _extra(mended, whole, stack, _size(closing))


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
    fresh: bool = False,
) -> dict[int, list[_Frame]]:
    """Where brackets should have been closed, up to `most` of them; with `fresh`, only at the ends of lines."""
    closing: dict[int, list[_Frame]] = {}
    frames = list(stack)
    left = most
    for at in range(segment.first, segment.last):
        token = tokens[at]
        before = tokens[at - 1].end if at else 0
        while left and at > segment.first and len(frames) > segment.after:
            top = frames[-1]
            full = _is_full(top, tokens, at, heads) and (token.first or not fresh)
            if not (full or (indentation and _falls_back(top, token))):
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
    """Whether a bracket has no room for the formula that begins with a token."""
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
    """Whether the line of a token begins left of where a bracket was opened, or below it."""
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
        # A text that ends within a list of words was cut off: more than the bracket is missing.
        safe = at_end and offset >= last_other and tokens[-1].kind == CLOSE
        closes = ")" * len(frames)
        fix = Fix(f"put in `{closes[:_MOST]}`", (Edit(offset, offset, closes),), safe)  # one for all that are here
        count = 1 if len(frames) <= _MOST else len(frames)
        for frame in frames if count == 1 else frames[:1]:
            opened = reading.source.span(frame.token.start, frame.token.end + len(frame.head))
            made.found.append(rules.missing_bracket(reading.source.span(offset), f"({frame.head}", count, opened, fix))


# ----------------------------------------------------------------------------------------------- extra brackets


def _extra(tokens: list[Token], segment: Segment, stack: list[_Frame], count: int) -> set[int]:
    """Offsets of closing brackets that are too many."""
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
    """Closing brackets behind others that close what a line further down begins with the closing bracket of."""
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
    """Whether the next line that is not indented further than a column begins there with a closing bracket."""
    line = tokens[at].line
    for token in tokens[at + 1 : min(segment.last, at + _FAR)]:
        if token.line == line:
            if token.kind != CLOSE:
                return False
        elif token.first and token.column <= column:
            return token.kind == CLOSE and token.column == column
    return False


def _unfinished(tokens: list[Token], segment: Segment) -> set[int]:
    """Closing brackets of operators that lack operands, and of lists behind which bare words follow."""
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
            if (lacks and following.kind != CLOSE) or (following.kind == WORD and around in OF_LISTS):
                found.add(token.start)
            else:
                frames.pop()
    return found


def _early(tokens: list[Token], segment: Segment, stack: list[_Frame]) -> set[int]:
    """Closing brackets behind which more follows that belongs inside."""
    found: set[int] = set()
    depth = len(stack)
    others = [at for at in range(segment.first, segment.last) if tokens[at].kind != CLOSE]
    last_other = others[-1] if others else segment.first
    # What stands inside: the items of a section, or the parts of the one formula of a goal or a field.
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

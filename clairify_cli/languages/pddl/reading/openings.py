"""Find missing opening brackets: bare words where only lists are allowed.

The evidence is a section's keyword after a closing bracket, `define` at the start, or a word among the formulas of
`and` or the facts of `:init`. Words within a segment count only if it has at least as many extra closing brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clairify_cli.languages.pddl.reading.anchors import SECTIONS, Segment, Token, segments_of
from clairify_cli.languages.pddl.reading.lexer import CLOSE, KEYWORD, OPEN, WORD

OF_LISTS = frozenset((":init", ":predicates", ":goal", "and", "or", "not", "imply", "when", "forall", "exists"))
"""Words that only lists may follow in the same brackets."""


def with_openings(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """Return the tokens with missing opening brackets inserted, and the words before which they are missing."""
    words = [at for at in range(len(tokens)) if _is_bare(tokens, at)]
    whole = _put_in(tokens, words)
    found = [tokens[at] for at in words]
    inside = [at for segment in segments_of(whole) for at in _in_segment(whole, segment)]
    return _put_in(whole, inside), [*found, *(whole[at] for at in inside)]


def _put_in(tokens: list[Token], places: list[int]) -> list[Token]:
    if not places:
        return tokens
    due = set(places)
    made: list[Token] = []
    for at, token in enumerate(tokens):
        if at in due:
            made.append(replace(token, kind=OPEN, text="(", end=token.start))
            made.append(replace(token, first=False))
        else:
            made.append(token)
    return made


def _is_bare(tokens: list[Token], at: int) -> bool:
    """Whether a word begins a definition, its name or a section without a bracket before it."""
    token = tokens[at]
    before = tokens[at - 1] if at else None
    if token.kind == KEYWORD:
        return token.text in SECTIONS and before is not None and before.kind == CLOSE
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if token.text == "define":
        return before is None and following in ("(", "domain", "problem")
    return token.text in ("domain", "problem") and before is not None and before.text == "define"


def _in_segment(tokens: list[Token], segment: Segment) -> list[int]:
    """Return the indices of words in a segment before which brackets are missing, if it lacks at least as many."""
    depth = segment.depth
    for at in range(segment.first, segment.last):
        kind = tokens[at].kind
        depth += 1 if kind == OPEN else -1 if kind == CLOSE else 0
    lacking = segment.after - depth
    if lacking <= 0:
        return []
    found = list(_bare_words(tokens, segment))
    return found if len(found) <= lacking else []


def _bare_words(tokens: list[Token], segment: Segment) -> Iterator[int]:
    """Yield the indices of words in a segment where only lists are allowed."""
    heads: list[str] = []
    for at in range(segment.first, segment.last):
        token = tokens[at]
        before = tokens[at - 1] if at > segment.first else None
        if token.kind == OPEN:
            following = tokens[at + 1] if at + 1 < len(tokens) else token
            heads.append(following.text if following.kind in (WORD, KEYWORD) else "")
        elif token.kind == CLOSE:
            if heads:
                heads.pop()
        elif before is None or before.kind == OPEN or token.text == "-":
            continue
        elif not heads:
            if before.kind == KEYWORD and at == segment.first + 1:  # `:precondition and (p) (q))`
                yield at
                heads.append(token.text)
        elif heads[-1] in OF_LISTS and (before.kind == CLOSE or before.text == heads[-1]):
            yield at
            heads.append(token.text)

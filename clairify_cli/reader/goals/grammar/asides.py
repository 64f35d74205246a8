"""Phrases that say how or for how long something is done: no goal can express them, so they are skipped."""

from __future__ import annotations

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.words import Token

_ANY = "*"
"""Matches any one word or number: `for * minutes`."""


def without_asides(tokens: list[Token]) -> tuple[list[Token], list[tuple[int, int]]]:
    """The tokens without such phrases, and where in the text each phrase began and ended."""
    kept: list[Token] = []
    asides: list[tuple[int, int]] = []
    at = 0
    while at < len(tokens):
        if [one.text for one in tokens[at : at + 2]] == ["at", "least"]:
            at += 2  # every goal means at least what it says
            continue
        length = _aside(tokens, at)
        if length:
            asides.append((tokens[at].start, tokens[at + length - 1].end))
        else:
            kept.append(tokens[at])
        at += length or 1
    return kept, asides


def _aside(tokens: list[Token], at: int) -> int:
    """The length in tokens of the longest such phrase at a token; 0 if there is none."""
    for phrase in english().asides.get(tokens[at].text, ()):
        following = tokens[at : at + len(phrase)]
        if len(following) == len(phrase) and all(_fits(word, one) for word, one in zip(phrase, following, strict=True)):
            return len(phrase)
    return 0


def _fits(word: str, token: Token) -> bool:
    return token.kind in ("word", "number") and word in (_ANY, token.text)

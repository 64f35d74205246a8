"""Phrases that say how or for how long something is done, which no goal can: they are skipped, and those that restrict
what is wanted are reported as errors."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.words import Token

_ANY = "*"
"""Matches any one word or number: `for * minutes`."""


def without_asides(tokens: list[Token], ignored: Iterable[str] = ()) -> tuple[list[Token], list[tuple[int, int, bool]]]:
    """The tokens without such phrases and those that a lexicon ignores; where in the text each phrase began and ended,
    and whether the text means less without it."""
    own = sorted((phrase for one in ignored if len(phrase := tuple(one.split())) > 1), key=len, reverse=True)
    kept: list[Token] = []
    asides: list[tuple[int, int, bool]] = []
    at = 0
    while at < len(tokens):
        if [one.text for one in tokens[at : at + 2]] == ["at", "least"]:
            at += 2  # every goal means at least what it says
            continue
        phrase = _aside(tokens, at, [*own, *english().asides.get(tokens[at].text, ())])
        if phrase:
            restricts = " ".join(phrase) in english().restricting
            asides.append((tokens[at].start, tokens[at + len(phrase) - 1].end, restricts))
        else:
            kept.append(tokens[at])
        at += len(phrase) or 1
    return kept, asides


def _aside(tokens: list[Token], at: int, phrases: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The first of the phrases that begins at a token; empty if there is none."""
    for phrase in phrases:
        following = tokens[at : at + len(phrase)]
        if len(following) == len(phrase) and all(
            one.kind in ("word", "number") and word in (_ANY, one.text)
            for word, one in zip(phrase, following, strict=True)
        ):
            return phrase
    return ()

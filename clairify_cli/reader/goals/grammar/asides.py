"""Phrases that say how or for how long something is done, which no goal can: they are skipped, and those that restrict
what is wanted are reported as errors."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.reader.goals.english import any_of, english

_LEAST = "at least"
"""Every goal means at least what it says."""


def without_asides(text: str, ignored: Iterable[str] = ()) -> tuple[str, list[tuple[int, int, bool]]]:
    """The text with blanks for such phrases and those that a lexicon ignores; where each phrase began and ended, and
    whether the text means less without it."""
    phrases = any_of((*english().asides, *(one for one in ignored if " " in one)))
    restricting = any_of(english().restricting)
    told = [(*one.span(), bool(restricting.fullmatch(one[0]))) for one in phrases.finditer(text)]
    told = [one for one in told if text[one[0] : one[1]].lower() != _LEAST]
    return phrases.sub(lambda one: " " * len(one[0]), text), told

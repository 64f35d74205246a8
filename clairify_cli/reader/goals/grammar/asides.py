"""What is taken out of a text before its clauses are read.

Phrases that say how or for how long something is done, which no goal can, are skipped, and those that restrict what is
wanted are reported as errors. `exactly two blocks`, `no more than two`, `not all blocks` say a number that must hold,
and one that must not.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from clairify_cli.reader.goals.english import any_of, english
from clairify_cli.reader.goals.words import Token
from clairify_cli.records import replace

_WHOLE = ("all", "every", "each", "both", "everything", "everybody", "everyone")

Degree = tuple[int | None, int | None]
"""How many things are to be so, and how many are not to be; 0 of any, None for all of them."""

_LEAST = "at least"
"""Every goal means at least what it says."""


def without_asides(text: str, ignored: Iterable[str] = ()) -> tuple[str, list[tuple[int, int, bool]]]:
    """The text with blanks for such phrases and those that a lexicon ignores; where each phrase began and ended, and
    whether the text means less without it."""
    own = (" ".join(one.split()) for one in ignored)
    phrases = any_of((*english().asides, *(one for one in own if " " in one)))
    restricting = any_of(english().restricting)
    told = [(*one.span(), bool(restricting.fullmatch(one[0]))) for one in phrases.finditer(text)]
    told = [one for one in told if text[one[0] : one[1]].lower() != _LEAST]
    return phrases.sub(lambda one: " " * len(one[0]), text), told


def without_degree(tokens: list[Token]) -> tuple[list[Token], Degree | None]:
    """The tokens without such words, with the number that is read, and what they say; None for other texts."""
    texts = [one.text for one in tokens]
    for at, end in combinations(range(len(tokens)), 2):
        last = tokens[end]
        if end == at + 1 and texts[at] == "not" and last.text in _WHOLE:
            return [*tokens[:at], *tokens[end:]], (0, None)
        offsets = english().degrees.get(tuple(texts[at:end]), ())
        number = int(last.text) if last.kind == "number" and len(last.text) < 5 else english().numbers.get(last.text)
        if offsets and number is not None:
            least, most = (number + one if one >= 0 else 0 for one in offsets)
            counted = replace(last, text=str(least or most), kind="number")
            return [*tokens[:at], counted, *tokens[end + 1 :]], (least, most)
    return tokens, None

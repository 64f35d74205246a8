"""`exactly two blocks`, `no more than two`, `not all blocks`: as texts without these words. The goal of one is to hold,
and that of the other is not to."""

from __future__ import annotations

from itertools import combinations

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.words import Token
from clairify_cli.records import replace

_WHOLE = ("all", "every", "each", "both", "everything", "everybody", "everyone")

Parts = tuple[list[Token] | None, list[Token] | None]
"""The words of what is to hold, and of what is not to; None if there is nothing of the kind."""


def parts_of_degree(tokens: list[Token]) -> Parts | None:
    """The parts of a text with such words; None for other texts."""
    texts = [one.text for one in tokens]
    for at, end in combinations(range(len(tokens)), 2):
        last = tokens[end]
        if end == at + 1 and texts[at] == "not" and last.text in _WHOLE:
            return None, [*tokens[:at], *tokens[end:]]
        offsets = english().degrees.get(tuple(texts[at:end]), ())
        number = int(last.text) if last.kind == "number" and len(last.text) < 5 else english().numbers.get(last.text)
        if offsets and number is not None:
            counts = [number + one if one >= 0 else 0 for one in offsets]
            least, many = (
                [*tokens[:at], replace(last, text=str(one), kind="number"), *tokens[end + 1 :]] if one else None
                for one in counts
            )
            return least, many
    return None

"""`exactly two blocks`, `no more than two`, `not all blocks`: a number that must hold, and one that must not."""

from __future__ import annotations

from itertools import combinations

from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.words import Token
from clairify_cli.records import replace

_WHOLE = ("all", "every", "each", "both", "everything", "everybody", "everyone")

Degree = tuple[int | None, int | None]
"""How many things are to be so, and how many are not to be; 0 of any, None for all of them."""


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

"""Find the words of a text that state the value of a property."""

from __future__ import annotations

import re
from bisect import bisect_left

from clairify_cli.files.patterns import late
from clairify_cli.languages.outline import Role
from clairify_cli.records import dataclass

Stretch = tuple[int, int]
"""Start and end of a stretch of the text, in characters."""

_BETWEEN = late(r"[\s,()\[\]-]{0,3}(?:(?:a|an|and|at|for|from|in|into|of|the|to|with)\s){0,2}", re.IGNORECASE)
_LONGEST = 200
_NEVER_SAID = frozenset(("true", "false", "all", ""))


@dataclass(frozen=True, slots=True)
class Wording:
    """A text with the places of its quantities, by value as a program would write it."""

    text: str
    quantities: dict[str, list[Stretch]]

    def find(self, value: str, role: Role, within: list[Stretch]) -> list[Stretch]:
        """Return where a value is stated: in the given stretches, or partly outside of one (`BF3.Et2O`).

        Empty if its words are not there. `within` is sorted and has no overlaps.
        """
        if value.strip().lower() in _NEVER_SAID or not within:
            return []
        if role is Role.NOTE:
            return merged([place for part in value.split("; ") for place in self._literal(part, within)[:1]])
        if role is Role.QUANTITY:
            known = [place for place in self.quantities.get(spelling(value), ()) if touches(place, within)]
            if known:
                return known[:1]
        return self._literal(value, within)[:1]

    def _literal(self, value: str, within: list[Stretch]) -> list[Stretch]:
        parts = value.replace("_", " ").split()
        if not parts or len(value) > _LONGEST:
            return []
        between = r"[\s_]*"
        pattern = re.compile(rf"(?<!\w){between.join(map(re.escape, parts))}(?!\w)", re.IGNORECASE)
        found = (match.span() for match in pattern.finditer(self.text, within[0][0], within[-1][1]))
        return [place for place in found if touches(place, within)]


def wording(text: str) -> Wording:
    """Read the quantities of a text."""
    from clairify_cli.english.plain import PlainSource
    from clairify_cli.english.tokens import leaves, tokens

    source = PlainSource(text, "")
    found: dict[str, list[Stretch]] = {}
    for token in leaves(tokens(source.text)):
        if token.quantity is not None:
            span = source.span(token.quantity.start, token.quantity.end)
            found.setdefault(spelling(token.quantity.xdl), []).append((span.start, span.end))
    return Wording(text, found)


def spelling(value: str) -> str:
    """Normalise a value: lower case, without white space."""
    return "".join(value.lower().split())


def touches(place: Stretch, within: list[Stretch]) -> bool:
    """Whether a stretch overlaps any of some others."""
    return any(place[0] < end and start < place[1] for start, end in within)


def merged(places: list[Stretch]) -> list[Stretch]:
    """Return the stretches in order, with adjacent and overlapping ones merged and empty ones dropped."""
    made: list[Stretch] = []
    for start, end in sorted(places):
        if start >= end:
            continue
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


def joined(text: str, places: list[Stretch]) -> list[Stretch]:
    """Merge stretches, also across commas, brackets and small words, and include a missing closing bracket."""
    made: list[Stretch] = []
    for start, end in merged(places):
        if made and _BETWEEN.fullmatch(text, made[-1][1], start):
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return merged([(start, _closed(text, start, end)) for start, end in made])


def _closed(text: str, start: int, end: int) -> int:
    """Return the end of a stretch, extended by a closing bracket if that directly follows and is missing."""
    opened = text.count("(", start, end) > text.count(")", start, end)
    return end + 1 if opened and text.startswith(")", end) else end


def left_of(places: list[Stretch], taken: list[Stretch]) -> list[Stretch]:
    """Return the places that do not overlap any of `taken`, which is sorted and has no overlaps."""
    ends = [end for _, end in taken]

    def is_free(place: Stretch) -> bool:
        at = bisect_left(ends, place[0] + 1)
        return at == len(taken) or taken[at][0] >= place[1]

    return [place for place in places if is_free(place)]

"""Corrections that a model makes to what is known: lines beside its files, each with the words that show it.

RETRACT (closed-door hall pantry) BECAUSE "the pantry is open"     the fact is no longer so, or never was
RETRACT hall2 BECAUSE "only one hall"                              there is no such thing
RENAME north-of-hall pantry BECAUSE "You are in the pantry"        two names are of one thing
OBSERVED (at hall) BECAUSE "You are still in the hall"             a fact that a step should have made false
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from clairify_cli.languages.pddl.task import GroundAtom

_LINE = re.compile(
    r"^[ \t;*>\-]{0,20}`?(?P<kind>RETRACT|RENAME|OBSERVED)[ \t]{1,9}"
    r"(?P<what>\([\w \t-]{0,500}\)|[\w-]{1,200}(?:[ \t]{1,9}(?:TO[ \t]{1,9}|AS[ \t]{1,9})?(?!BECAUSE\b)[\w-]{1,200})?)"
    r"[ \t]{0,9}[,:;.\-]{0,3}[ \t]{0,9}BECAUSE[ \t:]{0,9}(?P<quote>[^\n]{0,1000})",
    re.IGNORECASE | re.MULTILINE,
)
_BEGINNING = re.compile(r"^[ \t;*>\-]{0,20}`?(?:RETRACT|RENAME|OBSERVED)[ \t]{1,9}[^\n]{0,500}", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_MOST = 100
_LONGEST_COMPARED = 400
_LONGEST_OBSERVED = 6_000
_LEAST_ALIKE = 0.5
LEAST_QUOTE = 3
"""So many letters of the observations have to be quoted."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One line. `fact` is what it is about where that is a fact, else `names` are one name or, of RENAME, two."""

    kind: str
    text: str
    quote: str
    fact: GroundAtom | None = None
    names: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The whole line."""
        return f'{self.text} BECAUSE "{self.quote}"' if self.quote else self.text


def corrections_in(reply: str) -> tuple[Correction, ...]:
    """The corrections in a reply, wherever in it they stand."""
    made = []
    for match in _LINE.finditer(reply):
        what = match["what"].lower()
        kind = match["kind"].upper()
        quote = match["quote"].strip().strip("`").strip("\"'“”‘’ ")
        words = tuple(word for word in what.strip("()").split() if what[0] == "(" or word not in ("to", "as"))
        fact = words if what[0] == "(" and words else None
        made.append(Correction(kind, f"{kind} {' '.join(what.split())}", quote, fact, () if fact else words))
        if len(made) == _MOST:
            break
    return tuple(made)


def unread_in(reply: str) -> tuple[str, ...]:
    """The lines that begin as a correction does, in capital letters, and cannot be read as one."""
    read = {match.start() for match in _LINE.finditer(reply)}
    lines = (match.group() for match in _BEGINNING.finditer(reply) if match.start() not in read)
    return tuple(" ".join(line.strip(" \t;*>-`").split()) for line, _ in zip(lines, range(_MOST), strict=False))


def is_quoted(quote: str, latest: str) -> bool:
    """Whether the words stand in the latest observations, whatever their case and what is between them."""
    wanted = _letters(quote)
    return len(wanted) >= LEAST_QUOTE and wanted in _letters(latest)


def nearest_sentence(quote: str, latest: str) -> str:
    """The sentence of the latest observations that a quote may be meant to be; empty where none is like it."""
    from difflib import SequenceMatcher

    wanted = quote.casefold()[:_LONGEST_COMPARED].split()
    best, most = "", _LEAST_ALIKE
    for match in _SENTENCE.finditer(latest[-_LONGEST_OBSERVED:]):
        words = match.group().strip().casefold()[:_LONGEST_COMPARED].split()
        alike = SequenceMatcher(None, wanted, words, autojunk=False).ratio()
        if alike > most:
            best, most = match.group().strip(), alike
    return best


def _letters(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalnum())

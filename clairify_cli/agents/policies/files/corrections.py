"""Corrections that a model makes to the known facts: lines next to its files, each quoting its evidence.

RETRACT (closed-door hall pantry) BECAUSE "the pantry is open"     the fact is no longer so, or never was
RETRACT hall2 BECAUSE "only one hall"                              there is no such thing
RENAME north-of-hall pantry BECAUSE "You are in the pantry"        two names are of one thing
OBSERVED (at hall) BECAUSE "You are still in the hall"             a fact that a step should have made false
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from clairify_cli.agents.policies.files.hints import is_told_of
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.records import dataclass

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
    """One line. `fact` is its fact, if it is about one; otherwise `names` has one name or, for RENAME, two."""

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
    """The corrections anywhere in a reply."""
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
    """Whether the words occur in the latest observations, ignoring case and anything between them."""
    wanted = _letters(quote)
    return len(wanted) >= LEAST_QUOTE and wanted in _letters(latest)


def nearest_sentence(quote: str, latest: str) -> str:
    """The sentence in the latest observations that a quote may refer to; empty if none is similar."""
    from difflib import SequenceMatcher

    wanted = quote.casefold()[:_LONGEST_COMPARED].split()
    best, most = "", _LEAST_ALIKE
    for match in _SENTENCE.finditer(latest[-_LONGEST_OBSERVED:]):
        words = match.group().strip().casefold()[:_LONGEST_COMPARED].split()
        alike = SequenceMatcher(None, wanted, words, autojunk=False).ratio()
        if alike > most:
            best, most = match.group().strip(), alike
    return best


def sentence_naming(name: str, text: str) -> str:
    """The last sentence of a text that names an object; empty if none does."""
    found = [match.group().strip() for match in _SENTENCE.finditer(text) if is_told_of(name, match.group())]
    return found[-1] if found else ""


def _letters(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalnum())


FORMS = {
    "RETRACT": 'RETRACT (a fact) BECAUSE "words", or RETRACT object BECAUSE "words"',
    "RENAME": 'RENAME old-name new-name BECAUSE "words"',
    "OBSERVED": 'OBSERVED (a fact) BECAUSE "words"',
}
"""How the lines are written."""


class Fault(NamedTuple):
    """Why a correction is rejected, as a clause, and what to do about it."""

    why: str
    hint: str


def unread(line: str) -> Fault:
    """The error in a line that begins like a correction but is not one."""
    because = "" if "BECAUSE" in line.upper() else ": it has no BECAUSE with the words that show it"
    return Fault(f"it cannot be read{because}", f"write {FORMS[line.split(maxsplit=1)[0].rstrip(':')]}")


def fault_of(one: Correction, objects: Collection[str], latest: str) -> Fault | None:
    """Why a correction is rejected; None if it is accepted. `objects` are the known ones.

    To retract what is not known does no harm.
    """
    if not is_quoted(one.quote, latest):
        near = nearest_sentence(one.quote, latest)
        hint = "quote words of one of the latest observations, as they stand"
        why = "it has no words" if not one.quote else f'"{one.quote}" stands in none of the latest observations'
        return Fault(why, f'{hint}: "{near}"' if near else hint)
    wanted = {"RENAME": 2, "RETRACT": 1, "OBSERVED": 0}[one.kind]
    if (one.fact is None and len(one.names) != wanted) or (one.fact and one.kind == "RENAME"):
        return Fault("it does not name what it is about", f"write {FORMS[one.kind]}")
    if one.kind == "RENAME" and one.names[0] not in objects:
        return Fault(f"no object is called `{one.names[0]}` so far", "the old name is the first")
    return None

"""Corrections that a model makes to the known facts: lines next to its files, each quoting its evidence.

RETRACT (closed-door hall pantry) BECAUSE "the pantry is open"     the fact is no longer so, or never was
RETRACT hall2 BECAUSE "only one hall"                              there is no such thing
RENAME north-of-hall pantry BECAUSE "You are in the pantry"        two names are of one thing
OBSERVED (at hall) BECAUSE "You are still in the hall"             a fact that a step should have made false
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clairify_cli.agents.policies.files.hints import without_number
from clairify_cli.diagnostics.nearest import near_matches, only_near_match
from clairify_cli.languages.pddl.meaning import words_of_atom
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


def _letters(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalnum())


FORMS = {
    "RETRACT": 'RETRACT (a fact) BECAUSE "words", or RETRACT object BECAUSE "words"',
    "RENAME": 'RENAME old-name new-name BECAUSE "words"',
    "OBSERVED": 'OBSERVED (a fact) BECAUSE "words"',
}
"""How the lines are written."""

_LEAVE_OUT = "leave the line out"


class Fault(NamedTuple):
    """Why a correction is rejected, as a clause, and what to do about it."""

    why: str
    hint: str


def unread(line: str) -> Fault:
    """The error in a line that begins like a correction but is not one."""
    because = "" if "BECAUSE" in line.upper() else ": it has no BECAUSE with the words that show it"
    return Fault(f"it cannot be read{because}", f"write {FORMS[line.split(maxsplit=1)[0].rstrip(':')]}")


def fault_of(
    one: Correction, objects: Iterable[str], facts: Sequence[GroundAtom], others: Sequence[Correction], latest: str
) -> Fault | None:
    """Why a correction is rejected; None if it is accepted.

    `objects` and `facts` are the known ones, `others` all corrections in the reply.
    """
    if not is_quoted(one.quote, latest):
        return _unquoted(one, latest)
    known = dict.fromkeys(objects)
    match one.kind:
        case "RENAME":
            return _renaming(one, known)
        case "OBSERVED":
            return None if one.fact else Fault("it names no fact", f"write {FORMS[one.kind]}")
    if one.fact:
        return _retracting(one.fact, facts, others)
    if len(one.names) != 1:
        return Fault("it names neither a fact nor an object", f"write {FORMS[one.kind]}")
    name = one.names[0]
    return _unknown(name, known) if name not in known and only_near_match(name, _others(name, known)) else None


def _unquoted(one: Correction, latest: str) -> Fault:
    near = nearest_sentence(one.quote, latest)
    hint = "quote words of one of the latest observations, as they stand"
    why = "it has no words" if not one.quote else f'"{one.quote}" stands in none of the latest observations'
    return Fault(why, f'{hint}: "{near}"' if near else hint)


def _renaming(one: Correction, known: dict[str, None]) -> Fault | None:
    if len(one.names) != 2:
        return Fault("it does not name an old and a new object", f"write {FORMS[one.kind]}")
    old, new = one.names
    if old in known:
        return None
    if new in known:
        return Fault(f"no object is called `{old}` so far", f"the old name is the first: RENAME {new} {old}")
    return _unknown(old, known)


def _unknown(name: str, known: dict[str, None]) -> Fault:
    others = _others(name, known)
    near = only_near_match(name, others) or next(iter(near_matches(name, others)), None)
    return Fault(f"no object is called `{name}` so far", f"did you mean `{near}`?" if near else _LEAVE_OUT)


def _others(name: str, known: dict[str, None]) -> list[str]:
    """The name that may have been meant: never `shelf-1` for `shelf-2`."""
    return [each for each in known if without_number(each) != without_number(name)]


def _retracting(fact: GroundAtom, facts: Sequence[GroundAtom], others: Sequence[Correction]) -> Fault | None:
    """Reports the retraction of an unknown fact if a known one may have been meant; otherwise it does no harm."""
    if fact in facts:
        return None
    gone = {one.fact for one in others if one.kind == "RETRACT"}
    meant = [one for one in facts if one[0] == fact[0] and one not in gone and sorted(one[1:]) == sorted(fact[1:])]
    if not meant:
        return None
    return Fault(f"`{words_of_atom(fact)}` is not known to be so", f"did you mean `{words_of_atom(meant[0])}`?")

"""Why a correction of what is known is not followed, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clairify_cli.agents.policies.corrections import Correction, is_quoted, nearest_sentence
from clairify_cli.agents.policies.hints import without_number
from clairify_cli.diagnostics.nearest import near_matches, only_near_match
from clairify_cli.languages.pddl.meaning import words_of_atom
from clairify_cli.languages.pddl.task import GroundAtom

FORMS = {
    "RETRACT": 'RETRACT (a fact) BECAUSE "words", or RETRACT object BECAUSE "words"',
    "RENAME": 'RENAME old-name new-name BECAUSE "words"',
    "OBSERVED": 'OBSERVED (a fact) BECAUSE "words"',
}
"""How the lines are written."""

_LEAVE_OUT = "leave the line out"


class Fault(NamedTuple):
    """Why a correction is not followed, in a clause, and what to do about it."""

    why: str
    hint: str


def unread(line: str) -> Fault:
    """What is wrong with a line that begins as a correction and is none."""
    because = "" if "BECAUSE" in line.upper() else ": it has no BECAUSE with the words that show it"
    return Fault(f"it cannot be read{because}", f"write {FORMS[line.split(maxsplit=1)[0].rstrip(':')]}")


def fault_of(
    one: Correction, objects: Iterable[str], facts: Sequence[GroundAtom], others: Sequence[Correction], latest: str
) -> Fault | None:
    """Why a correction is not followed; None where it is.

    `objects` and `facts` are what is known, `others` all corrections of the reply.
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
    """What a name may be a slip of: `shelf-1` is none of `shelf-2`."""
    return [each for each in known if without_number(each) != without_number(name)]


def _retracting(fact: GroundAtom, facts: Sequence[GroundAtom], others: Sequence[Correction]) -> Fault | None:
    """That a fact is taken back that is not known, where one that is known may be meant; else that does no harm."""
    if fact in facts:
        return None
    gone = {one.fact for one in others if one.kind == "RETRACT"}
    meant = [one for one in facts if one[0] == fact[0] and one not in gone and sorted(one[1:]) == sorted(fact[1:])]
    if not meant:
        return None
    return Fault(f"`{words_of_atom(fact)}` is not known to be so", f"did you mean `{words_of_atom(meant[0])}`?")

"""Actions whose conditions and effects are plain lists of literals, as most are: made out once, and then looked up.

What has alternatives, quantifiers, numbers or derived predicates is not plain, and gone through as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.knowledge import Knowledge, truth
from clairify_cli.languages.program.vocabulary import Vocabulary

Slots = tuple[int | str, ...]
"""The arguments of an atom: the place of a parameter, or a constant."""


class Literal(NamedTuple):
    """An atom of an action's parameters that has to be true, or becomes true; false where not `positive`."""

    predicate: str
    slots: Slots
    positive: bool

    def ground(self, arguments: Sequence[str]) -> GroundAtom:
        """The atom for some objects."""
        return (self.predicate, *[arguments[one] if isinstance(one, int) else one for one in self.slots])


class Plain(NamedTuple):
    """What an action needs and does, as literals; None for what is not plain."""

    needs: tuple[Literal, ...] | None
    does: tuple[Literal, ...] | None


def plain(action: pddl.Action, known: Vocabulary) -> Plain:
    """The literals of an action, made on first use."""
    table = known.task.notes.setdefault("plain", {})
    assert isinstance(table, dict)
    made: Plain | None = table.get(action.name.text)
    if made is None:
        made = Plain(_literals(action.precondition, action, known), _literals(action.effect, action, known))
        table[action.name.text] = made
    return made


def judge_plain(needs: Sequence[Literal], arguments: Sequence[str], now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether all literals hold, as `judging.judge` has it."""
    sure = True
    for one in needs:
        value = truth(one.ground(arguments), now, known)
        if value is None:
            sure = False
        elif value is not one.positive:
            return False
    return True if sure else None


def _literals(formula: pddl.Formula | None, action: pddl.Action, known: Vocabulary) -> tuple[Literal, ...] | None:
    derived = index_of(known.task).derived
    places = {one.name.text: at for at, one in enumerate(action.parameters)}
    found: list[Literal] = []
    waiting = [formula] if formula is not None else []
    while waiting:
        one = waiting.pop(0)
        atom, sign = (one.operand, False) if isinstance(one, pddl.Not) else (one, True)
        if isinstance(one, pddl.And):
            waiting[:0] = one.operands
        elif isinstance(atom, pddl.Atom) and atom.predicate.text != EQUALS and atom.predicate.text not in derived:
            slots = tuple(places.get(word.text, word.text) for word in atom.arguments)
            found.append(Literal(atom.predicate.text, slots, sign))
        else:
            return None
    return tuple(found)

"""Conditions that are decided once and for all, by facts that nothing can undo."""

from __future__ import annotations

from clairify_cli.languages.program.meaning.judging import Scope, atom_of
from clairify_cli.languages.program.meaning.knowledge import Knowledge, truth
from clairify_cli.languages.program.syntax import And, Condition, Fact, Not
from clairify_cli.languages.program.vocabulary import Vocabulary


def is_settled(
    condition: Condition, value: bool, scope: Scope, now: Knowledge, known: Vocabulary, first: Knowledge | None = None
) -> bool:
    """Whether a condition has a value that no action of the domain can change any more.

    What is not known now is as it was at `first`, if no action changes that.
    """
    match condition:
        case Fact():
            atom = atom_of(condition, scope, known)
            if atom is None:
                return False
            is_so = truth(atom, now, known)
            if is_so is None and first is not None:
                is_so = truth(atom, first, known)
            lasts = atom[0] in known.static or atom[0] not in (known.undoable if value else known.made)
            return is_so is value and lasts
        case Not():
            return is_settled(condition.operand, not value, scope, now, known, first)
    every = isinstance(condition, And) is value
    results = [is_settled(one, value, scope, now, known, first) for one in condition.operands]
    return all(results) if every else any(results)

"""Conditions that are decided once and for all: by logic alone, or by facts that nothing can undo."""

from __future__ import annotations

from itertools import product

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.judging import Scope, atom_of
from clairify_cli.languages.program.meaning.knowledge import Knowledge, truth
from clairify_cli.languages.program.syntax import And, Condition, Fact, Not, Or, facts
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_ATOMS = 6


def by_logic(condition: Condition, scope: Scope, known: Vocabulary) -> bool | None:
    """Whether a condition holds however the world is (`p or not p`), or never does; None where that depends."""
    if isinstance(condition, Fact):
        return None
    asked = [atom_of(one, scope, known) for one in facts(condition)]
    atoms = list(dict.fromkeys(asked))
    if len(atoms) == len(asked) or len(atoms) > _MOST_ATOMS or None in atoms:
        return None  # each fact is asked for once, so that it can be either way
    results = {
        _value(condition, dict(zip(atoms, values, strict=True)), scope, known)
        for values in product((True, False), repeat=len(atoms))
    }
    return results.pop() if len(results) == 1 else None


def _value(condition: Condition, values: dict[GroundAtom | None, bool], scope: Scope, known: Vocabulary) -> bool:
    match condition:
        case Fact():
            return values[atom_of(condition, scope, known)]
        case Not():
            return not _value(condition.operand, values, scope, known)
        case And():
            return all(_value(one, values, scope, known) for one in condition.operands)
        case Or():
            return any(_value(one, values, scope, known) for one in condition.operands)


def is_settled(
    condition: Condition, value: bool, scope: Scope, now: Knowledge, known: Vocabulary, first: Knowledge | None = None
) -> bool:
    """Whether a condition has a value now that no action of the domain can change any more.

    What is not known now is as it was at `first`, where no action changes that.
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

"""The literals of conjunctions: what a precondition or a goal asks for, and what an effect changes for sure."""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import And, Atom, Formula, Not
from clairify_cli.languages.pddl.task import GroundAtom, ground


class Literals(NamedTuple):
    """Atoms that a formula asks for or makes true, and those that it forbids or makes false, at its top level.

    `whole` says that the formula is nothing but these.
    """

    positive: dict[GroundAtom, Atom]
    negative: dict[GroundAtom, Atom]
    whole: bool


def literals(formula: Formula | None) -> Literals:
    """The literals of a conjunction, in the order of the text."""
    positive: dict[GroundAtom, Atom] = {}
    negative: dict[GroundAtom, Atom] = {}
    whole = True
    waiting: list[Formula] = [] if formula is None else [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Atom):
            positive.setdefault(ground(one), one)
        elif isinstance(one, Not) and isinstance(one.operand, Atom):
            negative.setdefault(ground(one.operand), one.operand)
        elif isinstance(one, And):
            waiting += reversed(one.operands)
        else:
            whole = False
    return Literals(positive, negative, whole)


def contradiction(found: Literals) -> tuple[str, Atom, Atom | None] | None:
    """Why literals cannot hold together: in words, with the atoms at fault; None where they can."""
    for key, atom in found.positive.items():
        other = found.negative.get(key)
        if other is not None:
            early, late = sorted((atom, other), key=lambda one: one.start)
            return f"`{written(atom)}` has to be both true and false", late, early
    for key, atom in found.negative.items():
        if key[0] == "=" and len(key) == 3 and key[1] == key[2]:
            return f"`{key[1]}` has to be another than itself", atom, None
    for key, atom in found.positive.items():
        if key[0] == "=" and len(key) == 3 and key[1] != key[2] and "?" not in (key[1][0], key[2][0]):
            return f"`{key[1]}` and `{key[2]}` are two objects", atom, None
    return None


def written(atom: Atom) -> str:
    """An atom as it may be written."""
    return f"({' '.join(name.written for name in (atom.predicate, *atom.arguments))})"

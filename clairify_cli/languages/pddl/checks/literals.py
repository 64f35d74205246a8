"""The literals of conjunctions: what a precondition or goal requires, and what an effect certainly changes."""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import Atom, Formula
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import conjuncts, literal_of


class Literals(NamedTuple):
    """Atoms that a formula requires or makes true, and those that it forbids or makes false, at its top level.

    `others` has the other conjuncts.
    """

    positive: dict[GroundAtom, Atom]
    negative: dict[GroundAtom, Atom]
    others: list[Formula]


def literals(formula: Formula | None) -> Literals:
    """Return the literals of a conjunction, in text order."""
    made = Literals({}, {}, [])
    for one in conjuncts(formula):
        literal = literal_of(one)
        if literal is None:
            made.others.append(one)
        else:
            atom, positive = literal
            (made.positive if positive else made.negative).setdefault(ground(atom), atom)
    return made


def contradiction(found: Literals) -> tuple[str, Atom, Atom | None] | None:
    """Return why literals cannot hold together, with the atoms that conflict; None if they can."""
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
    """Format an atom as written."""
    return f"({' '.join(name.written for name in (atom.predicate, *atom.arguments))})"

"""Make syntax nodes for names and facts that are not from a text; their offsets are 0."""

from __future__ import annotations

from clairify_cli.languages.pddl.syntax import Atom, Name
from clairify_cli.languages.pddl.task import GroundAtom


def name_of(text: str) -> Name:
    """Return a name without a position."""
    return Name(text, 0, 0, text)


def atom_of(fact: GroundAtom) -> Atom:
    """Return a fact as an atom without a position."""
    return Atom(name_of(fact[0]), tuple([name_of(one) for one in fact[1:]]), 0, 0)

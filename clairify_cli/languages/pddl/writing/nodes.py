"""Names and facts as parts of a PDDL text; the places in them are those of no text."""

from __future__ import annotations

from clairify_cli.languages.pddl.syntax import Atom, Name
from clairify_cli.languages.pddl.task import GroundAtom


def name_of(text: str) -> Name:
    """A name that stands nowhere."""
    return Name(text, 0, 0, text)


def atom_of(fact: GroundAtom) -> Atom:
    """A fact as an atom that stands nowhere."""
    return Atom(name_of(fact[0]), tuple([name_of(one) for one in fact[1:]]), 0, 0)

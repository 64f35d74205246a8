"""The parts of a condition that do not, or may not, hold, in the notation of programs."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.meaning.terms import Binding, ground_atom
from clairify_cli.languages.pddl.meaning.unmet import unmet
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import required
from clairify_cli.languages.program.meaning.judging import judge
from clairify_cli.languages.program.meaning.knowledge import Knowledge
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.languages.program.wording import formula_words
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Lacking:
    """A conjunct that does not hold (`value` is False) or may not (None); a literal has `atom`, with sign `wanted`."""

    text: str
    value: bool | None
    atom: GroundAtom | None = None
    wanted: bool = True
    nearest: tuple[str, ...] = ()
    """For a conjunct that is not a literal: the literals missing from the alternative with the fewest missing ones."""


def lacking(formula: pddl.Formula | None, binding: Binding, now: Knowledge, known: Vocabulary) -> Iterator[Lacking]:
    """Yield the conjuncts of a condition that do not certainly hold, in text order."""
    for one, sign in required(formula, True):
        whole = one if sign else pddl.Not(one, one.start, one.end)
        value = judge(whole, binding, now, known)
        if value is True:
            continue
        if isinstance(one, pddl.Atom):
            atom = ground_atom(one, binding)
            yield Lacking(literal_words(atom, sign, known), value, None if atom[0] == EQUALS else atom, sign)
        else:
            told = formula_words(whole, known, "", binding)
            told = told if told.startswith("(") else f"({told})"
            yield Lacking(told, value, nearest=_nearest(one, sign, binding, now, known))


def _nearest(
    formula: pddl.Formula, positive: bool, binding: Binding, now: Knowledge, known: Vocabulary
) -> tuple[str, ...]:
    if not now.is_definite:
        return ()
    parts = unmet(formula, positive, binding, view_of(known.task, now.world))
    leaves = [leaf for part in parts for leaf in part.leaves or (part,) if leaf.atom is not None]
    return tuple(literal_words(leaf.atom, leaf.wanted, known) for leaf in leaves if leaf.atom is not None)


def literal_words(atom: GroundAtom, wanted: bool, known: Vocabulary) -> str:
    """Format an atom, or its negation, in the notation of programs."""
    name, *objects = atom
    if name == EQUALS:
        return f"{objects[0]} {'is' if wanted else 'is not'} {objects[1]}"
    return f"{'' if wanted else 'not '}{with_objects(known.predicate_name(name), objects)}"

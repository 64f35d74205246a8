"""The known state at a point in a program: atoms that are true, false, or unknown.

The world of a problem is closed: atoms not stated to be true are false. In an open world, only what steps and
conditions have established is known. After branches merge, atoms on which they differ are unknown.

There are two views of a point in a program. The nominal state follows the program from the problem's initial state,
step by step, as in an execution without surprises: what fails there certainly fails. The wide state contains only what
steps and conditions of the program have established, so that it covers worlds that differ from the problem: both
branches, recoveries, loops.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning.state import WorldState, initial_state
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.vocabulary import Vocabulary


class Knowledge(NamedTuple):
    """A state as far as it is known.

    `world` has the true atoms and the numbers. Atoms in `unsure` may be true or false, because the program has
    branches. All others are false if the world is `closed`; otherwise only those in `false` are. `exact` means that
    the numbers are certain.
    """

    world: WorldState
    unsure: frozenset[GroundAtom] = frozenset()
    false: frozenset[GroundAtom] = frozenset()
    closed: bool = True
    exact: bool = True

    @property
    def is_definite(self) -> bool:
        """Whether everything is known, so that the state is one state of the task."""
        return self.closed and not self.unsure and self.exact


NOTHING = Knowledge(WorldState(frozenset()), closed=False, exact=False)
"""The state in which only the facts that never change are known."""


def first_knowledge(known: Vocabulary) -> Knowledge:
    """Return the known state at the start of the program: the problem's initial state."""
    return Knowledge(initial_state(known.task))


def truth(atom: GroundAtom, now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether an atom that is not derived is true; None if unknown."""
    if atom in now.world.atoms:
        return True
    if atom in now.unsure:
        return None
    if now.closed or atom in now.false:
        return False
    if known.has_problem and atom[0] in known.static:
        return atom in known.task.init
    return None


def told_one(now: Knowledge, atom: GroundAtom, value: bool) -> Knowledge:
    """Return a state updated with the value of an atom."""
    if value:
        return now if atom in now.world.atoms else told(now, frozenset((atom,)), frozenset())
    if atom in now.false and not now.closed and atom not in now.unsure and atom not in now.world.atoms:
        return now
    return told(now, frozenset(), frozenset((atom,)))


def told(now: Knowledge, true: AbstractSet[GroundAtom], false: AbstractSet[GroundAtom]) -> Knowledge:
    """Return a state updated with true and false atoms."""
    known, unsure, denied, closed = now.world.atoms, now.unsure, now.false, now.closed
    if true <= known and known.isdisjoint(false) and (closed or false <= denied):
        return now if unsure.isdisjoint(false) else Knowledge(now.world, unsure - false, denied, closed, now.exact)
    known = known | true if true else known
    known = known - false if false else known
    if unsure:
        unsure = unsure - true - false
    if not closed:
        denied = denied if denied.isdisjoint(true) else denied - true
        denied = denied | false if false else denied
    return Knowledge(WorldState(known, now.world.numbers), unsure, denied, closed, now.exact)


def join(one: Knowledge, other: Knowledge) -> Knowledge:
    """Return the known state where two paths merge: the atoms on which both agree."""
    if one is other or one == other:
        return one
    true = one.world.atoms & other.world.atoms
    same = one.exact and other.exact and one.world.numbers == other.world.numbers
    numbers = one.world.numbers if same else {}
    if one.closed and other.closed:
        either = one.world.atoms | one.unsure | other.world.atoms | other.unsure
        return Knowledge(WorldState(true, numbers), either - true, frozenset(), True, same)
    # In an open world, what only one path has found false may be true on the other.
    false = (one.false | _false_of(one, other.false)) & (other.false | _false_of(other, one.false))
    unsure = (one.unsure | other.unsure | _differing(one, other)) - true - false
    return Knowledge(WorldState(true, numbers), unsure, false, False, same)


def _false_of(now: Knowledge, atoms: frozenset[GroundAtom]) -> frozenset[GroundAtom]:
    """Return those of some atoms that are false because the world is closed."""
    return atoms - now.world.atoms - now.unsure if now.closed else frozenset()


def _differing(one: Knowledge, other: Knowledge) -> frozenset[GroundAtom]:
    """Return the atoms that are true on one path and false on the other."""
    first = one.world.atoms & (other.false | (one.world.atoms - other.world.atoms if other.closed else frozenset()))
    second = other.world.atoms & (one.false | (other.world.atoms - one.world.atoms if one.closed else frozenset()))
    return first | second


class Ways(NamedTuple):
    """The known state at a point; `nominal` is None without a problem, or if the nominal run does not reach it."""

    nominal: Knowledge | None
    wide: Knowledge


def meet(taken: Ways, other: Ways) -> Ways:
    """Merge the branch taken in the nominal run with the other one."""
    return Ways(taken.nominal, join(taken.wide, other.wide))

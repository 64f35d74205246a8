"""Consistent facts: mutually exclusive ones, and those that fit the types of their objects.

A predicate is single where every action that makes an atom of it true makes another one false that it needs, and the
objects in which both agree are kept. These are the invariants of Helmert, "Concise finite-domain representations for
PDDL planning tasks" (2009), of one predicate alone and without conditions or quantifiers in effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clairify_cli.languages.pddl.hierarchy import Hierarchy
from clairify_cli.languages.pddl.syntax import Action, Domain
from clairify_cli.languages.pddl.task import GroundAtom, ground
from clairify_cli.languages.pddl.walk import Literal, changes_in, literals_in


def single_predicates(domain: Domain) -> dict[str, tuple[int, ...]]:
    """The predicates of which one atom is true at a time, for each choice of the arguments at these positions."""
    found: dict[str, tuple[int, ...]] = {}
    for declared in domain.predicates:
        kept = _kept(declared.name.text, len(declared.parameters), domain.actions)
        if kept is not None and len(kept) < len(declared.parameters):
            found[declared.name.text] = kept
    return found


def at_once(
    known: Iterable[GroundAtom], new: Iterable[GroundAtom], domain: Domain
) -> list[tuple[GroundAtom, GroundAtom]]:
    """New facts that cannot be true together with a known one, each after that one.

    If there were two of a kind before, the domain does not intend this, and nothing is reported.
    """
    single = single_predicates(domain)

    def key(fact: GroundAtom) -> GroundAtom | None:
        kept = single.get(fact[0])
        return None if kept is None else (fact[0], *(fact[1 + at] for at in kept if at + 1 < len(fact)))

    before: dict[GroundAtom, list[GroundAtom]] = {}
    for fact in known:
        if (group := key(fact)) is not None:
            before.setdefault(group, []).append(fact)
    pairs = ((before.get(group, []), fact) for fact in new if (group := key(fact)) is not None)
    return [(others[0], fact) for others, fact in pairs if len(others) == 1 and others[0] != fact]


def _kept(name: str, size: int, actions: Sequence[Action]) -> tuple[int, ...] | None:
    """The positions at which what an action makes true agrees with what it makes false; None if it is not single."""
    kept, moves = set(range(size)), False
    for action in actions:
        every, _ = _atoms(changes_in(action.effect), name)
        if not every:
            continue
        added, deleted = _atoms(literals_in(action.effect), name)
        needed, _ = _atoms(literals_in(action.precondition))
        if len(every) != len(added) or len(added) != 1 or len(deleted) != 1 or deleted[0] not in needed:
            return None
        moves = True
        pairs = zip(added[0][1:], deleted[0][1:], strict=False)
        kept &= {at for at, (one, other) in enumerate(pairs) if one == other}
    return tuple(sorted(kept)) if moves else None


def _atoms(literals: Iterable[Literal], name: str | None = None) -> tuple[list[GroundAtom], list[GroundAtom]]:
    """The atoms of literals (of one predicate, if it is given): those to be made true, and those to be made false."""
    found: tuple[list[GroundAtom], list[GroundAtom]] = ([], [])
    for atom, positive in literals:
        if name in (None, atom.predicate.text):
            found[not positive].append(ground(atom))
    return found


Types = tuple[str, ...]


def joined(before: Mapping[str, Types], new: Mapping[str, Types], hierarchy: Hierarchy) -> dict[str, Types]:
    """All objects; one that is declared again keeps its type, unless the later one is narrower."""
    made = dict(before)
    for name, types in new.items():
        old = before.get(name)
        known = all(one in hierarchy for one in (*types, *(old or ())))
        if old is None or (known and hierarchy.fits(types, old)):
            made[name] = types
    return made

"""Facts of which only one is true at a time, such as where one is: a domain tells by its effects.

A predicate is single where every action that makes an atom of it true makes another one false that it needs, and the
objects in which both agree are kept. These are the invariants of Helmert, "Concise finite-domain representations for
PDDL planning tasks" (2009), of one predicate alone and without conditions or quantifiers in effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clairify_cli.languages.pddl.syntax import Action, Atom, Domain, Formula, Not
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import conjuncts, effects_in


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
    """New facts that cannot be true beside one that is known, each behind that one.

    Where there were two of a kind before, the domain is not meant so, and nothing is said.
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


def lasting(domain: Domain) -> list[tuple[str, str, str]]:
    """Actions by which an atom comes to be true beside one of the same predicate that they need: the action, the one
    that is needed, and the one that is added. Mostly it was forgotten that one takes the place of the other."""
    found = []
    for action in domain.actions:
        if action.effect is None:
            continue
        needed = [one for one in conjuncts(action.precondition) if isinstance(one, Atom)]
        plain = list(conjuncts(action.effect))
        added = [one for one in plain if isinstance(one, Atom)]
        gone = {_words(one.operand) for one in plain if isinstance(one, Not) and isinstance(one.operand, Atom)}
        found += [
            (action.name.text, f"({' '.join(_words(old))})", f"({' '.join(_words(new))})")
            for old in needed
            for new in added
            if old.predicate.text == new.predicate.text and _words(old) != _words(new) and _words(old) not in gone
        ]
    return found


def _kept(name: str, size: int, actions: Sequence[Action]) -> tuple[int, ...] | None:
    """The positions at which what an action makes true agrees with what it makes false; None where it is not single."""
    kept, moves = set(range(size)), False
    for action in actions:
        if action.effect is None or not any(_atom(one, name) for one in effects_in(action.effect)):
            continue
        plain = list(conjuncts(action.effect))
        added = [one for one in plain if isinstance(one, Atom) and one.predicate.text == name]
        every = [one for one in effects_in(action.effect) if isinstance(one, Atom) and one.predicate.text == name]
        if not every:
            continue
        deleted = [atom for one in plain if isinstance(one, Not) and (atom := _atom(one, name)) is not None]
        needed = {_words(one) for one in conjuncts(action.precondition) if isinstance(one, Atom)}
        if len(every) != len(added) or len(added) != 1 or len(deleted) != 1 or _words(deleted[0]) not in needed:
            return None
        moves = True
        pairs = zip(_words(added[0])[1:], _words(deleted[0])[1:], strict=False)
        kept &= {at for at, (one, other) in enumerate(pairs) if one == other}
    return tuple(sorted(kept)) if moves else None


def _atom(one: Formula, name: str) -> Atom | None:
    """The atom of that predicate that an effect is about."""
    atom = one.operand if isinstance(one, Not) else one
    return atom if isinstance(atom, Atom) and atom.predicate.text == name else None


def _words(atom: Atom) -> tuple[str, ...]:
    return (atom.predicate.text, *(one.text for one in atom.arguments))

"""Find a sum over facts that no action changes, or only by even numbers, and that the goal needs to be another one.

Each action adds a vector to the facts that are true (1) and false (0). If what the goal asks to be added is no sum of
such vectors, not even one that takes actions back, then there is no plan: the state equation of Petri nets (Murata,
Proceedings of the IEEE 77, 1989). Modulo 2, this is parity. Facts are left out that the goal leaves open, or of which
it is not known whether an action changes them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from itertools import product

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.explain.model import Invariant
from clairify_cli.planning.ground.grounder import Fact, Grounder, Instance, TooLargeError, usable
from clairify_cli.planning.ground.pairs import MOST_LITERALS, Pairs
from clairify_cli.planning.ground.state_space import explore, is_plain
from clairify_cli.planning.ground.task import MOST_OPERATORS, GroundTask
from clairify_cli.records import replace

SECONDS = 1.0
MOST_WEIGHED = 40
"""A sum over more facts is no short reason."""

_EXACT = (1 << 31) - 1
"""A prime that stands for all: sums of weights 1 and -1 over so few facts cannot differ by a multiple of it."""

_MODULI = (_EXACT, 2, 3)
_MOST_ASKED = 3
_MOST_TRIED = 12
_EXPLORED = 0.2

Vector = dict[GroundAtom, int]
"""Weights of facts, or how much an action changes them."""


def invariant_of(ground: GroundTask) -> Invariant | None:
    """Return a sum that proves that there is no plan, over as few facts as are found; None if there is none."""
    init = ground.reached.task.init
    goal = _known(ground.found, [fact for part in ground.parts if len(part.ways) == 1 for fact in part.ways[0]])
    try:
        steps = usable(list(Grounder(ground.reached.task, MOST_OPERATORS).steps()), init)
    except TooLargeError:
        return None
    rows: dict[frozenset[tuple[GroundAtom, int]], None] = {}
    opened: set[GroundAtom] = set()
    for step in steps:
        for needs, makes in _cases(step, opened):
            before = _known(ground.found, needs, makes)
            known = {atom: before[atom] for _, atom in makes if atom in before}
            opened |= {atom for _, atom in makes} - known.keys()
            rows[frozenset((atom, positive - known[atom]) for positive, atom in makes if atom in known)] = None
    closed = goal.keys() - opened
    wanted = {atom: goal[atom] - (atom in init) for atom in closed if goal[atom] is not (atom in init)}
    changes = dict.fromkeys(frozenset((atom, by) for atom, by in row if by and atom in closed) for row in rows)
    deadline = time.monotonic() + SECONDS
    for modulus in _MODULI:
        weights = _weights([dict(one) for one in changes], wanted, modulus, deadline)
        if weights is not None:
            first, last = (sum(weights[x] for x in weights if true(x)) for true in (init.__contains__, goal.get))
            return Invariant(weights, 0 if modulus == _EXACT else modulus, first, last, _mend(ground, weights))
    return None


def _cases(step: Instance, opened: set[GroundAtom]) -> Iterator[tuple[list[Fact], list[Fact]]]:
    """Yield what is true before a step and what it makes true, for all that its conditional effects ask."""
    needs = set(step.needs)
    asked = sorted({fact[1] for when, _ in step.whens for fact in when} - {atom for _, atom in needs})
    if len(asked) > _MOST_ASKED:
        opened |= {fact[1] for _, fact in step.whens}
        asked = []
    for values in product((True, False), repeat=len(asked)):
        true = needs | set(zip(values, asked, strict=True))
        made = dict.fromkeys((*step.makes, *(fact for when, fact in step.whens if true.issuperset(when))))
        # What is both added and deleted is true afterwards.
        yield list(true), [one for one in made if one[0] or (True, one[1]) not in made]


def _known(found: Pairs, facts: Collection[Fact], asked: Iterable[Fact] | None = None) -> dict[GroundAtom, bool]:
    """Return the values of atoms that some facts imply: their own, and those of `asked` that exclude one of them."""
    known = {atom: positive for positive, atom in facts}
    for positive, atom in found.numbers if asked is None else [(sign, atom) for _, atom in asked for sign in (0, 1)]:
        if atom not in known and any(not found.possible((bool(positive), atom), one) for one in facts):
            known[atom] = not positive
    return known


def _weights(rows: list[Vector], wanted: Vector, modulus: int, deadline: float) -> Vector | None:
    """Return weights 1 and -1 of which every row sums to 0, and `wanted` does not; None if none are found."""
    pivots: dict[GroundAtom, Vector] = {}
    for row in rows:
        if time.monotonic() > deadline or len(pivots) > MOST_LITERALS:
            return None
        left = _reduced(row, pivots, modulus)
        if left:
            atom = min(left)
            inverse = pow(left[atom], -1, modulus)
            fresh = {one: by * inverse % modulus for one, by in left.items()}
            for at, other in pivots.items():
                if atom in other:
                    pivots[at] = _reduced(other, {atom: fresh}, modulus)
            pivots[atom] = fresh
    best: Vector | None = None
    for atom in sorted(_reduced(wanted, pivots, modulus)):
        weights = {atom: 1} | {at: -row[atom] % modulus for at, row in pivots.items() if atom in row}
        signed = {one: by if 2 * by <= modulus else by - modulus for one, by in weights.items()}
        if modulus == 2 or all(abs(by) == 1 for by in signed.values()):
            best = signed if best is None or len(signed) < len(best) else best
    return best if best is not None and len(best) <= MOST_WEIGHED else None


def _reduced(row: Vector, pivots: dict[GroundAtom, Vector], modulus: int) -> Vector:
    """Return a row without the atoms of the pivots, of which none is in another's row."""
    left = {atom: by % modulus for atom, by in row.items() if by % modulus}
    for atom in [one for one in left if one in pivots]:
        times = left[atom]
        for one, by in pivots[atom].items():
            left[one] = (left.get(one, 0) - times * by) % modulus
            if not left[one]:
                del left[one]
    return left


def _mend(ground: GroundTask, weights: Vector) -> Fact | None:
    """Return a fact with which the initial state had another sum and there was a plan, if one is found in time."""
    task = ground.reached.task
    for atom in sorted(weights)[:_MOST_TRIED] if is_plain(task) else ():
        changed = replace(task, init=task.init ^ {atom}, notes={})
        if explore(changed, ground.found.operators, ground.parts, seconds=_EXPLORED).reached:
            return atom not in task.init, atom
    return None

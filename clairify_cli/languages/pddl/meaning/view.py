"""A view of a state for evaluating conditions: atoms, including derived ones, by predicate and objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from clairify_cli.languages.pddl.meaning.index import Index
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.outcomes import ExpectedError

MOST_TRIED = 2_000_000
"""How many choices of objects one question about a state may try: a few seconds of work."""


class TooManyChoicesError(ExpectedError):
    """A condition or an effect has more choices of objects for its variables than can be tried."""

    what = f"a condition or an effect with more than {MOST_TRIED:,} choices of objects for its variables"

    def __init__(self) -> None:
        super().__init__(f"the task has {self.what}, too many to try: give a quantifier fewer variables or objects")


Derive = Callable[["View"], Iterable[GroundAtom]]


class View:
    """Look-ups in a state; tables are built on first use. `orders` is a cache for the orders of joins.

    `derive` computes the derived atoms. It is called once, when a derived predicate is first needed.
    """

    __slots__ = ("_added", "_derive", "_groups", "_lists", "_tables", "atoms", "index", "numbers", "orders", "tried")

    def __init__(
        self,
        index: Index,
        atoms: frozenset[GroundAtom],
        numbers: Mapping[GroundAtom, float],
        derive: Derive | None = None,
    ) -> None:
        self.index = index
        self.atoms = atoms
        self.numbers = numbers
        self.orders: dict[tuple[int, bool, tuple[str, ...]], object] = {}
        self.tried = 0
        self._derive = derive if index.derived else None
        self._added: set[GroundAtom] = set()
        self._groups: dict[str, list[GroundAtom]] | None = None
        self._lists: dict[str, list[GroundAtom]] = {}
        self._tables: dict[tuple[str, int, tuple[int, ...]], dict[tuple[str, ...], list[GroundAtom]]] = {}

    def spend(self, choices: int) -> None:
        """Count choices of objects before they are tried. Raises `TooManyChoicesError`."""
        self.tried += choices
        if self.tried > MOST_TRIED:
            raise TooManyChoicesError

    def true(self, atom: GroundAtom) -> bool:
        """Whether an atom is true in the state or derived."""
        if atom in self.atoms:
            return True
        if atom[0] in self.index.derived:
            self._complete()
            return atom in self._added
        return False

    def add(self, atoms: Iterable[GroundAtom]) -> None:
        """Add derived atoms."""
        new = {atom for atom in atoms if atom not in self._added and atom not in self.atoms}
        self._added.update(new)
        self._lists = {name: atoms for name, atoms in self._lists.items() if name not in {atom[0] for atom in new}}
        if self._groups is not None:
            for atom in new:
                self._groups.setdefault(atom[0], []).append(atom)
        for predicate, arity, positions in list(self._tables):
            if any(atom[0] == predicate for atom in new):
                del self._tables[predicate, arity, positions]

    @property
    def derived(self) -> set[GroundAtom]:
        """The derived atoms that are true."""
        self._complete()
        return self._added

    def of(self, predicate: str) -> Sequence[GroundAtom]:
        """Return the true atoms of a predicate, sorted."""
        if predicate in self.index.derived:
            self._complete()
        listed = self._lists.get(predicate)
        if listed is None:
            listed = self._lists[predicate] = sorted(self._grouped().get(predicate, ()))
        return listed

    def count(self, predicate: str) -> int:
        """Return the number of true atoms of a predicate."""
        if predicate in self.index.derived:
            self._complete()
        return len(self._grouped().get(predicate, ()))

    def _grouped(self) -> dict[str, list[GroundAtom]]:
        if self._groups is None:
            self._groups = {}
            for atom in chain(self.atoms, self._added - self.atoms):
                self._groups.setdefault(atom[0], []).append(atom)
        return self._groups

    def matching(
        self, predicate: str, arity: int, positions: tuple[int, ...], objects: tuple[str, ...]
    ) -> Sequence[GroundAtom]:
        """Return the true atoms of a predicate with these objects at these positions (from 1)."""
        if predicate in self.index.derived:
            self._complete()
        table = self._tables.get((predicate, arity, positions))
        if table is None:
            table = self._tables[predicate, arity, positions] = {}
            for atom in self.of(predicate):
                if len(atom) == arity + 1:
                    table.setdefault(tuple([atom[at] for at in positions]), []).append(atom)
        return table.get(objects, ())

    def _complete(self) -> None:
        # Reset first, since `derive` queries this view.
        derive, self._derive = self._derive, None
        if derive is not None:
            self.add(derive(self))

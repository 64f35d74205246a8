"""The types of a domain as a lattice: the subtype relation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from clairify_cli.languages.pddl.syntax import OBJECT, Domain, Name
from clairify_cli.records import dataclass


@dataclass(frozen=True)
class Hierarchy:
    """Every declared type, including `object`, with all its supertypes and itself.

    A type that occurs only as a supertype counts as declared. The types in a cycle are supertypes of each other.
    """

    supertypes: dict[str, frozenset[str]]

    @cached_property
    def subtypes(self) -> dict[str, frozenset[str]]:
        """Every declared type with all its subtypes and itself."""
        below: dict[str, set[str]] = {name: set() for name in self.supertypes}
        for name, above in self.supertypes.items():
            for one in above:
                below[one].add(name)
        return {name: frozenset(names) for name, names in below.items()}

    def __contains__(self, name: str) -> bool:
        return name in self.supertypes

    def is_a(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`. An unknown type has no supertypes but `object`."""
        return of in (OBJECT, name) or of in self.supertypes.get(name, ())

    def fits(self, given: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether something of one of the types `given` is certainly of one of the types `wanted` (`either`)."""
        wanted = tuple(wanted)
        return all(any(self.is_a(name, of) for of in wanted) for name in given)

    def may_fit(self, given: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether something of a type in `given` can be of a type in `wanted`: one is a subtype of the other."""
        wanted = tuple(wanted)
        return any(self.is_a(name, of) or self.is_a(of, name) for name in given for of in wanted)


def type_names(types: tuple[Name, ...]) -> tuple[str, ...]:
    """Return the names of the written types, or `object` if there are none."""
    if len(types) == 1:  # fast path for nearly all objects
        return (types[0].text,)
    return tuple([name.text for name in types]) or (OBJECT,)


def types_text(types: Iterable[str]) -> str:
    """Format types: one, or several as `(either a b)`."""
    types = list(types)
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


_KNOWN: dict[int, tuple[Domain | None, Hierarchy]] = {}
_MOST_KNOWN = 8


def hierarchy_of(domain: Domain | None) -> Hierarchy:
    """Return the lattice of a domain's types; worked out once for the last few domains, since games make many tasks."""
    of, known = _KNOWN.get(id(domain), (None, None))
    if known is None or of is not domain:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _hierarchy_of(domain)
        _KNOWN[id(domain)] = domain, known
    return known


def _hierarchy_of(domain: Domain | None) -> Hierarchy:
    parents: dict[str, set[str]] = {OBJECT: set()}
    for declared in domain.types if domain is not None else ():
        above = parents.setdefault(declared.name.text, set())
        for parent in declared.types:
            above.add(parent.text)
            parents.setdefault(parent.text, set())
    known: dict[frozenset[str], frozenset[str]] = {}
    supertypes: dict[str, frozenset[str]] = {}
    for name, direct in parents.items():
        key = frozenset(direct)  # many types have the same parents, and so the same supertypes
        if key not in known:
            known[key] = _above(key, parents)
        supertypes[name] = known[key] | {name}
    return Hierarchy(supertypes)


def _above(types: frozenset[str], parents: dict[str, set[str]]) -> frozenset[str]:
    """Return the types with all their supertypes, including `object`."""
    found = {OBJECT, *types}
    waiting = list(types)
    while waiting:
        for parent in parents[waiting.pop()]:
            # A cycle of types, which is reported elsewhere, must not cause an endless loop.
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)

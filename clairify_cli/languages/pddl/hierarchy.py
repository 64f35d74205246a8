"""The types of a domain as a lattice: which type is a kind of which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from clairify_cli.languages.pddl.syntax import OBJECT, Domain, Name


@dataclass(frozen=True)
class Hierarchy:
    """Every declared type, `object` among them, with all its supertypes, each with itself.

    A type that is only named as a supertype counts as declared. A cycle makes its types equal; nothing loops.
    """

    supertypes: dict[str, frozenset[str]]

    @cached_property
    def subtypes(self) -> dict[str, frozenset[str]]:
        """Every declared type with all its subtypes, each with itself."""
        below: dict[str, set[str]] = {name: set() for name in self.supertypes}
        for name, above in self.supertypes.items():
            for one in above:
                below[one].add(name)
        return {name: frozenset(names) for name, names in below.items()}

    def __contains__(self, name: str) -> bool:
        return name in self.supertypes

    def is_a(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`. An unknown type is only itself."""
        return of in (OBJECT, name) or of in self.supertypes.get(name, ())

    def fits(self, given: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether something of one of the types `given` is sure to be of one of the types `wanted` (`either`)."""
        wanted = tuple(wanted)
        return all(any(self.is_a(name, of) for of in wanted) for name in given)

    def may_fit(self, given: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether something of one of `given` can be of one of `wanted`: one type is a kind of the other."""
        wanted = tuple(wanted)
        return any(self.is_a(name, of) or self.is_a(of, name) for name in given for of in wanted)


def type_names(types: tuple[Name, ...]) -> tuple[str, ...]:
    """The names of the types that are written, and `object` if none is."""
    if len(types) == 1:  # which is nearly always so, and asked for every object
        return (types[0].text,)
    return tuple([name.text for name in types]) or (OBJECT,)


def types_text(types: Iterable[str]) -> str:
    """Types as they are written: one, or several in `(either a b)`."""
    types = list(types)
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def hierarchy_of(domain: Domain | None) -> Hierarchy:
    """The lattice of a domain's types."""
    parents: dict[str, set[str]] = {OBJECT: set()}
    for declared in domain.types if domain is not None else ():
        above = parents.setdefault(declared.name.text, set())
        for parent in declared.types:
            above.add(parent.text)
            parents.setdefault(parent.text, set())
    known: dict[frozenset[str], frozenset[str]] = {}
    supertypes: dict[str, frozenset[str]] = {}
    for name, direct in parents.items():
        key = frozenset(direct)  # types of the same parents, as most are, have the same above them
        if key not in known:
            known[key] = _above(key, parents)
        supertypes[name] = known[key] | {name}
    return Hierarchy(supertypes)


def _above(types: frozenset[str], parents: dict[str, set[str]]) -> frozenset[str]:
    """The types with everything above them; `object` is above all."""
    found = {OBJECT, *types}
    waiting = list(types)
    while waiting:
        for parent in parents[waiting.pop()]:
            # A cycle of types is reported elsewhere, and must not keep this going.
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)

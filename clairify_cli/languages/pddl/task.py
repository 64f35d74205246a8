"""A domain and a problem put together: what a solver, a validator or a world is given.

A task is made of texts without errors. Of other texts, it has what could be determined, and silently omits the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Atom, Comparison, Domain, Formula, FunctionTerm, Number, Problem

GroundAtom = tuple[str, ...]
"""A predicate and its objects, or a function and its objects: `("on", "a", "b")`."""

State = frozenset[GroundAtom]
"""The atoms that are true; every other is false (closed world)."""


@dataclass(frozen=True, slots=True)
class Task:
    """A planning task.

    `objects` has every constant and object with its types, constants first, in the order of the texts; `of_type`
    the same by type, where an object stands with all its supertypes. `init` are the atoms that hold at first, and
    `values` the numbers that functions have at first. `notes` is where functions over a task keep what they have
    worked out of it once; it is not a part of the value.
    """

    domain: Domain
    problem: Problem
    hierarchy: Hierarchy
    objects: dict[str, tuple[str, ...]]
    of_type: dict[str, tuple[str, ...]]
    init: State
    values: dict[GroundAtom, float]
    notes: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    @property
    def goal(self) -> Formula | None:
        return self.problem.goal

    def objects_of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The objects of any of the types, in the order of the texts."""
        if len(types) == 1:
            return self.of_type.get(types[0], ())
        wanted = {name for one in types for name in self.of_type.get(one, ())}
        return tuple(name for name in self.objects if name in wanted)


def make_task(domain: Domain, problem: Problem) -> Task:
    """Put a domain and a problem together."""
    hierarchy = hierarchy_of(domain)
    objects: dict[str, tuple[str, ...]] = {}
    for declared in (*domain.constants, *problem.objects):
        objects.setdefault(declared.name.text, type_names(declared.types))
    of_type: dict[str, dict[str, None]] = {name: {} for name in hierarchy.supertypes}
    for name, types in objects.items():
        for one in types:
            for above in hierarchy.supertypes.get(one, (one,)):
                of_type.setdefault(above, {})[name] = None
    return Task(
        domain,
        problem,
        hierarchy,
        objects,
        {name: tuple(members) for name, members in of_type.items()},
        frozenset(ground(one) for one in problem.init if isinstance(one, Atom)),
        dict(_value(one) for one in problem.init if isinstance(one, Comparison) and _is_value(one)),
    )


@lru_cache(maxsize=4)
def task_of(domain: Source, problem: Source) -> Task | None:
    """The planning task of two texts; None if one of them is not what it should be.

    It is kept for the last few texts, with what is worked out of it: a thousand plans are validated against one task.
    """
    one, other = read_once(domain)[0].domain, read_once(problem)[0].problem
    return make_task(one, other) if one is not None and other is not None else None


def ground(atom: Atom) -> GroundAtom:
    """An atom without variables as a value that can be looked up."""
    return (atom.predicate.text, *[name.text for name in atom.arguments])


def _is_value(one: Comparison) -> bool:
    return isinstance(one.left, FunctionTerm) and isinstance(one.right, Number)


def _value(one: Comparison) -> tuple[GroundAtom, float]:
    assert isinstance(one.left, FunctionTerm) and isinstance(one.right, Number)
    return (one.left.function.text, *(name.text for name in one.left.arguments)), one.right.value

"""A domain and a problem combined: the input of solvers, validators and worlds.

A task is meant for texts without errors. For other texts, it contains what could be determined and silently omits the
rest.
"""

from __future__ import annotations

from functools import lru_cache

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of, type_names
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Atom, Comparison, Domain, Formula, FunctionTerm, Number, Problem
from clairify_cli.records import dataclass, field

GroundAtom = tuple[str, ...]
"""A predicate and its objects, or a function and its objects: `("on", "a", "b")`."""

State = frozenset[GroundAtom]
"""The true atoms; all others are false (closed world)."""


@dataclass(frozen=True, slots=True)
class Task:
    """A planning task.

    `objects` has every constant and object with its types, constants first, in text order; `of_type` has the same by
    type, with an object under all its supertypes. `init` has the initially true atoms, `values` the initial values of
    functions. `notes` is a cache for functions over a task; it is not part of the value.
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
        """Return the objects of any of the types, in text order."""
        if len(types) == 1:
            return self.of_type.get(types[0], ())
        wanted = {name for one in types for name in self.of_type.get(one, ())}
        return tuple(name for name in self.objects if name in wanted)


def make_task(domain: Domain, problem: Problem) -> Task:
    """Combine a domain and a problem."""
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
    """Return the planning task of two texts; None if they are not a domain and a problem.

    It is cached for the last few texts, with its `notes`, since many plans may be validated against one task.
    """
    one, other = read_once(domain)[0].domain, read_once(problem)[0].problem
    return make_task(one, other) if one is not None and other is not None else None


def ground(atom: Atom) -> GroundAtom:
    """Return an atom without variables as a hashable value."""
    return (atom.predicate.text, *[name.text for name in atom.arguments])


def _is_value(one: Comparison) -> bool:
    return isinstance(one.left, FunctionTerm) and isinstance(one.right, Number)


def _value(one: Comparison) -> tuple[GroundAtom, float]:
    assert isinstance(one.left, FunctionTerm) and isinstance(one.right, Number)
    return (one.left.function.text, *(name.text for name in one.left.arguments)), one.right.value

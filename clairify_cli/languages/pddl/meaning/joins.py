"""Find all objects for some variables that make a condition hold, by looking up atoms rather than trying objects.

The atoms of a conjunction are joined like database tables: first the one with the fewest matches, then those that
share variables with it; conditions that cannot be looked up are tested as soon as their variables are bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning.shape import Filter
from clairify_cli.languages.pddl.meaning.terms import Binding
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.syntax import Atom, Formula, TypedName
from clairify_cli.languages.pddl.task import GroundAtom

Test = Callable[[Formula, bool, Binding, View], bool]
"""Whether a condition, or its negation if the second argument is False, holds under a binding."""

_NARROWING = 8
"""Factor by which each known object is expected to reduce the number of matching atoms."""


class _Lookup(NamedTuple):
    """One stage of a join: an atom to look up or, without one, a variable to enumerate; then the possible tests."""

    atom: Atom | None
    variables: tuple[str, ...]
    tests: tuple[Filter, ...]


def solutions(
    variables: Sequence[TypedName],
    condition: Formula | None,
    positive: bool,
    binding: Binding,
    view: View,
    test: Test,
    within: tuple[Atom, Iterable[GroundAtom]] | None = None,
) -> Iterator[dict[str, str]]:
    """Yield every extension of the binding to the variables under which the condition (or its negation) holds.

    `within` restricts one atom of the condition to some ground atoms. Each binding is yielded once; the order is
    deterministic.
    """
    names = [variable.name.text for variable in variables]
    start = {name: value for name, value in binding.items() if name not in names}
    allowed = {one.name.text: view.index.members(one.types) for one in variables}
    if not all(objects for objects, _ in allowed.values()):
        return
    key = (id(condition), positive, tuple(names))
    stages = view.orders.get(key) if within is None else None
    if not isinstance(stages, list):
        stages = _stages(condition, positive, allowed, view, within)
        if within is None:
            view.orders[key] = stages  # the index keeps the condition alive, so its id is not reused
    yield from _walk(stages, start, allowed, view, test, within)


Allowed = dict[str, tuple[tuple[str, ...], frozenset[str]]]


def _walk(
    stages: list[_Lookup],
    start: dict[str, str],
    allowed: Allowed,
    view: View,
    test: Test,
    within: tuple[Atom, Iterable[GroundAtom]] | None,
) -> Iterator[dict[str, str]]:
    """Traverse the stages with an explicit stack of choices, so that large conditions do not cause deep recursion."""
    if not all(test(one.formula, one.positive, start, view) for one in stages[0].tests):
        return
    stack: list[Iterator[dict[str, str]]] = [iter((start,))]
    while stack:
        binding = next(stack[-1], None)
        if binding is None:
            stack.pop()
            continue
        if len(stack) == len(stages):
            yield binding
            continue
        stage = stages[len(stack)]
        choices = _choices(stage, binding, allowed, view, within)
        stack.append(_tested(choices, stage.tests, view, test) if stage.tests else choices)


def _tested(
    choices: Iterator[dict[str, str]], tests: tuple[Filter, ...], view: View, test: Test
) -> Iterator[dict[str, str]]:
    for binding in choices:
        if all(test(one.formula, one.positive, binding, view) for one in tests):
            yield binding


def _choices(
    stage: _Lookup,
    binding: dict[str, str],
    allowed: Allowed,
    view: View,
    within: tuple[Atom, Iterable[GroundAtom]] | None,
) -> Iterator[dict[str, str]]:
    if stage.atom is None:
        name = stage.variables[0]
        view.spend(len(allowed[name][0]))
        for value in allowed[name][0]:
            yield {**binding, name: value}
        return
    atom = stage.atom
    names = [argument.text for argument in atom.arguments]
    known = [(at, binding.get(name, name)) for at, name in enumerate(names, 1) if name not in stage.variables]
    positions, objects = tuple([at for at, _ in known]), tuple([value for _, value in known])
    if within is not None and atom is within[0]:
        found: Sequence[GroundAtom] = [
            one for one in within[1] if len(one) == len(names) + 1 and all(one[at] == value for at, value in known)
        ]
    # All arguments are bound: a look-up in the state is cheaper than building a table.
    elif len(positions) == len(names):
        found = ((atom.predicate.text, *objects),) if view.true((atom.predicate.text, *objects)) else ()
    else:
        found = view.matching(atom.predicate.text, len(names), positions, objects)
    view.spend(len(found))
    fresh = [(at, name) for at, name in enumerate(names, 1) if name in stage.variables]
    for one in found:
        extended = dict(binding)
        for at, name in fresh:
            value = one[at]
            # An object of the wrong type, or two objects for a variable that occurs twice.
            if value not in allowed[name][1] or extended.setdefault(name, value) != value:
                break
        else:
            yield extended


def _stages(
    condition: Formula | None,
    positive: bool,
    allowed: Allowed,
    view: View,
    within: tuple[Atom, Iterable[GroundAtom]] | None,
) -> list[_Lookup]:
    """Return the stages of the join in order; the first has no look-up and tests what needs no variable."""
    atoms: list[Atom] = []
    filters: list[Filter] = []
    if condition is not None:
        shape = view.index.shape(condition, positive)
        atoms, filters = list(shape.atoms), list(shape.filters)
    unbound = set(allowed)
    stages = [_Lookup(None, (), _ready(filters, unbound))]
    while atoms or unbound:
        if atoms:
            _, atom = min(
                ((_expected(one, unbound, view, within), at) for at, one in enumerate(atoms)), key=lambda pair: pair
            )
            chosen = atoms.pop(atom)
            fresh = tuple(dict.fromkeys(name.text for name in chosen.arguments if name.text in unbound))
            unbound.difference_update(fresh)
            stages.append(_Lookup(chosen, fresh, _ready(filters, unbound)))
        else:
            name = min(unbound, key=lambda one: (len(allowed[one][0]), one))
            unbound.discard(name)
            stages.append(_Lookup(None, (name,), _ready(filters, unbound)))
    return stages


def _expected(atom: Atom, unbound: set[str], view: View, within: tuple[Atom, Iterable[GroundAtom]] | None) -> float:
    """Estimate how many atoms match; 0 for an atom whose arguments are all known, which is only a test."""
    known = sum(name.text not in unbound for name in atom.arguments)
    if known == len(atom.arguments):
        return 0.0
    if within is not None and atom is within[0]:
        return 0.5
    size = view.count(atom.predicate.text)
    return 1.0 + size / float(_NARROWING**known)


def _ready(filters: list[Filter], unbound: set[str]) -> tuple[Filter, ...]:
    """Remove and return the filters whose variables are all bound."""
    ready = tuple(one for one in filters if not one.variables & unbound)
    filters[:] = [one for one in filters if one.variables & unbound]
    return ready

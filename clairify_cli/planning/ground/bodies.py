"""Conditions as alternatives, each a conjunction of literals: the bodies of rules.

Disjunctions are multiplied out, `exists` becomes new variables, `forall` one conjunct for each object. `split` can
replace a disjunction by a new predicate, and whatever is still too large is assumed to be true: the result never
requires more than the condition does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, product

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.conditions import (
    All,
    Any,
    Binding,
    Condition,
    Every,
    Literal,
    Some,
    Types,
    substituted,
)
from clairify_cli.records import dataclass, field

Body = tuple[Literal, ...]
"""A conjunction."""

MOST_ALTERNATIVES = 32
MOST_INSTANCES = 2000
"""Maximum number of conjuncts from `forall`s."""


@dataclass(slots=True)
class Scope:
    """The variables in sight with their types; `exists` adds fresh ones."""

    task: Task
    types: Types
    fresh: int = 0
    instances: int = field(default=0)

    def fresh_name(self, variable: str) -> str:
        """Return a name that no variable in scope has, derived from the original name."""
        while True:
            self.fresh += 1
            name = f"{variable}'{self.fresh}"
            if name not in self.types:
                return name


Split = Callable[[Any, list[list[Body]], Scope], Literal | None]
"""Makes one literal of a disjunction, given the bodies of its parts; None if they are to be multiplied out."""


def alternatives(condition: Condition, scope: Scope, split: Split | None = None) -> list[Body]:
    """Return the conjunctions of which at least one must hold; empty if the condition can never be true."""
    match condition:
        case Literal():
            return [(condition,)]
        case All():
            return _conjunction(alternatives(one, scope, split) for one in condition.parts)
        case Any():
            parts = [alternatives(one, scope, split) for one in condition.parts]
            if any(() in part for part in parts):
                return [()]
            filled = [part for part in parts if part]
            if split is not None and len(filled) > 1:
                made = split(condition, filled, scope)
                if made is not None:
                    return [(made,)]
            return _limited([body for part in filled for body in part])
        case Some():
            if not all(scope.task.objects_of(types) for _, types in condition.variables):
                return []
            renamed: Binding = {}
            for name, types in condition.variables:
                # A name that is free keeps its name, which is what explanations show.
                renamed[name] = name if name not in scope.types else scope.fresh_name(name)
                scope.types[renamed[name]] = types
            changed = {old: new for old, new in renamed.items() if old != new}
            return alternatives(substituted(condition.body, changed), scope, split)
        case Every():
            return _every(condition, scope, split)


def _every(condition: Every, scope: Scope, split: Split | None) -> list[Body]:
    names = [name for name, _ in condition.variables]
    choices = [scope.task.objects_of(types) for _, types in condition.variables]
    count = 1
    for objects in choices:
        count *= len(objects)
    # Taken to hold: an explanation may say too little, and never something untrue.
    if scope.instances + count > MOST_INSTANCES:
        return [()]
    scope.instances += count
    bodies = (
        alternatives(substituted(condition.body, dict(zip(names, chosen, strict=True))), scope, split)
        for chosen in product(*choices)
    )
    return _conjunction(bodies)


def _conjunction(parts: Iterable[list[Body]]) -> list[Body]:
    """Return all combinations of one body from each part. A part that would make too many is left out."""
    found: list[Body] = [()]
    for part in parts:
        if not part:
            return []
        if len(part) == 1:
            if part[0]:
                found = [(*body, *part[0]) for body in found]
        elif len(found) * len(part) <= MOST_ALTERNATIVES:
            found = [(*body, *one) for body in found for one in part]
    return found


def _limited(bodies: list[Body]) -> list[Body]:
    """The bodies, or what is certain to be no stronger than their disjunction where they are too many."""
    return list(islice(bodies, MOST_ALTERNATIVES)) if len(bodies) <= MOST_ALTERNATIVES else [()]

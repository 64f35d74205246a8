"""Actions with their objects filled in, as sets of numbered literals: what can be used at all, for small tasks.

A literal that nothing changes is left out, since what can be used at all has it. A conditional effect makes further
operators: one with the condition, and one for every two of them, so that whatever two facts an action can
bring about at once, some operator does. What a conditional effect deletes is kept, which loses nothing that is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from clairify_cli.languages.pddl.syntax import OBJECT, Action, Timed
from clairify_cli.planning.achievers import effects_of
from clairify_cli.planning.bodies import Body, Scope, alternatives
from clairify_cli.planning.conditions import EQUAL, Binding, Condition, Literal, Types, condition_of, substituted, typed
from clairify_cli.planning.reachability import Reachability

Key = tuple[bool, str, tuple[str, ...]]
"""A literal without its place."""


_REPEATS = 4
"""How often one operator may come about in several ways, on average."""


class TooLargeError(Exception):
    """There are more operators, or more ways of one, than can be looked at; or the task has parts not handled."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Literals needed, made true, and made false. What is made true is not among what is made false."""

    name: str
    needs: tuple[Key, ...]
    makes: tuple[Key, ...]
    breaks: tuple[Key, ...]


@dataclass(slots=True)
class Grounding:
    """Operators being made for what can be reached in a task."""

    reached: Reachability
    most: int
    fluents: frozenset[str] = field(init=False)
    made: dict[Operator, None] = field(default_factory=dict)
    tried: int = 0

    def __post_init__(self) -> None:
        self.fluents = frozenset(one.literal.predicate for one in self.reached.achievers)

    def operators(self) -> tuple[Operator, ...]:
        """All operators; raises `TooLargeError`."""
        domain = self.reached.task.domain
        timed = any(isinstance(one, Timed) for one in self.reached.task.problem.init)
        if domain.derived or domain.durative_actions or timed:
            raise TooLargeError
        for action in domain.actions:
            self._of_action(action)
        return tuple(self.made)

    def bodies(self, body: Body, types: Types) -> Iterator[tuple[Binding, tuple[Key, ...]]]:
        """The ways to bind the variables of a body and `types`, each with the literals that something changes."""
        bound = (*body, *(Literal(True, EQUAL, (name, name)) for name in types))
        found = self.reached.bindings(bound, types, most=self.most + 1)
        if found is None or len(found) > self.most:
            raise TooLargeError
        for binding in found:
            kept = {key_of(one, binding): None for one in body if one.predicate in self.fluents}
            yield binding, tuple(kept)

    def _of_action(self, action: Action) -> None:
        parameters = dict(typed(action.parameters))
        if not all(self.reached.task.objects_of(one) for one in parameters.values()):
            return
        needed = condition_of(action.precondition)
        always: list[tuple[Literal, Types]] = []
        sometimes = []
        for literal, variables, condition in effects_of(action.effect, typed(action.parameters), needed):
            extra = {name: types for name, types in variables if name not in parameters}
            if any(name.endswith("'") for name, _ in variables):
                raise TooLargeError  # a variable of a `forall` hides a parameter
            if condition is needed:
                always.append((literal, extra))
            else:
                sometimes.append((literal, extra, condition))
        scope = Scope(self.reached.task, dict(parameters))
        for body in alternatives(needed, scope):
            for binding, needs in self.bodies(body, {**types_in(body, scope), **parameters}):
                makes = [
                    key_of(one, {**binding, **more} if more else binding)
                    for one, extra in always
                    for more in self._each(extra)
                ]
                self._add(action.name.text, needs, makes)
                inner = {name: binding[name] for name in parameters}
                ways = [
                    (more_needs, key_of(literal, {**inner, **more}))
                    for literal, extra, condition in sometimes
                    for more in self._each(extra)
                    for more_needs in self._conditions(condition, {**inner, **more})
                ]
                for one, its in ways:
                    self._add(action.name.text, (*needs, *one), [*makes, its])
                for (one, its), (other, others) in combinations(ways, 2):
                    self._add(action.name.text, (*needs, *one, *other), [*makes, its, others])

    def _conditions(self, condition: Condition, binding: Binding) -> Iterator[tuple[Key, ...]]:
        scope = Scope(self.reached.task, {})
        for body in alternatives(substituted(condition, binding), scope):
            for _, needs in self.bodies(body, types_in(body, scope)):
                yield needs

    def _each(self, extra: Types) -> Iterator[Binding]:
        if not extra:
            yield {}
            return
        for chosen in product(*(self.reached.task.objects_of(types) for types in extra.values())):
            yield dict(zip(extra, chosen, strict=True))

    def _add(self, name: str, needs: Sequence[Key], makes: Sequence[Key]) -> None:
        # An atom that an action both adds and deletes is true afterwards.
        true = {key: None for key in makes if key[0] or contrary(key) not in makes}
        breaks = tuple(contrary(key) for key in true)
        self.made[Operator(name, tuple(dict.fromkeys(needs)), tuple(true), breaks)] = None
        self.tried += 1
        if len(self.made) > self.most or self.tried > _REPEATS * self.most:
            raise TooLargeError


def key_of(literal: Literal, binding: Binding) -> Key:
    """A literal with its variables bound."""
    return literal.positive, literal.predicate, tuple([binding.get(one, one) for one in literal.arguments])


def contrary(key: Key) -> Key:
    """The literal that denies another."""
    return not key[0], key[1], key[2]


def types_in(body: Body, scope: Scope) -> Types:
    """The variables of a body with their types."""
    names = dict.fromkeys(name for literal in body for name in literal.variables)
    return {name: scope.types.get(name, (OBJECT,)) for name in names}

"""Actions with their objects filled in: what each needs, what it brings about, and that under which conditions.

Objects are looked up: in the facts that nothing changes, which gives the steps for every state of a task; or in all
that can ever become true (`Reachability`), which gives those that can be used at all. Facts that nothing changes are
met here and are not part of what a step needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from clairify_cli.languages.pddl.chaining import fired
from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Timed
from clairify_cli.languages.pddl.task import GroundAtom, State, Task
from clairify_cli.planning.ground.achievers import changing_predicates, effects_of
from clairify_cli.planning.ground.bodies import Body, Scope, alternatives
from clairify_cli.planning.ground.conditions import (
    EQUAL,
    TRUE,
    All,
    Binding,
    Condition,
    Literal,
    Types,
    condition_of,
    substituted,
    typed,
)
from clairify_cli.planning.ground.joins import LimitReachedError, Tables
from clairify_cli.planning.ground.reachability import Reachability, bindings

Fact = tuple[bool, GroundAtom]
"""An atom that is true, or one that is false."""


class TooLargeError(Exception):
    """There are more steps, or more ways of one, than can be looked at; or the task has parts that are not handled."""


class Instance(NamedTuple):
    """An action with its objects: the facts that it needs and brings about, an added one rather than a deleted one.

    `whens` are its conditional effects: what each needs, in addition to what the step does, and the one fact that it
    brings about. An action whose condition can be met in several ways stands for as many steps.
    """

    action: GroundAction
    needs: tuple[Fact, ...]
    makes: tuple[Fact, ...]
    whens: tuple[tuple[tuple[Fact, ...], Fact], ...] = ()


class _Effect(NamedTuple):
    """A literal of an effect: the variables of the `forall`s around it, and the condition of the `when`, if any."""

    literal: Literal
    variables: Types
    condition: Condition | None


@dataclass(slots=True)
class Grounder:
    """Fills in objects, up to `most` ways for all steps, and for each condition. All methods raise `TooLargeError`.

    With `reached`, objects are looked up in all that can ever become true; what is said of a condition is then no
    stronger than the condition, while without it conditional effects are exact, or the task is refused.
    """

    task: Task
    most: int
    reached: Reachability | None = None
    changing: frozenset[str] = field(init=False)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        self.changing = changing_predicates(self.task.domain)
        if self.reached is not None:
            self.tables = self.reached.tables
            return
        initial: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for atom in self.task.init:
            if atom[0] not in self.changing:
                initial[atom[0]].add(atom[1:])
        self.tables = Tables(tuple(self.task.objects), initial)
        self.tables.rows.update(initial)

    def steps(self) -> Iterator[Instance]:
        """Every step, by action in the order of the domain."""
        domain = self.task.domain
        timed = any(isinstance(one, Timed) for one in self.task.problem.init)
        if domain.derived or domain.durative_actions or domain.processes or timed:
            raise TooLargeError
        count = 0
        for action in domain.actions:
            for step in self._of_action(action):
                yield step
                count += 1
                if count > self.most:
                    raise TooLargeError

    def ways(self, condition: Condition) -> Iterator[tuple[Fact, ...]]:
        """The ways in which a condition without free variables can be met, each with the facts that it takes."""
        scope = Scope(self.task, {})
        for body in alternatives(condition, scope):
            for _, needs in self._bodies(body, _types_in(body, scope)):
                yield needs

    def _bodies(self, body: Body, types: Types) -> Iterator[tuple[Binding, tuple[Fact, ...]]]:
        """The ways to bind the variables of a body and `types`, each with the facts that something changes."""
        looked = body if self.reached is not None else [one for one in body if one.predicate not in self.changing]
        fluent = [one for one in body if one.predicate in self.changing]
        signs = _have_both_signs(fluent)
        bound = (*looked, *(Literal(True, EQUAL, (name, name)) for name in types))
        count = 0
        try:
            for binding in bindings(self.task, self.tables, bound, types):
                count += 1
                if count > self.most:
                    raise TooLargeError
                facts = dict.fromkeys([fact_of(one, binding) for one in fluent])
                if not signs or not any(contrary(fact) in facts for fact in facts):
                    yield binding, tuple(facts)
        except LimitReachedError:
            raise TooLargeError from None

    def _of_action(self, action: Action) -> Iterator[Instance]:
        parameters = dict(typed(action.parameters))
        if len(parameters) != len(action.parameters):
            raise TooLargeError
        effects = list(self._effects(action, parameters))
        plain = [one.literal for one in effects if one.condition is None and not one.variables]
        every = [one for one in effects if one.condition is None and one.variables]
        sometimes = [one for one in effects if one.condition is not None]
        signs = _have_both_signs([one.literal for one in effects])
        scope = Scope(self.task, dict(parameters))
        for body in alternatives(condition_of(action.precondition), scope):
            for binding, needs in self._bodies(body, {**_types_in(body, scope), **parameters}):
                made = dict.fromkeys([fact_of(one, binding) for one in plain])
                for one in every:
                    made.update((fact, None) for _, fact in self._instances(one, binding))
                makes = [fact for fact in made if fact[0] or contrary(fact) not in made] if signs else made
                whens = tuple([when for one in sometimes for when in self._instances(one, binding)])
                arguments = tuple([binding[name] for name in parameters])
                yield Instance(GroundAction(action, arguments), needs, tuple(makes), whens)

    def _effects(self, action: Action, parameters: Types) -> Iterator[_Effect]:
        for literal, variables, condition in effects_of(action.effect, typed(action.parameters), TRUE):
            if any(name.endswith("'") for name, _ in variables):
                raise TooLargeError  # a variable of a `forall` hides a parameter
            if condition is not TRUE and self.reached is None and not _is_conjunction(condition):
                raise TooLargeError
            more = {name: types for name, types in variables if name not in parameters}
            yield _Effect(literal, more, None if condition is TRUE else condition)

    def _instances(self, effect: _Effect, binding: Binding) -> Iterator[tuple[tuple[Fact, ...], Fact]]:
        """What an effect brings about for each of the objects of its own variables, with what that needs."""
        for chosen in product(*(self.task.objects_of(types) for types in effect.variables.values())):
            inner = {**binding, **dict(zip(effect.variables, chosen, strict=True))}
            fact = fact_of(effect.literal, inner)
            if effect.condition is None:
                yield (), fact
            else:
                yield from ((way, fact) for way in self.ways(substituted(effect.condition, inner)))


def usable(steps: Sequence[Instance], init: State) -> list[Instance]:
    """The steps and conditional effects that can be used when facts once true stay so, and once false as well."""
    rules: list[tuple[Sequence[Fact], Sequence[Fact]]] = [(one.needs, one.makes) for one in steps]
    rules += [((*one.needs, *needs), (fact,)) for one in steps for needs, fact in one.whens]
    done = fired(rules, lambda fact: (fact[1] in init) is fact[0])
    found = []
    next_when = len(steps)
    for at, one in enumerate(steps):
        whens = tuple(when for number, when in enumerate(one.whens, next_when) if done[number])
        next_when += len(one.whens)
        if done[at]:
            found.append(one if len(whens) == len(one.whens) else one._replace(whens=whens))
    return found


def _have_both_signs(literals: Sequence[Literal]) -> bool:
    """Whether a predicate is among them that is to be true here, and false there."""
    return not {one.predicate for one in literals if one.positive}.isdisjoint(
        one.predicate for one in literals if not one.positive
    )


def fact_of(literal: Literal, binding: Binding) -> Fact:
    """A literal with its variables bound."""
    terms = literal.arguments
    return literal.positive, (literal.predicate, *map(binding.get, terms, terms))


def literal_of(fact: Fact) -> Literal:
    """A fact as a literal."""
    return Literal(fact[0], fact[1][0], fact[1][1:])


def contrary(fact: Fact) -> Fact:
    """The fact that denies another."""
    return not fact[0], fact[1]


def _types_in(body: Body, scope: Scope) -> Types:
    """The variables of a body with their types."""
    names = dict.fromkeys(name for literal in body for name in literal.variables)
    return {name: scope.types.get(name, (OBJECT,)) for name in names}


def _is_conjunction(condition: Condition) -> bool:
    """Whether a condition is a conjunction of literals, of which facts tell exactly when it holds."""
    if isinstance(condition, All):
        return all(_is_conjunction(one) for one in condition.parts)
    return isinstance(condition, Literal)

"""Ground actions: what each needs, what it makes true, and under which conditions.

Objects are looked up in the static facts, which yields the steps for every state of a task, or in everything that can
ever become true (`Reachability`), which yields the steps that can be used at all. Static facts are checked here and are
not part of what a step needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
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
    IGNORED,
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
from clairify_cli.records import dataclass, field

Fact = tuple[bool, GroundAtom]
"""An atom, and whether it is true or false."""


class TooLargeError(Exception):
    """The task has too many steps, a condition has too many ways to be met, or the task has unsupported parts."""


class Instance(NamedTuple):
    """A ground action: the facts that it needs and makes true; if it adds and deletes an atom, the atom is added.

    `whens` has its conditional effects: what each needs in addition to the step, and the one fact that it makes true.
    If the condition of an action can be met in several ways, there is an instance for each.
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
    """Grounds actions, up to `most` steps in total and ways per condition. All methods raise `TooLargeError`.

    With `reached`, objects are looked up in everything that can ever become true, and the result may be weaker than a
    condition: what is derived is not among the needs. Without it, conditional effects are exact, or the task is
    refused: to take a `when` to hold that does not would make false what stays true.
    """

    task: Task
    most: int
    reached: Reachability | None = None
    changing: frozenset[str] = field(init=False)
    derived: frozenset[str] = field(init=False)
    tables: Tables = field(init=False)

    def __post_init__(self) -> None:
        self.changing = changing_predicates(self.task.domain)
        self.derived = frozenset(one.name.text for one in self.task.domain.derived)
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
        """Yield every step, by action in the order of the domain."""
        domain = self.task.domain
        timed = any(isinstance(one, Timed) for one in self.task.problem.init)
        if (domain.derived and self.reached is None) or domain.durative_actions or domain.processes or timed:
            raise TooLargeError
        count = 0
        for action in domain.actions:
            for step in self._of_action(action):
                yield step
                count += 1
                if count > self.most:
                    raise TooLargeError

    def ways(self, condition: Condition) -> Iterator[tuple[Fact, ...]]:
        """Yield the ways to meet a condition without free variables, each as the facts that it needs."""
        scope = Scope(self.task, {})
        for body in alternatives(condition, scope):
            for _, needs in self._bodies(body, _types_in(body, scope)):
                yield needs

    def _bodies(self, body: Body, types: Types) -> Iterator[tuple[Binding, tuple[Fact, ...]]]:
        """Yield the ways to bind the variables of a body and `types`, each with the non-static facts it needs."""
        looked = body if self.reached is not None else [one for one in body if one.predicate not in self.changing]
        fluent = [one for one in body if one.predicate in self.changing - self.derived]
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
        exact = all(_is_conjunction(one.condition) for one in sometimes if one.condition is not None)
        signs = _have_both_signs([one.literal for one in effects])
        scope = Scope(self.task, dict(parameters))
        for body in alternatives(condition_of(action.precondition), scope):
            for binding, needs in self._bodies(body, {**_types_in(body, scope), **parameters}):
                made = dict.fromkeys([fact_of(one, binding) for one in plain])
                for one in every:
                    made.update((fact, None) for _, fact in self._instances(one, binding))
                whens = [when for one in sometimes for when in self._instances(one, binding)]
                # Where the objects alone meet the condition of an effect, it is one like any other; to add wins.
                sure = {one for one in whens if not one[0] and one[1][0]} if exact else set()
                made.update((fact, None) for _, fact in sure)
                whens = [one for one in whens if one not in sure]
                makes = [fact for fact in made if fact[0] or contrary(fact) not in made] if signs else made
                arguments = tuple([binding[name] for name in parameters])
                yield Instance(GroundAction(action, arguments), needs, tuple(makes), tuple(whens))

    def _effects(self, action: Action, parameters: Types) -> Iterator[_Effect]:
        for literal, variables, condition in effects_of(action.effect, typed(action.parameters), TRUE):
            if any(name.endswith("'") for name, _ in variables):
                raise TooLargeError  # a variable of a `forall` hides a parameter
            if condition is not TRUE and self.reached is None and not _is_conjunction(condition):
                raise TooLargeError
            more = {name: types for name, types in variables if name not in parameters}
            yield _Effect(literal, more, None if condition is TRUE else condition)

    def _instances(self, effect: _Effect, binding: Binding) -> Iterator[tuple[tuple[Fact, ...], Fact]]:
        """Yield what an effect makes true for each binding of its own variables, with what that needs."""
        for chosen in product(*(self.task.objects_of(types) for types in effect.variables.values())):
            inner = {**binding, **dict(zip(effect.variables, chosen, strict=True))}
            fact = fact_of(effect.literal, inner)
            if effect.condition is None:
                yield (), fact
            else:
                yield from ((way, fact) for way in self.ways(substituted(effect.condition, inner)))


def usable(steps: Sequence[Instance], init: State) -> list[Instance]:
    """Return the steps and conditional effects that can be used if facts once true, and once false, stay so."""
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
    """Whether some predicate occurs in both positive and negative literals."""
    return not {one.predicate for one in literals if one.positive}.isdisjoint(
        one.predicate for one in literals if not one.positive
    )


def fact_of(literal: Literal, binding: Binding) -> Fact:
    """Return a literal with its variables bound."""
    terms = literal.arguments
    return literal.positive, (literal.predicate, *map(binding.get, terms, terms))


def literal_of(fact: Fact) -> Literal:
    """Return a fact as a literal."""
    return Literal(fact[0], fact[1][0], fact[1][1:])


def contrary(fact: Fact) -> Fact:
    """Return the negation of a fact."""
    return not fact[0], fact[1]


def _types_in(body: Body, scope: Scope) -> Types:
    """Return the variables of a body with their types."""
    names = dict.fromkeys(name for literal in body for name in literal.variables)
    return {name: scope.types.get(name, (OBJECT,)) for name in names}


def _is_conjunction(condition: Condition) -> bool:
    """Whether a condition is a conjunction of literals, so facts decide exactly when it holds."""
    if isinstance(condition, All):
        return condition != IGNORED and all(_is_conjunction(one) for one in condition.parts)
    return isinstance(condition, Literal)

"""The achievers of facts: every effect of every action, and every derived predicate, as one flat list.

An achiever is one literal of one effect with all that has to hold for it: the precondition of its action, the
conditions of the `when` around it, and the types of the variables of the action and of the `forall` around it.
A derived predicate is achieved by its condition. A durative action is looked at without its duration: what happens at
its start needs the conditions at the start only, what happens at its end needs all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Derived,
    Domain,
    DurativeAction,
    Formula,
    Name,
    Timed,
    When,
)
from clairify_cli.languages.pddl.walk import Around, conjuncts, literal_of, scoped_effects
from clairify_cli.planning.ground.conditions import (
    All,
    Condition,
    Literal,
    Place,
    condition_of,
    substituted,
    typed,
)
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Achiever:
    """`literal` becomes true where `condition` holds; `variables` are all that the two may use, with their types.

    `place` is where the action, or the derived predicate, stands in the domain's text.
    """

    literal: Literal
    variables: tuple[tuple[str, tuple[str, ...]], ...]
    condition: Condition
    owner: Name
    is_derived: bool
    place: Place


def achievers_of(domain: Domain) -> tuple[Achiever, ...]:
    """Return all achievers of a domain, in the order of its text."""
    found: list[Achiever] = []
    for action in (*domain.actions, *domain.processes):
        found += _of_action(action, condition_of(action.precondition), action.effect)
    for durative in domain.durative_actions:
        found += _of_durative(durative)
    found += [_of_derived(derived) for derived in domain.derived]
    return tuple(found)


def changing_predicates(domain: Domain) -> frozenset[str]:
    """Return the predicates that some effect or derivation changes."""
    return frozenset(one.literal.predicate for one in achievers_of(domain))


def _of_action(action: Action | DurativeAction, needed: Condition, effect: Formula | None) -> Iterator[Achiever]:
    place = (action.start, action.end)
    for literal, variables, condition in effects_of(effect, typed(action.parameters), needed):
        yield Achiever(literal, variables, condition, action.name, False, place)


def effects_of(
    effect: Formula | None, variables: tuple[tuple[str, tuple[str, ...]], ...], needed: Condition
) -> Iterator[tuple[Literal, tuple[tuple[str, tuple[str, ...]], ...], Condition]]:
    """The literals of an effect, each with the variables in sight of it and all that has to hold for it."""
    for one, around in scoped_effects(effect):
        literal = condition_of(one) if literal_of(one) is not None else None
        if isinstance(literal, Literal):
            yield literal, *_inside(around, variables, needed)


def _inside(
    around: Around, variables: tuple[tuple[str, tuple[str, ...]], ...], needed: Condition
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], Condition]:
    """The variables in sight within parts of an effect, and all that has to hold there."""
    for one in around:
        if isinstance(one, When):
            needed = All((needed, condition_of(one.condition)), (one.start, one.end))
        else:
            # A variable of the `forall` shadows one of the same name outside, which the precondition refers to.
            outer = {name for name, _ in variables}
            renamed = {each.name.text: f"{each.name.text}'" for each in one.variables if each.name.text in outer}
            kept = tuple((renamed.get(name, name), types) for name, types in variables)
            variables, needed = (*kept, *typed(one.variables)), substituted(needed, renamed)
    return variables, needed


def _of_durative(action: DurativeAction) -> Iterator[Achiever]:
    everything = condition_of(action.condition)
    at_start = condition_of(_at_start(action.condition))
    for effect in conjuncts(action.effect):
        late = isinstance(effect, Timed) and effect.time != "at start"
        yield from _of_action(action, everything if late else at_start, effect)


def _at_start(condition: Formula | None) -> Formula | None:
    """The parts of a durative action's condition that hold when it starts."""
    kept = tuple(one for one in conjuncts(condition) if isinstance(one, Timed) and one.time == "at start")
    return And(kept, condition.start, condition.end) if condition is not None else None


def _of_derived(derived: Derived) -> Achiever:
    arguments = tuple(one.name.text for one in derived.parameters)
    literal = Literal(True, derived.name.text, arguments, (derived.name.start, derived.name.end))
    condition = condition_of(derived.condition)
    return Achiever(literal, typed(derived.parameters), condition, derived.name, True, (derived.start, derived.end))

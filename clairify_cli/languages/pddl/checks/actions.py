"""Actions and derived predicates: their formulas, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.diagnostics.model import Span
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.features import Feature, Features
from clairify_cli.languages.pddl.checks.formulas import Walk, check_variables
from clairify_cli.languages.pddl.checks.literals import contradiction, literals, written
from clairify_cli.languages.pddl.checks.terms import Scope, Where, takes_text
from clairify_cli.languages.pddl.checks.vocabulary import AnyAction
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import declarations as names
from clairify_cli.languages.pddl.rules import meaning as rules
from clairify_cli.languages.pddl.rules import types as type_rules
from clairify_cli.languages.pddl.syntax import (
    Action,
    And,
    Assignment,
    Atom,
    Broken,
    Derived,
    Domain,
    DurativeAction,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Or,
    Quantified,
    TypedName,
)
from clairify_cli.languages.pddl.walk import effects_in, everything_in


def check_actions(context: Context, domain: Domain, features: Features) -> set[str]:
    """All actions and derived predicates of a domain; the constants that they name come back."""
    used: set[str] = set()
    for one in domain.actions:
        used |= _action(context, one, features)
    for timed in domain.durative_actions:
        features.note(Feature.DURATIVE, timed.name)
        used |= _durative_action(context, timed, features)
    for derived in domain.derived:
        features.note(Feature.DERIVED, derived.name)
        used |= _derived(context, derived, features)
    _circles(context, domain)
    return used


def _scope(context: Context, parameters: Iterable[TypedName], of: str, mark: object) -> Scope:
    terms = dict(context.vocabulary.constants)
    written: dict[str, TypedName] = {}
    for one in parameters:
        terms[one.name.text] = type_names(one.types)
        written[one.name.text] = one
    return Scope(Where.ACTION, terms, True, of, mark, written)


def _action(context: Context, action: Action, features: Features) -> set[str]:
    name = action.name.written
    check_variables(context, action.parameters, f"`{name}`", features)
    scope = _scope(context, action.parameters, f"`:parameters` of `{name}`", action.start)
    walk = Walk(context, scope, features)
    if action.precondition is not None:
        walk.condition(action.precondition)
    if action.effect is not None:
        walk.effect(action.effect)
        _derived_in_effect(context, action, action.effect)
    _unused(context, action, scope)
    _what_it_comes_to(context, action)
    return scope.used


def _durative_action(context: Context, action: DurativeAction, features: Features) -> set[str]:
    name = action.name.written
    check_variables(context, action.parameters, f"`{name}`", features)
    scope = _scope(context, action.parameters, f"`:parameters` of `{name}`", action.start)
    # Numbers and negations within a durative action are its own business: the feature covers them.
    walk = Walk(context, scope, Features())
    for condition in (action.duration, action.condition):
        if condition is not None:
            walk.condition(condition)
    if action.effect is not None:
        walk.effect(action.effect)
        _derived_in_effect(context, action, action.effect)
    _unused(context, action, scope)
    return scope.used


def _unused(context: Context, action: AnyAction, scope: Scope) -> None:
    if _is_broken(context, action):
        return
    told: set[str] = set()
    for one in action.parameters:
        if one.name.text not in scope.used and one.name.text not in told:
            told.add(one.name.text)
            of = f"`{action.name.written}`"
            context.add(names.unused_variable(context.span(one.name), one.name.written, of, multiplies=True))


def _is_broken(context: Context, action: AnyAction) -> bool:
    """Whether a part of the action is missing or could not be read, so that little can be said of the whole."""
    if action.effect is None:
        return True
    if not context.broken:
        return False
    conditions = (action.precondition,) if isinstance(action, Action) else (action.duration, action.condition)
    return any(isinstance(part, Broken) for formula in (*conditions, action.effect) for part in everything_in(formula))


# ------------------------------------------------------------------------------------------- derived predicates


def _derived(context: Context, derived: Derived, features: Features) -> set[str]:
    name = derived.name.written
    check_variables(context, derived.parameters, f"`{name}`", features)
    scope = _scope(context, derived.parameters, f"the variables of the derived predicate `{name}`", derived.start)
    signature = context.vocabulary.predicates.get(derived.name.text)
    if signature is None:
        head = Atom(derived.name, tuple(one.name for one in derived.parameters), derived.name.start, derived.name.end)
        Walk(context, scope, features).condition(head)
    elif len(signature.types) != len(derived.parameters):
        at = context.span(derived.name)
        takes = takes_text(signature)
        context.add(type_rules.predicate_arity(at, name, takes, len(derived.parameters), None))
    Walk(context, scope, features).condition(derived.condition)
    return scope.used


def _derived_in_effect(context: Context, action: AnyAction, effect: Formula) -> None:
    derived = context.vocabulary.derived
    if not derived:
        return
    for one in effects_in(effect):
        part = one.operand if isinstance(one, Not) else one
        if isinstance(part, Atom) and part.predicate.text in derived:
            context.add(
                rules.init_derived(context.span(part), part.predicate.written, "in an effect", _place_of(context, part))
            )


def _place_of(context: Context, atom: Atom) -> Span | None:
    domain, source = context.vocabulary.domain, context.vocabulary.source
    if domain is None or source is None:
        return None
    one = next(one for one in domain.derived if one.name.text == atom.predicate.text)
    return source.span(one.name.start, one.name.end)


def _circles(context: Context, domain: Domain) -> None:
    """Derived predicates that follow from their own contrary."""
    if not domain.derived:
        return
    derived = context.vocabulary.derived
    uses: dict[str, set[tuple[str, bool]]] = {}
    for one in domain.derived:
        uses.setdefault(one.name.text, set()).update(
            (name, positive) for name, positive in _names_in(one.condition, True) if name in derived
        )
    told: set[str] = set()
    for one in domain.derived:
        name = one.name.text
        if name in told:
            continue
        for other, positive in uses[name]:
            if not positive and name in _reached(other, uses):
                told |= _reached(other, uses)
                context.add(rules.derived_circle(context.span(one.name), one.name.written))
                break


def _reached(start: str, uses: dict[str, set[tuple[str, bool]]]) -> set[str]:
    """The derived predicates that one depends on, with itself."""
    found = {start}
    waiting = [start]
    while waiting:
        for name, _ in uses.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _names_in(formula: Formula, positive: bool) -> Iterator[tuple[str, bool]]:
    """The predicates of a condition, each with whether it stands there unnegated."""
    if isinstance(formula, Atom):
        yield formula.predicate.text, positive
    elif isinstance(formula, Not):
        yield from _names_in(formula.operand, not positive)
    elif isinstance(formula, Quantified):
        yield from _names_in(formula.body, positive)
    elif isinstance(formula, And | Or):
        for one in formula.operands:
            yield from _names_in(one, positive)
    elif isinstance(formula, Imply):
        yield from _names_in(formula.left, not positive)
        yield from _names_in(formula.right, positive)


# --------------------------------------------------------------------------------------------- what it comes to


def _what_it_comes_to(context: Context, action: Action) -> None:
    """Preconditions that cannot hold, effects that contradict themselves, actions that change nothing."""
    before = context.vocabulary.preconditions[action.start]
    name = action.name.written
    problem = contradiction(before)
    if problem is not None:
        what, at, first = problem
        related = context.span(first) if first is not None else None
        context.add(rules.precondition_contradiction(context.span(at), name, what, related))
    if action.effect is None or _is_broken(context, action):
        return
    after = literals(action.effect)
    for key, atom in after.negative.items():
        other = after.positive.get(key)
        if other is not None:
            late, early = (atom, other) if atom.start > other.start else (other, atom)
            context.add(rules.adds_and_deletes(context.span(late), name, written(atom), context.span(early)))
    if not after.whole and any(not _only_costs(one) for one in _top(action.effect)):
        return
    if not after.positive and not after.negative:
        context.add(rules.changes_nothing(context.span(action.name), name, empty=True))
    elif problem is None and (
        after.positive.keys() <= before.positive.keys()
        and after.negative.keys() - after.positive.keys() <= before.negative.keys()
    ):
        context.add(rules.changes_nothing(context.span(action.name), name, empty=False))


def _top(effect: Formula) -> Iterator[Formula]:
    """The parts of a conjunction that are no literals."""
    if isinstance(effect, And):
        for one in effect.operands:
            yield from _top(one)
    elif not isinstance(effect, Atom) and not (isinstance(effect, Not) and isinstance(effect.operand, Atom)):
        yield effect


def _only_costs(effect: Formula) -> bool:
    return (
        isinstance(effect, Assignment)
        and isinstance(effect.target, FunctionTerm)
        and effect.target.function.text == "total-cost"
    )

"""Check actions and derived predicates: their formulas and their meaning."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.formulas import Walk, check_variables
from clairify_cli.languages.pddl.checks.initial import add_derived
from clairify_cli.languages.pddl.checks.literals import contradiction, literals, written
from clairify_cli.languages.pddl.checks.terms import Scope, Where, takes_text
from clairify_cli.languages.pddl.checks.vocabulary import AnyAction
from clairify_cli.languages.pddl.features import is_total_cost
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    Action,
    Assignment,
    Atom,
    Broken,
    Derived,
    Domain,
    Expression,
    Formula,
    Timed,
    TypedName,
)
from clairify_cli.languages.pddl.walk import changes_in, everything_in, parts, signed_atoms


def check_actions(context: Context, domain: Domain) -> None:
    """Check all actions and derived predicates of a domain."""
    for one in (*domain.actions, *domain.processes):
        _action(context, one, (one.precondition,))
    for timed in domain.durative_actions:
        _action(context, timed, (timed.duration, timed.condition))
        _timeless(context, (timed.condition, timed.effect))
    for derived in domain.derived:
        _derived(context, derived)
    _circles(context, domain)


def _timeless(context: Context, formulas: Iterable[Formula | None]) -> None:
    """Report facts in a durative action that have no time. Numeric effects may have none: they change with time."""
    waiting: list[Formula | Expression] = [one for one in formulas if one is not None]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Atom) and one.predicate.text != "=":
            times = "`at start`, `at end` or `over all` around it"
            context.add(rules.unexpected(context.span(one), written(one), "without a time in a durative action", times))
        elif not isinstance(one, Timed):
            waiting += parts(one)


def _scope(context: Context, parameters: Iterable[TypedName], of: str, mark: object) -> Scope:
    terms = dict(context.vocabulary.constants)
    written: dict[str, TypedName] = {}
    for one in parameters:
        terms[one.name.text] = type_names(one.types)
        written[one.name.text] = one
    return Scope(Where.ACTION, terms, True, of, mark, written)


def _action(context: Context, action: AnyAction, conditions: tuple[Formula | None, ...]) -> None:
    name = action.name.written
    check_variables(context, action.parameters, f"`{name}`")
    scope = _scope(context, action.parameters, f"`:parameters` of `{name}`", action.start)
    walk = Walk(context, scope)
    for condition in conditions:
        if condition is not None:
            walk.condition(condition)
    if action.effect is not None:
        walk.effect(action.effect)
        _derived_in_effect(context, action.effect)
    broken = _is_broken(context, (*conditions, action.effect))
    if not broken:
        _unused(context, action, scope)
    if isinstance(action, Action) and action.kind == ":action":
        _what_it_comes_to(context, action, broken)
    context.used["constant"] |= scope.used


def _unused(context: Context, action: AnyAction, scope: Scope) -> None:
    told: set[str] = set()
    for one in action.parameters:
        if one.name.text not in scope.used and one.name.text not in told:
            told.add(one.name.text)
            of = f"`{action.name.written}`"
            context.add(rules.unused_variable(context.span(one.name), one.name.written, of, multiplies=True))


def _is_broken(context: Context, formulas: tuple[Formula | None, ...]) -> bool:
    """Whether the last formula, the effect, is missing, or any part is unreadable, so that most checks do not apply."""
    if formulas[-1] is None or not context.broken:
        return formulas[-1] is None
    return any(isinstance(part, Broken) for formula in formulas for part in everything_in(formula))


# ------------------------------------------------------------------------------------------- derived predicates


def _derived(context: Context, derived: Derived) -> None:
    name = derived.name.written
    check_variables(context, derived.parameters, f"`{name}`")
    scope = _scope(context, derived.parameters, f"the variables of the derived predicate `{name}`", derived.start)
    walk = Walk(context, scope)
    signature = context.vocabulary.predicates.get(derived.name.text)
    if signature is None:
        head = Atom(derived.name, tuple(one.name for one in derived.parameters), derived.name.start, derived.name.end)
        walk.condition(head)
    elif len(signature.types) != len(derived.parameters):
        at = context.span(derived.name)
        takes = takes_text(signature)
        context.add(rules.predicate_arity(at, name, takes, len(derived.parameters), None))
    walk.condition(derived.condition)
    context.used["predicate"].add(derived.name.text)
    context.used["constant"] |= scope.used


def _derived_in_effect(context: Context, effect: Formula) -> None:
    derived = context.vocabulary.derived
    for atom, _ in changes_in(effect) if derived else ():
        if atom.predicate.text in derived:
            add_derived(context, atom, "in an effect")


def _circles(context: Context, domain: Domain) -> None:
    """Report derived predicates that depend on their own negation."""
    if not domain.derived:
        return
    derived = context.vocabulary.derived
    uses: dict[str, set[tuple[str, bool]]] = {}
    for one in domain.derived:
        uses.setdefault(one.name.text, set()).update(
            (atom.predicate.text, positive)
            for atom, positive in signed_atoms(one.condition)
            if atom.predicate.text in derived
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
    """Return a derived predicate and those that it depends on."""
    found = {start}
    waiting = [start]
    while waiting:
        for name, _ in uses.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


# ------------------------------------------------------------------------------------------- net effect


def _what_it_comes_to(context: Context, action: Action, broken: bool) -> None:
    """Report preconditions that cannot hold, contradictory effects, and actions that change nothing."""
    before = context.vocabulary.preconditions[action.start]
    name = action.name.written
    problem = contradiction(before)
    if problem is not None:
        what, at, first = problem
        related = context.span(first) if first is not None else None
        context.add(rules.precondition_contradiction(context.span(at), name, what, related))
    if broken:
        return
    after = literals(action.effect)
    for key, atom in after.negative.items():
        other = after.positive.get(key)
        if other is not None:
            late, early = (atom, other) if atom.start > other.start else (other, atom)
            context.add(rules.adds_and_deletes(context.span(late), name, written(atom), context.span(early)))
    if not all(isinstance(one, Assignment) and is_total_cost(one.target) for one in after.others):
        return
    if not after.positive and not after.negative:
        context.add(rules.changes_nothing(context.span(action.name), name, empty=True))
    elif problem is None and (
        after.positive.keys() <= before.positive.keys()
        and after.negative.keys() - after.positive.keys() <= before.negative.keys()
    ):
        context.add(rules.changes_nothing(context.span(action.name), name, empty=False))

"""What a domain or problem uses that needs a requirement, found without a look at names."""

from __future__ import annotations

from clairify_cli.languages.pddl.checks.features import Feature, Features
from clairify_cli.languages.pddl.syntax import (
    Assignment,
    Atom,
    Comparison,
    Domain,
    Expression,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    Problem,
    Quantified,
    Timed,
    When,
)
from clairify_cli.languages.pddl.walk import everything_in, everything_in_effect


def used_by_problem(problem: Problem | None) -> Features:
    """What a problem uses. Numbers in an initial state count as costs: what they are for, the actions say."""
    features = Features()
    if problem is None:
        return features
    for one in problem.objects:
        if one.types:
            features.note(Feature.TYPING, one.types[0])
            break
    for fact in problem.init:
        if isinstance(fact, Comparison):
            features.note(Feature.COSTS, fact)
        elif isinstance(fact, Timed):
            features.note(Feature.TIMED_LITERALS, fact)
    if problem.goal is not None:
        _condition(problem.goal, features)
    if problem.metric is not None:
        features.note(Feature.COSTS, problem.metric)
    return features


def used_by_domain(domain: Domain | None) -> Features:
    """What a domain uses."""
    features = Features()
    if domain is None:
        return features
    for typed in (domain.types, domain.constants, *(one.parameters for one in domain.predicates)):
        if typed:
            features.note(Feature.TYPING, typed[0].name)
    if domain.functions:
        features.note(Feature.COSTS, domain.functions[0])
    for action in domain.actions:
        if action.precondition is not None:
            _condition(action.precondition, features)
        if action.effect is not None:
            _effect(action.effect, features)
    if domain.durative_actions:
        features.note(Feature.DURATIVE, domain.durative_actions[0])
    for derived in domain.derived:
        features.note(Feature.DERIVED, derived)
        _condition(derived.condition, features)
    return features


_OF_CONDITIONS = {
    Or: Feature.DISJUNCTIVE,
    Imply: Feature.DISJUNCTIVE,
    Not: Feature.NEGATIVE,
    Comparison: Feature.NUMERIC,
    Preference: Feature.PREFERENCES,
}


def _condition(formula: Formula, features: Features) -> None:
    for one in everything_in(formula):
        _tested(one, features)


def _tested(one: Formula | Expression, features: Features) -> None:
    """A part of a condition."""
    feature = _OF_CONDITIONS.get(type(one))
    if isinstance(one, Quantified):
        feature = Feature.UNIVERSAL if one.quantifier == "forall" else Feature.EXISTENTIAL
    elif isinstance(one, Atom) and one.predicate.text == "=":
        feature = Feature.EQUALITY
    if feature is not None:
        features.note(feature, one)


def _effect(formula: Formula, features: Features) -> None:
    for one, tested in everything_in_effect(formula):
        if tested:
            _tested(one, features)
        elif isinstance(one, When | Quantified):
            features.note(Feature.CONDITIONAL, one)
        elif isinstance(one, Assignment):
            features.note(Feature.COSTS if one.operator.text == "increase" else Feature.NUMERIC, one)

"""What a domain or problem uses that needs a requirement, found without a look at names."""

from __future__ import annotations

from clairify_cli.languages.pddl.checks.features import Feature, Features
from clairify_cli.languages.pddl.syntax import (
    And,
    Assignment,
    Atom,
    Comparison,
    Domain,
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


def _condition(formula: Formula, features: Features) -> None:
    if isinstance(formula, Atom):
        if formula.predicate.text == "=":
            features.note(Feature.EQUALITY, formula)
    elif isinstance(formula, And | Or):
        if isinstance(formula, Or):
            features.note(Feature.DISJUNCTIVE, formula)
        for one in formula.operands:
            _condition(one, features)
    elif isinstance(formula, Not):
        features.note(Feature.NEGATIVE, formula)
        _condition(formula.operand, features)
    elif isinstance(formula, Imply):
        features.note(Feature.DISJUNCTIVE, formula)
        _condition(formula.left, features)
        _condition(formula.right, features)
    elif isinstance(formula, Quantified):
        universal = formula.quantifier == "forall"
        features.note(Feature.UNIVERSAL if universal else Feature.EXISTENTIAL, formula)
        _condition(formula.body, features)
    elif isinstance(formula, Comparison):
        features.note(Feature.NUMERIC, formula)
    elif isinstance(formula, Preference):
        features.note(Feature.PREFERENCES, formula)
        _condition(formula.operand, features)


def _effect(formula: Formula, features: Features) -> None:
    if isinstance(formula, And):
        for one in formula.operands:
            _effect(one, features)
    elif isinstance(formula, When):
        features.note(Feature.CONDITIONAL, formula)
        _condition(formula.condition, features)
        _effect(formula.effect, features)
    elif isinstance(formula, Quantified):
        features.note(Feature.CONDITIONAL, formula)
        _effect(formula.body, features)
    elif isinstance(formula, Assignment):
        features.note(Feature.COSTS if formula.operator.text == "increase" else Feature.NUMERIC, formula)

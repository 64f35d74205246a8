"""Which features of PDDL a task uses, and where first: what decides whether a solver can take it.

What counts is what is written, not what `:requirements` promises: domains declare `:adl` and use none of it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

from clairify_cli.languages.pddl.syntax import (
    NUMBER,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    Domain,
    Expression,
    Formula,
    FunctionDeclaration,
    FunctionTerm,
    Imply,
    Not,
    Number,
    Or,
    Preference,
    Problem,
    Quantified,
    Timed,
    TypedName,
    When,
)
from clairify_cli.languages.pddl.walk import everything_in, everything_in_effect


class Feature(enum.Enum):
    """A feature that some solver lacks, as it is called in a sentence."""

    EITHER = "`either` types"
    EQUALITY = "equality"
    NEGATIVE = "negative conditions"
    DISJUNCTIVE = "disjunctive conditions"
    EXISTENTIAL = "existential conditions"
    UNIVERSAL = "universal conditions"
    CONDITIONAL_EFFECTS = "conditional effects"
    UNIVERSAL_EFFECTS = "universal effects"
    DERIVED = "derived predicates"
    ACTION_COSTS = "action costs"
    FUNCTIONS = "functions"
    NUMERIC = "numeric fluents"
    OBJECT_FLUENTS = "object fluents"
    FRACTIONAL_COSTS = "costs that are not whole numbers"
    METRIC = "metrics other than minimizing `total-cost`"
    DURATIVE = "durative actions"
    TIMED_LITERALS = "timed initial literals"
    PREFERENCES = "preferences"
    CONSTRAINTS = "trajectory constraints"


class Use(NamedTuple):
    """The first use of a feature: in the text of the problem or in that of the domain, at these offsets."""

    feature: Feature
    in_problem: bool
    start: int
    end: int


_COST = "total-cost"

_Found = tuple[Feature, int, int]


def features(domain: Domain, problem: Problem) -> tuple[Use, ...]:
    """The features of a task, each with its first use, the domain's before the problem's, in the order of the texts."""
    first: dict[Feature, Use] = {}
    for in_problem, found in ((False, _in_domain(domain)), (True, _in_problem(problem))):
        for feature, start, end in sorted(found, key=lambda one: one[1]):
            first.setdefault(feature, Use(feature, in_problem, start, end))
    return tuple(first.values())


def _in_domain(domain: Domain) -> Iterator[_Found]:
    yield from _in_sections(domain)
    yield from _in_variables((*domain.types, *domain.constants))
    for predicate in domain.predicates:
        yield from _in_variables(predicate.parameters)
    for function in domain.functions:
        yield from _in_function(function)
    for action in domain.actions:
        yield from _in_variables(action.parameters)
        yield from _in_condition(action.precondition)
        yield from _in_effect(action.effect)
    for durative in domain.durative_actions:
        yield Feature.DURATIVE, durative.start, durative.end
    for derived in domain.derived:
        yield Feature.DERIVED, derived.start, derived.end
        yield from _in_condition(derived.condition)


def _in_problem(problem: Problem) -> Iterator[_Found]:
    yield from _in_sections(problem)
    yield from _in_variables(problem.objects)
    for fact in problem.init:
        match fact:
            case Timed():
                yield Feature.TIMED_LITERALS, fact.start, fact.end
            case Comparison(left=left, right=value):
                is_cost = isinstance(left, FunctionTerm) and left.function.text == _COST
                yield Feature.ACTION_COSTS if is_cost else Feature.FUNCTIONS, fact.start, fact.end
                yield from _in_cost(value)
            case _:
                pass
    yield from _in_condition(problem.goal)
    if metric := problem.metric:
        costs = isinstance(metric.expression, FunctionTerm) and metric.expression.function.text == _COST
        plain = costs and metric.direction.text == "minimize"
        yield Feature.ACTION_COSTS if plain else Feature.METRIC, metric.start, metric.end


def _in_sections(definition: Domain | Problem) -> Iterator[_Found]:
    for section in definition.sections:
        if section.keyword.text == ":constraints":
            yield Feature.CONSTRAINTS, section.start, section.end


def _in_variables(variables: tuple[TypedName, ...]) -> Iterator[_Found]:
    for one in variables:
        if len(one.types) > 1:
            yield Feature.EITHER, one.name.start, one.types[-1].end


def _in_function(function: FunctionDeclaration) -> Iterator[_Found]:
    yield from _in_variables(function.parameters)
    numeric = all(name.text == NUMBER for name in function.types)
    values = Feature.ACTION_COSTS if function.name.text == _COST else Feature.FUNCTIONS
    yield values if numeric else Feature.OBJECT_FLUENTS, function.start, function.end


_OF_CONDITIONS = {
    Or: Feature.DISJUNCTIVE,
    Imply: Feature.DISJUNCTIVE,
    Not: Feature.NEGATIVE,
    Comparison: Feature.NUMERIC,
    Preference: Feature.PREFERENCES,
}


def _in_condition(condition: Formula | None) -> Iterator[_Found]:
    for one in everything_in(condition):
        yield from _tested(one)


def _tested(one: Formula | Expression) -> Iterator[_Found]:
    """The features of a part of a condition, without those of its own parts."""
    feature = _OF_CONDITIONS.get(type(one))
    if isinstance(one, Quantified):
        feature = Feature.EXISTENTIAL if one.quantifier == "exists" else Feature.UNIVERSAL
        yield from _in_variables(one.variables)
    elif isinstance(one, Atom) and one.predicate.text == "=":
        feature = Feature.EQUALITY
    if feature is not None:
        yield feature, one.start, one.end


def _in_effect(effect: Formula | None) -> Iterator[_Found]:
    for one, tested in everything_in_effect(effect):
        if tested:
            yield from _tested(one)
        elif isinstance(one, When):
            yield Feature.CONDITIONAL_EFFECTS, one.start, one.end
        elif isinstance(one, Quantified):
            yield Feature.UNIVERSAL_EFFECTS, one.start, one.end
            yield from _in_variables(one.variables)
        elif isinstance(one, Assignment):
            yield Feature.ACTION_COSTS if _is_cost(one) else Feature.NUMERIC, one.start, one.end
            yield from _in_cost(one.value)


def _in_cost(value: Expression) -> Iterator[_Found]:
    if isinstance(value, Number) and not value.value.is_integer():
        yield Feature.FRACTIONAL_COSTS, value.start, value.end


def _is_cost(assignment: Assignment) -> bool:
    """Whether an action adds a number, or the fixed value of a function, to its cost."""
    return (
        assignment.operator.text == "increase"
        and isinstance(assignment.target, FunctionTerm)
        and assignment.target.function.text == _COST
        and _is_fixed(assignment.value)
    )


def _is_fixed(value: Expression) -> bool:
    match value:
        case Number():
            return True
        case FunctionTerm(function=function):
            return function.text not in (_COST, "?duration")
        case Arithmetic():
            return False
        case _:
            return True

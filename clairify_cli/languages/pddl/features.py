"""Find which features of PDDL a domain and a problem use, and where.

Only actual use counts, not `:requirements`: many domains declare `:adl` and use none of it. The checks derive the
required `:requirements` from it, and the solvers whether they support a task.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import chain

from clairify_cli.languages.pddl.syntax import (
    NUMBER,
    Arithmetic,
    Assignment,
    Atom,
    Comparison,
    Domain,
    Expression,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Number,
    Or,
    Placed,
    Preference,
    Problem,
    Quantified,
    Timed,
    TypedName,
    When,
)
from clairify_cli.languages.pddl.walk import everything_in, parts


class Feature(enum.Enum):
    """A feature beyond STRIPS: its name in a sentence, and the requirement that it needs, if any."""

    __hash__ = object.__hash__  # `Enum.__hash__` is a slow Python call, and features are hashed for every type and atom

    TYPING = "types", ":typing"
    EITHER = "`either` types", ""
    EQUALITY = "equality", ":equality"
    NEGATIVE = "negative conditions", ":negative-preconditions"
    DISJUNCTIVE = "disjunctive conditions", ":disjunctive-preconditions"
    EXISTENTIAL = "existential conditions", ":existential-preconditions"
    UNIVERSAL = "universal conditions", ":universal-preconditions"
    CONDITIONAL_EFFECTS = "conditional effects", ":conditional-effects"
    UNIVERSAL_EFFECTS = "universal effects", ":conditional-effects"
    DERIVED = "derived predicates", ":derived-predicates"
    ACTION_COSTS = "action costs", ":action-costs"
    FUNCTIONS = "functions", ":action-costs"
    NUMERIC = "numeric fluents", ":numeric-fluents"
    OBJECT_FLUENTS = "object fluents", ":object-fluents"
    FRACTIONAL_COSTS = "costs that are not whole numbers", ""
    FRACTIONAL_DURATIONS = "durations that are not whole numbers", ""
    METRIC = "metrics other than minimizing `total-cost`", ""
    DURATIVE = "durative actions", ":durative-actions"
    TIMED_LITERALS = "timed initial literals", ":timed-initial-literals"
    PREFERENCES = "preferences", ":preferences"
    CONSTRAINTS = "trajectory constraints", ":constraints"
    PROCESSES = "processes and events", ":time"
    CONTINUOUS = "continuous change", ""

    def __init__(self, words: str, requirement: str) -> None:
        self.words = words
        self.requirement = requirement


Use = tuple[Feature, Placed]
"""A feature, and the part of the text that uses it."""

TOTAL_COST = "total-cost"


def used_by_domain(domain: Domain) -> Iterator[Use]:
    """Yield the features of a domain with everything that uses them."""
    if domain.types:
        yield Feature.TYPING, domain.types[0].name
    parameters = [one.parameters for one in domain.predicates] + [one.parameters for one in domain.functions]
    yield from _in_names([*domain.types, *domain.constants, *chain.from_iterable(parameters)])
    for function in domain.functions:
        numeric = all(name.text == NUMBER for name in function.types)
        values = Feature.ACTION_COSTS if function.name.text == TOTAL_COST else Feature.FUNCTIONS
        yield values if numeric else Feature.OBJECT_FLUENTS, function
    for process in domain.processes:
        yield Feature.PROCESSES, process
    for action in (*domain.actions, *domain.processes):
        yield from _in_names(action.parameters)
        yield from _in_condition(action.precondition)
        yield from _in_effect(action.effect)
    for durative in domain.durative_actions:
        yield from _in_names(durative.parameters)
        yield Feature.DURATIVE, durative
        for one in everything_in(durative.duration):
            if isinstance(one, FunctionTerm) and one.function.text[0] not in "?#":
                yield Feature.NUMERIC, one
            elif isinstance(one, Number) and not one.value.is_integer():
                yield Feature.FRACTIONAL_DURATIONS, one
        yield from _in_condition(durative.condition)
        yield from _in_effect(durative.effect)
    for derived in domain.derived:
        yield from _in_names(derived.parameters)
        yield Feature.DERIVED, derived
        yield from _in_condition(derived.condition)
    yield from _in_sections(domain)


def used_by_problem(problem: Problem) -> Iterator[Use]:
    """Yield the features of a problem with everything that uses them."""
    yield from _in_names(problem.objects)
    for fact in [one for one in problem.init if type(one) is not Atom]:  # most of thousands of facts are atoms
        match fact:
            case Timed():
                yield Feature.TIMED_LITERALS, fact
            case Comparison():
                yield Feature.ACTION_COSTS if is_total_cost(fact.left) else Feature.FUNCTIONS, fact
                yield from _in_cost(fact.right)
    yield from _in_condition(problem.goal)
    if metric := problem.metric:
        plain = is_total_cost(metric.expression) and metric.direction.text == "minimize"
        yield Feature.ACTION_COSTS if plain else Feature.METRIC, metric
    yield from _in_sections(problem)


def _in_sections(definition: Domain | Problem) -> Iterator[Use]:
    for section in definition.sections:
        if section.keyword.text == ":constraints":
            yield Feature.CONSTRAINTS, section


def _in_names(names: Iterable[TypedName]) -> Iterator[Use]:
    typed = [one for one in names if one.types]
    if typed:
        yield Feature.TYPING, typed[0].types[0]
    for one in [each for each in typed if len(each.types) > 1]:
        yield Feature.EITHER, one


_OF_CONDITIONS = {
    Or: Feature.DISJUNCTIVE,
    Imply: Feature.DISJUNCTIVE,
    Not: Feature.NEGATIVE,
    Comparison: Feature.NUMERIC,
    Preference: Feature.PREFERENCES,
}


def _in_condition(condition: Formula | None) -> Iterator[Use]:
    for one in everything_in(condition):
        if isinstance(one, Atom):
            if one.predicate.text == "=":
                yield Feature.EQUALITY, one
        elif isinstance(one, Quantified):
            yield Feature.EXISTENTIAL if one.quantifier == "exists" else Feature.UNIVERSAL, one
            yield from _in_names(one.variables)
        elif (feature := _OF_CONDITIONS.get(type(one))) is not None:
            yield feature, one


def _in_effect(effect: Formula | None) -> Iterator[Use]:
    waiting: list[Formula | Expression] = [] if effect is None else [effect]
    while waiting:
        one = waiting.pop()
        if isinstance(one, When):
            yield Feature.CONDITIONAL_EFFECTS, one
            yield from _in_condition(one.condition)
            waiting.append(one.effect)
        elif isinstance(one, Quantified):
            yield Feature.UNIVERSAL_EFFECTS, one
            yield from _in_names(one.variables)
            waiting.append(one.body)
        elif isinstance(one, Assignment):
            yield Feature.ACTION_COSTS if _is_cost(one) else Feature.NUMERIC, one
            yield from _in_cost(one.value)
            if any(isinstance(part, FunctionTerm) and part.function.text == "#t" for part in everything_in(one.value)):
                yield Feature.CONTINUOUS, one
        else:
            waiting += reversed(parts(one))


def _in_cost(value: Expression) -> Iterator[Use]:
    if isinstance(value, Number) and not value.value.is_integer():
        yield Feature.FRACTIONAL_COSTS, value


def is_total_cost(value: Expression) -> bool:
    """Whether an expression is `total-cost`."""
    return isinstance(value, FunctionTerm) and value.function.text == TOTAL_COST


def _is_cost(assignment: Assignment) -> bool:
    """Whether an effect increases the total cost by a number or by the fixed value of a function."""
    value = assignment.value
    variable = isinstance(value, FunctionTerm) and value.function.text in (TOTAL_COST, "?duration")
    is_fixed = not isinstance(value, Arithmetic) and not variable
    return assignment.operator.text == "increase" and is_total_cost(assignment.target) and is_fixed

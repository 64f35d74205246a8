"""Quantifiers and derived predicates that would take for ever to go through, found before that is tried."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.agents.policies import rules
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import Domain, Expression, Formula, Problem, Quantified, TypedName
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.languages.pddl.walk import parts

MOST = 100_000
"""So many combinations of objects for the variables of nested quantifiers, or of a derived predicate, are borne."""


def too_wide(domain: Domain, problem: Problem, source: Source) -> list[Diagnostic]:
    """The places of a text with a domain or a problem where variables have too many combinations of objects."""
    task = make_task(domain, problem)
    found = []
    for formula in _formulas(domain, problem):
        for one, count in _widths(formula, task):
            if count > MOST:
                end = min(one.end, len(source.text))
                found.append(rules.too_many_combinations(source.span(min(one.start, end), end), count, MOST))
                break
    return found


def _formulas(domain: Domain, problem: Problem) -> Iterator[Formula]:
    """Every condition and effect; a derived predicate stands as what it is gone through for."""
    for action in domain.actions:
        yield from (one for one in (action.precondition, action.effect) if one is not None)
    for rule in domain.derived:
        yield Quantified("exists", rule.parameters, rule.condition, rule.start, rule.end)
    if problem.goal is not None:
        yield problem.goal


def _widths(formula: Formula, task: Task) -> Iterator[tuple[Quantified, int]]:
    """Every quantified formula with the number of combinations for its variables and those around it."""
    waiting: list[tuple[Formula | Expression, int]] = [(formula, 1)]
    while waiting:
        one, count = waiting.pop()
        if isinstance(one, Quantified):
            count *= _combinations(one.variables, task)
            yield one, count
        waiting.extend((part, count) for part in parts(one))


def _combinations(variables: tuple[TypedName, ...], task: Task) -> int:
    count = 1
    for one in variables:
        count *= max(1, len(task.objects_of(type_names(one.types))))
    return count

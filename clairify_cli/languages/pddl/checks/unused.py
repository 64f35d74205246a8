"""What a domain declares and nothing uses."""

from __future__ import annotations

from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.vocabulary import all_actions
from clairify_cli.languages.pddl.rules import declarations as rules
from clairify_cli.languages.pddl.syntax import (
    Atom,
    Domain,
    Expression,
    Formula,
    FunctionTerm,
    Problem,
)
from clairify_cli.languages.pddl.walk import everything_in


def check_unused(context: Context, domain: Domain, used_terms: set[str]) -> None:
    """Predicates, functions and constants that nothing uses. Without actions, there is nothing to say."""
    if not domain.actions and not domain.durative_actions:
        return
    predicates, functions = _names_of_domain(domain)
    terms = set(used_terms)
    if context.problem is not None:
        more, values = _names_of_problem(context.problem)
        predicates |= more
        functions |= values
        if domain.constants:
            terms |= _terms_of_facts(context.problem)
    told: set[str] = set()
    for kind, declared, used in (
        ("predicate", [one.name for one in domain.predicates], predicates),
        ("function", [one.name for one in domain.functions], functions | {"total-cost"}),
        ("constant", [one.name for one in domain.constants], terms),
    ):
        if kind == "constant" and context.problem is None:
            continue  # constants may be for problems
        for name in declared:
            if name.text not in used and f"{kind} {name.text}" not in told:
                told.add(f"{kind} {name.text}")
                context.add(rules.unused_declaration(context.span(name), kind, name.written, "no action"))
    _types(context, domain)


def _types(context: Context, domain: Domain) -> None:
    """Types of which there is nothing; only where domain and problem stand in one text, made for each other."""
    problem = context.problem
    if problem is None or context.problem_source is not context.source:
        return
    used = {
        type_.text
        for names in (
            domain.types,
            domain.constants,
            problem.objects,
            *(one.parameters for one in domain.predicates),
            *(one.parameters for one in domain.functions),
            *(one.parameters for one in domain.actions),
            *(one.parameters for one in domain.durative_actions),
        )
        for one in names
        for type_ in one.types
    }
    for declared in domain.types:
        name = declared.name
        if name.text not in used and name.text not in ("object", "number"):
            context.add(rules.unused_declaration(context.span(name), "type", name.written, "nothing"))


def _names_of_domain(domain: Domain) -> tuple[set[str], set[str]]:
    predicates: set[str] = set()
    functions: set[str] = set()
    formulas = [
        formula
        for action in all_actions(domain)
        for formula in (
            getattr(action, "precondition", None),
            getattr(action, "condition", None),
            getattr(action, "duration", None),
            action.effect,
        )
        if formula is not None
    ]
    for derived in domain.derived:
        predicates.add(derived.name.text)
        formulas.append(derived.condition)
    for formula in formulas:
        _collect(formula, predicates, functions)
    return predicates, functions


def _names_of_problem(problem: Problem) -> tuple[set[str], set[str]]:
    predicates = {fact.predicate.text for fact in problem.init if isinstance(fact, Atom)}
    functions: set[str] = set()
    if problem.goal is not None:
        _collect(problem.goal, predicates, functions)
    if problem.metric is not None:
        _collect(problem.metric.expression, predicates, functions)
    return predicates, functions


def _terms_of_facts(problem: Problem) -> set[str]:
    return {name.text for fact in problem.init if isinstance(fact, Atom) for name in fact.arguments}


def _collect(formula: Formula | Expression, predicates: set[str], functions: set[str]) -> None:
    """Add the predicates and functions of a formula or expression to the sets."""
    for one in everything_in(formula):
        if isinstance(one, Atom):
            predicates.add(one.predicate.text)
        elif isinstance(one, FunctionTerm):
            functions.add(one.function.text)

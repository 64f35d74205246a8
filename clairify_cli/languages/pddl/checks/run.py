"""Run all checks of a text in one pass, each definition against the domain that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.checks.actions import check_actions
from clairify_cli.languages.pddl.checks.companions import Companions, find_companions
from clairify_cli.languages.pddl.checks.context import Context, rename
from clairify_cli.languages.pddl.checks.costs import check_costs, check_problem_costs
from clairify_cli.languages.pddl.checks.declarations import check_declarations, check_objects
from clairify_cli.languages.pddl.checks.excused import excused_words
from clairify_cli.languages.pddl.checks.features import Due
from clairify_cli.languages.pddl.checks.formulas import Walk
from clairify_cli.languages.pddl.checks.goals import check_goal
from clairify_cli.languages.pddl.checks.initial import Seen, check_init
from clairify_cli.languages.pddl.checks.reach import check_idle_objects
from clairify_cli.languages.pddl.checks.requirements import check_requirements
from clairify_cli.languages.pddl.checks.terms import Scope, Where
from clairify_cli.languages.pddl.checks.unused import check_unused
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.languages.pddl.features import used_by_domain, used_by_problem
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    Definition,
    Domain,
    Expression,
    File,
    FunctionTerm,
    Goal,
    Preference,
    Problem,
)
from clairify_cli.languages.pddl.walk import everything_in


def check_file(
    source: Source, file: File, options: CheckOptions, syntax: Sequence[Diagnostic] = ()
) -> list[Diagnostic]:
    """Return the errors in the definitions of a text beyond syntax errors.

    The context of `options` has other texts that may contain the domain of a problem, or the problem of a domain or a
    goal. `syntax` has the reader's findings in the text.
    """
    found: list[Diagnostic] = []
    companions = find_companions(source, options.context)
    broken = any(one.is_error for one in syntax)
    for definition in file.definitions:
        vocabulary = companions.vocabulary_for(definition)
        of = companions.problem, companions.problem_source
        if (strange := _object_fluents(source, definition, vocabulary)) is not None:
            return [*found, strange]
        one = Context(source, vocabulary, *of, found, broken=broken, target=options.target)
        if isinstance(definition, Domain):
            _domain(one, definition, companions)
        elif isinstance(definition, Problem):
            _problem(one, definition, excused_words(definition, source, syntax))
        else:
            _goal(one, definition, companions)
        one.flush()
    return found


def _object_fluents(source: Source, definition: Definition, vocabulary: Vocabulary) -> Diagnostic | None:
    """Report functions whose values are objects; nothing else about such a task would be to the point."""
    functions = vocabulary.domain.functions if vocabulary.domain is not None else ()
    objects = [one for one in functions if one.types]
    if not objects:
        return None
    at = (
        source.span(objects[0].start, objects[0].end)
        if definition is vocabulary.domain
        else source.span(definition.start, definition.start + 1)
    )
    return rules.object_fluents(at, [one.name.written for one in objects], objects[0].types[0].written)


def _domain(context: Context, domain: Domain, companions: Companions) -> None:
    check_declarations(context, domain)
    check_actions(context, domain)
    if domain.constraints is not None:
        Walk(context, Scope(Where.ACTION, dict(context.vocabulary.constants), context.problem is not None)).condition(
            domain.constraints
        )
    due, problem = Due(used_by_domain(domain)), companions.problem
    check_requirements(context, domain, due, cache(lambda: Due(used_by_problem(problem) if problem else ())))
    check_costs(context, domain, due)
    check_unused(context, domain)


def _problem(context: Context, problem: Problem, excused: frozenset[str]) -> None:
    context.problem, context.problem_source = problem, context.source
    _domain_name(context, problem)
    check_objects(context, problem)
    scope = scope_of(context.vocabulary, problem)
    scope.excused = excused
    state = check_init(context, problem, scope)
    if problem.goal is not None:
        scope.where = Where.GOAL
        Walk(context, scope).condition(problem.goal)
        check_goal(context, problem.goal, state)
    if problem.constraints is not None:
        Walk(context, scope).condition(problem.constraints)
    if problem.metric is not None:
        Walk(context, scope).condition(problem.metric.expression)
        _check_violated(context, problem, problem.metric.expression)
    due, domain = Due(used_by_problem(problem)), context.vocabulary.domain
    check_requirements(context, problem, due, cache(lambda: Due(used_by_domain(domain) if domain else ())))
    check_problem_costs(context, problem, scope, due)
    check_idle_objects(context, problem, scope.used)


def _check_violated(context: Context, problem: Problem, metric: Expression) -> None:
    """Report preferences in a metric that neither the problem nor its domain has."""
    domain = context.vocabulary.domain
    if domain is None:
        return
    formulas = [problem.goal, problem.constraints, domain.constraints]
    formulas += [one.precondition for one in domain.actions] + [one.condition for one in domain.durative_actions]
    found = (x for one in formulas for x in everything_in(one) if isinstance(x, Preference))
    named = {one.name.text: one.name.written for one in found if one.name is not None}
    for term in everything_in(metric):
        if isinstance(term, FunctionTerm) and term.function.text == "is-violated":
            for name in term.arguments:
                if name.text not in named:
                    there = (
                        f"the name of a preference: {listing(named.values())}"
                        if named
                        else "a preference that is there"
                    )
                    context.add(rules.unexpected(context.span(name), name.written, "in `is-violated`", there))


def _domain_name(context: Context, problem: Problem) -> None:
    domain, name = context.vocabulary.domain, problem.domain
    if domain is None or domain.name is None or name is None or domain.name.text == name.text:
        return
    at = context.span(name)
    context.add(rules.other_domain(at, name.written, domain.name.written, rename(domain.name.written, [at])))


def _goal(context: Context, goal: Goal, companions: Companions) -> None:
    """Check a separate goal against the domain and the problem of the context."""
    if goal.condition is None:
        return
    problem = companions.problem
    known = problem is not None and context.vocabulary.domain is not None
    scope = scope_of(context.vocabulary, problem)
    scope.where, scope.terms_known = Where.GOAL, known
    Walk(context, scope).condition(goal.condition)
    check_goal(context, goal.condition, _state_of(problem) if problem is not None else None)


def scope_of(vocabulary: Vocabulary, problem: Problem | None) -> Scope:
    """Return the scope of a problem: its objects and the constants of its domain."""
    terms = dict(vocabulary.constants)
    for one in problem.objects if problem is not None else ():
        terms.setdefault(one.name.text, type_names(one.types))
    return Scope(Where.INIT, terms, vocabulary.domain is not None)


def _state_of(problem: Problem) -> Seen:
    """Return the facts in a problem's initial state, without reporting errors in it."""
    scratch = Context(Source(""), vocabulary_of(None, None))
    return check_init(scratch, problem, Scope(Where.INIT, {}, False))

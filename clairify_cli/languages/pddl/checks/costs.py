"""Check that Fast Downward supports the use of `total-cost`, its values and the metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.features import BEYOND, COSTS, Due
from clairify_cli.languages.pddl.checks.requirements import allowed_by
from clairify_cli.languages.pddl.checks.terms import Scope
from clairify_cli.languages.pddl.checks.vocabulary import all_actions
from clairify_cli.languages.pddl.features import TOTAL_COST, is_total_cost
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    Action,
    Assignment,
    Comparison,
    Domain,
    DurativeAction,
    Expression,
    Formula,
    FunctionTerm,
    Number,
    Problem,
    Quantified,
    Timed,
    section_of,
)
from clairify_cli.languages.pddl.walk import everything_in, scoped_effects


def check_costs(context: Context, domain: Domain, due: Due) -> None:
    """Check the action costs in a domain. With requirements that Fast Downward lacks, everything is allowed."""
    if COSTS not in due or allowed_by(context.vocabulary.requirements) & BEYOND:
        return
    first: Assignment | None = None
    for action in domain.actions:
        found = list(_increases(action.effect))
        first = first or next((one for one, _ in found), None)
        _places(context, action, found)
        for one, _ in found:
            if isinstance(one.value, Number):
                check_value(context, one.value)
    if first is not None and TOTAL_COST not in context.vocabulary.functions:
        context.add(rules.undeclared_cost(context.span(first.target), _declaration(context, domain)))


def _increases(effect: Formula | None) -> Iterator[tuple[Assignment, str]]:
    """Yield the increases of the total cost, each with the disallowed operator around it, if any."""
    for one, around in scoped_effects(effect):
        if isinstance(one, Assignment) and is_total_cost(one.target):
            inner = around[-1] if around else None
            yield one, inner.quantifier if isinstance(inner, Quantified) else "when" if inner is not None else ""


def _places(context: Context, action: Action, found: Sequence[tuple[Assignment, str]]) -> None:
    """Report costs that do not occur exactly once, in the top-level `and` of the effect."""
    name = action.name.written
    for number, (one, inside) in enumerate(found):
        at = context.span(one)
        if one is action.effect:
            fix = Fix("put `(and ...)` around it", (Edit(one.start, one.start, "(and "), Edit(one.end, one.end, ")")))
            context.add(rules.cost_place(at, f"the cost of `{name}` stands alone, without `(and ...)` around it", fix))
        elif inside:
            context.add(rules.cost_place(at, f"the cost of `{name}` stands within `{inside}`"))
        elif number:
            context.add(rules.cost_place(at, f"a second cost of `{name}`; only the last would count"))


def _declaration(context: Context, domain: Domain) -> Fix | None:
    """Return the fix that declares `total-cost`: in the functions, if there are any, or after the predicates."""
    text = "(total-cost) - number"
    for keyword, added in ((":functions", f" {text}"), (":predicates", f"\n  (:functions {text})")):
        section = section_of(domain, keyword)
        if section is None or context.source.text[section.end - 1 : section.end] != ")":
            continue
        at = section.keyword.end if keyword == ":functions" else section.end
        return Fix("declare `total-cost`", (Edit(at, at, added),))
    return None


def check_value(context: Context, number: Number) -> None:
    """Check that a cost is a non-negative whole number, written in digits."""
    written = context.source.text[number.start : number.end]
    if number.value < 0:
        why = "is negative"
    elif not written.isdigit():
        why = "is written with a fraction" if "." in written else "is not written in digits alone"
    else:
        return
    context.add_recurring(("cost", why), number, rules.cost_value, written, why)


def check_problem_costs(context: Context, problem: Problem, scope: Scope, due: Due) -> None:
    """Check the values of functions in an initial state, and the metric; of what no other finding is about."""
    requirements = context.vocabulary.requirements | {name.text for name in problem.requirements}
    # Where Fast Downward has lost already, its narrower bounds would be wrong advice.
    if allowed_by(requirements) & BEYOND or any(one in due for one in BEYOND):
        _check_values(context, problem, scope)
        return
    for fact in problem.init:
        if isinstance(fact, Comparison) and isinstance(fact.right, Number):
            check_value(context, fact.right)
    metric = problem.metric
    if metric is None:
        return
    goal = metric.expression
    total = isinstance(goal, FunctionTerm) and is_total_cost(goal) and not goal.arguments
    bracketed = context.source.text[goal.start : goal.start + 1] == "("
    if metric.direction.text != "minimize" or not total or not bracketed:
        shown = " ".join(context.source.text[metric.start : metric.end].split())
        context.add(rules.metric(context.span(metric), shown))
        return
    _check_values(context, problem, scope)


def _check_values(context: Context, problem: Problem, scope: Scope) -> None:
    """Report functions that are needed, but have no value in the initial state and are not assigned one."""
    section = section_of(problem, ":init")
    told: set[str] = set()
    for fact in problem.init:
        value = fact.operand if isinstance(fact, Timed) else fact
        if isinstance(value, Comparison) and isinstance(value.left, FunctionTerm):
            told.add(value.left.function.text)
    needs = list(_needs(context, problem, scope)) if section is not None else []
    told.update(
        each.target.function.text
        for _, one in needs
        for each in everything_in(one)
        if isinstance(each, Assignment) and each.operator.text == "assign" and isinstance(each.target, FunctionTerm)
    )
    for of, formula in needs:
        for one in everything_in(formula):
            name = one.function if isinstance(one, FunctionTerm) and not is_total_cost(one) else None
            if section is not None and name and name.text in context.vocabulary.functions and name.text not in told:
                told.add(name.text)
                context.add(rules.no_value(context.span(section.keyword), name.written, of))


def _needs(context: Context, problem: Problem, scope: Scope) -> Iterator[tuple[str, Formula | Expression | None]]:
    """Yield what reads or changes functions, each with its name; actions only if there are objects for them."""
    domain = context.vocabulary.domain
    if domain is None:
        return
    for action in all_actions(domain):
        kinds = [type_names(one.types) for one in action.parameters]
        if all(scope.of_type(one, context.vocabulary) for one in kinds):
            of = f"the action `{action.name.written}`"
            if isinstance(action, DurativeAction):
                yield from ((of, action.duration), (of, action.condition))
            else:
                yield of, action.precondition
            yield of, action.effect
    for derived in domain.derived:
        yield f"the derived predicate `{derived.name.written}`", derived.condition
    yield "the goal", problem.goal
    yield "the metric", problem.metric and problem.metric.expression

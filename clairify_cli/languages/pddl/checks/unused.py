"""Unused declarations of a domain."""

from __future__ import annotations

from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.formulas import note_names
from clairify_cli.languages.pddl.checks.vocabulary import all_actions
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Atom, Domain


def check_unused(context: Context, domain: Domain) -> None:
    """Report unused predicates, functions and constants; nothing for a domain without actions."""
    if not all_actions(domain):
        return
    used = context.used
    used["function"].add("total-cost")
    if (problem := context.problem) is not None:
        facts = [fact for fact in problem.init if isinstance(fact, Atom)]
        used["predicate"].update(fact.predicate.text for fact in facts)
        if domain.constants:
            used["constant"].update(name.text for fact in facts for name in fact.arguments)
        note_names(problem.goal, used)
        note_names(problem.metric.expression if problem.metric is not None else None, used)
    told: set[str] = set()
    for kind, declared in (
        ("predicate", [one.name for one in domain.predicates]),
        ("function", [one.name for one in domain.functions]),
        ("constant", [one.name for one in domain.constants]),
    ):
        if kind == "constant" and problem is None:
            continue  # problems may use the constants
        for name in declared:
            if name.text not in used[kind] and f"{kind} {name.text}" not in told:
                told.add(f"{kind} {name.text}")
                context.add(rules.unused_declaration(context.span(name), kind, name.written, "no action"))
    _types(context, domain)


def _types(context: Context, domain: Domain) -> None:
    """Report unused types, but only if domain and problem are in one text, and so made for each other."""
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
            *(one.parameters for one in all_actions(domain)),
        )
        for one in names
        for type_ in one.types
    }
    for declared in domain.types:
        name = declared.name
        if name.text not in used and name.text not in ("object", "number"):
            context.add(rules.unused_declaration(context.span(name), "type", name.written, "nothing"))

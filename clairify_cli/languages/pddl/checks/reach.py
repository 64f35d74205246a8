"""Find objects that nothing can use."""

from __future__ import annotations

from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Domain, Problem


def check_idle_objects(context: Context, problem: Problem, used: set[str]) -> None:
    """Report objects that occur in no fact or goal, if no action can use them without a fact about them."""
    vocabulary = context.vocabulary
    if vocabulary.domain is None or problem.goal is None or not vocabulary.domain.actions:
        return
    idle = [one for one in problem.objects if one.name.text not in used]
    if not idle or vocabulary.domain.durative_actions or not vocabulary.has_lattice:
        return
    free = _types_without_need(vocabulary.domain, vocabulary)
    told: set[str] = set()
    for one in idle:
        types = type_names(one.types)
        if one.name.text in told or any(vocabulary.hierarchy.may_fit(types, wanted) for wanted in free):
            continue
        told.add(one.name.text)
        context.add(rules.idle_object(context.span(one.name), one.name.written))


def _types_without_need(domain: Domain, vocabulary: Vocabulary) -> set[tuple[str, ...]]:
    """Return the types of parameters that do not occur in any precondition that no action can establish."""
    changed = vocabulary.changes.added | vocabulary.derived
    made: set[tuple[str, ...]] = set()
    for action in domain.actions:
        bound = {
            name.text
            for atom in vocabulary.preconditions[action.start].positive.values()
            if atom.predicate.text not in changed
            for name in atom.arguments
        }
        made |= {type_names(one.types) for one in action.parameters if one.name.text not in bound}
    return made

"""Find unreachable facts, by predicates alone, without objects.

A predicate is possible if it has an atom in the initial state, or if an action with a possible precondition adds it.
This is coarse and fast, but what it finds impossible is impossible.
"""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.pddl.chaining import fired
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.initial import Seen
from clairify_cli.languages.pddl.checks.literals import literals
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary, added_by
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Action, Atom, Domain, Problem, section_of


class Rule(NamedTuple):
    """An action reduced to predicates: those required, each with its first atom, and those added."""

    action: Action
    needs: dict[str, Atom]
    adds: frozenset[str]


def check_never_true(context: Context, problem: Problem, state: Seen) -> None:
    """Report predicates that are never true, but without which the goal cannot be reached.

    The finding is placed at the initial state, which is usually what must change; the precondition may be in another
    text.
    """
    vocabulary = context.vocabulary
    domain, source = vocabulary.domain, vocabulary.source
    if domain is None or source is None or problem.goal is None:
        return
    asked = dict.fromkeys(key[0] for key in literals(problem.goal).positive)
    true = {key[0] for key, (value, _) in state.items() if value} | vocabulary.derived | {"="}
    if true.issuperset(asked):
        return
    made = [_rule(vocabulary, action) for action in domain.actions]
    possible = _possible(made, true)
    wanted = [name for name in asked if name not in possible]
    section = section_of(problem, ":init")
    at = section.keyword if section is not None else problem.name
    if not wanted or at is None:
        return
    blame: dict[str, list[Rule]] = {}
    for one in _helpful(made, wanted, possible):
        for name in one.needs:
            if name not in vocabulary.changes.added and name not in possible and name in vocabulary.predicates:
                blame.setdefault(name, []).append(one)
    for name, blamed in blame.items():
        atom = blamed[0].needs[name]
        near = nearest(name, sorted(true & vocabulary.predicates.keys()), cutoff=0.8)
        actions = [one.action.name.written for one in blamed]
        said = vocabulary.predicates[name].declaration.name.written
        place = source.span(atom.start, atom.end)
        context.add(rules.never_true(context.span(at), said, actions, near, place))


def _rule(vocabulary: Vocabulary, action: Action) -> Rule:
    needs: dict[str, Atom] = {}
    for atom in vocabulary.preconditions[action.start].positive.values():
        needs.setdefault(atom.predicate.text, atom)
    return Rule(action, needs, frozenset(added_by(action)))


def _possible(made: list[Rule], true: set[str]) -> set[str]:
    """Return the predicates that can have a true atom at some time."""
    done = fired([(one.needs, one.adds) for one in made], true.__contains__)
    return true.union(*(one.adds for one, used in zip(made, done, strict=True) if used))


def _helpful(made: list[Rule], wanted: list[str], possible: set[str]) -> list[Rule]:
    """Return the actions that add a wanted predicate or, in turn, one that these need."""
    adders: dict[str, list[int]] = {}
    for at, one in enumerate(made):
        for name in one.adds:
            adders.setdefault(name, []).append(at)
    found: dict[int, None] = {}
    waiting, seen = list(wanted), set(wanted)
    while waiting:
        for at in adders.get(waiting.pop(), ()):
            found[at] = None
            new = [name for name in made[at].needs if name not in possible and name not in seen]
            seen.update(new)
            waiting += new
    return [made[at] for at in sorted(found)]


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

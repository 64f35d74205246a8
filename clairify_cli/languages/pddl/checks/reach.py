"""What can never come about, seen from the predicates alone: the objects are not looked at.

A predicate is possible if the initial state has an atom of it or an action adds it whose precondition is possible. This
is coarse and quick; what it calls impossible is so.
"""

from __future__ import annotations

from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.pddl.checks.actions import literals
from clairify_cli.languages.pddl.checks.context import Context
from clairify_cli.languages.pddl.checks.initial import Seen
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary, added_by
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.rules import declarations as names
from clairify_cli.languages.pddl.rules import meaning as rules
from clairify_cli.languages.pddl.syntax import Action, Atom, Domain, Problem


def check_never_true(context: Context, problem: Problem, state: Seen) -> None:
    """Predicates that are never true and without which the goal cannot be reached.

    The finding is on the initial state, which is mostly what is to be changed; the precondition may stand in another
    text.
    """
    vocabulary = context.vocabulary
    domain, source = vocabulary.domain, vocabulary.source
    if domain is None or source is None or problem.goal is None:
        return
    true = {key[0] for key, (value, _) in state.items() if value}
    needs = {action.name.start: list(literals(action.precondition).positive.values()) for action in domain.actions}
    possible = _possible(domain, vocabulary, true, needs)
    wanted = [name for name in dict.fromkeys(key[0] for key in literals(problem.goal).positive) if name not in possible]
    section = next((one for one in problem.sections if one.keyword.text == ":init"), None)
    at = section.keyword if section is not None else problem.name
    if not wanted or at is None:
        return
    blame: dict[str, list[tuple[Action, Atom]]] = {}
    for action in _helpful(domain, wanted, possible, needs):
        for atom in needs[action.name.start]:
            name = atom.predicate.text
            if name not in vocabulary.changes.added and name not in possible and name in vocabulary.predicates:
                entries = blame.setdefault(name, [])
                if all(one is not action for one, _ in entries):
                    entries.append((action, atom))
    for name, entries in blame.items():
        atom = entries[0][1]
        near = nearest(name, sorted(true), cutoff=0.8)
        actions = [action.name.written for action, _ in entries]
        said = vocabulary.predicates[name].declaration.name.written
        place = source.span(atom.start, atom.end)
        context.add(rules.never_true(context.span(at), said, actions, near, place))


def _possible(domain: Domain, vocabulary: Vocabulary, true: set[str], needs: dict[int, list[Atom]]) -> set[str]:
    """The predicates that can be true of something at some time."""
    possible = true | vocabulary.derived | {"="}
    waiting = list(domain.actions)
    while True:
        usable = [one for one in waiting if all(atom.predicate.text in possible for atom in needs[one.name.start])]
        if not usable:
            return possible
        waiting = [one for one in waiting if one not in usable]
        for action in usable:
            possible |= added_by(action)


def _helpful(domain: Domain, wanted: list[str], possible: set[str], needs: dict[int, list[Atom]]) -> list[Action]:
    """The actions that would make a wanted predicate true, or what those need in turn."""
    made: list[Action] = []
    waiting, seen = list(wanted), set(wanted)
    while waiting:
        name = waiting.pop(0)
        for action in domain.actions:
            if name not in added_by(action) or action in made:
                continue
            made.append(action)
            for atom in needs[action.name.start]:
                other = atom.predicate.text
                if other not in possible and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return made


def check_idle_objects(context: Context, problem: Problem, used: set[str]) -> None:
    """Objects of which nothing is said, and that no action can use without a fact about them."""
    vocabulary = context.vocabulary
    if vocabulary.domain is None or problem.goal is None or not vocabulary.domain.actions:
        return
    idle = [one for one in problem.objects if one.name.text not in used]
    if not idle or vocabulary.domain.durative_actions:
        return
    free = _types_without_need(vocabulary.domain, vocabulary)
    told: set[str] = set()
    for one in idle:
        types = type_names(one.types)
        if one.name.text in told or any(vocabulary.hierarchy.may_fit(types, wanted) for wanted in free):
            continue
        told.add(one.name.text)
        context.add(names.idle_object(context.span(one.name), one.name.written))


def _types_without_need(domain: Domain, vocabulary: Vocabulary) -> set[tuple[str, ...]]:
    """Types of parameters of which no precondition asks for an atom that is there from the beginning or never."""
    changed = vocabulary.changes.added | vocabulary.derived
    made: set[tuple[str, ...]] = set()
    for action in domain.actions:
        bound = {
            name.text
            for atom in literals(action.precondition).positive.values()
            if atom.predicate.text not in changed
            for name in atom.arguments
        }
        made |= {type_names(one.types) for one in action.parameters if one.name.text not in bound}
    return made

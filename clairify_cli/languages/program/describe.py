"""Describe programs to a model: the supported subset of Python, the vocabulary of a domain, and a scene."""

from __future__ import annotations

import re
from collections.abc import Mapping

from clairify_cli.files import data_text
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.describe import bounded, documentation, some_of
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.program.printing import with_objects
from clairify_cli.languages.program.syntax import WHILE_ROUNDS
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.languages.program.wording import formula_words


def describe(options: CheckOptions) -> str:
    """Describe the syntax and, with a domain and problem in `options.context`, their vocabulary, objects and facts."""
    from string import Template

    known, _ = vocabulary_of(options.context)
    parts = [] if known is None else _words(known, about_of(known, options))
    told = "".join(f"\n{part}\n" for part in parts)
    prompt = Template(data_text("prompts", "describe-program.txt"))
    return prompt.substitute(vocabulary=told, rounds=WHILE_ROUNDS).rstrip() + "\n"


def about_of(known: Vocabulary, options: CheckOptions) -> Mapping[tuple[str, str], str]:
    """Return descriptions of actions and predicates by `(kind, name)`, from the comments of a domain."""
    for source in options.context:
        file, _ = read_once(source)
        if file.domain is not None:
            actions = (("action", one) for one in known.actions.values())
            predicates = (("predicate", one) for one in known.predicates.values())
            declared = ((kind, one.name.text, one.start, one.end) for kind, one in (*actions, *predicates))
            return {
                (kind, name): documentation(start, end, file.comments, source.text)
                for kind, name, start, end in declared
            }
    return {}


def _words(known: Vocabulary, about: Mapping[tuple[str, str], str]) -> list[str]:
    """Return a paragraph each for actions and predicates and, with a problem, for its objects and facts."""
    domain = known.task.domain
    doable = [one for one in known.actions.values() if _has_objects(one, known)]
    actions = [_action(one, known, about) for one in doable]
    idle = [known.action_name(name) for name, one in known.actions.items() if one not in doable]
    if idle:
        actions.append(f"- {', '.join(idle)}: not here, since there is no object of a type that is needed")
    predicates = (f"- {known.signature(one)}{_told(about, 'predicate', one)}" for one in known.predicates.values())
    none = "- none are known: write no conditions"
    parts = [f"Actions:\n{bounded(actions)}", f"Predicates:\n{bounded(predicates) or none}"]
    above = known.task.hierarchy.supertypes
    used = {each for kinds in known.task.objects.values() for kind in kinds for each in above.get(kind, ())}
    types = [
        f"- {one.name.text}: {' or '.join(name.text for name in one.types)}"
        for one in domain.types
        if one.types and (not known.has_problem or one.name.text in used)
    ]
    if types:
        parts.insert(0, f"Types, each with what it is a kind of:\n{bounded(types)}")
    if known.task.objects:
        by_type: dict[str, list[str]] = {}
        for name, kinds in known.task.objects.items():
            by_type.setdefault(" or ".join(kinds), []).append(f'"{name}"')
        objects = (f"- {kind}: {some_of(names)}" for kind, names in by_type.items())
        parts.append(f"Objects by type:\n{bounded(objects)}")
    if known.has_problem:
        facts = (f"- {with_objects(known.predicate_name(atom[0]), atom[1:])}" for atom in sorted(known.task.init))
        parts.append(f"What is so at first; all else is not so:\n{bounded(facts) or '- nothing'}")
    return parts


def _has_objects(action: pddl.Action, known: Vocabulary) -> bool:
    """Whether there is an object for each parameter of an action, or the objects are unknown."""
    if not known.has_problem:
        return True
    above = known.task.hierarchy.supertypes
    there = {"object", *(kind for kinds in known.task.objects.values() for kind in kinds)}
    there |= {each for kind in there for each in above.get(kind, ())}
    return all(there.intersection(type_names(one.types)) for one in action.parameters)


def _action(action: pddl.Action, known: Vocabulary, about: Mapping[tuple[str, str], str]) -> str:
    needs = f"\n  needs {formula_words(action.precondition, known)}" if action.precondition is not None else ""
    does = f"\n  does {formula_words(action.effect, known)}" if action.effect is not None else ""
    return f"- {known.signature(action)}{_told(about, 'action', action)}{needs}{does}"


def _told(
    about: Mapping[tuple[str, str], str], kind: str, one: pddl.Action | pddl.PredicateDeclaration | pddl.Derived
) -> str:
    said = about.get((kind, one.name.text), "")
    return f"  # {re.sub(r'[?](?=[a-z])', '', said)}" if said else ""

"""The outline of a PDDL text: constants and objects as what is declared, actions and goals as groups of steps."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.outline import Declared, Outline, OutlineProperty, OutlineStep, Role
from clairify_cli.languages.pddl.checks.vocabulary import all_actions
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Action, Domain, DurativeAction, Problem, TypedName


def outline(source: Source) -> Outline:
    """What can be made out of the text; an empty outline where nothing is defined."""
    file, _ = read(source)
    declared: list[Declared] = []
    steps: list[OutlineStep] = []
    title: str | None = None
    for one in file.definitions:
        if isinstance(one, Domain):
            title = title or (one.name.written if one.name is not None else None)
            declared += [_declared(source, name) for name in one.constants]
            steps += [_action(source, action) for action in all_actions(one)]
        elif isinstance(one, Problem):
            title = title or (one.name.written if one.name is not None else None)
            declared += [_declared(source, name) for name in one.objects]
    return Outline(title, tuple(declared), tuple(steps))


def _declared(source: Source, one: TypedName) -> Declared:
    types = " ".join(name.written for name in one.types)
    return Declared(Role.SUBSTANCE, one.name.written, types, source.span(one.name.start, one.name.end))


def _action(source: Source, action: Action | DurativeAction) -> OutlineStep:
    """An action as a step; its parameters are the properties, with their types as values."""
    properties = tuple(
        OutlineProperty(
            one.name.written,
            " ".join(name.written for name in one.types),
            Role.OTHER,
            source.span(one.name.start, one.name.end),
        )
        for one in action.parameters
    )
    return OutlineStep(action.name.written, source.span(action.name.start, action.name.end), properties)

"""Why a command cannot be done: the first literal of the precondition that fails, and what is said of it.

Parameters that the command does not name are found as the precondition is gone through in the order of the text, each
from the first true atom that it fits. So `(at ?here)`, `(connected ?here ?there ?direction)` tell which door it is that
`(not (closed-door ?here ?there))` finds closed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from clairify_cli.languages.pddl.meaning import WorldState
from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import free_variables
from clairify_cli.languages.pddl.syntax import Action, Atom
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.worlds.text.describe import Names, Said, bindings, filled
from clairify_cli.worlds.text.description import Description, Failure


class Failing(NamedTuple):
    """A literal that is not as it was `wanted`, its terms as far as they are known, and what the parameters are."""

    atom: Atom
    wanted: bool
    binding: dict[str, str]


def reason(
    description: Description,
    action: Action,
    named: Mapping[str, str],
    task: Task,
    state: WorldState,
    names: Names,
    known: Collection[str],
) -> Said | None:
    """What is said of the literal that fails first; None where the description has nothing to say that can be said.

    Nothing is said that names an object which is not known: that would tell what is hidden.
    """
    found = first_failing(action, named, task, state)
    if found is None:
        return None
    for failure in description.failures:
        said = _said(failure, action, found, task, state, names)
        if said is not None and said.objects <= set(known):
            return said
    return None


def first_failing(action: Action, named: Mapping[str, str], task: Task, state: WorldState) -> Failing | None:
    """The first literal of a precondition that fails; None where none does, or it is no literal that fails."""
    view = view_of(task, state)
    binding = dict(named)
    for part in conjuncts(action.precondition):
        literal = literal_of(part)
        unknown = free_variables(part) - binding.keys()
        if not unknown:
            if not is_true(part, True, binding, view):
                return None if literal is None else Failing(*literal, binding)
        elif isinstance(part, Atom):
            parameters = [one for one in action.parameters if one.name.text in unknown]
            found = next(solutions(parameters, part, True, binding, view, is_true), None)
            if found is None:
                return Failing(part, True, binding)
            binding = found
    return None


def _said(failure: Failure, action: Action, found: Failing, task: Task, state: WorldState, names: Names) -> Said | None:
    if failure.unmet.predicate != found.atom.predicate.text or failure.unmet.wanted is not found.wanted:
        return None
    if failure.of and action.name.text not in failure.of:
        return None
    binding = {name[1:]: one for name, one in found.binding.items()}
    for argument in failure.unmet.arguments:
        binding.pop(argument, None)
    for argument, term in zip(failure.unmet.arguments, found.atom.arguments, strict=True):
        value = found.binding.get(term.text, term.text)
        if not value.startswith("?"):
            binding[argument] = value
    if failure.when is None:
        return filled(failure.say, binding, names)
    own = {one.name.text[1:] for one in failure.when.variables}
    for extended in bindings(failure.when, task, state, {name: one for name, one in binding.items() if name in own}):
        return filled(failure.say, {**binding, **extended}, names)
    return None

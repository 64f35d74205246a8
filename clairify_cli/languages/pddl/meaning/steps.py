"""Ground actions: whether a step is well-formed, whether it is applicable, and all applicable actions."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.effects import binding_of
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.state import WorldState
from clairify_cli.languages.pddl.meaning.terms import Binding
from clairify_cli.languages.pddl.meaning.unmet import Unmet, unmet
from clairify_cli.languages.pddl.syntax import Action, Formula
from clairify_cli.languages.pddl.task import Task


class GroundAction(NamedTuple):
    """An action with an object for each of its parameters."""

    action: Action
    arguments: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The name of the action and its arguments."""
        return (self.action.name.text, *self.arguments)

    @property
    def text(self) -> str:
        """The step as in a plan, `(pick ball1 room-a left)`."""
        return f"({' '.join(self.words)})"


class MisfitKind(enum.Enum):
    """The possible errors in a step, apart from its precondition."""

    ACTION = "unknown action"
    TIME = "durative action"
    ARITY = "wrong number of arguments"
    OBJECT = "unknown object"
    TYPE = "wrong type"


class Misfit(NamedTuple):
    """An error in a step; for an object or a type, `position` is that of the argument, from 0."""

    kind: MisfitKind
    position: int = -1


def find_action(task: Task, name: str) -> Action | None:
    """Return the action with that name (in lower case); None if there is none."""
    return index_of(task).actions.get(name)


def misfits(task: Task, name: str, arguments: Sequence[str]) -> list[Misfit]:
    """Return all errors in a step; empty if it is an action with objects of the right types."""
    action = find_action(task, name)
    found = [Misfit(MisfitKind.OBJECT, at) for at, one in enumerate(arguments) if one not in task.objects]
    if action is None:
        durative = any(one.name.text == name for one in task.domain.durative_actions)
        return [Misfit(MisfitKind.TIME if durative else MisfitKind.ACTION), *found]
    if len(arguments) != len(action.parameters):
        return [Misfit(MisfitKind.ARITY), *found]
    for at, (parameter, one) in enumerate(zip(action.parameters, arguments, strict=True)):
        if one in task.objects and one not in index_of(task).members(parameter.types)[1]:
            found.append(Misfit(MisfitKind.TYPE, at))
    return found


def holds(formula: Formula | None, binding: Binding, state: WorldState, task: Task) -> bool:
    """Whether a condition holds in a state; a missing one (None) does.

    If a function in a condition has no value, neither the condition nor its negation holds.
    """
    return formula is None or is_true(formula, True, binding, view_of(task, state))


def why_false(formula: Formula | None, binding: Binding, state: WorldState, task: Task) -> Iterator[Unmet]:
    """Yield the parts of a condition that do not hold, in text order."""
    if formula is not None:
        yield from unmet(formula, True, binding, view_of(task, state))


def is_applicable(action: Action, arguments: Sequence[str], state: WorldState, task: Task) -> bool:
    """Whether an action's precondition holds for objects that fit its parameters."""
    return holds(action.precondition, binding_of(action, arguments), state, task)


def applicable(task: Task, state: WorldState) -> Iterator[GroundAction]:
    """Yield every ground action whose precondition holds, by action in domain order; the order is deterministic."""
    view = view_of(task, state)
    for action in task.domain.actions:
        names = [one.name.text for one in action.parameters]
        for binding in solutions(action.parameters, action.precondition, True, {}, view, is_true):
            yield GroundAction(action, tuple([binding[name] for name in names]))


def parameter_types(action: Action, position: int) -> tuple[str, ...]:
    """Return the types that an argument may have; `object` if none is written."""
    return type_names(action.parameters[position].types)

"""Check the steps of a plan: known actions, the right number of arguments, objects of the right types."""

from __future__ import annotations

from itertools import permutations

from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.pddl.hierarchy import types_text
from clairify_cli.languages.pddl.meaning import MisfitKind, find_action, misfits, parameter_types
from clairify_cli.languages.pddl.plan import Step
from clairify_cli.languages.pddl.syntax import Action, Name
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.validate.rules import rules
from clairify_cli.planning.validate.wording import Texts, signature

_MOST_PERMUTED = 5
"""Maximum number of arguments to try in every order."""


def check_names(task: Task, step: Step, texts: Texts) -> list[Diagnostic]:
    """Report every error in a step except a false precondition."""
    name = step.action.text
    arguments = [one.text for one in step.arguments]
    wrong = misfits(task, name, arguments)
    if not wrong:
        return []
    action = find_action(task, name)
    # Exchanged arguments show as several wrong types; one hint for all says what happened.
    order = _fitting_order(task, name, arguments) if any(one.kind is MisfitKind.TYPE for one in wrong) else ""
    found: list[Diagnostic] = []
    for one in wrong:
        match one.kind:
            case MisfitKind.ACTION:
                known = _signatures(task)
                meant = known.get(only_near_match(name, known) or nearest(name, known) or "")
                found.append(rules.unknown_action(_at(step, -1, texts), name, known, meant))
            case MisfitKind.TIME:
                related = texts.in_domain("it is declared here", _durative(task, name))
                found.append(rules.durative_step(_at(step, -1, texts), step.text, "time", related))
            case MisfitKind.ARITY if action is not None:
                found.append(
                    rules.wrong_number_of_arguments(
                        texts.of_step(step),
                        name,
                        signature(action),
                        len(arguments),
                        len(action.parameters),
                        texts.in_domain("the action is declared here", action.name),
                    )
                )
            case MisfitKind.OBJECT:
                found.append(_unknown_object(task, action, step, one.position, texts))
            case MisfitKind.TYPE if action is not None:
                found.append(_wrong_type(task, action, step, one.position, order, texts))
    return found


def _signatures(task: Task) -> dict[str, str]:
    """Each action with its parameters, put together once for a task: a plan may have thousands of unknown steps."""
    known = task.notes.get("signatures")
    if not isinstance(known, dict):
        known = task.notes["signatures"] = {each.name.text: signature(each) for each in task.domain.actions}
    return known


def _at(step: Step, position: int, texts: Texts) -> Span:
    name = step.action if position < 0 else step.arguments[position]
    return texts.plan.span(name.start, name.end)


def _durative(task: Task, name: str) -> Name:
    return next(each.name for each in task.domain.durative_actions if each.name.text == name)


def _unknown_object(task: Task, action: Action | None, step: Step, position: int, texts: Texts) -> Diagnostic:
    types: tuple[str, ...] = ()
    if action is not None and len(action.parameters) == len(step.arguments):
        types = parameter_types(action, position)
    fitting = task.objects_of(types) if types else ()
    wanted = types_text(types) if types else ""
    name = step.arguments[position].text
    near = only_near_match(name, fitting) or nearest(name, fitting) or nearest(name, task.objects)
    return rules.unknown_object(_at(step, position, texts), name, wanted, fitting, tuple(task.objects), near)


def _wrong_type(task: Task, action: Action, step: Step, position: int, order: str, texts: Texts) -> Diagnostic:
    name, parameter = step.arguments[position].text, action.parameters[position]
    types = parameter_types(action, position)
    return rules.argument_of_wrong_type(
        _at(step, position, texts),
        name,
        types_text(task.objects[name]),
        parameter.name.text,
        types_text(types),
        task.objects_of(types),
        order,
        texts.in_domain("the parameter is declared here", parameter),
    )


def _fitting_order(task: Task, name: str, arguments: list[str]) -> str:
    """The step with its arguments in another order in which all of them fit, if there is just one."""
    if len(arguments) > _MOST_PERMUTED:
        return ""
    orders = {order for order in permutations(arguments) if not misfits(task, name, order)}
    return f"({' '.join((name, *orders.pop()))})" if len(orders) == 1 else ""

"""Whether a command is possible according to the known facts, and how it could be made possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from clairify_cli.agents.policies.account import State
from clairify_cli.agents.policies.files.grow import Step
from clairify_cli.agents.policies.solving import Ways
from clairify_cli.agents.policies.spelling import Said, folded, said
from clairify_cli.agents.policies.words import sentence
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.languages.pddl.goal_section import replace_goal
from clairify_cli.languages.pddl.meaning import (
    WorldState,
    binding_of,
    explain,
    find_action,
    holds,
    initial_state,
    is_applicable,
    parameter_types,
    why_false,
    words_of,
)
from clairify_cli.languages.pddl.syntax import Action, Atom
from clairify_cli.languages.pddl.task import Task, task_of
from clairify_cli.languages.pddl.walk import conjuncts
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.base import ActionForm

_MOST_INSTANCES = 5_000
_MOST_PLANNED = 3
_MOST_REASONS = 4
_MOST_OTHERS = 8
_TOWARDS = re.compile(r"^(?:to|into|towards|at|in|on)\s+(?=\S)", re.IGNORECASE)
"""What may stand before a thing without being its name: in "go to corridor", where the command is "go {direction}"."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a command.

    `step` is its action, None if no action fits the known facts. `unmet` gives the obstacles, as clauses; empty if it
    is possible. `before` are steps that make it possible.
    """

    step: Step | None
    unmet: tuple[str, ...] = ()
    before: tuple[Step, ...] = ()


def verify(command: str, forms: Sequence[ActionForm], state: State, ways: Ways) -> Verified | None:
    """Verify a command against the known facts; None if it is not an action, such as looking around.

    A command mostly names only some of the objects of its action. The others are those with which it can be done, or
    else those with which least is lacking.
    """
    meant = said(command, forms)
    task = task_of(state.domain, state.problem)
    if not meant or task is None:
        return None
    instances = [one for each in meant for one in islice(_instances(each, task), _MOST_INSTANCES)]
    if not instances:
        return Verified(None, tuple(_unknown(meant[0], task)))
    now = initial_state(task)
    # Of several things of a name, the one with which it can be done now is meant.
    for action, arguments in instances:
        if is_applicable(action, arguments, now, task):
            return Verified((action.name.text, *arguments))
    places = {each.form.name.lower(): _places(each, task) for each in meant}
    distances = (_distance(one, now, task, places[one[0].name.text]) for one in instances)
    ranked = sorted((distance, number) for number, distance in enumerate(distances))
    nearest = [instances[number] for _, number in ranked[:_MOST_PLANNED]]
    # A planner is started for the few that lack least: it takes longer than all else here.
    for action, arguments in nearest:
        before = _way_to(action, arguments, state, ways)
        if before is not None:
            return Verified((action.name.text, *arguments), _unmet(action, arguments, task), before)
    least = ranked[0][0][:2]
    alike = [instances[number] for distance, number in ranked[:_MOST_PLANNED] if distance[:2] == least]
    (action, arguments), *others = alike
    nowhere = tuple(_nowhere(meant, action, arguments, now, places))
    if nowhere:
        return Verified((action.name.text, *arguments), nowhere)
    unmet = list(_unmet(action, arguments, task))
    unmet += [sentence("unmet-or", unmet="; ".join(_unmet(*other, task))) for other in others]
    return Verified((action.name.text, *arguments), tuple(unmet))


def _nowhere(
    meant: Sequence[Said],
    action: Action,
    arguments: tuple[str, ...],
    now: WorldState,
    places: Mapping[str, tuple[Atom, ...]],
) -> Iterator[str]:
    """Facts wanted of the things that the command names, and known of nothing else either: from the attic,
    no room lies to the west."""
    one = next(each for each in meant if each.form.name.lower() == action.name.text)
    binding = binding_of(action, arguments)
    named = {name for name, _ in one.words}
    parameters = zip(action.parameters, one.form.parameters, strict=True)
    fixed = {parameter.name.text for parameter, (name, _) in parameters if name in named}
    here = places[action.name.text]
    fixed |= {
        atom.arguments[0].text for atom in here if (atom.predicate.text, binding[atom.arguments[0].text]) in now.atoms
    }
    for atom in conjuncts(action.precondition):
        if not isinstance(atom, Atom) or all(each.text in fixed for each in atom.arguments):
            continue
        wanted = tuple(
            binding[each.text] if each.text in fixed else "" for each in atom.arguments if each.text in binding
        )
        known = (fact[1:] for fact in now.atoms if fact[0] == atom.predicate.text and len(fact) == len(wanted) + 1)
        if any(wanted) and not any(all(a in ("", b) for a, b in zip(wanted, each, strict=True)) for each in known):
            words = [value or each.text for value, each in zip(wanted, atom.arguments, strict=True)]
            yield sentence("unmet-nowhere", fact=f"({' '.join((atom.predicate.text, *words))})")


def _distance(
    one: tuple[Action, tuple[str, ...]], now: WorldState, task: Task, places: tuple[Atom, ...]
) -> tuple[bool, int, int]:
    """How far a ground action is from being possible: whether it is elsewhere, how many conditions do not hold, and how
    early in the text the first of them stands, which mostly says who or where before it says what."""
    action, arguments = one
    binding = binding_of(action, arguments)
    lacking = list(why_false(action.precondition, binding, now, task))
    elsewhere = not all(holds(place, binding, now, task) for place in places)
    return elsewhere, len(lacking), -lacking[0].start


def _places(meant: Said, task: Task) -> tuple[Atom, ...]:
    """The conditions about one thing that the command does not name, such as where one is: it is mostly meant as it is
    now. What the command names may be somewhere else, and that one goes there first is what the planner is for."""
    action = find_action(task, meant.form.name.lower())
    if action is None:
        return ()
    named = {name for name, _ in meant.words}
    parameters = zip(action.parameters, meant.form.parameters, strict=True)
    unnamed = {parameter.name.text for parameter, (name, _) in parameters if name not in named}
    found = (one for one in conjuncts(action.precondition) if isinstance(one, Atom) and len(one.arguments) == 1)
    return tuple(one for one in found if one.arguments[0].text in unnamed)


def _instances(one: Said, task: Task) -> Iterator[tuple[Action, tuple[str, ...]]]:
    """The ground actions that a command can be: each parameter that it names is an object of that name."""
    action = find_action(task, one.form.name.lower())
    if action is None or len(action.parameters) != len(one.form.parameters):
        return
    words = dict(one.words)
    choices = []
    for position, (name, _) in enumerate(one.form.parameters):
        objects = task.objects_of(parameter_types(action, position))
        if name in words:
            wanted = folded(words[name])
            named = tuple(each for each in objects if folded(each) == wanted)
            objects = named or tuple(each for each in objects if _names(each, wanted))
        choices.append(objects)
    for arguments in product(*choices):
        yield action, arguments


def _way_to(action: Action, arguments: tuple[str, ...], state: State, ways: Ways) -> tuple[Step, ...] | None:
    if action.precondition is None:
        return ()
    goal = words_of(action.precondition, binding_of(action, arguments))
    text, _ = replace_goal(state.problem, f"(:goal {goal})")
    return ways.steps(state.domain, Source(text, state.problem.name))


def _unmet(action: Action, arguments: tuple[str, ...], task: Task) -> tuple[str, ...]:
    parts = why_false(action.precondition, binding_of(action, arguments), initial_state(task), task)
    return tuple(explain(part) for part in islice(parts, _MOST_REASONS))


def _unknown(one: Said, task: Task) -> Iterator[str]:
    """The words of a command that name nothing known, or else that nothing of the kind is known."""
    action = find_action(task, one.form.name.lower())
    known = {folded(name): name for name in task.objects}
    wrong = False
    for position, (parameter, _) in enumerate(one.form.parameters):
        words = _TOWARDS.sub("", dict(one.words).get(parameter, ""))
        if not words or action is None or position >= len(action.parameters):
            continue
        types = parameter_types(action, position)
        fitting = task.objects_of(types)
        name = known.get(folded(words))
        if name is None and not any(_names(each, folded(words)) for each in fitting):
            wrong = True
            yield sentence("unmet-unknown", words=words)
        elif name is not None and name not in fitting:
            wrong = True
            yield sentence(
                "unmet-other-kind",
                name=name,
                kind=" or ".join(task.objects[name]),
                command=one.form.command,
                word=parameter,
                wanted=" or ".join(types),
                others=listing(fitting, most=_MOST_OTHERS),
            )
    if not wrong:
        yield sentence("unmet-kind", action=one.form.name)


def _names(name: str, wanted: str) -> bool:
    return folded(name) == wanted or folded(name).rstrip("0123456789") == wanted

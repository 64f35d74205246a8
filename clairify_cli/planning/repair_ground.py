"""A task in bits for repairs, with what `nearby_ground` leaves out: conditional effects, and goals part by part.

A conditional effect is grounded as an action of its own that needs what its action needs and the condition, and a
part of the goal as one that does nothing; each grounding is then put back to where it belongs. So a goal about many
things is a few ways for each of them, not all ways for all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import Action, And, Atom, Formula, Name, Not, Quantified, TypedName, When
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.nearby_ground import Fact, NotSmallError, Operator, ground_small
from clairify_cli.planning.repair_model import GroundStep

MOST_OPERATORS = 80_000
"""Steps, conditional effects and ways to the goal in all: a few seconds of grounding."""

Variables = tuple[TypedName, ...]


@dataclass(frozen=True, slots=True)
class GroundedStep:
    """A step in bits. `whens` are its conditional effects: what they need, beside the step, and do, in this order."""

    step: GroundStep
    operator: Operator
    whens: tuple[Operator, ...]


@dataclass(frozen=True, slots=True)
class Grounded:
    """A task in bits. `numbers` has a number below `size` for each fact; `start` is the state at first.

    The goal holds where every part of it does, in one of the ways that a part has.
    """

    numbers: dict[Fact, int]
    steps: tuple[GroundedStep, ...]
    goal: tuple[tuple[Operator, ...], ...]
    start: int
    size: int


def ground(task: Task, asked: Collection[Fact] = (), kept: dict[str, object] | None = None) -> Grounded:
    """The task in bits; raises `NotSmallError` where it is too large or has what is not handled.

    `asked` are facts that have numbers in any case; `kept` is as for `ground_small`, for the same goal.
    """
    owners: dict[str, Action] = {}
    actions: list[Action] = []
    for action in task.domain.actions:
        actions.append(action._replace(effect=_plain(action.effect)))
        for number, (variables, when) in enumerate(_whens(action.effect, ())):
            if not _is_plain(when.condition):
                raise NotSmallError
            for positive in (False, True):  # what is added stays, also where it is deleted too
                effect = _signed(when.effect, positive)
                if effect is not None:
                    name = f"{action.name.text} when {number} {positive}"  # no action has blanks in its name
                    owners[name] = action
                    needs = (action.precondition, when.condition)
                    actions.append(_pseudo(name, (*action.parameters, *variables), needs, effect))
    wanted = list(_parts(task.goal, ()))
    for at, (variables, part) in enumerate(wanted):
        actions.append(_pseudo(f"goal {at}", variables, (part,), None))
    without = task.problem._replace(goal=None)
    made = replace(task, domain=task.domain._replace(actions=tuple(actions)), problem=without, notes={})
    small = ground_small(made, most=MOST_OPERATORS, asked=asked, kept=kept)
    plain: list[tuple[GroundStep, Operator]] = []
    whens: dict[GroundStep, list[Operator]] = defaultdict(list)
    ways: dict[GroundStep, list[Operator]] = defaultdict(list)
    for one in small.operators:
        assert one.step is not None
        name, arguments = one.step.action.name.text, one.step.arguments
        owner = owners.get(name)
        if owner is not None:
            whens[owner.name.text, *arguments[: len(owner.parameters)]].append(one)
        elif " " in name:
            ways[name, *arguments].append(one)
        else:
            plain.append(((name, *arguments), one))
    steps = [GroundedStep(step, one, _under(one, whens.get(step, ()))) for step, one in plain]
    goal = []
    for at, (variables, _) in enumerate(wanted):
        for chosen in product(*(task.objects_of(type_names(one.types)) for one in variables)):
            its = tuple(ways[f"goal {at}", *chosen])
            if all(one.needs for one in its):
                goal.append(its)  # there may be none, and then there is no plan
    return Grounded(small.numbers, tuple(steps), tuple(goal), small.start, len(small.numbers))


def _under(step: Operator, whens: Collection[Operator]) -> tuple[Operator, ...]:
    """Conditional effects as they come about when a step is done, first those that delete."""
    found = []
    for one in sorted(whens, key=lambda one: one.step is not None and one.step.action.name.text.endswith("True")):
        makes, breaks = one.makes & ~step.breaks, one.breaks & ~step.makes
        if one.step is not None and one.step.action.name.text.endswith("True"):
            makes, breaks = one.makes, one.breaks
        if makes | breaks:
            needed = tuple(fact for fact in one.needed if not step.needs >> fact & 1)
            made = tuple(fact for fact in one.made if makes >> fact & 1)
            found.append(Operator(None, one.needs & ~step.needs, makes, breaks, needed, made))
    return tuple(found)


def _pseudo(name: str, variables: Variables, needs: Sequence[Formula | None], effect: Formula | None) -> Action:
    """An action that stands for something else."""
    needed = And(tuple(one for one in needs if one is not None), 0, 0)
    return Action(Name(name, 0, 0, name), variables, needed, effect, 0, 0)


def _is_plain(condition: Formula) -> bool:
    """Whether bits can tell exactly when a condition holds: of others, `nearby_ground` says it too often."""
    match condition:
        case And():
            return all(_is_plain(one) for one in condition.operands)
        case Not():
            return isinstance(condition.operand, Atom)
        case _:
            return isinstance(condition, Atom)


def _parts(formula: Formula | None, variables: Variables) -> Iterator[tuple[Variables, Formula]]:
    """The parts of a goal that all have to hold, with the variables of the `forall`s around them."""
    match formula:
        case None:
            return
        case And():
            for one in formula.operands:
                yield from _parts(one, variables)
        case Quantified(quantifier="forall"):
            yield from _parts(formula.body, (*variables, *formula.variables))
        case _:
            yield variables, formula


def _whens(effect: Formula | None, variables: Variables) -> Iterator[tuple[Variables, When]]:
    """The conditional effects, with the variables of the `forall`s around them."""
    match effect:
        case When():
            yield variables, effect
        case And():
            for one in effect.operands:
                yield from _whens(one, variables)
        case Quantified(quantifier="forall"):
            yield from _whens(effect.body, (*variables, *effect.variables))


def _plain(effect: Formula | None) -> Formula | None:
    """An effect without what is conditional."""
    match effect:
        case When():
            return None
        case And():
            kept = (_plain(one) for one in effect.operands)
            return effect._replace(operands=tuple(one for one in kept if one is not None))
        case Quantified(quantifier="forall"):
            body = _plain(effect.body)
            return None if body is None else effect._replace(body=body)
        case _:
            return effect


def _signed(effect: Formula, positive: bool) -> Formula | None:
    """What an effect adds, or what it deletes; None where that is nothing. Anything else is left as it stands."""
    match effect:
        case And():
            kept = (_signed(one, positive) for one in effect.operands)
            operands = tuple(one for one in kept if one is not None)
            return effect._replace(operands=operands) if operands else None
        case Quantified(quantifier="forall"):
            body = _signed(effect.body, positive)
            return None if body is None else effect._replace(body=body)
        case Atom():
            return effect if positive else None
        case Not(operand=Atom()):
            return None if positive else effect
        case _:
            return effect

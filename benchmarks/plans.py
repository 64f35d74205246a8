"""Random plans for tasks: walks that can be carried out, and what becomes of them when they are spoilt."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.plan_oracles.verdict import Steps
from clairify_cli.languages.pddl.meaning import NoOutcomeError, applicable, apply, initial_state
from clairify_cli.languages.pddl.task import Task

_MOST_CHOICES = 400
"""Applicable actions that are looked at in a state before one is chosen."""


def random_plans(
    task: Task, count: int, longest: int, rng: random.Random, solution: Steps | None = None
) -> Iterator[Steps]:
    """Plans of up to `longest` steps: a third walks, a half spoilt walks, the rest random steps of the right types.

    Where there is a `solution`, it comes first and takes the place of half of the walks.
    """
    walks = [random_walk(task, rng.randint(1, longest), rng) for _ in range(max(1, count // 5))]
    if solution is not None:
        walks += [solution] * len(walks)
        yield solution
    for _ in range(count - (solution is not None)):
        kind = rng.random()
        if kind < 0.35:
            walk = rng.choice(walks)
            yield walk[: rng.randint(0, len(walk))]
        elif kind < 0.85:
            yield spoilt(task, rng.choice(walks), rng)
        else:
            yield tuple(random_step(task, rng) for _ in range(rng.randint(1, 3)))


def random_walk(task: Task, length: int, rng: random.Random) -> Steps:
    """Steps that can be done one after the other; fewer than `length` where nothing can be done any more."""
    state = initial_state(task)
    steps: list[tuple[str, ...]] = []
    for _ in range(length):
        choices = [one for one, _ in zip(applicable(task, state), range(_MOST_CHOICES), strict=False)]
        if not choices:
            break
        chosen = rng.choice(choices)
        try:
            state = apply(chosen.action, chosen.arguments, state, task)
        except NoOutcomeError:
            break
        steps.append((chosen.action.name.text, *chosen.arguments))
    return tuple(steps)


def random_step(task: Task, rng: random.Random) -> tuple[str, ...]:
    """Any action with objects of the right types, where there are any."""
    action = rng.choice(task.domain.actions)
    everything = tuple(task.objects)
    arguments = []
    for one in action.parameters:
        fitting = task.objects_of(tuple(name.text for name in one.types) or ("object",))
        arguments.append(rng.choice(fitting or everything or ("nothing-of-that-name",)))
    return (action.name.text, *arguments)


def spoilt(task: Task, walk: Steps, rng: random.Random) -> Steps:
    """A walk with one or two mutations: a step dropped, doubled, swapped, put in, or given other arguments."""
    steps = list(walk)
    for _ in range(rng.randint(1, 2)):
        if not steps:
            return (random_step(task, rng),)
        at = rng.randrange(len(steps))
        match rng.randrange(7):
            case 0:
                del steps[at]
            case 1:
                steps.insert(at, steps[at])
            case 2:
                other = rng.randrange(len(steps))
                steps[at], steps[other] = steps[other], steps[at]
            case 3:
                steps.insert(at, random_step(task, rng))
            case 4:
                name, *arguments = steps[at]
                rng.shuffle(arguments)
                steps[at] = (name, *arguments)
            case _:
                steps[at] = _other_argument(task, steps[at], rng)
    return tuple(steps)


def _other_argument(task: Task, step: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """A step with one argument changed for another object, seldom for none or one that does not exist."""
    name, *arguments = step
    if not arguments:
        return step
    at = rng.randrange(len(arguments))
    kind = rng.random()
    if kind < 0.05:
        del arguments[at]
    elif kind < 0.1:
        arguments[at] = "nothing-of-that-name"
    else:
        arguments[at] = rng.choice(tuple(task.objects) or ("nothing-of-that-name",))
    return (name, *arguments)

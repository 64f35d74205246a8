"""Whether an explanation is true, tested by doing what it says: the cause is taken away, and the goal comes nearer.

A repair changes a task, not its text: a missing fact is put into the initial state, one that stays true is taken out,
an object is given the type that it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.model import (
    Blocked,
    GoalPart,
    Impossible,
    Kind,
    NoObject,
    Obstacle,
    Together,
    Verdict,
    WhyNot,
    WrongType,
    roots,
)
from clairify_cli.planning.explain.rings import beginnings
from clairify_cli.planning.explain.why_not import explain
from clairify_cli.planning.ground.conditions import Literal

MOST_INSTANCES = 400
MOST_ROUNDS = 10
TEXT = Source("")


def causes(part: GoalPart) -> list[Obstacle]:
    """The last causes that all have to be mended for a part of the goal."""
    found = [root.obstacle for root in roots(part.obstacles[0] if part.obstacles else (), first_only=True)]
    return list(dict.fromkeys(found))


def name_of(cause: Obstacle) -> str:
    """What a cause is about, the same each time that it is named."""
    match cause:
        case Blocked():
            terms = ["?" if one.startswith("?") else one for one in cause.literal.arguments]
            types = [str(one) for _, one in cause.types]
            return " ".join((str(cause.literal.positive), cause.literal.predicate, *terms, *types))
        case WrongType():
            return f"{cause.object} {cause.given} as {cause.wanted}"
        case NoObject():
            return f"no {cause.wanted}"
        case Together():
            return "together " + " ".join(sorted(one.text for one in cause.literals))
        case _:
            return cause.text


def repaired(task: Task, cause: Obstacle) -> Task:
    """The task without a cause. A fact with variables is put in for every object of the types."""
    match cause:
        case Blocked():
            return _with_facts(task, [cause.literal], dict(cause.types))
        case WrongType() if cause.object.startswith("?"):
            changed = task
            for name in task.objects_of(cause.given):
                changed = _typed(changed, name, cause.wanted)
            return changed
        case WrongType():
            return _typed(task, cause.object, cause.wanted)
        case NoObject():
            return _typed(task, cause.likely or "something-new", cause.wanted)
        case Together():
            return _with_facts(task, [one.literal for one in cause.missing], {})
        case _:
            return task


def mended(task: Task, cause: Obstacle) -> Task:
    """The task changed as the hint says: a circle begins with the fact that the hint names first."""
    if isinstance(cause, Blocked) and cause.kind is Kind.CYCLE:
        return _with_facts(task, list(beginnings(task, cause.ring)[:1]), dict(cause.types))
    return repaired(task, cause)


def _with_facts(task: Task, literals: list[Literal], types: dict[str, tuple[str, ...]]) -> Task:
    init = set(task.init)
    for literal in literals:
        for arguments in islice(_instances(task, literal, types), MOST_INSTANCES):
            fact = (literal.predicate, *arguments)
            if literal.positive:
                init.add(fact)
            else:
                init.discard(fact)
    return replace(task, init=frozenset(init), notes={})


def _instances(task: Task, literal: Literal, types: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    variables = literal.variables
    for chosen in product(*(task.objects_of(types.get(name, ("object",))) for name in variables)):
        binding = dict(zip(variables, chosen, strict=True))
        yield tuple(binding.get(one, one) for one in literal.arguments)


def _typed(task: Task, name: str, wanted: tuple[str, ...]) -> Task:
    """The task with an object that has one more type."""
    objects = {**task.objects, name: (*task.objects.get(name, ()), wanted[0])}
    of_type = dict(task.of_type)
    for above in task.hierarchy.supertypes.get(wanted[0], {wanted[0]}):
        if name not in of_type.get(above, ()):
            of_type[above] = (*of_type.get(above, ()), name)
    return replace(task, objects=objects, of_type=of_type, notes={})


def each_cause_is_true(task: Task, why: WhyNot) -> list[str]:
    """The causes that fail the test, none where the explanation is true.

    Taken away alone, a cause is no longer named, and the part of the goal can be reached or needs only what is named
    beside it or comes to light.
    """
    failing = []
    for part in why.goals:
        named = causes(part)
        if not named:
            failing.append(f"{part.text}: no cause")
        for cause in named:
            if isinstance(cause, Impossible):
                continue  # no fact would help, which is what it says
            after = explain(repaired(task, cause), TEXT, why.problem)
            again = next((one for one in after.goals if one.place == part.place), None)
            if after.verdict is Verdict.NOT_DECIDED:
                failing.append(f"{part.text}: not decided without {name_of(cause)}")
            elif again is not None:
                left = [name_of(one) for one in causes(again)]
                if not left or name_of(cause) in left:
                    failing.append(f"{part.text}: still {name_of(cause)}")
    return failing


def rounds_to_reach(task: Task, why: WhyNot) -> int | None:
    """How often the causes named have to be mended, all at once, until the goal can be reached; None for never."""
    seen: set[str] = set()
    for count in range(MOST_ROUNDS):
        if why.verdict is not Verdict.UNREACHABLE:
            return count if why.verdict in (Verdict.REACHABLE, Verdict.EXCLUSIVE) else None
        named = [cause for part in why.goals for cause in causes(part)]
        fresh = {name_of(one) for one in named} - seen
        if not fresh:
            return None
        seen |= fresh
        for cause in named:
            task = mended(task, cause)
        why = explain(task, TEXT, why.problem)
    return None

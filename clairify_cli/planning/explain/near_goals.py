"""What is possible nearest to a part of the goal that is not."""

from __future__ import annotations

from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.ground.bodies import Scope, alternatives
from clairify_cli.planning.ground.conditions import Condition, Every, Literal, substituted
from clairify_cli.planning.ground.reachability import Reachability

MOST_INSTANCES = 200


def nearest_possible(reached: Reachability, part: Condition) -> tuple[Literal, tuple[str, ...]] | None:
    """A fact with one of its objects left open, and the objects for which it can become true.

    If it can be true of no objects at all, all of them are left open. None if neither is so.
    """
    if not isinstance(part, Literal) or not part.positive or part.variables or not part.arguments:
        return None
    rows = [row for row in reached.facts(part.predicate) if len(row) == len(part.arguments)]
    if not rows:
        return Literal(True, part.predicate, tuple(_open(at, part) for at in range(len(part.arguments)))), ()
    for at in reversed(range(len(part.arguments))):
        rest = part.arguments[:at], part.arguments[at + 1 :]
        fits = sorted(row[at] for row in rows if (row[:at], row[at + 1 :]) == rest)
        if fits:
            arguments = (*rest[0], "?x", *rest[1])
            return Literal(True, part.predicate, arguments), tuple(fits)
    return None


def _open(at: int, part: Literal) -> str:
    return "?x" if len(part.arguments) == 1 else f"?{'xyzuvw'[at]}" if at < len("xyzuvw") else f"?x{at}"


def fails_for(reached: Reachability, part: Condition) -> tuple[str, ...]:
    """The objects for which a `forall` over one variable cannot hold; none where that is all of them, or not known."""
    if not isinstance(part, Every) or len(part.variables) != 1:
        return ()
    name, types = part.variables[0]
    objects = reached.task.objects_of(types)
    if len(objects) > MOST_INSTANCES:
        return ()
    return tuple(one for one in objects if not _possible(reached, reached.task, substituted(part.body, {name: one})))


def _possible(reached: Reachability, task: Task, condition: Condition) -> bool:
    scope = Scope(task, {})
    return any(reached.possible(body, scope.types) for body in alternatives(condition, scope))

"""Why a task has no plan: the goals that can never be reached, each followed down to its causes."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.bodies import Scope, alternatives
from clairify_cli.planning.causes import Search
from clairify_cli.planning.conditions import All, Condition, Literal, condition_of
from clairify_cli.planning.datalog import Bounds
from clairify_cli.planning.exclusive import exclusion
from clairify_cli.planning.reachability import Reachability, reach
from clairify_cli.planning.why_model import Contradiction, GoalPart, Verdict, WhyNot


def explain(
    task: Task, domain: Source, problem: Source, *, proven: bool = False, bounds: Bounds | None = None
) -> WhyNot:
    """Explain why a task has no plan. `proven` says that a solver has proved that there is none.

    Where the goal can be reached as far as the delete relaxation tells, it is asked whether parts of it exclude each
    other, which also proves that there is no plan.
    """
    reached = reach(task, bounds)
    goal = condition_of(task.goal)
    denied = tuple(_contradictions(goal))
    if reached.goal is False:
        return WhyNot(Verdict.UNREACHABLE, task, domain, problem, _goals(reached, goal, problem), denied, proven)
    if denied:
        return WhyNot(Verdict.CONTRADICTORY, task, domain, problem, (), denied, proven)
    if reached.goal is None:
        return WhyNot(Verdict.NOT_DECIDED, task, domain, problem, (), (), proven)
    everything = reach(task, bounds, everything=True)
    found = exclusion(everything, goal) if everything.complete else None
    if found is None:
        return WhyNot(Verdict.REACHABLE, task, domain, problem, (), (), proven)
    return WhyNot(Verdict.EXCLUSIVE, task, domain, problem, (), (), proven, found.told, found.ways)


def _goals(reached: Reachability, goal: Condition, problem: Source) -> tuple[GoalPart, ...]:
    """The conjuncts of the goal that can never hold."""
    search = Search(reached)
    found = []
    for part in _conjuncts(goal):
        scope = Scope(reached.task, {})
        bodies = alternatives(part, scope)
        if any(reached.possible(body, scope.types) for body in bodies):
            continue
        obstacles = search.obstacles(part, {}, {}, ())
        text = " ".join(problem.text[part.place[0] : part.place[1]].split())
        found.append(GoalPart(text, part.place, obstacles))
    return tuple(found)


def _conjuncts(goal: Condition) -> Iterator[Condition]:
    """The parts of a conjunction, also of conjunctions within it."""
    waiting = [goal]
    while waiting:
        one = waiting.pop()
        if isinstance(one, All):
            waiting += reversed(one.parts)
        else:
            yield one


def _contradictions(goal: Condition) -> Iterator[Contradiction]:
    """Literals that the goal wants both true and false."""
    seen: dict[tuple[str, tuple[str, ...]], Literal] = {}
    for one in _conjuncts(goal):
        if isinstance(one, Literal):
            first = seen.setdefault((one.predicate, one.arguments), one)
            if first.positive is not one.positive:
                yield Contradiction(first, one)

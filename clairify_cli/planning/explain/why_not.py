"""Why a task has no plan: the unreachable goals, each traced to its causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.task import Task
from clairify_cli.languages.pddl.unfolding import split, unfolded
from clairify_cli.planning.explain.amounts import compared, short_level, short_number
from clairify_cli.planning.explain.causes import Search
from clairify_cli.planning.explain.culprits import culprits
from clairify_cli.planning.explain.exclusive import conflict_of
from clairify_cli.planning.explain.invariants import invariant_of
from clairify_cli.planning.explain.missing_facts import missing_facts
from clairify_cli.planning.explain.model import (
    Blocked,
    Conflict,
    Contradiction,
    GoalPart,
    Verdict,
    WhyNot,
    roots,
)
from clairify_cli.planning.ground.bodies import Scope, alternatives
from clairify_cli.planning.ground.conditions import All, Condition, Every, Literal, condition_of, substituted
from clairify_cli.planning.ground.datalog import Bounds
from clairify_cli.planning.ground.reachability import Reachability, reach
from clairify_cli.planning.ground.state_space import SECONDS, Explored, explore, is_plain, never_together
from clairify_cli.planning.ground.task import GroundTask, ground_task


def explain(
    task: Task,
    domain: Source,
    problem: Source,
    *,
    proven: bool = False,
    bounds: Bounds | None = None,
    exclusive: bool = False,
) -> WhyNot:
    """Explain why a task has no plan. `proven` says that a solver has proved that there is none.

    With `exclusive`, nothing is looked for but parts of the goal that exclude each other: the rest takes longer.

    If the goal is reachable under the delete relaxation, check whether parts of it exclude each other, which also
    proves that there is no plan.
    """
    reached = reach(task, bounds)
    goal = condition_of(task.goal)
    denied = tuple(_contradictions(goal))
    if reached.goal is False:
        goals = _goals(reached, goal, problem)
        why = WhyNot(Verdict.UNREACHABLE, task, domain, problem, goals, denied, proven)
        return why if denied else _with_the_rest(why, reached, goal)
    if denied:
        return WhyNot(Verdict.CONTRADICTORY, task, domain, problem, (), denied, proven)
    if reached.goal is None:
        return WhyNot(Verdict.NOT_DECIDED, task, domain, problem, (), (), proven)
    if (bare := unfolded(task.domain, task.problem)) is not None:
        task = replace(task, domain=split(bare[0]), problem=bare[1], notes={})
        goal = condition_of(task.goal)
        if denied := tuple(_contradictions(goal)):  # what a derived fact follows from
            return WhyNot(Verdict.CONTRADICTORY, task, domain, problem, (), denied, proven)
    why = WhyNot(Verdict.REACHABLE, task, domain, problem, (), (), proven)
    short = short_number(task, domain, problem, proven=proven)
    if short is not None:
        return replace(why, proven=True, short=short)
    # The first computation ended at the goal; what excludes what takes all facts.
    everything = reach(task, bounds, everything=True)
    ground = ground_task(everything, goal) if everything.complete else None
    if ground is None or (exclusive and conflict_of(ground) is None):
        return why
    return _of_ground(why, ground)


def _of_ground(why: WhyNot, ground: GroundTask) -> WhyNot:
    """Add what the ground task shows: parts of the goal that exclude each other, and what is lost for good."""
    conflict = conflict_of(ground)
    if conflict is not None:
        why = replace(why, verdict=Verdict.EXCLUSIVE, conflict=conflict)
    elif not why.proven:
        # Without a proof there may be a plan after all, and nothing else is to blame.
        invariant = invariant_of(ground)
        return why if invariant is None else replace(why, proven=True, invariant=invariant)
    plain = is_plain(why.task)
    if conflict is None and plain:
        seen = explore(why.task, ground.found.operators, ground.parts)
        if seen.reached:
            return why  # there is a plan, although `proven` says otherwise
        why = replace(why, conflict=_apart(ground, seen, range(len(ground.parts))))
    # An amount that runs out stops an action wherever it then is: the place is not the reason.
    short = short_level(ground) if plain else None
    if short is not None:
        return replace(why, verdict=Verdict.REACHABLE, proven=True, short=short)
    # Facts and effects are tried without regard to numbers, so where these count nothing of them is known.
    counts = bool(compared(why.task))
    if not counts:
        why = replace(why, missing=missing_facts(ground))
    if why.missing and conflict is None:
        parity = invariant_of(ground)
        if parity is not None and parity.modulus:  # no single fact is to blame
            return replace(why, missing=(), invariant=parity)
    if why.missing:
        return why
    if conflict is not None:
        return replace(why, further=_further(ground, conflict)) if plain and conflict.together else why
    short = short_level(ground, for_none=True) if plain and not counts else None
    invariant = invariant_of(ground) if short is None else None
    if short is not None or invariant is not None or counts or not plain:
        return replace(why, short=short, invariant=invariant)
    to_blame = culprits(ground, seconds=SECONDS)
    # If parts of the goal are known to exclude each other, many effects could be blamed: only a single one is useful.
    return why if why.conflict is not None and len(to_blame) > 1 else replace(why, culprits=to_blame)


def _with_the_rest(why: WhyNot, reached: Reachability, goal: Condition) -> WhyNot:
    """Add a conflict among the other parts of the goal, if it remains however the unreachable ones are fixed.

    Nobody should have to fix one problem only to be told of the next.
    """
    conflict = _conflict(reached, goal)
    if conflict is None:
        return why
    lacking = {root.obstacle for part in why.goals for group in part.obstacles for root in roots(group)}
    facts = {
        (one.literal.predicate, *one.literal.arguments)
        for one in lacking
        if isinstance(one, Blocked) and one.literal.positive and not one.literal.variables
    }
    mended = reach(replace(why.task, init=why.task.init | facts, notes={}), everything=True)
    # A conflict that the missing facts would resolve as well is no second fault.
    still = _conflict(mended, goal) if mended.complete else None
    return why if still is None or still.places != conflict.places else replace(why, conflict=conflict)


def _conflict(reached: Reachability, goal: Condition) -> Conflict | None:
    """Return the conflict among the parts of the goal that can be reached."""
    ground = ground_task(reached, goal) if reached.complete else None
    return None if ground is None else conflict_of(ground)


def _further(ground: GroundTask, conflict: Conflict) -> Conflict | None:
    """Return parts that no state satisfies at once whichever part of a conflict is left out; None if that would do."""
    count = len(ground.parts)
    those = [number for number, part in enumerate(ground.parts) if part.place in conflict.places]
    rests = [[x for x in range(count) if x != one] for one in those]
    seen = explore(ground.reached.task, ground.found.operators, ground.parts)
    if any(held.issuperset(rest) for held in seen.together for rest in rests):
        return None
    return _apart(ground, seen, rests[-1])


def _apart(ground: GroundTask, seen: Explored, among: Sequence[int]) -> Conflict | None:
    """Return the fewest of some parts that no state satisfies at once; None unless all states were explored."""
    apart = [ground.parts[number] for number in never_together(seen, among)]
    if not apart:
        return None
    return Conflict(tuple(one.condition for one in apart), tuple(one.place for one in apart), len(apart) > 1)


def _goals(reached: Reachability, goal: Condition, problem: Source) -> tuple[GoalPart, ...]:
    """Return the conjuncts of the goal that can never hold."""
    search = Search(reached)
    found = []
    for part in _conjuncts(goal):
        if _possible(reached, part):
            continue
        obstacles = search.obstacles(part, {}, {}, ())
        text = " ".join(problem.text[part.place[0] : part.place[1]].split())
        near, fails = nearest_possible(reached, part), fails_for(reached, part)
        found.append(GoalPart(text, part.place, obstacles, near, fails))
    return tuple(found)


def _conjuncts(goal: Condition) -> Iterator[Condition]:
    """Yield the parts of a conjunction, including nested ones."""
    waiting = [goal]
    while waiting:
        one = waiting.pop()
        if isinstance(one, All):
            waiting += reversed(one.parts)
        else:
            yield one


def _contradictions(goal: Condition) -> Iterator[Contradiction]:
    """Yield literals that the goal requires both true and false."""
    seen: dict[tuple[str, tuple[str, ...]], Literal] = {}
    for one in _conjuncts(goal):
        if isinstance(one, Literal):
            first = seen.setdefault((one.predicate, one.arguments), one)
            if first.positive is not one.positive:
                yield Contradiction(first, one)


# ----------------------------------------------------------- what is possible nearest to a part of the goal that is not


MOST_INSTANCES = 200


def nearest_possible(reached: Reachability, part: Condition) -> tuple[Literal, tuple[str, ...]] | None:
    """Return a fact with one of its objects as a variable, and the objects for which it can become true.

    If it can hold for no objects at all, all of them are variables. None if neither applies.
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
    """Return the objects for which a `forall` over one variable cannot hold; empty if there are too many to try."""
    if not isinstance(part, Every) or len(part.variables) != 1:
        return ()
    name, types = part.variables[0]
    objects = reached.task.objects_of(types)
    if len(objects) > MOST_INSTANCES:
        return ()
    return tuple(one for one in objects if not _possible(reached, substituted(part.body, {name: one})))


def _possible(reached: Reachability, condition: Condition) -> bool:
    scope = Scope(reached.task, {})
    return any(reached.possible(body, scope.types) for body in alternatives(condition, scope))

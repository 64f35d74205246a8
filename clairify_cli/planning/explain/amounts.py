"""Name what there is too little of for a goal: fuel, money, time, as numbers or as levels that follow each other.

Each amount is checked by granting it: with more, there is a plan.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.chaining import fired
from clairify_cli.languages.pddl.meaning import initial_state
from clairify_cli.languages.pddl.syntax import Assignment, Comparison, FunctionTerm
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import everything_in
from clairify_cli.planning.explain.model import Short
from clairify_cli.planning.ground.bits import ground_small
from clairify_cli.planning.ground.conditions import condition_of
from clairify_cli.planning.ground.grounder import TooLargeError, contrary
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.state_space import explore
from clairify_cli.planning.ground.task import GroundTask, ground_task
from clairify_cli.planning.repair.blind import bridge_to_rest
from clairify_cli.planning.repair.model import GroundStep, Situation, reaches
from clairify_cli.planning.repair.nearby import search

_EXPLORED = 0.3
_MOST_LEVELS = 6
_MOST_NUMBERS = 20
_SEARCHED = 1.0
_MOST = 1 << 20
"""The most that a number is raised or lowered by."""


# ------------------------------------------------------------------------------------------------------ levels


def short_level(ground: GroundTask, *, for_none: bool = False) -> Short | None:
    """Return facts that actions only use up, and without which loss there was a plan.

    They are used up one for another or, if so asked, `for_none`.
    """
    goal = {key[1][0] for part in ground.parts for way in part.ways for key in way}
    lost = dict.fromkeys(key[1][0] for one in ground.usable for key in one.makes if not key[0])
    for name in lost:
        after = None if name in goal else _losses(ground, name)
        if after is None or bool(after) is for_none:
            continue
        kept = [
            replace(one, makes=tuple([key for key in one.makes if key[0] or key[1][0] != name]))
            for one in ground.found.operators
        ]
        if explore(ground.reached.task, kept, ground.parts).reached:
            users = dict.fromkeys(x.name for x in ground.usable if any(not s and a[0] == name for s, a in x.makes))
            first = [f"({' '.join(atom)})" for atom in sorted(ground.reached.task.init) if atom[0] == name]
            return Short(name, tuple(first), tuple(users), _enough(ground, name, after))
    return None


def _losses(ground: GroundTask, name: str) -> dict[GroundAtom, set[GroundAtom]] | None:
    """Return what facts of a predicate give way to, with one other object each; None if they are no amount."""
    after: dict[GroundAtom, set[GroundAtom]] = {}
    for one in ground.usable:
        gone = [atom for positive, atom in map(contrary, one.makes) if positive and atom[0] == name]
        for atom in (key[1] for key in one.makes if key[0] and key[1][0] == name and key not in one.needs):
            before = next((x for x in gone if sum(map(str.__ne__, x, atom)) == 1), None)
            if before is None:
                return None
            after.setdefault(before, set()).add(atom)
    levels = {term for atom, found in after.items() for other in found for term in set(atom) ^ set(other)}
    # Levels count something; what is anywhere else, such as a place, is more than that.
    keys = (key for one in ground.usable for key in (*one.needs, *one.makes))
    if any(atom[0] != name and levels.intersection(atom) for _, atom in keys):
        return None
    # All can be taken away one after another, from the last on, unless there is a way back.
    rules = [(list(found), [atom]) for atom, found in after.items()]
    return after if all(fired(rules, lambda atom: atom not in after)) else None


def _enough(ground: GroundTask, name: str, after: dict[GroundAtom, set[GroundAtom]]) -> tuple[str, str] | None:
    """Return a fact of a level that would do, the next one up, with the fact that it replaces."""
    task, static = ground.reached.task, [one for one in ground.reached.task.init if one[0] not in ground.fluents]
    for atom in sorted(one for one in task.init if one[0] == name and one in after):
        below = [atom]
        for one in below:
            below += sorted(after.get(one, set()).difference(below))
        at = next(number for number, term in enumerate(atom) if term != below[1][number])
        higher = [atom[at]]
        for level in higher:
            beside = {term for one in static if level in one for term in one[1:]}
            fits = beside.difference(higher, *below).intersection(task.objects_of(task.objects[level]))
            higher += sorted(fits)
        for level in higher[1 : _MOST_LEVELS + 1]:
            more = (*atom[:at], level, *atom[at + 1 :])
            if _has_plan(replace(task, init=task.init - {atom} | {more}, notes={})):
                return f"({' '.join(more)})", f"({' '.join(atom)})"
    return None


def _has_plan(task: Task) -> bool:
    reached = reach(task, everything=True)
    after = ground_task(reached, condition_of(task.goal)) if reached.complete and reached.goal else None
    return after is not None and explore(task, after.found.operators, after.parts, seconds=_EXPLORED).reached


# ----------------------------------------------------------------------------------------------------- numbers


def compared(task: Task) -> dict[str, None]:
    """Return the functions that conditions compare, in the order of the texts."""
    formulas = [x for one in task.domain.actions for x in (one.precondition, one.effect)]
    formulas += [*(one.condition for one in task.domain.derived), task.goal]
    found = (x for one in formulas for x in everything_in(one) if isinstance(x, Comparison))
    return dict.fromkeys(x.function.text for one in found for x in everything_in(one) if isinstance(x, FunctionTerm))


def short_number(task: Task, domain: Source, problem: Source, *, proven: bool) -> Short | None:
    """Return the number that is too small or too large, if there is a plan but for the numbers, and else none.

    That there is none is `proven`, or shown by looking at all states, if they are few.
    """
    names = compared(task)
    try:
        ground = ground_small(task) if names else None
    except TooLargeError:
        return None
    # The search does not know conditional effects: nothing is known of a plan that needs them.
    if ground is None or any(one.whens for one in ground.operators):
        return None
    start, found = initial_state(task), search(ground).plan
    plan = [one.words for one in found or ()]
    if found is None or reaches(task, plan, start):
        return None
    situation = Situation(task, domain, problem, start, ())
    if not proven:
        looked = bridge_to_rest(situation)
        if looked.steps is not None or not looked.proven:
            return None
    changed: dict[str, dict[str, None]] = {}
    for action, name in _assigned(task):
        changed.setdefault(name, {})[action] = None
    values = sorted((one for one in task.values if one[0] in names), key=lambda one: (one[0] not in changed, one))
    for sign in (1, -1):
        for atom in values[:_MOST_NUMBERS]:
            by = _least(situation, plan, atom, sign)
            if by:
                first = f"{task.values[atom]:g}", f"{task.values[atom] + by:g}"
                users = tuple(changed.get(atom[0], ()))
                return Short(f"({' '.join(atom)})", first[:1], users, (first[1], first[0]), is_number=True)
    return Short(" ".join(names), (), (), is_number=True)


def _assigned(task: Task) -> Iterator[tuple[str, str]]:
    """Yield the actions with the functions that they change."""
    for action in task.domain.actions:
        for one in everything_in(action.effect):
            if isinstance(one, Assignment) and isinstance(one.target, FunctionTerm):
                yield action.name.text, one.target.function.text


def _least(situation: Situation, plan: list[GroundStep], atom: GroundAtom, sign: int) -> int:
    """Return a whole number to add to an initial value for a plan to work, the least that is found; 0 if none does."""
    task, deadline = situation.task, time.monotonic() + _SEARCHED

    def works(by: int) -> bool:
        changed = replace(task, values={**task.values, atom: task.values[atom] + by}, notes={})
        start = initial_state(changed)
        if reaches(changed, plan, start):
            return True
        if by == sign * _MOST or time.monotonic() > deadline:
            return False
        return bridge_to_rest(replace(situation, task=changed, now=start)).steps is not None

    if not works(sign * _MOST):
        return 0
    low, high = 0, _MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if works(sign * middle) else (middle, high)
    return sign * high

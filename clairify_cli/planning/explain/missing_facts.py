"""Static facts that the initial state lacks and that would make the task solvable.

If a door, a road or a crossing is given in one direction only, the action that would lead back exists, but none of its
instances can be used. The missing fact is not guessed: candidates are added, and the task is analysed again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.explain.exclusive import conflict_of
from clairify_cli.planning.explain.model import Missing
from clairify_cli.planning.ground.conditions import EQUAL, Literal, condition_of, conjuncts, matched, substituted
from clairify_cli.planning.ground.grounder import Fact, contrary, literal_of
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.state_space import explore, is_plain
from clairify_cli.planning.ground.task import GroundTask, ground_task

MOST_CANDIDATES = 30
MOST_ALTERNATIVES = 2
MOST_TOGETHER = 4
SECONDS = 2.0
"""Time limit for trying facts; those not found by then are left out."""

_EXPLORED = 0.3
_MOST_PERMUTED = 4

_ORDER = re.compile(
    r"next|succ(essor)?|pred(ecessor)?|prev(ious)?|less|lt|gt|greater|smaller|bigger|larger|lighter|heavier|before"
    r"|after|above|below|higher|lower|sum|plus|minus|increase|decrease|inc|dec"
)
"""Words in the names of orders. An order has one direction, so reversing it would not fix a task."""


def missing_facts(ground: GroundTask) -> tuple[Missing, ...]:
    """Return facts that each make the goal reachable, as far as known, if added to the initial state.

    If no single fact does, the result is one value with several facts that are needed together.
    """
    deadline = time.monotonic() + SECONDS
    candidates = list(dict.fromkeys((*_of_what_is_lost(ground), *_other_ways(ground))))[:MOST_CANDIDATES]
    found: list[Missing] = []
    for fact in candidates:
        if time.monotonic() > deadline or len(found) >= MOST_ALTERNATIVES:
            break
        after = _mended(ground, [fact])
        if after is not None:
            found += _described(ground, after, [fact])
    if found or len(candidates) < 2 or time.monotonic() > deadline:
        return tuple(found)
    return tuple(_several(ground, candidates, deadline))


def _several(ground: GroundTask, facts: list[GroundAtom], deadline: float) -> Iterator[Missing]:
    """Yield the facts that are needed together, after leaving out those that are not."""
    after = _mended(ground, facts)
    if after is None:
        return
    for fact in list(facts):
        if time.monotonic() > deadline:
            return
        fewer = [one for one in facts if one != fact]
        without = _mended(ground, fewer)
        if without is not None:
            facts, after = fewer, without
    if len(facts) <= MOST_TOGETHER:
        yield from _described(ground, after, facts)


def _mended(ground: GroundTask, facts: Sequence[GroundAtom]) -> GroundTask | None:
    """Return the task with additional facts; None if its goal is still known to be unreachable."""
    task = replace(ground.reached.task, init=ground.reached.task.init | set(facts), notes={})
    reached = reach(task, everything=True)
    after = ground_task(reached, condition_of(task.goal)) if reached.complete and reached.goal else None
    if after is None or conflict_of(after) is not None:
        return None
    # With conditional effects the states cannot be enumerated, so the relaxation must suffice.
    if not is_plain(task):
        return after
    seen = explore(task, after.found.operators, after.parts, seconds=_EXPLORED)
    return after if seen.reached or not seen.complete else None


def _described(before: GroundTask, after: GroundTask, facts: Sequence[GroundAtom]) -> Iterator[Missing]:
    """Yield an action that needs the facts to add another, preferably a new one that was true at first."""
    could = {key for one in before.found.operators for key in one.makes}
    init = before.reached.task.init
    made = dict.fromkeys((one.name, key) for one in after.found.operators for key in one.makes if key[0])
    ordered = sorted(made, key=lambda pair: (pair[1] in could, pair[1][1] not in init))
    for name, key in ordered:
        if _stands_on(after, name, key, facts):
            yield Missing(name, literal_of(key), tuple(Literal(True, one[0], one[1:]) for one in facts))
            return


def _stands_on(ground: GroundTask, name: str, key: Fact, facts: Sequence[GroundAtom]) -> bool:
    """Whether an action needs one of some facts to achieve `key`."""
    needs = (one for owner, asked in _static_needs(ground, key) if owner == name for one in asked)
    return any(matched(one, fact) is not None for one in needs for fact in facts)


# -------------------------------------------------------------------------------------------------- candidates


def _of_what_is_lost(ground: GroundTask) -> Iterator[GroundAtom]:
    """Yield facts that are needed to restore what actions delete and none can add."""
    made = dict.fromkeys(key for one in ground.found.operators for key in one.makes)
    for key in made:
        lost = contrary(key)
        if key[0] or lost in made:
            continue
        needs = [(owner, [x for x in asked if not _holds(ground, x)]) for owner, asked in _static_needs(ground, lost)]
        for _, missing in needs:
            if len(missing) == 1:
                plain = () if missing[0].variables else ((missing[0].predicate, *missing[0].arguments),)
                yield from (one for one in (*_turned(ground, missing[0]), *plain) if not _ordered(one[0]))


def _other_ways(ground: GroundTask) -> Iterator[GroundAtom]:
    """Yield the reversed facts along which an action moves something."""
    init = ground.reached.task.init
    for predicate, first, second in dict.fromkeys(_moves(ground)):
        for atom in sorted(one for one in init if one[0] == predicate and len(one) > max(first, second) + 1):
            terms = list(atom[1:])
            terms[first], terms[second] = terms[second], terms[first]
            other = (predicate, *terms)
            if other not in init:
                yield other


def _moves(ground: GroundTask) -> Iterator[tuple[str, int, int]]:
    """Yield static predicates with the positions of the two arguments that an action moves something between."""
    achievers = ground.reached.achievers
    for added in (one for one in achievers if one.literal.positive):
        for gone in (one for one in achievers if not one.literal.positive and one.owner == added.owner):
            one, other = gone.literal, added.literal
            if one.predicate != other.predicate or len(one.arguments) != len(other.arguments):
                continue
            changed = [pair for pair in zip(one.arguments, other.arguments, strict=True) if pair[0] != pair[1]]
            if len(changed) != 1:
                continue
            for asked in conjuncts(added.condition):
                if (
                    _is_static(ground, asked)
                    and set(changed[0]) <= set(asked.arguments)
                    and not _ordered(asked.predicate)
                ):
                    first, second = (asked.arguments.index(term) for term in changed[0])
                    yield asked.predicate, first, second


def _ordered(predicate: str) -> bool:
    """Whether the name of a predicate is that of an order."""
    words = re.split(r"[-_]", predicate)
    return "to" not in words and any(_ORDER.fullmatch(one) for one in words)


# ---------------------------------------------------------------------------------------------- what is asked


def _static_needs(ground: GroundTask, key: Fact) -> Iterator[tuple[str, list[Literal]]]:
    """Yield for each action with an effect its static preconditions, bound to the objects of the effect."""
    objects_of = ground.reached.task.objects_of
    for one in ground.reached.achievers:
        binding = matched(one.literal, key[1]) if one.literal.positive is key[0] else None
        if binding is None:
            continue
        if any(name in binding and binding[name] not in objects_of(types) for name, types in one.variables):
            continue
        asked = conjuncts(substituted(one.condition, binding))
        yield one.owner.text, [x for x in asked if _is_static(ground, x)]


def _is_static(ground: GroundTask, asked: Literal) -> bool:
    return asked.positive and asked.predicate != EQUAL and asked.predicate not in ground.fluents


def _holds(ground: GroundTask, asked: Literal) -> bool:
    return any(matched(asked, atom) is not None for atom in ground.reached.task.init)


def _turned(ground: GroundTask, missing: Literal) -> Iterator[GroundAtom]:
    """Yield instances of a missing literal that the initial state has with the arguments in another order."""
    if len(missing.arguments) < 2:
        return
    for atom in sorted(ground.reached.task.init):
        if atom[0] == missing.predicate and len(atom) == len(missing.arguments) + 1:
            for terms in _orders(atom[1:]):
                if matched(missing, (atom[0], *terms)) is not None and _fits(ground, atom[0], terms):
                    yield (atom[0], *terms)


def _orders(terms: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Return the terms in other orders: first with two of them exchanged."""
    exchanged = []
    for first, second in combinations(range(len(terms)), 2):
        other = list(terms)
        other[first], other[second] = other[second], other[first]
        exchanged.append(tuple(other))
    rest = permutations(terms) if len(terms) <= _MOST_PERMUTED else ()
    return (one for one in dict.fromkeys((*exchanged, *rest)) if one != terms)


def _fits(ground: GroundTask, predicate: str, terms: tuple[str, ...]) -> bool:
    """Whether the objects have the declared types of the predicate."""
    task = ground.reached.task
    declared = next((one for one in task.domain.predicates if one.name.text == predicate), None)
    if declared is None or len(declared.parameters) != len(terms):
        return declared is None
    wanted = [tuple(name.text for name in one.types) or ("object",) for one in declared.parameters]
    return all(name in task.objects_of(types) for name, types in zip(terms, wanted, strict=True))

"""Facts that nothing changes and that the initial state lacks, where with them the task would not be stuck.

A door, a road or a crossing that is given in one direction only leaves an action that could lead back, and keeps each
of its instances from being used. Which fact it takes is not guessed: it is put in, and the task looked at again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.explain.exclusive import conflict_of
from clairify_cli.planning.explain.model import Clash, Conflict, Lacking, Missing
from clairify_cli.planning.ground.conditions import EQUAL, Literal, condition_of, conjuncts, matched, substituted
from clairify_cli.planning.ground.grounder import Fact, contrary, fact_of, literal_of
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.state_space import explore, is_plain
from clairify_cli.planning.ground.task import GroundTask, ground_task

MOST_CANDIDATES = 30
MOST_ALTERNATIVES = 2
MOST_TOGETHER = 4
SECONDS = 2.0
"""How long facts are tried out; what is not found by then is left out."""

_EXPLORED = 0.3
_MOST_PERMUTED = 4

_ORDER = re.compile(
    r"next|succ(essor)?|pred(ecessor)?|prev(ious)?|less|lt|gt|greater|smaller|bigger|larger|lighter|heavier|before"
    r"|after|above|below|higher|lower|sum|plus|minus|increase|decrease|inc|dec"
)
"""Words in the names of orders. An order has one direction, and to turn it round would not fix a task."""


def lacking(ground: GroundTask, key: Fact) -> Lacking | None:
    """What the actions that add a fact need and never have, where that is why none of them can be used."""
    found = []
    for owner, asked in _static_needs(ground, key):
        missing = next((one for one in asked if not _holds(ground, one)), None)
        # An order has one direction: to put in the other would make nonsense of the task.
        if missing is None or _ordered(missing.predicate):
            return None
        turned = next(_turned(ground, missing), None)
        fact = missing if turned is None else Literal(True, turned[0], turned[1:])
        found.append(Lacking(owner, literal_of(key), fact, turned is not None))
    return min(found, key=lambda one: (not one.turned, bool(one.fact.variables)), default=None)


def with_lacking(ground: GroundTask, conflict: Conflict) -> Conflict:
    """The conflict; if no action makes something true, what the actions lack that could, or which has no use."""
    return replace(
        conflict,
        examples=tuple(
            replace(one, clashes=tuple(_completed(ground, clash) for clash in one.clashes)) for one in conflict.examples
        ),
    )


def _completed(ground: GroundTask, clash: Clash) -> Clash:
    if clash.action is not None:
        return clash
    key = fact_of(clash.made, {})
    maker = next((one.name for one in ground.found.operators if key in one.makes), None)
    return replace(clash, unusable=maker, lacking=None if maker else lacking(ground, key))


def missing_facts(ground: GroundTask) -> tuple[Missing, ...]:
    """Facts of which each, put into the initial state, lets the goal be reached as far as can be told.

    If no single fact does, it is one value with several facts that do so together.
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
    """The facts that are needed together, found by leaving out those that are not."""
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
    """The task with further facts, where its goal is then no longer known to be out of reach."""
    task = replace(ground.reached.task, init=ground.reached.task.init | set(facts), notes={})
    reached = reach(task, everything=True)
    after = ground_task(reached, condition_of(task.goal)) if reached.complete and reached.goal else None
    if after is None or conflict_of(after) is not None:
        return None
    # With numbers or axioms the states cannot all be seen, and the relaxation has to do.
    if not is_plain(task):
        return after
    seen = explore(task, after.found.operators, after.parts, seconds=_EXPLORED)
    return after if seen.reached or not seen.complete else None


def _described(before: GroundTask, after: GroundTask, facts: Sequence[GroundAtom]) -> Iterator[Missing]:
    """Which action the facts let add something that none could add before, best what was true at first."""
    could = {key for one in before.found.operators for key in one.makes}
    init = before.reached.task.init
    fresh = [
        (one.name, key)
        for one in after.found.operators
        for key in one.makes
        if key[0] and key not in could and _stands_on(after, one.name, key, facts)
    ]
    if fresh:
        name, key = min(fresh, key=lambda pair: pair[1][1] not in init)
        literals = tuple(Literal(True, one[0], one[1:]) for one in facts)
        yield Missing(name, literal_of(key), literals)


def _stands_on(ground: GroundTask, name: str, key: Fact, facts: Sequence[GroundAtom]) -> bool:
    """Whether an action asks for one of some facts to add something."""
    needs = (one for owner, asked in _static_needs(ground, key) if owner == name for one in asked)
    return any(matched(one, fact) is not None for one in needs for fact in facts)


# -------------------------------------------------------------------------------------------------- candidates


def _of_what_is_lost(ground: GroundTask) -> Iterator[GroundAtom]:
    """Facts that are needed to make true again what actions delete and none can add."""
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
    """The facts along which an action moves something, the other way round."""
    init = ground.reached.task.init
    for predicate, first, second in dict.fromkeys(_moves(ground)):
        for atom in sorted(one for one in init if one[0] == predicate and len(one) > max(first, second) + 1):
            terms = list(atom[1:])
            terms[first], terms[second] = terms[second], terms[first]
            other = (predicate, *terms)
            if other not in init:
                yield other


def _moves(ground: GroundTask) -> Iterator[tuple[str, int, int]]:
    """Unchanging predicates with the two arguments from and to which an action moves something."""
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
    """Whether a predicate is an order by its name."""
    words = re.split(r"[-_]", predicate)
    return "to" not in words and any(_ORDER.fullmatch(one) for one in words)


# ---------------------------------------------------------------------------------------------- what is asked


def _static_needs(ground: GroundTask, key: Fact) -> Iterator[tuple[str, list[Literal]]]:
    """For each action with an effect, what it asks for that nothing changes, with the objects of the effect."""
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
    """Facts like a missing one that the initial state has with their arguments in another order."""
    if len(missing.arguments) < 2:
        return
    for atom in sorted(ground.reached.task.init):
        if atom[0] == missing.predicate and len(atom) == len(missing.arguments) + 1:
            for terms in _orders(atom[1:]):
                if matched(missing, (atom[0], *terms)) is not None and _fits(ground, atom[0], terms):
                    yield (atom[0], *terms)


def _orders(terms: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """The same in other orders: first with two of them exchanged."""
    exchanged = []
    for first, second in combinations(range(len(terms)), 2):
        other = list(terms)
        other[first], other[second] = other[second], other[first]
        exchanged.append(tuple(other))
    rest = permutations(terms) if len(terms) <= _MOST_PERMUTED else ()
    return (one for one in dict.fromkeys((*exchanged, *rest)) if one != terms)


def _fits(ground: GroundTask, predicate: str, terms: tuple[str, ...]) -> bool:
    """Whether the objects are of the types with which the predicate is declared."""
    task = ground.reached.task
    declared = next((one for one in task.domain.predicates if one.name.text == predicate), None)
    if declared is None or len(declared.parameters) != len(terms):
        return declared is None
    wanted = [tuple(name.text for name in one.types) or ("object",) for one in declared.parameters]
    return all(name in task.objects_of(types) for name, types in zip(terms, wanted, strict=True))

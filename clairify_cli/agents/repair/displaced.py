"""What a fact displaces: a cup that is in the sink now is no more on the table, nor in the hand.

Two facts that can never be true at once are found as `planning.pairs` does, among the facts about the same things.
Where an action that brings the fact about takes another away, what all such actions bring with it has come about, too:
who has put down a cup has an empty hand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.nearby_ground import Ground, NotSmallError, ground_small
from clairify_cli.planning.operators import Key, Operator
from clairify_cli.planning.pairs import Pairs, pairs


def displaced(
    task: Task, facts: Collection[GroundAtom], state: WorldState
) -> tuple[frozenset[GroundAtom], frozenset[GroundAtom]]:
    """What is not true any more, and what is true as well, where facts have become true since a state.

    Both are empty where the task is too large to tell.
    """
    gone: set[GroundAtom] = set()
    come: set[GroundAtom] = set()
    for fact in facts:
        if fact not in state.atoms:
            lost, won = _displaced_by(task, fact, state)
            gone |= lost
            come |= won
    return frozenset(gone - come - set(facts)), frozenset(come)


def _displaced_by(task: Task, fact: GroundAtom, state: WorldState) -> tuple[set[GroundAtom], set[GroundAtom]]:
    start = initial_state(task)
    mine = {one for one in state.atoms | start.atoms | {fact} if _goes_with(one, fact)}
    try:
        ground = ground_small(replace(task, notes={}), asked={(True, one) for one in mine})
    except NotSmallError:
        return set(), set()
    operators = _about(ground, fact)
    found = pairs(tuple(dict.fromkeys(operators)), [(True, one[0], one[1:]) for one in sorted(mine)], start.atoms)
    if found is None:
        return set(), set()
    gone = {one for one in mine & state.atoms if one != fact and not _possible(found, fact, one)}
    come: set[GroundAtom] = set()
    for one in gone:
        ways = [each for each in operators if _key(fact) in each.makes and _key(one) in each.breaks]
        if ways:
            brought = set(ways[0].makes).intersection(*(set(each.makes) for each in ways[1:]))
            come |= {(key[1], *key[2]) for key in brought if key[0]}
    return gone, come - {fact}


def _goes_with(one: GroundAtom, fact: GroundAtom) -> bool:
    """Whether a fact may have to do with another: it is of the same things, of none, or as good as the same."""
    if not set(one[1:]).isdisjoint(fact[1:]) or len(one) == 1:
        return True
    return one[0] == fact[0] and len(fact) == 2


def _about(ground: Ground, fact: GroundAtom) -> list[Operator]:
    """The operators as far as they have to do with a fact."""
    keys: dict[int, Key] = {
        number: (positive, atom[0], atom[1:])
        for (positive, atom), number in ground.numbers.items()
        if _goes_with(atom, fact)
    }
    found = []
    for one in ground.operators:
        breaks = tuple(keys[number] for number in keys if one.breaks >> number & 1)
        makes = tuple(keys[number] for number in one.made if number in keys)
        if makes or breaks:
            needs = tuple(keys[number] for number in one.needed if number in keys)
            found.append(Operator("", needs, makes, breaks))
    return found


def _key(fact: GroundAtom) -> Key:
    return True, fact[0], fact[1:]


def _possible(found: Pairs, fact: GroundAtom, one: GroundAtom) -> bool:
    first, second = _key(fact), _key(one)
    return found.possible(first, first) is False or found.possible(first, second)

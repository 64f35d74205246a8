"""What a fact displaces: a cup that is in the sink now is no more on the table, nor in the hand.

Two facts that can never be true at once are found as `ground.pairs` does, among the facts about the same things.
Where an action that brings the fact about takes another away, what all such actions bring with it has come about, too:
who has put down a cup has an empty hand.
"""

from __future__ import annotations

from collections.abc import Collection

from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.ground.bits import MOST_STEPS
from clairify_cli.planning.ground.grounder import Grounder, Instance, TooLargeError, contrary, usable
from clairify_cli.planning.ground.pairs import Operator, Pairs, pairs


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
        steps = usable(list(Grounder(task, MOST_STEPS).steps()), start.atoms)
    except TooLargeError:
        return set(), set()
    if any(one.whens for one in steps):
        return set(), set()
    operators = _about(steps, fact)
    found = pairs(tuple(dict.fromkeys(operators)), [(True, one) for one in sorted(mine)], start.atoms)
    if found is None:
        return set(), set()
    gone = {one for one in mine & state.atoms if one != fact and not _possible(found, fact, one)}
    come: set[GroundAtom] = set()
    for one in gone:
        ways = [each for each in operators if (True, fact) in each.makes and (True, one) in each.breaks]
        if ways:
            brought = set(ways[0].makes).intersection(*(set(each.makes) for each in ways[1:]))
            come |= {atom for positive, atom in brought if positive and (positive, atom) in found.numbers}
    return gone, come - {fact}


def _goes_with(one: GroundAtom, fact: GroundAtom) -> bool:
    """Whether a fact may have to do with another: it is of the same things, of none, or as good as the same."""
    if not set(one[1:]).isdisjoint(fact[1:]) or len(one) == 1:
        return True
    return one[0] == fact[0] and len(fact) == 2


def _about(steps: Collection[Instance], fact: GroundAtom) -> list[Operator]:
    """The steps as far as they have to do with a fact."""
    found = []
    for one in steps:
        makes = tuple(each for each in one.makes if _goes_with(each[1], fact))
        if makes:
            needs = tuple(each for each in one.needs if _goes_with(each[1], fact))
            found.append(Operator("", needs, makes, tuple(map(contrary, makes))))
    return found


def _possible(found: Pairs, fact: GroundAtom, one: GroundAtom) -> bool:
    return found.possible((True, fact), (True, fact)) is False or found.possible((True, fact), (True, one))

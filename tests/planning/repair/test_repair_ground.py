"""Tasks in bits for repairs: what bits say is what the meaning of the actions says, also with conditional effects."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from case_tables import stored

from benchmarks.repair_cases import task_of, texts
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, applicable, apply, holds, initial_state
from clairify_cli.planning.ground.bits import Ground, Operator, ground_small
from clairify_cli.planning.ground.grounder import TooLargeError

# Turning a switch flips every lamp on its circuit; `burn` both deletes and adds what is lit.
SWITCHES = stored(__file__, "SWITCHES")
LAMPS = stored(__file__, "LAMPS")


def lamps() -> tuple[Source, Source]:
    return Source(SWITCHES, "domain"), Source(LAMPS, "problem")


def after(one: Operator, state: int) -> int:
    """The state after a step: the conditional effects depend on the state before, and apply in their order."""
    then = state & ~one.breaks | one.makes
    for when in one.whens:
        if state & when.needs == when.needs:
            then = then & ~when.breaks | when.makes
    return then


def bits(grounded: Ground, state: WorldState) -> int:
    found = 0
    for (positive, atom), number in grounded.numbers.items():
        found |= ((atom in state.atoms) is positive) << number
    return found


@pytest.mark.parametrize("name", ["lamps", "lab/indicator", "tabletop/sorting", "household/kitchen"])
def test_bits_go_as_the_meaning_does(name: str) -> None:
    """The same steps can be done along random walks, they lead to the same states, and these are goals in both."""
    domain, problem = lamps() if name == "lamps" else texts(*name.split("/"))
    task = task_of(domain, problem)
    grounded = ground_small(task)
    rng = random.Random(name)
    for _ in range(3):
        state = initial_state(task)
        for _ in range(12):
            now = bits(grounded, state)
            possible = {(one.action.name.text, *one.arguments): one for one in applicable(task, state)}
            usable = {one.words: one for one in grounded.operators if now & one.needs == one.needs}
            assert usable.keys() == possible.keys()
            at_goal = all(any(now & way.needs == way.needs for way in part) for part in grounded.goal)
            assert at_goal == holds(task.goal, {}, state, task)
            step = rng.choice(sorted(possible))
            one = possible[step]
            state = apply(one.action, one.arguments, state, task)
            assert after(usable[step], now) == bits(grounded, state)


def test_parts_of_a_goal_are_ways_of_their_own() -> None:
    """Eight blocks and four bowls: eight things that have to be so, not all ways in which they could be."""
    task = task_of(*texts("tabletop", "sorting"))
    assert [len(one) for one in ground_small(task).goal] == [1] * 8
    assert len(ground_small(task_of(*lamps())).goal) == 5


def test_a_goal_that_nothing_reaches_has_a_part_without_ways() -> None:
    domain, problem = lamps()
    goal = "(:goal (and (lit l1) (wired s1 l4))))"
    unreached = Source(problem.text[: problem.text.index("(:goal")] + goal + ")", "problem")
    task = task_of(domain, unreached)
    assert sorted(len(one) for one in ground_small(task).goal) == [0, 1]


@pytest.mark.parametrize("condition", ["(or (lit ?l) (broken ?s))", "(exists (?o - lamp) (lit ?o))"])
def test_conditional_effects_are_exact_or_not_handled(condition: str) -> None:
    domain = Source(SWITCHES.replace("(and (wired ?s ?l) (lit ?l))", condition), "domain")
    task = replace(task_of(domain, lamps()[1]), notes={})
    with pytest.raises(TooLargeError):
        ground_small(task)

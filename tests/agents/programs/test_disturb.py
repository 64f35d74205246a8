"""Spontaneous events: things of every kind, only such as leave the goal within reach, the same for a seed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_tables import stored

from agents.programs.pantry import DOMAIN, PROBLEM, program, vocabulary
from clairify_cli.agents.programs.base import Bounds, Doing, GroundFact, Ran
from clairify_cli.agents.programs.disturb import Disturbed, Reach, Reachable
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.recall import recall
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, initial_state

STEPS = stored(__file__, "STEPS")
ON = Bounds(after_failure="go-on")


def anything(state: WorldState) -> bool:
    return True


def disturbed(seed: int, body: str = STEPS, reachable: Reachable = anything, most: int = 1) -> tuple[Ran, Disturbed]:
    world = Disturbed(TaskExecutor(vocabulary()), seed, reachable, chance=1.0, most=most)
    return run_program(program(body), world, ON), world


def first_change(body: str, seed: int) -> tuple[tuple[str, ...], ...]:
    """What is true since the first thing that happened after all of some steps."""
    world = Disturbed(TaskExecutor(vocabulary()), seed, anything, chance=0.0)
    for number, one in enumerate(program(body).body, 1):
        world.do(Doing(one.action.text, tuple(each.text for each in one.arguments), number=number))  # type: ignore[union-attr]
    world.chance = 1.0
    world.do(Doing("switch_off", ("lamp1",), number=99))
    world.chance = 0.0
    return world.happened[0].true if world.happened else ()


@pytest.mark.parametrize(
    ("body", "possible"),
    [
        ('go("table", "cupboard1")\nopen("cupboard1")\nswitch_on("lamp1")', {(("closed", "cupboard1"),)}),
        ('take("cup1", "table")\nswitch_on("lamp1")', {(("hand-empty",), ("in", "cup1", "table"))}),
        (STEPS, {(("closed", "cupboard1"),), (("in", "cup1", "table"),)}),
    ],
)
def test_things_go_back_to_how_they_were(body: str, possible: set[tuple[tuple[str, ...], ...]]) -> None:
    """A door closes, what is held is dropped, what was put away falls back; nobody is carried about."""
    assert {first_change(body, seed) for seed in range(12)} == possible


def test_a_device_goes_off() -> None:
    seen = set()
    for seed in range(8):
        ran, world = disturbed(seed, 'switch_on("lamp1")')
        seen |= {(one.after, one.true, one.false) for one in world.happened}
        assert world.holds(GroundFact("is_on", ("lamp1",))) is False
        assert 'by itself: not is_on("lamp1")' in ran.actions[0].done.remarks
    assert seen == {(1, (), (("is-on", "lamp1"),))}


def test_the_same_seed_is_the_same_and_others_differ() -> None:
    def what(seed: int) -> list[str]:
        world = Disturbed(TaskExecutor(vocabulary()), seed, anything, chance=0.5, most=3)
        run_program(program(STEPS), world, ON)
        return [f"{one.after} {one.words}" for one in world.happened]

    every = [what(seed) for seed in range(10)]
    assert every == [what(seed) for seed in range(10)]
    assert len({tuple(one) for one in every}) > 3


def test_states_stay_sound() -> None:
    """The hand is empty or holds one thing; a thing is in one place or in the hand; somebody is in one place."""
    for seed in range(40):
        _, world = disturbed(seed, most=3)
        atoms = world.executor.state.atoms
        held = [one for one in atoms if one[0] == "holding"]
        assert len(held) + (("hand-empty",) in atoms) == 1
        assert sum(one[0] == "at" for one in atoms) == 1
        for cup in ("cup1", "cup2"):
            assert sum(one[0] in ("in", "holding") and one[1] == cup for one in atoms) == 1


def test_nothing_happens_that_puts_the_goal_out_of_reach() -> None:
    asked: list[WorldState] = []

    def never(state: WorldState) -> bool:
        asked.append(state)
        return False

    ran, world = disturbed(1, reachable=never)
    assert asked and not world.happened and ran.succeeded


def test_a_solver_says_what_is_within_reach() -> None:
    pytest.importorskip("up_fast_downward")
    from clairify_cli.planning.solvers import registry

    known = vocabulary()
    reach = Reach(known.task, Source(DOMAIN), Source(PROBLEM), registry.get("auto"))
    first = initial_state(known.task)
    assert reach(first)
    stuck = replace(first, atoms=first.atoms - {("at", "table")})
    assert not reach(stuck)


def test_assertions_help_where_things_happen() -> None:
    safe = (
        'take("cup1", "table")\ngo("table", "cupboard1")\nopen("cupboard1")\n'
        'assert not closed("cupboard1"), open("cupboard1")\n'
        'assert holding("cup1"), [go("cupboard1", "table"), take("cup1", "table"), go("table", "cupboard1")]\n'
        'shelve("cup1", "cupboard1")\n'
        'switch_on("lamp1")\n'
        'assert in_("cup1", "cupboard1"), [go("cupboard1", "table"), take("cup1", "table"), go("table", "cupboard1"), '
        'shelve("cup1", "cupboard1")]\n'
        'assert is_on("lamp1"), switch_on("lamp1")'
    )
    won = {}
    for on in (True, False):
        bounds = replace(ON, assertions=on)
        worlds = [Disturbed(TaskExecutor(vocabulary()), seed, anything, chance=0.4, most=1) for seed in range(20)]
        won[on] = sum(run_program(program(safe), world, bounds).succeeded for world in worlds)
    assert won[True] > won[False] + 5


# --------------------------------------------------------------------------------------------------- goals, and text


@pytest.mark.parametrize(
    ("goal", "reached"),
    stored(__file__, "how_much_of_a_goal_is_reached"),
)
def test_how_much_of_a_goal_is_reached(goal: str, reached: list[int]) -> None:
    known = vocabulary(PROBLEM.replace("(and (in cup1 cupboard1) (is-on lamp1))", goal))
    assert recall(known, initial_state(known.task)) == tuple(reached)

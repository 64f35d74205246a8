"""What a program does in a world: data cases of the interpreter, recoveries, bounds, and texts that try to escape."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from case_tables import stored

from agents.programs.pantry import DOMAIN, PROBLEM, program, run, told, vocabulary
from clairify_cli.agents.programs.base import Bounds, Did, Doing, Done, GroundFact, Looked, Ran
from clairify_cli.agents.programs.disturb import Disturbed, Reach, Reachable
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.recall import recall
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.meaning import WorldState, initial_state
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import WHILE_ROUNDS
from clairify_cli.outcomes import Outcome
from clairify_cli.worlds.base import Parameters

OFF = Bounds(assertions=False)
ON = Bounds(after_failure="go-on")
END = Bounds(after_failure="end")

BOUNDS = {"usual": Bounds(), "on": ON, "off": OFF, "end": END, "once": replace(Bounds(), recoveries=1)}
CASES: dict[str, tuple[str, str, list[str], str]] = stored(__file__, "CASES")
"""The body of a program, its bounds, what is told of it, and how it ends."""


@pytest.mark.parametrize("name", CASES)
def test_a_case(name: str) -> None:
    body, bounds, expected, ending = CASES[name]
    ran = run(body, BOUNDS[bounds])
    assert told(ran) == expected
    assert ran.ending is Outcome(ending)
    assert ran.why


def test_the_goal_is_looked_at_at_the_end() -> None:
    whole = (
        'take("cup1", "table")\ngo("table", "cupboard1")\nopen("cupboard1")\nshelve("cup1", "cupboard1")\n'
        'switch_on("lamp1")'
    )
    ran = run(whole)
    assert ran.goal is True and ran.succeeded and ran.recall == (2, 2)
    assert ran.executability == ran.goal_condition_recall == 1.0
    half = run('switch_on("lamp1")\nopen("cupboard1")\ntake("cup1", "table")\nopen("cupboard1")', ON)
    assert half.goal is False and not half.succeeded and half.recall == (1, 2)
    assert half.executability == 0.5 and half.goal_condition_recall == 0.5
    assert half.overlooked == 2


def test_a_program_that_ended_early_has_reached_what_it_has_reached() -> None:
    ran = run('switch_on("lamp1")\nassert closed("lamp1")\ntake("cup1", "table")')
    assert ran.ending is Outcome.ASSERTION_FAILED
    assert ran.recall == (1, 2)


def test_what_is_not_known_counts_as_not_holding_and_is_said() -> None:
    ran = run('assert sunny("table"), switch_on("lamp1")')
    assert ran.looked[0].value is None
    assert ran.looked[0].facts == ((GroundFact("sunny", ("table",)), None),)
    assert "it is not known whether" in ran.why
    negated = run('if not sunny("table"):\n    switch_on("lamp1")\nelse:\n    take("cup1", "table")')
    assert told(negated) == ['if not sunny("table"): None', 'take("cup1", "table")']
    decided = run('assert sunny("table") or hand_empty()\nassert not (sunny("table") and holding("cup1"))')
    assert [one.value for one in decided.looked] == [True, True]


def test_messages_say_why() -> None:
    ran = run(
        'open("cupboard1")\nopen("table")\nfly("table")\ntake("cup9", "table")\ntake("cup1")\n'
        'shelve("cup1", "cupboard1")',
        ON,
    )
    assert [one.done.message for one in ran.actions] == [
        'it needs at("cupboard1")',
        "`table` is not of a kind that fits open(c: cupboard)",
        "there is no action `fly` here",
        "there is no `cup9` here",
        "take(t: thing, p: place) takes 2 objects",
        'it needs at("cupboard1") and not closed("cupboard1") and holding("cup1")',
    ]


def test_objects_are_told_apart_by_their_letters_alone() -> None:
    assert run('take("CUP1", "Table")\nassert holding("Cup1")').ending is Outcome.DONE


def test_parameters_go_to_the_world() -> None:
    seen: list[Doing] = []

    class Listening(TaskExecutor):
        def do(self, call: Doing) -> Done:
            seen.append(call)
            return super().do(call)

    body = 'for thing in ["cup1"]:\n    take(thing, "table", speed=0.3, grasp="top")\n    put_cup(thing, "table")'
    run(body, ON, Listening(vocabulary()))
    assert seen[0].parameters == Parameters(speed=0.3, grasp="top")
    assert [one.text for one in seen[0].ahead] == ['put_cup("cup1", "table")']


def test_it_tells_what_was_done_and_seen() -> None:
    told: list[Any] = []
    run_program(program('take("cup1", "table")\nassert hand_empty(), put_cup("cup1", "table")'),
                TaskExecutor(vocabulary()), Bounds(), told.append)  # fmt: skip
    assert [type(one) for one in told] == [Did, Looked, Did, Looked]
    assert [one.recovers for one in told if isinstance(one, Did)] == [False, True]


# --------------------------------------------------------------------------------------------------------------- bounds


@dataclass
class Yes:
    """A world in which everything can be done and everything holds, or nothing does."""

    value: bool | None = True
    done: list[str] = field(default_factory=list)

    def do(self, call: Doing) -> Done:
        self.done.append(call.text)
        return Done(True, "done")

    def holds(self, fact: GroundFact) -> bool | None:
        return self.value

    def due(self, call: Doing, fact: GroundFact) -> bool | None:
        return None

    def goal_reached(self) -> bool | None:
        return None

    def goal_recall(self) -> tuple[int, int]:
        return 0, 0


def test_a_while_that_does_not_end_is_given_up() -> None:
    world = Yes()
    ran = run("while p():\n    a()", executor=world)
    assert ran.ending is Outcome.TOO_MANY_ROUNDS
    assert len(world.done) == WHILE_ROUNDS
    assert not ran.succeeded and f"{WHILE_ROUNDS} rounds" in ran.why


def test_actions_are_bounded() -> None:
    world = Yes()
    ran = run("for i in range(100):\n    for j in range(100):\n        a()", Bounds(actions=150), world)
    assert ran.ending is Outcome.TOO_MANY_ACTIONS and len(world.done) == 150


def test_rounds_in_which_nothing_happens_are_bounded() -> None:
    body = "for i in range(100):\n    for j in range(100):\n        for k in range(100):\n            pass"
    ran = run(body, Bounds(looks=5000), Yes())
    assert ran.ending is Outcome.TOO_MANY_ACTIONS and not ran.entries


def test_recoveries_are_bounded_in_loops_too() -> None:
    world = Yes(value=False)
    ran = run("for i in range(100):\n    assert p(), [a(), b()]", Bounds(recoveries=3), world)
    assert ran.ending is Outcome.ASSERTION_FAILED
    assert world.done == ["a()", "b()"] * 3
    assert run("assert p(), a()", Bounds(recoveries=0), Yes(value=False)).actions == ()


def test_it_can_be_stopped() -> None:
    world = Yes()
    ran = run_program(program("for i in range(100):\n    a()"), world, stop=lambda: len(world.done) == 3)
    assert ran.ending is Outcome.INTERRUPTED and len(ran.actions) == 3


def test_without_a_goal_success_is_to_go_through_without_overlooking_a_failure() -> None:
    class No(Yes):
        def do(self, call: Doing) -> Done:
            return Done(False, "no")

    assert run("a()", executor=Yes()).succeeded
    assert not run("a()", ON, No()).succeeded
    assert not run("a()\nassert p()", executor=No()).succeeded  # that says nothing of `a`
    assert run("a()\nassert p()", ON, No()).succeeded


# -------------------------------------------------------------------------------------------------------------- escapes

ESCAPES = stored(__file__, "ESCAPES")


@pytest.mark.parametrize("name", ESCAPES)
def test_what_tries_to_escape_is_an_error_and_nothing_of_it_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(f"    {line}" for line in ESCAPES[name].split("\n"))
    source = Source(f"def task():\n{lines}\n", "task.py")
    context = (Source(DOMAIN, "domain.pddl"), Source(PROBLEM, "problem.pddl"))
    assert any(one.is_error for one in get("program").check(source, CheckOptions(context=context)))
    made, world = read(source)[0], TaskExecutor(vocabulary())
    called: list[object] = []
    for one in ("eval", "exec", "open", "print", "__import__"):
        monkeypatch.setattr(builtins, one, lambda *given, name=one: called.append((name, given)))
    if made is not None:  # whoever runs it all the same has only the actions of the world
        ran = run_program(made, world, ON)
        assert all(one.doing.action == "take" for one in ran.actions if one.done.taken)
    monkeypatch.undo()
    assert not called


def test_parameters_out_of_range_are_left_to_the_world() -> None:
    ran = run('take("cup1", "table", speed=99.0, grasp="teeth")', ON)
    assert ran.actions[0].doing.parameters == Parameters()


def test_the_domain_and_problem_of_these_tests_are_good() -> None:
    domain = Source(DOMAIN, "domain.pddl")
    assert not [one for one in get("pddl").check(domain, CheckOptions()) if one.is_error]
    problem = Source(PROBLEM, "problem.pddl")
    assert not [one for one in get("pddl").check(problem, CheckOptions(context=(domain,))) if one.is_error]


# Spontaneous events: things of every kind, only such as leave the goal within reach, the same for a seed


STEPS = stored(__file__, "STEPS")


def anything(state: WorldState) -> bool:
    return True


def disturbed(seed: int, body: str = STEPS, reachable: Reachable = anything, most: int = 1) -> tuple[Ran, Disturbed]:
    world = Disturbed(vocabulary(), seed, reachable, chance=1.0, most=most)
    return run_program(program(body), world, ON), world


def first_change(body: str, seed: int) -> tuple[tuple[str, ...], ...]:
    """What is true since the first thing that happened after all of some steps."""
    world = Disturbed(vocabulary(), seed, anything, chance=0.0)
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
        world = Disturbed(vocabulary(), seed, anything, chance=0.5, most=3)
        run_program(program(STEPS), world, ON)
        return [f"{one.after} {one.words}" for one in world.happened]

    every = [what(seed) for seed in range(10)]
    assert every == [what(seed) for seed in range(10)]
    assert len({tuple(one) for one in every}) > 3


def test_states_stay_sound() -> None:
    """The hand is empty or holds one thing; a thing is in one place or in the hand; somebody is in one place."""
    for seed in range(40):
        _, world = disturbed(seed, most=3)
        atoms = world.state.atoms
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
        worlds = [Disturbed(vocabulary(), seed, anything, chance=0.4, most=1) for seed in range(20)]
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

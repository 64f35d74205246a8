"""`--on-failure replan`: after a failure that cannot be tuned away the rest is planned anew from what is observed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from case_tables import stored
from schemas_kept import fits

pytest.importorskip("numpy")
pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")
pytest.importorskip("up_fast_downward")

from worlds.panda.faulty_bench import At, read

from agents.execution.thought_world import ThoughtWorld, failed
from benchmarks import panda_faults as faults
from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.carry import world_of
from clairify_cli.agents.execution.program import set_plan
from clairify_cli.agents.execution.replanning import MOST_STAGE, Replanning, lost, same_bench
from clairify_cli.agents.execution.report import report, report_text
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.runner import UNKNOWN
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.planning.solvers.base import Limits, Solution
from clairify_cli.planning.solvers.base import SolverOutcome as Answer
from clairify_cli.worlds.base import BY_ITSELF, Action, Outcome
from clairify_cli.worlds.geometry import Cylinder, Pose
from clairify_cli.worlds.panda.belief import Belief, Held
from clairify_cli.worlds.panda.disturbed import MOST
from clairify_cli.worlds.panda.world import PandaWorld

SOLVER = registry.get("auto")
REPLAN = Options(on_failure="replan")
SCENE_TEXT = """scene: 1
name: fruit
table: {size: [1.4, 1.6], centre: [0.3, 0]}
zones:
  table: {at: [0.3, 0], size: [1.4, 1.6]}
containers:
  bin: {kind: bin, at: [0.1, 0.5], tray: {size: [240 mm, 240 mm, 120 mm], wall: 5 mm}}
items:
  apple: {kind: apple, sphere: {radius: 33 mm}, mass: 120 g, at: [0.45, 0.05], colour: [0.8, 0.3, 0.2, 1]}
  paper: {kind: paper ball, name: paper ball, at: [0.4, 0.25], colour: [0.8, 0.3, 0.2, 1]}
"""
SCENE = read(SCENE_TEXT)
DOMAIN = Source(data_text("domains", "tabletop.pddl"), "tabletop.pddl")
PROBLEM = Source(
    """(define (problem clear) (:domain tabletop)
  (:objects apple paper - block bin - bowl table - zone)
  (:init (at apple table) (at paper table) (at bin table) (clear apple) (clear paper) (hand-empty))
  (:goal (and (in apple bin) (in paper bin) (hand-empty))))""",
    "problem.pddl",
)
PLAN = Source("(pick apple table)\n(place-in-bowl apple bin)\n(pick paper table)\n(place-in-bowl paper bin)\n", "plan")


class Mishap(ThoughtWorld):
    """A world in thought that is told what becomes of it when an action is done the nth time."""

    def __init__(self, happens: Callable[[Mishap, Action, int], Outcome | None]) -> None:
        super().__init__(SCENE, fail=lambda action, time: happens(self, action, time))
        self.retreats = 0

    def retreat(self) -> None:
        super().retreat()
        self.retreats += 1


def lies(world: Mishap, thing: str, where: Pose | None) -> None:
    """The hand is empty, and a thing lies somewhere, or nowhere any more."""
    rest = {name: pose for name, pose in world.belief.poses.items() if name != thing}
    world.belief = replace(world.belief, held=None, poses=rest if where is None else {**rest, thing: where})


def drops(world: Mishap, action: Action, time: int) -> Outcome | None:
    """The apple falls out of the hand on its way, the first time."""
    if action.name != "place-in-bowl" or time > 1:
        return None
    lies(world, "apple", Pose((0.5, -0.2, 0.0)))
    return failed(action, "holding")


def run(world: Mishap, options: Options = REPLAN, solver: Any = None, told: list[events.Event] | None = None) -> Run:
    setting = set_plan(PLAN, DOMAIN, PROBLEM, SCENE)
    assert setting.task is not None, setting.findings
    made = [] if told is None else told
    return execute(setting.task, world, solver or SOLVER, options, progress=made.append)


def test_what_was_dropped_is_picked_up_where_it_lies() -> None:
    world, told = Mishap(drops), list[events.Event]()
    done = run(world, told=told)
    assert done.succeeded, done.failure
    assert [one.text for one in world.done][:3] == [
        "(pick apple table)",
        "(place-in-bowl apple bin)",
        "(pick apple table)",
    ]
    assert world.observe().inside == {"apple": "bin", "paper": "bin"}
    assert world.retreats == 1
    (stage,) = done.stages
    assert stage.replanned == 1
    (change,) = stage.replannings
    assert change.after == "(place-in-bowl apple bin)" and "holding" in change.why
    assert "(pick apple table)" in change.added and not change.dropped
    assert [one.change for one in told if isinstance(one, events.Replanned)] == [change]
    # The second time it is carried otherwise: nothing is repeated with the same parameters.
    first, second = (one for one in world.done if one.text == "(place-in-bowl apple bin)")
    assert first.parameters != second.parameters
    value = report(done, SCENE, source="plan", text=PLAN.text)
    fits(value, "run-report")
    assert value["totals"]["success"] is True
    assert value["steps"][0]["replannings"][0]["kept"] == list(change.kept)
    assert report_text(value) == report_text(report(run(Mishap(drops)), SCENE, source="plan", text=PLAN.text))


def test_what_a_person_says_reaches_the_next_try_and_the_next_plan() -> None:
    words = "Half the speed, please, and keep it upright. Move the paper ball first."
    world = Mishap(drops)
    assert run(world, replace(REPLAN, told=words)).succeeded
    first, second = (one for one in world.done if one.text == "(place-in-bowl apple bin)")
    assert (first.parameters.speed, second.parameters.speed, second.parameters.orientation) == (None, 0.3, 1.0)
    texts = [one.text for one in world.done]
    assert texts.index("(place-in-bowl paper bin)") < len(texts) - 1 == texts.index("(place-in-bowl apple bin)", 2)


@pytest.mark.parametrize(
    ("words", "why"),
    stored(__file__, "words_that_cannot_be_used_are_refused_before_anything_moves"),
)
def test_words_that_cannot_be_used_are_refused_before_anything_moves(words: str, why: str) -> None:
    world = Mishap(drops)
    (found,) = run(world, replace(REPLAN, told=words)).findings
    assert found.code == "RUN116" and found.message.startswith(why) and not world.done


def test_what_is_to_be_left_alone_stays() -> None:
    done = run(Mishap(drops), replace(REPLAN, told="Don't touch the apple."))
    assert done.failure is not None and "there is no plan" in done.failure.message


@pytest.mark.parametrize("mode", ["stop", "retune"])
def test_it_is_not_planned_anew_where_that_is_not_asked_for(mode: Any) -> None:
    done = run(Mishap(drops), Options(on_failure=mode))
    assert not done.succeeded
    assert done.stages[0].replannings == ()


def test_an_action_is_tuned_first_and_then_not_repeated_as_the_bench_is() -> None:
    def slippery(world: Mishap, action: Action, time: int) -> Outcome | None:
        return failed(action, "holding") if action.text == "(pick apple table)" else None

    world = Mishap(slippery)
    done = run(world)
    assert done.failure is not None
    assert "holding" in done.failure.message
    assert "no plan without (pick apple table), which failed" in done.failure.message
    picks = [one for one in world.done if one.text == "(pick apple table)"]
    assert len({(one.parameters.speed, one.parameters.grasp) for one in picks[:4]}) == 4
    # Then the rest is done; after that the bench is another one, and the apple is tried once more.
    assert world.observe().inside == {"paper": "bin"}
    assert len(picks) == 5 and world.done[-1] == picks[-1]
    assert world.retreats >= 4
    assert report(done, SCENE)["totals"]["success"] is False


@pytest.mark.parametrize(
    "where, said",
    [
        (None, "apple is not on the bench any more"),
        (Pose((1.6, 0.0, -0.7)), "apple fell off the table"),
        (Pose((0.98, 0.2, 0.0)), "out of its reach"),
    ],
)
def test_what_cannot_be_had_any_more_is_said(where: Pose | None, said: str) -> None:
    def away(world: Mishap, action: Action, time: int) -> Outcome | None:
        if action.text == "(pick apple table)":
            lies(world, "apple", where)
            return failed(action, "can_grasp")
        return None

    done = run(Mishap(away))
    assert done.failure is not None
    assert said in done.failure.message
    assert "can_grasp" in done.failure.message


def test_a_thing_that_lies_where_no_fact_puts_it_is_named() -> None:
    belief = ThoughtWorld(SCENE).observe()
    facts = [("at", "apple", "table"), ("on", "paper", "apple")]
    assert lost(SCENE, belief, facts, ("(in apple bin)", "(in paper bin)")) == ()
    (said,) = lost(SCENE, belief, facts[:1], ("(in apple bin)", "(in paper bin)"))
    assert said == "paper ball (paper) is at (0.40, 0.25) m, in no zone and at no place that a plan could name"


def test_it_ends_where_everything_goes_wrong() -> None:
    def always(world: Mishap, action: Action, time: int) -> Outcome | None:
        if action.name == "place-in-bowl":
            lies(world, action.arguments[0], Pose((0.3 + 0.02 * time, -0.3, 0.0)))
            lies(world, "paper", Pose((0.3 + 0.02 * time, 0.3, 0.0)))  # and something else is never as it was
            return failed(action, "holding")
        return None

    world = Mishap(always)
    done = run(world)
    assert done.failure is not None
    assert f"it was planned {MOST_STAGE} times anew" in done.failure.message
    assert done.stages[0].replanned == MOST_STAGE
    assert len(world.done) <= 2 * (MOST_STAGE + 1)


class Late:
    """A solver that never answers in time."""

    name = "late"

    def solve(self, domain: str, problem: str, limits: Limits) -> Solution:
        return Solution(Answer.TIMEOUT, None, None, False, "late", 30.0, 30.0, "late found no plan in 30 s", "")


def test_a_solver_that_does_not_answer_proves_nothing() -> None:
    done = run(Mishap(drops), solver=Late())
    assert done.failure is not None
    assert done.failure.message.endswith(f"late found no plan in 30 s; {UNKNOWN}")
    assert "impossible" not in done.failure.message


def test_what_is_kept_added_and_dropped() -> None:
    old = [("pick", "a", "t"), ("place-in-bowl", "a", "b"), ("pick", "c", "t"), ("place-in-bowl", "c", "b")]
    new = [old[2], old[3], ("pick", "a", "u"), old[1]]
    made = Replanning.of("why", None, old, new)
    assert sorted((*made.kept, *made.dropped)) == sorted(f"({' '.join(one)})" for one in old)
    assert sorted((*made.kept, *made.added)) == sorted(f"({' '.join(one)})" for one in new)
    assert len(made.kept) == 2


def test_where_the_arm_is_does_not_make_another_bench() -> None:
    one = ThoughtWorld(SCENE).observe()
    held = Held("apple", Pose((0.0, 0.0, 0.0)), 0.05)
    assert same_bench(one, replace(one, joints=tuple(0.1 for _ in one.joints)))
    assert not same_bench(one, replace(one, held=held))
    moved: Belief = replace(one, poses={**one.poses, "apple": Pose((0.5, 0.0, 0.0))})
    assert not same_bench(one, moved)
    assert same_bench(replace(one, held=held), replace(moved, held=held))


def simulated(*mishaps: tuple[str, int, float, Callable[[Any], object]]) -> tuple[Run, Any, list[events.Event]]:
    """A run in the simulation, with what happens so many s after a phase began for the nth time; where things are."""
    setting = set_plan(PLAN, DOMAIN, PROBLEM, SCENE)
    assert setting.task is not None, setting.findings
    told: list[events.Event] = []
    with PandaWorld(SCENE, seed=0) as world:
        moments = [At(world, phase, what, after, time) for phase, time, after, what in mishaps]

        def begins(phase: str) -> None:
            for one in moments:
                one._phase(phase)

        world.runner.progress = begins
        done = execute(setting.task, world, SOLVER, REPLAN, progress=told.append)
        assert all(one.done_at is not None for one in moments)
        return done, world.observe(), told


def failures(told: list[events.Event]) -> list[str]:
    ended = [one.outcome for one in told if isinstance(one, events.ActionDone)]
    return [check.name for one in ended for check in one.checks if not check.passed]


def test_in_the_simulation_what_is_dropped_and_what_is_moved_both_end_in_the_bin() -> None:
    def moved(simulation: Any) -> None:
        faults.move(simulation, "paper", (0.05, -0.1, 0.0))

    done, seen, told = simulated(("carry", 1, 0.1, faults.let_go), ("reach", 3, 0.2, moved))
    assert done.succeeded, done.failure
    assert dict(seen.inside) == {"apple": "bin", "paper": "bin"}
    assert done.stages[0].replanned == 1
    assert {"holding", "can_grasp"} <= set(failures(told))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_in_the_simulation_what_happens_by_itself_is_noticed_and_mended(seed: int) -> None:
    setting = set_plan(PLAN, DOMAIN, PROBLEM, SCENE)
    assert setting.task is not None, setting.findings
    options = Options(seed=seed, on_failure="replan", disturb=1.0)
    with world_of(SCENE, options) as world:
        done = execute(setting.task, world, SOLVER, options)
        inside = dict(world.observe().inside)
    said = [one for outcome in done.outcomes for one in outcome.remarks if one.startswith(BY_ITSELF)]
    assert len(said) == MOST
    assert done.succeeded, (done.failure, said)
    assert inside == {"apple": "bin", "paper": "bin"}
    made = report(done, SCENE)
    fits(made, "run-report")
    tries = [one for step in made["steps"] for action in step["actions"] for one in action["tries"]]
    assert [one for tried in tries for one in tried["remarks"] if one.startswith(BY_ITSELF)] == said
    assert made["options"]["disturb"] == 1.0


def test_in_the_simulation_an_unexpected_hit_is_withdrawn_from_and_gone_around() -> None:
    def post(simulation: Any) -> None:
        """Beside the apple, under the hand, which comes down with a finger on either side."""
        tool = simulation.tool()
        x, y = (float(one) for one in tool[:2, 3] + 0.075 * tool[:2, 1])
        faults.add_obstacle(simulation, "post", Cylinder(0.015, 0.12), Pose((x, y, 0.0)))

    done, seen, told = simulated(("approach", 1, 0.0, post))
    assert done.succeeded, (done.failure and done.failure.message, told)
    assert dict(seen.inside) == {"apple": "bin", "paper": "bin"}
    assert "collision_free" in failures(told)


def test_only_the_rest_of_a_dose_is_poured_whatever_failed() -> None:
    from agents.execution.chem_edu import prepared, xdl
    from clairify_cli.agents.execution.stages import program_task

    source = xdl('<Add vessel="beaker" reagent="water" mass="20 g"/>')

    def poured(grams: float) -> tuple[Run, list[Action]]:
        _, scene, jobs, _ = prepared(source)

        def leans(action: Action, time: int) -> Outcome | None:
            once = action.name == "weigh" and time == 1
            return failed(action, "upright", {"poured_g": grams}) if once else None

        world = ThoughtWorld(scene, fail=leans)
        task = program_task(data_text("domains", "lab.pddl"), jobs, scene)
        return execute(task, world, SOLVER, REPLAN), [one for one in world.done if one.name == "weigh"]

    done, weighed = poured(12.0)
    assert done.succeeded
    assert [one.settings["mass"] for one in weighed] == [20.0, 8.0]
    assert [one.name for one in done.stages[0].actions[3 + 1].tries[1].retuned][-1] == "mass"
    done, weighed = poured(19.98)
    assert done.succeeded, done.failure and done.failure.message
    assert len(weighed) == 1
    assert done.stages[0].replanned == 1

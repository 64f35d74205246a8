"""What happens by itself on a bench between actions: seldom, the same for a seed, and nothing that ends the task."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from case_tables import stored

from benchmarks import panda_faults as faults
from clairify_cli.worlds.base import BY_ITSELF, Action, Obstruction, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.disturbed import MOST, DisturbedWorld
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene
from worlds.panda.faulty_bench import FRUIT, POURING, At, changed, failed, read, rests, stands, where

HOUSE = read(stored(__file__, "HOUSE"))
LABORATORY = changed(POURING, capped=True)


def happened(scene: Scene, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Belief, Belief]:
    """What happens in five actions that do nothing, with the bench before and after."""
    with DisturbedWorld(scene, seed=seed, chance=1.0) as world, monkeypatch.context() as patched:
        patched.setattr(PandaWorld, "act", lambda self, action: Outcome(action, (), (), 0.0))
        before = world.observe()
        said = [remark for n in range(5) for remark in world.act(Action(f"wait{n}")).remarks]
        return said, before, world.observe()


def test_it_happens_seldom_and_the_same_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _, after = happened(HOUSE, 3, monkeypatch)
    assert happened(HOUSE, 3, monkeypatch)[::2] == (first, after)
    assert len(first) == MOST
    assert all(one.startswith(BY_ITSELF) for one in first)


def test_what_is_moved_lies_where_it_is_said_and_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DisturbedWorld, "_block", lambda self: "")
    moved: set[str] = set()
    for seed in range(4):
        said, before, after = happened(HOUSE, seed, monkeypatch)
        elsewhere = {
            name for name, pose in after.poses.items() if math.dist(pose.position, before.poses[name].position) > 0.01
        }
        assert elsewhere and all(any(f"({name})" in one or f" {name} " in one for one in said) for name in elsewhere)
        for name in elsewhere:
            x, y, z = after.poses[name].position
            assert 0.25 < x < 0.65 and -0.1 < y < 0.5 and abs(z) < 0.01
        moved |= elsewhere
    assert "block0" not in moved  # something lies on it
    assert len(moved) > 1


def test_a_vessel_of_a_laboratory_goes_to_a_free_place_with_its_lid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DisturbedWorld, "_block", lambda self: "")
    said, before, after = happened(LABORATORY, 0, monkeypatch)
    assert before.places == {"slot": "water-bottle", "pan": "beaker"}
    assert len(said) == MOST and all("water-bottle" in one for one in said)  # and never the beaker on the balance
    assert after.places == before.places  # to the spare place, and back
    assert after.capped == {"water-bottle"}
    monkeypatch.setattr("clairify_cli.worlds.panda.disturbed.MOST", 1)
    _, _, after = happened(LABORATORY, 0, monkeypatch)
    assert after.places == {"spare": "water-bottle", "pan": "beaker"}
    assert after.capped == {"water-bottle"}


def test_a_post_is_seen_and_stands_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DisturbedWorld, "_move", lambda self, thing, now: "")
    said, before, after = happened(HOUSE, 1, monkeypatch)
    posts = sorted(after.poses.keys() - before.poses.keys())
    assert len(said) == len(posts) == MOST
    for name in posts:
        x, y, _ = after.poses[name].position
        assert any(f"({x:.2f}, {y:.2f}) m" in one for one in said)
        assert all(math.dist((x, y), one.position[:2]) > 0.04 for other, one in after.poses.items() if other != name)


def test_what_is_in_the_hand_falls_and_is_seen_to_lie_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DisturbedWorld, "_block", lambda self: "")
    monkeypatch.setattr(DisturbedWorld, "_move", lambda self, thing, now: "")
    with DisturbedWorld(HOUSE, seed=0, chance=1.0) as world:
        taken = world.act(Action("pick", ("block1", "left")))
        assert taken.succeeded
        assert taken.remarks[-1] == f"{BY_ITSELF}block1 fell out of the hand"
        seen = world.observe()
        assert seen.held is None
        assert seen.poses["block1"].position[2] < 0.03


def test_nothing_happens_where_nothing_was_done_or_the_chance_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with DisturbedWorld(POURING, seed=0, chance=1.0) as world:
        refusal = Refusal(Obstruction.NO_PATH, "no path", "beaker")
        monkeypatch.setattr(PandaWorld, "act", lambda self, action: Outcome(action, (), (), 0.0, refusal=refusal))
        assert world.act(Action("take")).remarks == ()
        monkeypatch.setattr(PandaWorld, "act", lambda self, action: Outcome(action, (), (), 0.0))
        world._chance = 0.0
        assert world.act(Action("take")).remarks == ()


# What is moved, taken away or slips: the grip is checked where it closes, what is held while it is carried


PICK = Action("pick", ("apple", "table"))
TAKE = Action("take", ("water-bottle", "slot"))
PUT = Action("put", ("water-bottle", "spare"))


def aside(simulation: Simulation) -> None:
    faults.move(simulation, "apple", (0.0, 0.1, 0.0))


def test_what_was_moved_before_the_action_is_gripped_where_it_is_seen() -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        world.prepare(PICK)
        aside(world.simulation)
        assert world.act(PICK).succeeded
        assert world.observe().held is not None
        assert where(world, "apple")[1] == pytest.approx(0.15, abs=0.01)


def test_what_slips_off_at_once_is_not_believed_to_be_held() -> None:
    slippery = replace(FRUIT, items=tuple(replace(one, mass_g=1000.0, friction=0.05) for one in FRUIT.items))
    with PandaWorld(slippery, seed=0) as world:
        assert "holding" in failed(world.act(PICK))
        assert world.retreat() and rests(world)
        assert world.observe().held is None


@pytest.mark.parametrize(("phase", "after"), [("reach", 0.2), ("approach", 0.3), ("grip", 0.0)])
def test_what_is_moved_while_the_hand_comes_is_not_gripped(phase: str, after: float) -> None:
    with PandaWorld(FRUIT, seed=0) as world:
        fault = At(world, phase, aside, after)
        outcome = world.act(PICK)
        check = failed(outcome)
        assert set(check) == {"can_grasp"}
        assert "apple within" in check["can_grasp"].expected
        assert check["can_grasp"].observed.endswith(" mm")
        assert fault.phases[-1] == "grip"
        assert world.retreat()
        assert rests(world)
        assert where(world, "apple")[:2] == pytest.approx((0.45, 0.15), abs=0.01)


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
def test_what_is_gone_is_refused(scene: Scene, thing: str, action: Action) -> None:
    with PandaWorld(scene, seed=0) as world:
        faults.remove(world.simulation, thing)
        before = world.clock
        outcome = world.act(action)
        assert outcome.refusal is not None
        assert outcome.refusal.kind is Obstruction.NO_GRASP
        assert "not on the bench" in outcome.refusal.message
        assert thing in outcome.refusal.message
        assert set(failed(outcome)) == {"can_grasp"}
        assert world.clock - before < 0.1
        assert thing not in world.observe().poses


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
@pytest.mark.parametrize(("phase", "check"), [("approach", "can_grasp"), ("lift", "holding")])
def test_what_vanishes_meanwhile_is_noticed(scene: Scene, thing: str, action: Action, phase: str, check: str) -> None:
    with PandaWorld(scene, seed=0) as world:
        At(world, phase, lambda simulation: faults.remove(simulation, thing), 0.2)
        outcome = world.act(action)
        found = failed(outcome)
        assert set(found) == {check}
        assert thing in found[check].expected
        assert outcome.motions[-1].name == phase and (phase != "lift" or outcome.motions[-1].score <= -2.0)
        assert world.retreat()
        assert rests(world)
        assert world.observe().held is None


@pytest.mark.parametrize(
    ("scene", "thing", "action"), [(FRUIT, "apple", PICK), (POURING, "water-bottle", TAKE)], ids=["item", "vessel"]
)
def test_what_slips_while_it_is_lifted_is_not_held(scene: Scene, thing: str, action: Action) -> None:
    with PandaWorld(scene, seed=0) as world:
        fault = At(world, "approach", lambda simulation: faults.lubricate(simulation, thing))
        outcome = world.act(action)
        check = failed(outcome)
        assert set(check) == {"holding"}, outcome.checks
        assert thing in check["holding"].expected
        assert fault.phases[-1] in ("lift", "grip")
        assert outcome.motions[-1].score <= -2.0
        world.retreat()
        assert rests(world)
        if thing == "water-bottle":
            assert stands(world, thing)
            assert world.liquids.spilled_g == 0.0
        assert where(world, thing)[2] < 0.03


def carried(scene: Scene, at: float) -> tuple[PandaWorld, Outcome, At]:
    world = PandaWorld(scene, seed=0)
    assert world.act(TAKE).succeeded
    fault = At(world, "carry", lambda simulation: faults.lubricate(simulation, "water-bottle"), at)
    return world, world.act(PUT), fault


def test_what_slips_while_it_is_carried_stops_the_arm_before_it_falls_far() -> None:
    world, outcome, fault = carried(POURING, 0.5)
    with world:
        check = failed(outcome)
        assert "holding" in check
        assert "water (water-bottle)" in check["holding"].expected
        assert outcome.motions[-1].name == "carry"
        assert "release" not in fault.phases
        assert world.simulation.belief().places.get("spare") is None
        joints = world.simulation.panda.joints()
        world.retreat()
        assert rests(world)
        assert stands(world, "beaker")
        assert np.all(np.isfinite(joints))


def test_a_good_grip_is_not_taken_for_one_that_slips() -> None:
    scene = changed(POURING, friction=0.5)
    with PandaWorld(scene, seed=0) as world:
        assert world.act(TAKE).succeeded
        assert world.act(PUT).succeeded

"""What happens by itself on a bench between actions: seldom, the same for a seed, and nothing that ends the task."""

from __future__ import annotations

import math

import pytest
from case_tables import stored

from clairify_cli.worlds.base import BY_ITSELF, Action, Obstruction, Outcome, Refusal
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.disturbed import MOST, DisturbedWorld
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Scene
from worlds.panda.faulty_bench import POURING, changed, read

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

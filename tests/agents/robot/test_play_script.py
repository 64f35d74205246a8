"""A script that is played without eyes shows what would go wrong with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")

from clairify_cli.agents.robot.play import play
from clairify_cli.worlds.base import Action
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.script.recorder import Recorder
from clairify_cli.worlds.ros.script.values import Fingers, Motion, Script, ScriptError, Treatment
from clairify_cli.worlds.scene.model import Item, KeepOut, Obstacle, Robot, Scene, Table

PANDA = profile_named("franka-ros1")
BLOCK = Item("block", "block", "block", Box((0.04, 0.04, 0.04)), Pose((0.45, -0.1, 0.0)), 40.0)
SCENE = Scene("blocks", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)), items=(BLOCK,))


@pytest.fixture(scope="module")
def run() -> tuple[Script, dict[str, Pose]]:
    with PandaWorld(SCENE, seed=2) as world, Recorder(world) as recorder:
        for name in ("pick", "place"):
            assert world.act(Action(name, ("block", "table"))).succeeded
        expected = dict(world.observe().poses)
    return recorder.script(SCENE, PANDA, 0.1), expected


def test_a_good_script_ends_where_the_run_did(run: tuple[Script, dict[str, Pose]]) -> None:
    script, expected = run
    played = play(script, SCENE, seed=0, expected=expected)
    assert played.succeeded, played
    slow = replace(script, scale=script.scale / 2)
    assert play(slow, SCENE, seed=0, expected=expected).seconds < played.seconds / 1.5


def test_the_same_seed_gives_the_same(run: tuple[Script, dict[str, Pose]]) -> None:
    script, expected = run
    assert play(script, SCENE, seed=1, expected=expected) == play(script, SCENE, seed=1, expected=expected)


def test_a_thing_that_is_not_there_is_lost(run: tuple[Script, dict[str, Pose]]) -> None:
    moved = replace(SCENE, items=(replace(BLOCK, pose=Pose((0.45, 0.1, 0.0))),))
    played = play(run[0], moved, seed=0)
    assert not played.succeeded
    assert played.lost == ("block, which (pick block table) grips",)


def test_a_grip_that_never_closes_is_noticed(run: tuple[Script, dict[str, Pose]]) -> None:
    script = run[0]
    loose = tuple(one for one in script.commands if not (isinstance(one, Fingers) and one.thing))
    played = play(replace(script, commands=loose), SCENE, seed=0)
    assert [one.split(",")[0] for one in played.lost] == ["block"]
    assert "lift of (pick block table)" in played.lost[0]


def test_what_stands_in_the_way_is_hit(run: tuple[Script, dict[str, Pose]]) -> None:
    carry = next(one for one in run[0].motions if one.name == "reach")
    assert carry.seconds > 1.0
    wall = Obstacle("wall", "wall", Box((0.3, 0.02, 0.6)), Pose((0.5, -0.05, 0.0)))
    played = play(run[0], replace(SCENE, obstacles=(wall,)), seed=0)
    assert not played.succeeded
    assert any("hit wall" in one for one in played.contacts)


def test_what_is_held_may_not_enter_a_zone_either(run: tuple[Script, dict[str, Pose]]) -> None:
    script, expected = run
    at = expected["block"].position
    zone = KeepOut("zone", "zone", (0.05, 0.05, 0.002), Pose((at[0], at[1], 0.001)))
    played = play(script, replace(SCENE, keep_out=(zone,)), seed=0)
    assert any(one.startswith("block enters the keep-out zone zone in lower") for one in played.contacts)


def test_where_things_should_have_ended_is_held_against_it(run: tuple[Script, dict[str, Pose]]) -> None:
    script, expected = run
    x, y, z = expected["block"].position
    elsewhere = {"block": Pose((x + 0.05, y, z))}
    played = play(script, SCENE, seed=0, expected=elsewhere)
    assert played.faults == ("block ended 50 mm from where the run left it",) or "mm from where" in played.faults[0]
    assert not played.succeeded


def test_it_can_be_stopped_and_a_motion_needs_a_way(run: tuple[Script, dict[str, Pose]]) -> None:
    script = run[0]
    stopped = play(script, SCENE, seed=0, stop=lambda: True)
    assert stopped.faults == ("it was stopped",) and stopped.seconds < 1.0
    good = script.motions[0]
    late = replace(good.points[-1], seconds=1e9)
    wrong: tuple[Motion, ...] = (
        replace(good, points=good.points[:1]),
        replace(good, points=good.points[::-1]),
        replace(good, points=(good.points[0], good.points[0])),
        replace(good, points=(good.points[0], late)),
    )
    for one in wrong:
        with pytest.raises(ScriptError, match="no motion that can be played"):
            play(replace(script, commands=(one,)), SCENE, seed=0)


def test_names_that_are_not_on_the_bench_do_no_harm(run: tuple[Script, dict[str, Pose]]) -> None:
    script = run[0]
    zone = KeepOut("zone", "zone", (0.05, 0.05, 0.05), Pose((-0.6, 0.5, 0.0)))
    scene = replace(SCENE, keep_out=(zone,))
    for name in ("ghost", "table", "panda", "ghost.lid"):
        odd = replace(script.motions[0], holding=name, into=name, may_touch=(name,))
        wash = Treatment("wash", odd.step, "wash", name, name)
        played = play(replace(script, commands=(wash, odd, wash)), scene, seed=0)
        assert not played.succeeded and played.lost

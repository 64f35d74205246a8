"""A scene's things in the simulator: where they are, what is hollow, what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Mesh, Pose, Sphere
from clairify_cli.worlds.panda import extra, poses
from clairify_cli.worlds.panda.simulation import lids
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.panda.skills.bench import Bench
from clairify_cli.worlds.scene.model import Item, Scene
from worlds.panda.simulated import APPLE, BEAKER, BENCH, BLOCK, BOTTLE, above, bench, beside, go, place_arm


def test_things_stay_where_the_scene_has_them() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        simulation.hold(2.0)
        for thing in BENCH.things:
            moved = simulation.pose(thing.id)[:3, 3] - thing.pose.position
            assert np.abs(moved).max() < 0.001, thing.id
        lid = simulation.pose(lids.lid_of("acid"))
        assert np.abs(lid[:3, 3] - (0.5, 0.2, 0.12 - lids.PLUG)).max() < 0.001
        assert simulation.clock == pytest.approx(2.0)


def test_a_turned_thing_has_the_pose_of_its_origin() -> None:
    turned = (0.0, 0.0, np.sin(0.3), np.cos(0.3))
    block = replace(BLOCK, pose=Pose((0.3, 0.1, 0.0), turned))
    with Simulation(bench(block), seed=0) as simulation:
        pose = simulation.pose("block")
        assert pose[:3, 3] == pytest.approx((0.3, 0.1, 0.0), abs=1e-6)
        assert pose[0, 0] == pytest.approx(np.cos(0.6))


def test_a_cup_is_hollow_and_a_lid_closes_it() -> None:
    pea = Item("pea", "pea", "ball", BLOCK.shape, Pose((0.5, -0.25, 0.25)), 5.0)
    pea = replace(pea, shape=Box((0.02, 0.02, 0.02)))
    open_cup = replace(BEAKER, pose=Pose((0.5, -0.25, 0.0)))
    with Simulation(bench(open_cup, pea), seed=0) as simulation:
        simulation.hold(1.0)
        assert simulation.pose("pea")[2, 3] < 0.03
    closed = replace(BOTTLE, pose=Pose((0.5, -0.25, 0.0)))
    with Simulation(bench(closed, pea), seed=0) as simulation:
        simulation.hold(1.0)
        x, y, z = simulation.pose("pea")[:3, 3]
        # It stays on the lid, or falls off it onto the table.
        assert z > closed.shape.height - 0.001 or np.hypot(x - 0.5, y + 0.25) > closed.shape.radius


def test_a_lid_does_not_slide_off_but_comes_off_upwards() -> None:
    with Simulation(bench(BOTTLE), seed=0) as simulation:
        lid = simulation.ids["acid.lid"]
        simulation.bullet.resetBaseVelocity(lid, (0.4, 0.0, 0.0), (0.0, 0.0, 0.0))
        simulation.hold(0.5)
        assert simulation.belief().capped == {"acid"}
        pose = simulation.pose("acid.lid")
        pose[:3, 3] += (0.0, 0.15, 0.0)
        simulation.put("acid.lid", pose)
        simulation.hold(0.5)
        assert simulation.belief().capped == frozenset()


def test_a_mesh_is_its_convex_hull(tmp_path: Path) -> None:
    file = tmp_path / "wedge.obj"
    file.write_text("v 0 0 0\nv 40 0 0\nv 0 40 0\nv 0 0 40\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    wedge = Item("wedge", "wedge", "wedge", Mesh(file, 0.001, (0.04,) * 3, 0.0), Pose((0.4, 0.1, 0.0)), 30.0)
    with Simulation(bench(wedge), seed=0) as simulation:
        simulation.hold(0.5)
        assert simulation.pose("wedge")[:3, 3] == pytest.approx((0.4, 0.1, 0.0), abs=0.002)


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    with pytest.raises(extra.RobotMissingError, match=r"needs no_such_engine.*pip install .*\[robot\]'"):
        extra.need("no_such_engine.part")


def test_nothing_is_printed_even_at_the_end() -> None:
    code = (
        "from clairify_cli.worlds.panda.simulation.simulation import Simulation\n"
        "from worlds.panda.simulated import BENCH\n"
        "with Simulation(BENCH, seed=0) as simulation:\n"
        "    simulation.hold(0.05)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_two_simulations_do_not_mix_and_end_twice() -> None:
    with Simulation(bench(APPLE), seed=0) as one, Simulation(bench(BLOCK), seed=0) as other:
        assert one.bullet.client != other.bullet.client
        assert "apple" in one.ids and "apple" not in other.ids
        one.hold(0.1)
        assert (one.steps, other.steps) == (24, 0)
        one.end()


def test_bodies_for_the_planner() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        found = Bench(BENCH).bodies(simulation.belief(), without=("apple",))
        ids = [one.id for one in found]
        assert set(ids) == {"table", "beaker", "acid", "acid.lid", "block", "bin", "hotplate"}
        assert ids.count("bin") == 5
        beaker = next(one for one in found if one.id == "beaker")
        assert isinstance(beaker.shape, Cylinder) and beaker.shape.height == 0.16
        assert beaker.shape.radius >= 0.036
        assert not any(isinstance(one.shape, Cup) for one in found)
        table = next(one for one in found if one.id == "table")
        assert isinstance(table.shape, Box)
        assert table.pose[2, 3] + table.shape.size[2] == pytest.approx(0.0)


# -------------------------------- Gripping by friction: what is held stays held, is seen, and slips when it is slippery


CUP = replace(BEAKER, pose=Pose((0.58, 0.0, 0.0)))
BALL = Item("ball", "paper ball", "paper ball", Sphere(0.022), Pose((0.45, 0.0, 0.0)), 8.0)
SQUARE = replace(BLOCK, pose=Pose((0.45, 0.0, 0.0)))
_KNOB = BOTTLE.shape.height - lids.PLUG + lids.LID_HEIGHT - lids.KNOB_HEIGHT / 2

GRIPS = [
    pytest.param(bench(CUP), "beaker", beside((0.58, 0.0, 0.1)), 0.072, id="cup of 630 g"),
    pytest.param(bench(APPLE), "apple", above((0.45, 0.0, 0.035)), 0.070, id="apple"),
    pytest.param(bench(BALL), "ball", above((0.45, 0.0, 0.022)), 0.044, id="paper ball"),
    pytest.param(bench(SQUARE), "block", above((0.45, 0.0, 0.02)), 0.040, id="block"),
    pytest.param(bench(BOTTLE), "acid.lid", above((0.5, 0.2, _KNOB)), 0.024, id="lid"),
]


@pytest.mark.parametrize(("scene", "thing", "tool", "width"), GRIPS)
def test_what_is_gripped_is_carried_without_slip(
    scene: Scene, thing: str, tool: np.ndarray[tuple[int, ...], np.dtype[np.float64]], width: float
) -> None:
    with Simulation(scene, seed=0) as simulation:
        place_arm(simulation, tool)
        assert simulation.held() is None and simulation.pads(thing) == (0, 0)
        assert simulation.close() == pytest.approx(width, abs=0.002)
        assert min(simulation.pads(thing)) > 0
        before = poses.inverse(simulation.tool()) @ simulation.pose(thing)
        lifted = poses.translation((0.0, 0.0, 0.1)) @ tool
        allowed = ("table", "acid", "beaker", "acid.lid")
        assert go(simulation, lifted, 0.3, allowed).complete
        for offset in ((-0.1, 0.15, 0.1), (0.05, -0.2, 0.08), (-0.05, 0.0, 0.12)):
            assert go(simulation, poses.translation(offset) @ tool, 1.0).contacts == ()
        held = simulation.belief().held
        assert held is not None and held.thing == thing
        assert held.width == pytest.approx(width, abs=0.002)
        after = poses.inverse(simulation.tool()) @ simulation.pose(thing)
        centre = np.array((*simulation.known()[thing].centre, 1.0))
        assert np.linalg.norm((after - before) @ centre) < 0.003
        assert poses.matrix(held.grasp) == pytest.approx(after, abs=1e-6)


def test_the_force_is_that_asked_for_up_to_the_real_hands() -> None:
    with Simulation(bench(SQUARE), seed=0) as simulation:
        place_arm(simulation, above((0.45, 0.0, 0.02)))
        for asked, expected in ((15.0, 15.0), (500.0, 70.0)):
            simulation.close(asked)
            simulation.hold(0.2)
            points = simulation.bullet.getContactPoints(simulation.panda.number, simulation.ids["block"], 9)
            assert sum(point[9] for point in points) == pytest.approx(expected, rel=0.1)


def test_the_fingers_meet_around_nothing_and_open_as_asked() -> None:
    with Simulation(bench(), seed=0) as simulation:
        assert simulation.close() == pytest.approx(0.0, abs=0.001)
        assert simulation.open(0.05) == pytest.approx(0.05, abs=0.001)
        left, right = simulation.bullet.getJointStates(simulation.panda.number, (9, 10))
        assert left[0] == pytest.approx(right[0], abs=1e-4)
        assert simulation.open() == pytest.approx(0.08, abs=0.001)

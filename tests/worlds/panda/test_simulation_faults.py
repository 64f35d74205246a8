"""What is seen of the bench, and what is seen when something goes wrong on it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import panda_faults as faults
from clairify_cli.worlds.geometry import Box, Cylinder, Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.timing import timed
from clairify_cli.worlds.panda.simulation.panda import LEFT
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Content, Obstacle
from worlds.panda.simulated import APPLE, BEAKER, BENCH, BLOCK, BOTTLE, ROBOT, above, bench, beside, go, place_arm


def test_what_is_seen_of_the_bench() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        simulation.hold(0.2)
        seen = simulation.belief()
        assert seen.joints == pytest.approx(BENCH.robot.home, abs=0.001)
        assert seen.places == {"slot1": "acid", "plate": "beaker"}
        assert set(seen.poses) == {"beaker", "acid", "acid.lid", "apple", "block"}
        assert seen.capped == {"acid"} and seen.held is None and seen.inside == {}
        assert seen.contents["beaker"] == (Content("water", 540.0),)


def test_hooks_say_what_is_in_the_vessels() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        simulation.state_of = lambda: ({"beaker": (Content("ink", 3.0),)}, {"beaker": 60.0}, 1.5)
        seen = simulation.belief()
        assert seen.contents == {"beaker": (Content("ink", 3.0),)}
        assert seen.temperatures == {"beaker": 60.0} and seen.spilled_g == 1.5


def test_what_is_in_a_bin_is_inside() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        pose = np.eye(4)
        for name, x in (("apple", 0.15), ("beaker", 0.25)):
            pose[:3, 3] = (x, 0.42, 0.01)
            simulation.put(name, pose)
        simulation.hold(1.0)
        seen = simulation.belief()
        assert seen.inside == {"apple": "bin", "beaker": "bin"}
        assert seen.places == {"slot1": "acid", "bin": "beaker"}


def test_a_thing_moved_or_removed_is_no_longer_there() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        faults.move(simulation, "beaker", (-0.2, 0.1, -0.05))
        faults.remove(simulation, "apple")
        simulation.hold(0.3)
        seen = simulation.belief()
        assert seen.places == {"slot1": "acid"}
        assert "apple" not in seen.poses and "apple" not in simulation.ids
        assert seen.poses["beaker"].position == pytest.approx((0.3, -0.15, 0.0), abs=0.002)


def test_a_vessel_knocked_over_stands_nowhere() -> None:
    with Simulation(BENCH, seed=0) as simulation:
        faults.tip_over(simulation, "beaker", towards=1.0)
        simulation.hold(1.0)
        assert "plate" not in simulation.belief().places
        assert abs(simulation.pose("beaker")[2, 2]) < 0.5


def test_an_obstacle_appears_for_the_planner_too() -> None:
    with Simulation(bench(BEAKER), seed=0) as simulation:
        faults.add_obstacle(simulation, "crate", Box((0.1, 0.1, 0.3)), Pose((0.4, 0.3, 0.0)))
        assert "crate" in simulation.belief().poses
        with pytest.raises(ValueError, match="crate"):
            faults.add_obstacle(simulation, "crate", Box((0.1, 0.1, 0.3)), Pose((0.0, 0.3, 0.0)))


# Motions in the simulator: tracking, torques, what is touched, when it stops, and repeating it to the last bit


HOME = np.array(ROBOT.home)
AWAY = HOME + np.array((0.8, 0.3, -0.2, 0.4, 0.3, -0.3, 0.5))


def test_full_speed_is_followed_closely_within_the_torques() -> None:
    with Simulation(bench(), seed=0) as simulation:
        trajectory = timed(np.array((HOME, AWAY)), 1.0)
        done = simulation.follow(trajectory)
        assert done.complete and done.stopped is None and done.contacts == ()
        assert done.error < 0.02
        assert 0.05 < simulation.health.torque < 1.0
        assert done.seconds == pytest.approx(trajectory.seconds, abs=0.01)
        assert simulation.clock == pytest.approx(done.seconds)
        simulation.hold(0.2)
        assert simulation.panda.joints() == pytest.approx(AWAY, abs=0.001)


def test_what_stands_in_the_way_is_named_and_stops_the_arm() -> None:
    post = Obstacle("post", "post", Cylinder(0.02, 0.7), Pose((0.4, 0.3, 0.0)))
    with Simulation(bench(post), seed=0) as simulation:
        place_arm(simulation, above((0.4, 0.0, 0.3)))
        done = go(simulation, above((0.3, 0.5, 0.3)), 0.3)
        assert done.stopped == "contact" and not done.complete
        assert {touch.thing for touch in done.contacts} == {"post"}
        assert all(touch.part.startswith("panda_") and touch.force > 0 for touch in done.contacts)
        where = simulation.panda.joints()
        simulation.hold(0.5)
        assert simulation.panda.joints() == pytest.approx(where, abs=0.02)


def test_what_is_held_counts_as_part_of_the_arm() -> None:
    wall = Obstacle("wall", "wall", Box((0.02, 0.3, 0.2)), Pose((0.55, 0.0, 0.0)))
    with Simulation(bench(APPLE, wall), seed=0) as simulation:
        tool = above((0.45, 0.0, 0.035))
        place_arm(simulation, tool)
        simulation.close()
        assert go(simulation, poses.translation((0.0, 0.0, 0.1)) @ tool, 0.3, ("table",)).complete
        done = go(simulation, poses.translation((0.06, 0.0, 0.1)) @ tool, 0.2)
        assert [(touch.part, touch.thing) for touch in done.contacts] == [("apple", "wall")]


def test_expected_contacts_are_not_reported() -> None:
    for allowed, touched in (((), ["block"]), (("block",), [])):
        with Simulation(bench(BLOCK), seed=0) as simulation:
            place_arm(simulation, above((0.3, -0.12, 0.03)))
            simulation.close()
            done = go(simulation, above((0.3, -0.24, 0.03)), 0.2, allowed)
            assert [touch.thing for touch in done.contacts] == touched


def test_a_watcher_and_hooks() -> None:
    with Simulation(bench(), seed=0) as simulation:
        clocks: list[float] = []
        simulation.on_step.append(lambda: clocks.append(simulation.clock))
        done = simulation.follow(timed(np.array((HOME, AWAY)), 0.5), watch=lambda: simulation.clock >= 0.1)
        assert done.stopped == "watch" and done.seconds == pytest.approx(0.1)
        assert len(clocks) == 24 and clocks == sorted(clocks)


def test_what_rests_on_a_thing_falls_when_it_is_moved_away() -> None:
    with Simulation(bench(BOTTLE), seed=0) as simulation:
        simulation.hold(4.0)  # all sleep
        faults.move(simulation, "acid", (0.0, -0.2, 0.0))
        simulation.hold(0.5)
        assert simulation.pose("acid.lid")[2, 3] < 0.02


def _script(simulation: Simulation) -> str:
    """Something of everything; the hash of all poses to the last bit."""
    tool = beside((0.5, -0.25, 0.13))
    simulation.hold(0.3)
    simulation.follow(timed(np.array((HOME, AWAY)), 1.0))
    place_arm(simulation, tool)
    simulation.close(30.0)
    go(simulation, poses.translation((-0.05, 0.1, 0.15)) @ tool, 1.0, ("hotplate",))
    return _state(simulation)


def _state(simulation: Simulation) -> str:
    values = [simulation.panda.joints().tolist(), *(simulation.pose(name).tolist() for name in simulation.known())]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def state_of_a_run() -> str:
    with Simulation(BENCH, seed=7) as simulation:
        return _script(simulation)


def test_the_same_calls_give_the_same_poses_also_in_another_process() -> None:
    once = state_of_a_run()
    assert state_of_a_run() == once
    code = "from worlds.panda.test_simulation_faults import state_of_a_run; print(state_of_a_run())"
    root = Path(__file__).parents[2]
    other = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))},
    )
    assert other.stdout.strip() == once


def test_fingers_touch_what_they_passed_through_only_once_they_are_out_of_it() -> None:
    """A thing in which a finger is when they touch again is thrown off."""
    with Simulation(bench(BLOCK), seed=0) as simulation:
        place_arm(simulation, above((0.3, -0.2, 0.03)))
        x, y, _ = simulation.bullet.getLinkState(simulation.panda.number, LEFT)[0]
        simulation.pass_through("block")
        simulation.put("block", poses.translation((x, y, 0.0)))
        assert simulation.meet() == simulation.depth("block") > 0.002
        simulation.hold(0.2)
        assert np.abs(simulation.pose("block")[:2, 3] - (x, y)).max() < 0.001
        simulation.put("block", poses.translation((x, y - 0.2, 0.0)))
        assert simulation.meet() == 0.0
        simulation.put("block", poses.translation((x, y, 0.0)))
        simulation.hold(0.2)
        assert np.abs(simulation.pose("block")[:2, 3] - (x, y)).max() > 0.001
        assert simulation.health.deepest > 0.002


def test_a_command_that_jumps_is_seen_and_one_within_the_limits_is_not() -> None:
    with Simulation(bench(), seed=0) as simulation:
        simulation.health.begin()
        simulation.follow(timed(np.array((HOME, AWAY)), 0.5))
        assert 0.2 < simulation.health.share() <= 0.5
        simulation.panda.drive((AWAY + 0.002).tolist(), [0.0] * 7)
        simulation.step()
        assert simulation.health.share() > 5.0


def test_an_emergency_stop_is_not_judged_and_what_is_commanded_before_and_after_it_is() -> None:
    """What follows from a collision is its fault alone: fingers that hit a plate are deep in it, and are jerked off."""
    plate = Obstacle("plate", "plate", Box((0.2, 0.2, 0.02)), Pose((0.4, 0.0, 0.2)))
    with Simulation(bench(plate), seed=0) as simulation:
        place_arm(simulation, above((0.4, 0.0, 0.5)))
        health, deepest = simulation.health, 0.0

        def watch() -> None:
            nonlocal deepest
            for point in simulation.bullet.getContactPoints(simulation.panda.number):
                deepest = max(deepest, -point[8])

        simulation.on_step.append(watch)
        health.begin()
        done = go(simulation, above((0.4, 0.0, 0.1)), 1.0)
        assert done.stopped == "contact" and done.contacts[0].thing == "plate"
        assert deepest > 0.002 and health.deepest == 0.0
        assert 0.2 < health.share() <= 1.0 + 1e-6
        simulation.hold(0.1)
        assert health.share() <= 1.0 + 1e-6
        simulation.panda.drive([angle + 0.002 for angle in simulation.panda.wanted], [0.0] * 7)
        simulation.step()
        assert health.share() > 5.0

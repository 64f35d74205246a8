"""What is seen of the bench, and what is seen when something goes wrong on it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import panda_faults as faults
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Content
from worlds.panda.simulated import BEAKER, BENCH, bench


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

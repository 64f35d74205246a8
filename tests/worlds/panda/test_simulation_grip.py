"""Gripping by friction: what is held stays held, is seen, and slips when it is slippery."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clairify_cli.worlds.geometry import Pose, Sphere
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.simulation import lids
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Item, Scene
from worlds.panda.simulated import APPLE, BEAKER, BLOCK, BOTTLE, above, bench, beside, go, place_arm

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

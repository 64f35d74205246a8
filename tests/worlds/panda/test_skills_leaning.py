"""What lies at the wall of a container is gripped with the hand leaning away from it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from clairify_cli.worlds.base import Action
from clairify_cli.worlds.geometry import Pose, Sphere, Tray
from clairify_cli.worlds.panda.skills import prepare
from clairify_cli.worlds.panda.skills.bench import Bench, Now
from clairify_cli.worlds.panda.skills.prepared import Grip, Move, Prepared
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.scene.model import Container, Zone
from worlds.panda.faulty_bench import APPLE, FRUIT

assert isinstance(APPLE.shape, Sphere)
WALL = 0.3
BESIDE = replace(APPLE, pose=Pose((0.45, WALL - APPLE.shape.radius - 0.001, 0.0)))
BIN = Container("bin", "bin", "bin", Tray((0.24, 0.24, 0.15), 0.005), Pose((0.45, WALL + 0.12, 0.0)))
SCENE = replace(FRUIT, items=(BESIDE,), containers=(BIN,), zones=(Zone("table", "table", (0.35, 0.0), (0.9, 1.2)),))
PICK = Action("pick", ("apple", "table"))


def test_an_apple_at_the_wall_of_a_bin_is_picked_up() -> None:
    with PandaWorld(SCENE, seed=0) as world:
        outcome = world.act(PICK)
        assert outcome.succeeded, outcome.checks
        assert world.simulation.held() == "apple"
        leans = math.degrees(math.acos(-world.simulation.tool()[2, 2]))
        assert 20.0 < leans < 45.0


def test_away_from_walls_the_hand_points_straight_down() -> None:
    with PandaWorld(replace(SCENE, items=(APPLE,)), seed=0) as world:
        belief = world.observe()
        made = prepare.prepare(Now(Bench(world.scene), belief, np.random.default_rng(0)), PICK)
        assert isinstance(made, Prepared)
        at = next(number for number, phase in enumerate(made.phases) if isinstance(phase, Grip))
        down = made.phases[at - 1]
        assert isinstance(down, Move)
        assert world.bench.arm.tool(down.path[-1])[2, 2] == pytest.approx(-1.0, abs=0.001)

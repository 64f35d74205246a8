"""Spheres and lumps in a real simulation: nothing is lost, doses come, contents move when they are stirred."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks.bench_pour import BEAKER, set_up, vessel
from clairify_cli.worlds.geometry import Cup, Pose
from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.liquids.contents import Liquids
from clairify_cli.worlds.panda.liquids.pour import Balance, pour
from clairify_cli.worlds.panda.liquids.stir import Swirling, stir
from clairify_cli.worlds.panda.simulation.simulation import Simulation
from clairify_cli.worlds.scene.model import Content, Robot, Scene, Table

Bench = tuple[Simulation, Liquids]
VIAL = Cup(0.02, 0.08, 0.004, 0.004)
ROBOT, TABLE = Robot(Pose((0.0, 0.0, 0.0))), Table((0.9, 1.2), (0.5, 0.0))


@pytest.fixture
def bench() -> Iterator[Bench]:
    vessels = (
        vessel("full", "beaker", BEAKER, (0.4, 0.2, 0.0), 200.0),
        vessel("half", "beaker", BEAKER, (0.4, -0.2, 0.0), 60.0),
        vessel("empty", "beaker", BEAKER, (0.6, 0.0, 0.0), 0.0),
    )
    with Simulation(Scene("bench", ROBOT, TABLE, vessels=vessels), seed=0) as simulation:
        yield simulation, Liquids(simulation, rng=np.random.default_rng(0))


def test_loose_contents_rest_again_and_nothing_is_lost(bench: Bench) -> None:
    simulation, liquids = bench
    assert liquids.loosen("full") > 30
    assert liquids.loosen("half", 20.0) > 30
    assert liquids.loosen("empty") == 0
    for _ in range(4):
        simulation.hold(0.1)
        assert liquids.total_g == pytest.approx(260.0, rel=1e-9)
    assert (liquids.grams("full"), liquids.grams("half")) == pytest.approx((200.0, 60.0), rel=1e-9)
    assert liquids.settle() == 0.0
    assert liquids.loose == 0 and liquids.spilled_g == 0.0
    assert liquids.grams("half") == pytest.approx(60.0, rel=1e-9)
    assert simulation.pose("full")[2, 2] > 0.999


def test_substances_keep_their_shares(bench: Bench) -> None:
    simulation, liquids = bench
    liquids.add("half", (Content("salt", 20.0, 2.1, solid=True),))
    liquids.loosen("half", 40.0)
    simulation.hold(0.2)
    liquids.settle()
    amounts = {one.substance: one.grams for one in liquids.contents("half")}
    assert amounts == pytest.approx({"water": 60.0, "salt": 20.0}, rel=1e-9)


@pytest.mark.parametrize(("degrees", "runs"), [(10.0, False), (100.0, True)])
def test_a_full_glass_spills_when_it_is_tilted_too_far(bench: Bench, degrees: float, runs: bool) -> None:
    simulation, liquids = bench
    start = poses.translation((0.4, 0.2, 0.3))
    simulation.put("full", start)
    liquids.loosen("full", real=True, count=30)
    for step in range(240):
        pose = start.copy()
        angle = math.radians(degrees * math.sin(math.pi * step / 240))
        pose[:3, :3] = poses.rotation_about(np.array([1.0, 0.0, 0.0]), angle)
        simulation.put("full", pose)
        simulation.step()
    liquids.settle()
    assert (liquids.spilled_g > 0.0) is runs
    assert liquids.grams("full") + liquids.spilled_g == pytest.approx(200.0, rel=1e-9)


def test_a_closed_vessel_and_one_that_stands_do_not(bench: Bench) -> None:
    simulation, liquids = bench
    liquids.closed.add("full")
    lying = poses.translation((0.4, 0.2, 0.04))
    lying[:3, :3] = poses.rotation_about(np.array([0.0, 1.0, 0.0]), math.radians(100.0))
    simulation.put("full", lying)
    simulation.hold(0.3)
    assert liquids.loose == 0 and liquids.spilled_g == 0.0


def test_washing_level_and_room(bench: Bench) -> None:
    _, liquids = bench
    inner = math.pi * (BEAKER.radius - BEAKER.wall) ** 2
    assert liquids.level("full") == pytest.approx(200e-6 / inner)
    assert liquids.room_ml("full") == pytest.approx(inner * 0.086 * 1e6 - 200.0)
    assert liquids.empty("full") == pytest.approx(200.0)
    assert liquids.contents("full") == () and liquids.level("full") == 0.0
    assert liquids.spilled_g == 0.0 and liquids.total_g == pytest.approx(260.0)


def test_the_display_of_a_balance_is_late_and_rounded(bench: Bench) -> None:
    simulation, liquids = bench
    balance = Balance(liquids, "half", resolution=0.1)
    assert balance.reading() == 0.0
    liquids.add("half", (Content("water", 1.234),))
    simulation.hold(0.05)
    assert balance.reading() == 0.0
    for _ in range(30):
        simulation.step()
        shown = balance.reading()
    assert shown == pytest.approx(1.2)


def test_stirring_moves_what_is_there(bench: Bench) -> None:
    simulation, liquids = bench
    done = stir(simulation, liquids, "half", rpm=300.0, seconds=600.0)
    assert done.enough and done.moved > 0.5
    assert done.spilled_g == 0.0 and done.simulated + done.skipped == pytest.approx(600.0)
    assert liquids.loose == 0 and liquids.grams("half") == pytest.approx(60.0, rel=1e-9)
    still = stir(simulation, liquids, "half", rpm=0.0, seconds=600.0)
    assert not still.enough
    assert not stir(simulation, liquids, "empty").enough


def test_a_vessel_that_stands_still_is_not_swirled(bench: Bench) -> None:
    simulation, liquids = bench
    simulation.hold(0.1)
    swirling = Swirling(liquids, "half")
    simulation.hold(0.5)
    done = swirling.end()
    assert not done.enough and done.spilled_g == 0.0 and liquids.loose == 0


def test_everything_is_poured_into_a_narrow_mouth() -> None:
    made = set_up(BEAKER, VIAL, 30.0, seed=0, already=20.0)
    with made.simulation:
        done = pour(made.simulation, made.liquids, made.arm, made.path, "source", "target", None)
        assert done.enough and done.grams + done.spilled > 29.7 and done.spilled < 0.3
        assert made.liquids.grams("target") == pytest.approx(20.0 + done.grams)


def test_what_falls_into_a_vessel_gets_not_under_it(bench: Bench) -> None:
    simulation, liquids = bench
    over = poses.translation((0.6, 0.0, 0.24))
    over[:3, :3] = poses.rotation_about(np.array([0.0, 1.0, 0.0]), math.pi)

    def stay() -> None:
        simulation.put("full", over)

    stay()
    simulation.on_step.append(stay)
    liquids.pouring.add("full")
    liquids.loosen("full", 100.0)
    simulation.hold(1.0)
    assert liquids.grams("empty") + liquids.outside_g() == pytest.approx(100.0)
    assert liquids.outside_g() < 5.0
    assert np.linalg.norm(simulation.pose("empty")[:3, 3] - (0.6, 0.0, 0.0)) < 0.001

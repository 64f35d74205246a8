"""`pytest --perturb SEED` reaches the simulations of this process and those of programs that a test starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perturb.physics import SEED, SIZE

pytest.importorskip("pybullet")

PROGRAM = """
from clairify_cli.worlds.panda.simulation.engine import STEP, Bullet
bullet = Bullet()
body = bullet.createMultiBody(1.0, bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=0.1), -1, [0.5, 0.5, 0.5])
bullet.changeDynamics(body, -1, lateralFriction=0.5)
print(bullet.getPhysicsEngineParameters()["fixedTimeStep"] / STEP)
print(bullet.getDynamicsInfo(body, -1)[1] / 0.5)
print(bullet.getBasePositionAndOrientation(body)[0][0] / 0.5)
bullet.resetBasePositionAndOrientation(body, [0.25, 0.5, 0.5], [0.0, 0.0, 0.0, 1.0])
print(bullet.getBasePositionAndOrientation(body)[0][0] / 0.25)
"""


def scales(seed: int) -> list[float]:
    """By how much the time step, a friction, a start and a pose that is set are scaled in a program."""
    folder = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": folder, SEED: str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(line) for line in done.stdout.split()]


def test_each_seed_scales_everything_by_up_to_a_millionth_of_its_own() -> None:
    found = scales(1)
    assert len(found) == 4
    assert all(0.0 < abs(scale - 1.0) <= SIZE * 1.001 for scale in found), found
    assert scales(1) == found
    assert scales(2) != found

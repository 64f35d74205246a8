"""Plans keep to a narrower range of the joints, that of another arm, where one is asked for."""

from __future__ import annotations

import numpy as np

from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.arm import inverse, paths
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm
from clairify_cli.worlds.panda.arm.surroundings import WALLS, Body, Surroundings
from clairify_cli.worlds.panda.poses import translation
from worlds.panda.simulated import above

LOW = np.array((-1.0, -1.2, -1.0, -2.6, -1.5, 0.6, -1.5))
HIGH = np.array((1.0, 1.2, 1.0, -0.5, 1.5, 3.0, 1.5))
ORIGIN = Pose((0.0, 0.0, 0.0))


def test_the_range_is_never_wider_than_that_of_the_panda() -> None:
    arm = Arm(ORIGIN, LOW - 10.0, HIGH + 10.0)
    assert np.array_equal(arm.lower, LOWER) and np.array_equal(arm.upper, UPPER)
    assert np.array_equal(Arm(ORIGIN).lower, LOWER)


def test_solutions_lines_and_paths_keep_to_it() -> None:
    narrow, whole = Arm(ORIGIN, LOW, HIGH), Arm(ORIGIN)
    wall = Body("wall", Box((0.3, 0.04, 0.35)), translation((0.5, 0.0, 0.0)))
    beyond = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        y = float(rng.uniform(0.15, 0.3))
        left, right = (above((0.45, side * y, 0.3)) for side in (1, -1))
        found = inverse.solve(narrow, left, rng=rng)
        assert found and all(np.all(q >= LOW) and np.all(q <= HIGH) for q in found)
        beyond += sum(bool(np.any(q < LOW) or np.any(q > HIGH)) for q in inverse.solve(whole, left, rng=rng))
        around = Surroundings(narrow, [wall])
        start = found[0]
        line = paths.straight(around, start, above((0.45, y, 0.2)))
        assert isinstance(line, np.ndarray)
        goals = inverse.solve(narrow, right, rng=rng)
        for upright in (None, 0.3):
            path = paths.plan(around, start, goals, rng=rng, upright=upright)
            assert path is not None
            for rows in (line, path):
                assert np.all(rows >= LOW - 1e-9) and np.all(rows <= HIGH + 1e-9)
    assert beyond > 0


def test_the_edge_of_the_workspace_stops_the_hand_and_nothing_else() -> None:
    arm = Arm(ORIGIN)
    q = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))
    everywhere = Box((3.0, 3.0, 3.0))
    pairs = Surroundings(arm, [Body(WALLS, everywhere, translation((0.0, 0.0, -1.5)))]).contacts(q)
    assert {one for one, _ in pairs} == {"panda_hand", "panda_leftfinger", "panda_rightfinger"}
    pairs = Surroundings(arm, [Body("zone", everywhere, translation((0.0, 0.0, -1.5)))]).contacts(q)
    assert {f"panda_link{number}" for number in range(1, 8)} < {one for one, _ in pairs}

from __future__ import annotations

import itertools
import math

import pytest

np = pytest.importorskip("numpy")

from benchmarks.bench_motion import collisions  # noqa: E402
from benchmarks.clutter import base, bodies, clutter  # noqa: E402
from benchmarks.panda_bullet import Bullet  # noqa: E402
from clairify_cli.worlds.geometry import Box, Cylinder, Pose  # noqa: E402
from clairify_cli.worlds.panda import poses  # noqa: E402
from clairify_cli.worlds.panda.arm import dense, inverse, lines, paths, rrt  # noqa: E402
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints  # noqa: E402
from clairify_cli.worlds.panda.arm.surroundings import WALLS, Body, Surroundings  # noqa: E402
from clairify_cli.worlds.panda.arm.upright import Upright  # noqa: E402
from worlds.panda.simulated import above  # noqa: E402

ARM = Arm(base())
HOME = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))
TABLE = Body("table", Box((1.0, 1.4, 0.04)), poses.translation((0.4, 0.0, -0.04)))


def length(path: dense.Path) -> float:
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


@pytest.mark.parametrize("seed", range(12))
def test_paths_in_clutter_are_found_and_pybullet_sees_no_collision(seed: int) -> None:
    rng = np.random.default_rng(seed)
    surroundings, start, goal = clutter(ARM, rng)
    path = paths.plan(surroundings, start, [goal], rng=rng)
    assert path is not None
    assert np.allclose(path[0], start)
    assert np.allclose(path[-1], goal)
    assert np.abs(np.diff(path, axis=0)).max() <= dense.STEP + 1e-9
    assert np.all(path >= LOWER)
    assert np.all(path <= UPPER)
    assert dense.is_free(surroundings, path)
    with Bullet(surroundings.bodies) as bullet:
        assert collisions(bullet, path) == 0


def test_the_same_seed_gives_the_same_path() -> None:
    surroundings, start, goal = clutter(ARM, np.random.default_rng(0))
    assert not rrt.motion_free(surroundings.free, start, goal)
    one, other, third = (paths.plan(surroundings, start, [goal], rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one is not None
    assert other is not None
    assert third is not None
    assert np.array_equal(one, other)
    assert one.shape != third.shape or not np.array_equal(one, third)


def test_a_free_straight_way_is_taken() -> None:
    goal = HOME + 0.2
    path = paths.plan(Surroundings(ARM, [TABLE]), HOME, [goal], rng=np.random.default_rng(0))
    assert path is not None
    assert length(path) == pytest.approx(float(np.linalg.norm(goal - HOME)))


def test_paths_are_smooth_and_shorter_than_the_search_left_them() -> None:
    shorter = 0
    for seed in range(6):
        surroundings, start, goal = clutter(ARM, np.random.default_rng(seed))
        found = rrt.connect(surroundings.arm, surroundings.free, start, [goal], seed=seed + 1, looks=80_000)
        path = paths.plan(surroundings, start, [goal], rng=np.random.default_rng(seed))
        assert found is not None
        assert path is not None
        shorter += length(path) < length(found) + 1e-9
        steps = np.diff(path, axis=0)
        steps = steps[np.linalg.norm(steps, axis=1) > 1e-6]
        directions = steps / np.linalg.norm(steps, axis=1)[:, None]
        assert max(np.linalg.norm(np.diff(directions, axis=0), axis=1), default=0.0) < 0.7
    assert shorter >= 5


def test_what_is_carried_is_kept_clear_too() -> None:
    rng = np.random.default_rng(3)
    rod = [
        Body(
            "rod",
            Cylinder(0.012, 0.3),
            poses.matrix(Pose((-0.15, 0.0, 0.0), (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)))),
        )
    ]
    wall = Body("wall", Box((0.4, 0.03, 0.45)), poses.translation((0.5, 0.0, 0.0)))
    surroundings = Surroundings(ARM, [TABLE, wall], rod, fingers=0.03)
    tools = []
    for side in (-0.3, 0.3):
        tool = np.diag((1.0, -1.0, -1.0, 1.0))
        tool[:3, 3] = (0.5, side, 0.15)
        tools.append(inverse.solve(ARM, tool, rng=rng, near=HOME, accept=surroundings.free))
    assert all(tools)
    path = paths.plan(surroundings, tools[0][0], tools[1], rng=rng)
    assert path is not None
    with Bullet([TABLE, wall], rod, 0.03) as bullet:
        assert collisions(bullet, path) == 0


@pytest.mark.parametrize("limit", [0.1, 0.26])
def test_upright_paths_never_tilt_more(limit: float) -> None:
    half = math.sqrt(0.5)
    glass = [Body("glass", Cylinder(0.03, 0.1), poses.matrix(Pose((-0.05, 0.0, 0.0), (0.0, half, 0.0, half))))]
    searched = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        surroundings = Surroundings(ARM, bodies(rng), glass, fingers=0.06)
        ends: list[list[Joints]] = []
        while len(ends) < 2:
            yaw = rng.uniform(-1.2, 1.2)
            tool = np.eye(4)
            tool[:3, 2], tool[:3, 1] = (math.cos(yaw), math.sin(yaw), 0), (-math.sin(yaw), math.cos(yaw), 0)
            tool[:3, 0] = np.cross(tool[:3, 1], tool[:3, 2])
            tool[:3, 3] = rng.uniform((0.35, -0.45, 0.08), (0.65, 0.45, 0.45))
            found = inverse.solve(ARM, tool, rng=rng, accept=surroundings.free)
            ends += [found] if found else []
        start = ends[0][0]
        path = paths.plan(surroundings, start, ends[1], rng=rng, upright=limit)
        assert path is not None
        level = ARM.tool(start)[:3, :3]
        assert max(poses.tilt(level, ARM.tool(q)[:3, :3]) for q in path) <= limit + 1e-6
        assert dense.is_free(surroundings, path)
        held = Upright(ARM, start, limit)
        searched += not any(rrt.motion_free(held.holds, start, goal) for goal in ends[1])
    assert searched > 1


def test_a_clearance_is_kept_where_start_and_goal_keep_it() -> None:
    kept = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        surroundings, start, goal = clutter(ARM, rng)
        if min(surroundings.distance(q) for q in (start, goal)) < 0.03:
            continue
        path = paths.plan(surroundings, start, [goal], rng=rng, clearance=0.02)
        if path is not None:
            kept += 1
            assert min(surroundings.distance(q) for q in path) >= 0.02
    assert kept >= 2


def test_no_path_from_or_to_a_contact_or_through_a_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    tool = ARM.tool(HOME)[:3, 3]
    ball = Body("block", Box((0.1, 0.1, 0.1)), poses.translation((tool[0], tool[1], tool[2] - 0.05)))
    surroundings = Surroundings(ARM, [ball])
    aside = HOME + np.array((1.2, 0, 0, 0, 0, 0, 0))
    assert surroundings.free(aside)
    assert paths.plan(surroundings, HOME, [aside], rng=rng) is None
    assert paths.plan(surroundings, aside, [HOME], rng=rng) is None
    assert paths.plan(surroundings, aside, [], rng=rng) is None
    shut = [
        Body("wall", Box((0.02, 3.0, 3.0)), poses.translation((0.15, 0.0, -1.0))),
    ]
    behind, before = HOME + np.array((math.pi * 0.75, 0, 0, 0, 0, 0, 0)), HOME
    closed = Surroundings(ARM, shut)
    monkeypatch.setattr(paths, "LOOKS", 4000)
    assert paths.plan(closed, behind, [before], rng=rng) is None


def test_the_tool_goes_on_a_straight_line_and_the_joints_do_not_jump() -> None:
    surroundings = Surroundings(ARM, [TABLE])
    begin = ARM.tool(HOME)
    goal = begin.copy()
    goal[:3, 3] += (0.1, 0.25, -0.2)
    goal[:3, :3] = poses.rotation_about(np.array((0.0, 0.0, 1.0)), 0.6) @ begin[:3, :3]
    path = paths.straight(surroundings, HOME, goal)
    assert not isinstance(path, paths.Blocked)
    assert np.allclose(ARM.tool(path[-1]), goal, atol=1e-3)
    assert np.abs(np.diff(path, axis=0)).max() <= lines.JUMP
    way = goal[:3, 3] - begin[:3, 3]
    for q in dense.densified(path):
        tool = ARM.tool(q)
        share = float((tool[:3, 3] - begin[:3, 3]) @ way / (way @ way))
        wanted = poses.between(begin, goal, share)
        assert np.linalg.norm(tool[:3, 3] - wanted[:3, 3]) < 1e-3
        assert np.linalg.norm(poses.turn_between(tool[:3, :3], wanted[:3, :3])) < 1e-2


def test_a_line_that_meets_something_says_where_and_what() -> None:
    goal = ARM.tool(HOME)
    tool = goal[:3, 3].copy()
    goal[:3, 3] += (0.0, 0.3, 0.0)
    wall = Body("wall", Box((0.4, 0.02, 0.6)), poses.translation((tool[0], 0.2, tool[2] - 0.3)))
    found = paths.straight(Surroundings(ARM, [wall]), HOME, goal)
    assert isinstance(found, paths.Blocked)
    assert 0.05 < found.share < 0.7
    assert {pair[1] for pair in found.by} == {"wall"}
    assert not dense.is_free(Surroundings(ARM, [wall]), np.stack((HOME, HOME + np.eye(7)[0])))


def test_a_line_out_of_reach_is_blocked_by_nothing() -> None:
    goal = ARM.tool(HOME)
    goal[0, 3] += 0.8
    found = paths.straight(Surroundings(ARM, []), HOME, goal)
    assert isinstance(found, paths.Blocked)
    assert found.by == ()
    assert found.share > 0.1
    assert "reach" in found.reason or "turn over" in found.reason


def test_where_following_fails_another_chain_of_solutions_is_found() -> None:
    chained = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        surroundings, start, _ = clutter(ARM, rng)
        begin = ARM.tool(start)
        goal = begin.copy()
        goal[:3, 3] += rng.uniform(-0.2, 0.2, 3)
        found = paths.straight(surroundings, start, goal)
        if isinstance(found, paths.Blocked):
            continue
        assert dense.is_free(surroundings, found)
        assert np.abs(np.diff(found, axis=0)).max() <= lines.JUMP + 1e-9
        way = [poses.between(begin, goal, share) for share in (0.5, 1.0)]
        followed = lines._followed(surroundings, start, lines._divided([begin, *way]))
        chained += isinstance(followed, paths.Blocked)
    assert chained > 0


def test_given_poses_are_passed_in_their_order() -> None:
    begin = ARM.tool(HOME)
    tools = []
    for angle in np.linspace(0.0, 2 * math.pi, 13):
        tool = begin.copy()
        tool[:3, 3] += 0.03 * np.array((math.cos(angle) - 1, math.sin(angle), 0.0))
        tools.append(tool)
    path = paths.cartesian(Surroundings(ARM, [TABLE]), HOME, tools)
    assert not isinstance(path, paths.Blocked)
    reached = [ARM.tool(q)[:3, 3] for q in path]
    nearest = [int(np.argmin([np.linalg.norm(tool[:3, 3] - place) for place in reached])) for tool in tools[1:-1]]
    assert all(one < other for one, other in itertools.pairwise(nearest))
    for number, tool in zip(nearest, tools[1:-1], strict=True):
        assert np.linalg.norm(reached[number] - tool[:3, 3]) < 1e-4


def test_going_nowhere_is_a_path_that_stays() -> None:
    path = paths.straight(Surroundings(ARM, []), HOME, ARM.tool(HOME))
    assert not isinstance(path, paths.Blocked)
    assert np.allclose(path, HOME)
    stay = paths.plan(Surroundings(ARM, []), HOME, [HOME], rng=np.random.default_rng(0))
    assert stay is not None
    assert np.allclose(stay, HOME)


# ---------------------------- Plans keep to a narrower range of the joints, that of another arm, where one is asked for


LOW = np.array((-1.0, -1.2, -1.0, -2.6, -1.5, 0.6, -1.5))
HIGH = np.array((1.0, 1.2, 1.0, -0.5, 1.5, 3.0, 1.5))
ORIGIN = Pose((0.0, 0.0, 0.0))


def test_the_range_is_never_wider_than_that_of_the_panda() -> None:
    arm = Arm(ORIGIN, LOW - 10.0, HIGH + 10.0)
    assert np.array_equal(arm.lower, LOWER) and np.array_equal(arm.upper, UPPER)
    assert np.array_equal(Arm(ORIGIN).lower, LOWER)


def test_solutions_lines_and_paths_keep_to_it() -> None:
    narrow, whole = Arm(ORIGIN, LOW, HIGH), Arm(ORIGIN)
    wall = Body("wall", Box((0.3, 0.04, 0.35)), poses.translation((0.5, 0.0, 0.0)))
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
    pairs = Surroundings(arm, [Body(WALLS, everywhere, poses.translation((0.0, 0.0, -1.5)))]).contacts(q)
    assert {one for one, _ in pairs} == {"panda_hand", "panda_leftfinger", "panda_rightfinger"}
    pairs = Surroundings(arm, [Body("zone", everywhere, poses.translation((0.0, 0.0, -1.5)))]).contacts(q)
    assert {f"panda_link{number}" for number in range(1, 8)} < {one for one, _ in pairs}

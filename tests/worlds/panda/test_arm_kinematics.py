from __future__ import annotations

import math
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pybullet = pytest.importorskip("pybullet")

from benchmarks.panda_bullet import Bullet  # noqa: E402
from clairify_cli.worlds.geometry import (  # noqa: E402
    Box,
    Cylinder,
    Mesh,
    Pose,
    Shape,
    Sphere,
)
from clairify_cli.worlds.panda import poses  # noqa: E402
from clairify_cli.worlds.panda.arm import (  # noqa: E402
    dense,
    hulls,
    inverse,
)
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER, Arm, Joints  # noqa: E402
from clairify_cli.worlds.panda.arm.surroundings import LINKS, MARGIN, Body, Surroundings  # noqa: E402
from clairify_cli.worlds.scene import limits  # noqa: E402

ORIGIN = Pose((0.0, 0.0, 0.0))
ELSEWHERE = Pose((0.3, -0.2, 0.1), (0.0, 0.0, math.sin(0.4), math.cos(0.4)))
HOME = np.array((0.0, -0.5, 0.0, -2.2, 0.0, 1.7, 0.7854))


def samples(number: int, seed: int = 0) -> Joints:
    found: Joints = np.random.default_rng(seed).uniform(LOWER, UPPER, (number, 7))
    return found


def test_the_tool_is_where_pybullet_has_it() -> None:
    arm = Arm(ORIGIN)
    with Bullet() as bullet:
        for q in samples(200):
            assert np.allclose(arm.tool(q), bullet.tool(q), atol=2e-6)


def test_the_fingers_open_along_the_tools_y_and_the_tool_points_out_of_the_hand() -> None:
    arm = Arm(ORIGIN)
    with Bullet(fingers=0.06) as bullet:
        tool = bullet.tool(HOME)
        left, right = (
            np.array(pybullet.getLinkState(bullet.robot, link, physicsClientId=bullet.client)[4]) for link in (9, 10)
        )
        hand = np.array(pybullet.getLinkState(bullet.robot, 8, physicsClientId=bullet.client)[4])
    assert np.allclose(left - right, 0.06 * tool[:3, 1], atol=1e-6)
    assert np.allclose(tool[:3, 3] - hand, 0.105 * tool[:3, 2], atol=1e-6)
    assert np.allclose(arm.tool(HOME)[:3, 2], (0.0, 0.0, -1.0), atol=1e-3)


def test_the_base_moves_everything_with_it() -> None:
    here, there = Arm(ORIGIN), Arm(ELSEWHERE)
    for q in samples(20):
        assert np.allclose(there.tool(q), poses.matrix(ELSEWHERE) @ here.tool(q), atol=1e-9)


@pytest.mark.parametrize("base", [ORIGIN, ELSEWHERE])
def test_the_jacobian_is_the_derivative_of_the_tool(base: Pose) -> None:
    arm, step = Arm(base), 1e-6
    for q in samples(20):
        jacobian = arm.jacobian(q)
        for joint in range(7):
            change = np.zeros(7)
            change[joint] = step
            one, other = arm.tool(q - change), arm.tool(q + change)
            assert np.allclose((other - one)[:3, 3] / (2 * step), jacobian[:3, joint], atol=1e-6)
            turn = poses.turn_between(one[:3, :3], other[:3, :3]) / (2 * step)
            assert np.allclose(turn, jacobian[3:, joint], atol=1e-6)


def test_the_limits_are_those_of_the_real_arm_and_not_of_the_urdf() -> None:
    assert Arm(ORIGIN).model.lowerPositionLimit.tolist() == list(limits.LOWER)
    assert Arm(ORIGIN).model.upperPositionLimit.tolist() == list(limits.UPPER)


@pytest.mark.parametrize("base", [ORIGIN, ELSEWHERE])
def test_poses_that_can_be_reached_are_solved_within_the_limits(base: Pose) -> None:
    arm, rng = Arm(base), np.random.default_rng(1)
    for q in samples(150, seed=2):
        tool = arm.tool(q)
        found = inverse.solve(arm, tool, rng=rng)
        assert found
        for solution in found:
            place, turn = inverse.error(arm, solution, tool)
            assert place < 1e-3
            assert turn < 1e-2
            assert np.all(solution >= LOWER)
            assert np.all(solution <= UPPER)


def test_solutions_are_sorted_by_distance_differ_and_are_as_many_as_asked() -> None:
    arm, rng = Arm(ORIGIN), np.random.default_rng(5)
    found = inverse.solve(arm, arm.tool(HOME), rng=rng, near=HOME, most=6)
    assert len(found) == 6
    distances = [float(np.linalg.norm(q - HOME)) for q in found]
    assert distances == sorted(distances)
    assert distances[0] < 1e-6
    assert min(float(np.abs(a - b).max()) for i, a in enumerate(found) for b in found[:i]) >= inverse.APART
    assert len(inverse.solve(arm, arm.tool(HOME), rng=rng, near=HOME, most=1)) == 1


def test_only_what_is_accepted_is_a_solution() -> None:
    arm, rng = Arm(ORIGIN), np.random.default_rng(6)
    found = inverse.solve(arm, arm.tool(HOME), rng=rng, accept=lambda q: bool(q[0] > 0.5))
    assert found
    assert all(q[0] > 0.5 for q in found)
    assert inverse.solve(arm, arm.tool(HOME), rng=rng, accept=lambda _: False) == []


@pytest.mark.parametrize("place", [(1.2, 0.0, 0.3), (0.0, 0.0, 0.25), (0.84, 0.0, 0.05)])
def test_what_cannot_be_reached_has_no_solution(place: tuple[float, float, float]) -> None:
    arm = Arm(ORIGIN)
    tool = arm.tool(HOME)
    tool[:3, 3] = place
    assert inverse.solve(arm, tool, rng=np.random.default_rng(7)) == []


# ------------------------------------------------------------------------------------------------ test_arm_surroundings


ARM = Arm(Pose((0.0, 0.0, 0.0)))
TABLE = Body("table", Box((1.0, 1.4, 0.04)), poses.translation((0.4, 0.0, -0.04)))


def at(x: float, y: float, z: float) -> poses.Matrix:
    return poses.translation((x, y, z))


def random_bodies(seed: int, number: int) -> list[Body]:
    rng, found = np.random.default_rng(seed), [TABLE]
    for index in range(number):
        turn = rng.normal(size=4)
        pose = Pose(tuple(rng.uniform((-0.7, -0.8, 0.0), (0.8, 0.8, 1.0))), tuple(turn / np.linalg.norm(turn)))
        shape: Shape = (
            Box(tuple(rng.uniform(0.03, 0.2, 3))),
            Cylinder(rng.uniform(0.02, 0.1), rng.uniform(0.05, 0.3)),
            Sphere(rng.uniform(0.02, 0.1)),
        )[index % 3]
        found.append(Body(f"body-{index}", shape, poses.matrix(pose)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_whatever_pybullet_sees_touching_we_see_too(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bodies = random_bodies(seed, 12)
    held = [Body("held", Cylinder(0.03, 0.1), poses.matrix(Pose((0.0, 0.0, -0.05), (0.5, 0.5, 0.1, 0.7))))]
    width = float(rng.uniform(0.0, 0.08))
    surroundings = Surroundings(ARM, bodies, held, fingers=width)
    touching = 0
    with Bullet(bodies, held, width) as bullet:
        for q in rng.uniform(LOWER, UPPER, (60, 7)):
            theirs = {pair for pair in bullet.contacts(q) if pair[0] != "panda_link0"}
            ours = set(surroundings.contacts(q))
            assert theirs <= ours
            assert surroundings.free(q) == (not ours)
            # Not far too careful either: what we add is closer than our margin and Bullet's own.
            near = bullet.contacts(q, MARGIN + 0.004)
            assert {pair for pair in ours if pair[1] not in LINKS} <= near | {("held", link) for link in LINKS}
            touching += len(theirs)
    assert touching > 10


def test_links_that_are_not_looked_at_cannot_touch() -> None:
    pairs = {frozenset(pair) for pair in Surroundings(ARM, []).pairs}
    rng = np.random.default_rng(0)
    with Bullet() as bullet:
        numbers = {name: number for number, name in bullet.links.items()}
        left = [
            (a, b)
            for i, a in enumerate(LINKS)
            for b in LINKS[i + 2 :]
            if frozenset((a, b)) not in pairs and not (a in LINKS[7:] and b in LINKS[7:])
        ]
        assert len(left) > 15
        for q in rng.uniform(LOWER, UPPER, (40, 7)):
            for one, other in left:
                assert bullet.between_links(q, numbers[one], numbers[other]) > 0, (one, other, q)


def test_the_arm_touches_itself_when_it_is_folded() -> None:
    folded = np.array((0.0, -1.7, 0.0, -3.0, 0.0, 0.0, 0.0))
    pairs = Surroundings(ARM, []).contacts(folded)
    assert pairs
    assert all(one in LINKS and other in LINKS for one, other in pairs)
    assert Surroundings(ARM, []).contacts(HOME) == ()


def test_the_distance_is_that_to_the_nearest_body() -> None:
    tool = ARM.tool(HOME)[:3, 3]
    below = Body("plate", Box((0.4, 0.4, 0.02)), at(tool[0], tool[1], tool[2] - 0.12))
    gap = Surroundings(ARM, [below]).distance(HOME)
    # The tool's point is between the pads, whose tips are some millimetres further out.
    assert 0.07 < gap < 0.10
    closer = Surroundings(ARM, [below], [Body("rod", Cylinder(0.005, 0.05), at(0, 0, 0))])
    assert closer.distance(HOME) == pytest.approx(0.05, abs=1e-3)
    assert Surroundings(ARM, []).distance(HOME) == math.inf


@pytest.mark.parametrize("clearance", [0.01, 0.05, 0.1])
def test_a_clearance_counts_what_is_nearer_than_it(clearance: float) -> None:
    rng = np.random.default_rng(2)
    surroundings = Surroundings(ARM, random_bodies(2, 8))
    free = surroundings.checker(clearance)
    seen = {True: 0, False: 0}
    for q in rng.uniform(LOWER, UPPER, (150, 7)):
        pairs = surroundings.contacts(q, clearance)
        assert free(q) == (not pairs)
        if any(pair[1] in LINKS for pair in pairs):
            continue
        distance = surroundings.distance(q)
        if abs(distance - clearance - MARGIN) > 1e-4:
            assert bool(pairs) == (distance < clearance + MARGIN)
            seen[bool(pairs)] += 1
    assert min(seen.values()) > 5


def test_pairs_that_are_closer_already_only_must_not_come_closer() -> None:
    tool = ARM.tool(HOME)[:3, 3]
    wall = Body("wall", Box((0.02, 0.6, 0.6)), at(tool[0] + 0.08, 0.0, tool[2] - 0.2))
    surroundings = Surroundings(ARM, [wall])
    gap = surroundings.distance(HOME)
    assert 0.01 < gap < 0.08
    assert not surroundings.checker(0.08)(HOME)
    relaxed = surroundings.relaxed(0.08, HOME)
    assert relaxed(HOME)
    nearer = HOME + np.array((0.0, 0.01, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert surroundings.free(nearer)
    assert not relaxed(nearer)


def test_what_is_allowed_does_not_count() -> None:
    tool = ARM.tool(HOME)[:3, 3]
    ball = Body("ball", Sphere(0.03), at(tool[0], tool[1], tool[2] - 0.03))
    met = Surroundings(ARM, [ball], fingers=0.03).contacts(HOME)
    assert set(met) == {("panda_leftfinger", "ball"), ("panda_rightfinger", "ball")}
    allowed = frozenset({("ball", "panda_leftfinger"), ("panda_rightfinger", "ball")})
    assert Surroundings(ARM, [ball], fingers=0.03, allowed=allowed).free(HOME)
    assert Surroundings(ARM, [ball], fingers=0.08).free(HOME)


def test_what_is_held_touches_the_fingers_but_not_the_table_or_the_arm() -> None:
    def held(length: float) -> Surroundings:
        rod = Body("rod", Cylinder(0.01, length), poses.matrix(Pose((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))))
        return Surroundings(ARM, [TABLE], [rod], fingers=0.02)

    tool = ARM.tool(HOME)[:3, 3]
    down = Body("rod", Cylinder(0.01, tool[2] + 0.01), at(0.0, 0.0, 0.0))
    assert Surroundings(ARM, [TABLE], [down]).contacts(HOME) == (("rod", "table"),)
    assert held(0.05).free(HOME)
    across = Body("beam", Box((1.2, 0.02, 0.02)), at(0.0, 0.0, 0.0))
    assert ("beam", "panda_link0") not in Surroundings(ARM, [], [across]).contacts(HOME)
    low = np.array((0.0, 0.4, 0.0, -2.9, 0.0, 3.3, 0.7854 + np.pi / 2))
    names = set(Surroundings(ARM, [], [across]).contacts(low))
    assert all(pair[0] == "beam" for pair in names if "beam" in pair)


def test_a_mesh_is_the_hull_of_its_points(tmp_path: Path) -> None:
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, 1)]
    obj = tmp_path / "cube.obj"
    obj.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners))
    triangles = [corners[i : i + 3] for i in range(6)]
    text = tmp_path / "text.stl"
    rows = "".join(f"facet\nouter loop\n{''.join(f'vertex {x} {y} {z}{chr(10)}' for x, y, z in t)}" for t in triangles)
    text.write_text("solid cube\n" + rows)
    binary = tmp_path / "binary.stl"
    packed = b"".join(np.array([(0, 0, 0), *t], "<f4").tobytes() + b"\0\0" for t in triangles)
    binary.write_bytes(b"\0" * 80 + np.uint32(len(triangles)).tobytes() + packed)
    tool = ARM.tool(HOME)[:3, 3]
    box = Surroundings(ARM, [Body("cube", Box((0.1, 0.1, 0.1)), at(tool[0], tool[1], tool[2] - 0.2))])
    for file in (obj, text, binary):
        assert len(hulls.points(file)) == 8
        mesh = Mesh(file, 0.1, (0.1, 0.1, 0.1), 0.0)
        same = Surroundings(ARM, [Body("cube", mesh, at(tool[0], tool[1], tool[2] - 0.2))])
        assert same.distance(HOME) == pytest.approx(box.distance(HOME), abs=1e-5)
    empty = tmp_path / "empty.obj"
    empty.write_text("# nothing\n")
    with pytest.raises(ValueError, match="no body"):
        hulls.hull(empty)


def test_densified_paths_pass_through_their_rows_in_small_steps() -> None:
    rows = np.random.default_rng(0).uniform(LOWER, UPPER, (5, 7))
    found = dense.densified(rows)
    assert np.abs(np.diff(found, axis=0)).max() <= dense.STEP + 1e-12
    for row in rows:
        assert np.abs(found - row).max(axis=1).min() < 1e-12


def test_the_score_is_the_worst_along_the_path() -> None:
    surroundings = Surroundings(ARM, [TABLE])
    goal = HOME + np.array((0.3, 0.2, 0.0, 0.3, 0.0, 0.2, 0.0))
    isotropy, clearance = dense.motion_score(surroundings, np.stack((HOME, goal)))
    rows = HOME + np.linspace(0, 1, 60)[:, None] * (goal - HOME)
    values = [np.linalg.svd(ARM.jacobian(q), compute_uv=False) for q in rows]
    assert isotropy == pytest.approx(min(value[-1] / value[0] for value in values), rel=0.02)
    assert clearance == pytest.approx(min(surroundings.distance(q) for q in rows) / limits.REACH, rel=0.02)
    assert dense.motion_score(Surroundings(ARM, []), np.stack((HOME, goal)))[1] == 1.0
    stretched = np.array((0.0, 0.0, 0.0, -0.07, 0.0, 0.07, 0.0))
    assert dense.isotropy(ARM, stretched) < 0.05 < dense.isotropy(ARM, HOME)

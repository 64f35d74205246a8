"""Amounts, the geometry of pouring and the thermal model: no simulation needed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pytest.importorskip("coal")

from clairify_cli.worlds.geometry import Cup, Pose  # noqa: E402
from clairify_cli.worlds.panda import poses  # noqa: E402
from clairify_cli.worlds.panda.liquids import amounts, thermal  # noqa: E402
from clairify_cli.worlds.panda.liquids.looks import tilted  # noqa: E402
from clairify_cli.worlds.panda.liquids.tipping import FINGER_DEPTH, FINGER_HALF, pour_poses, tilts  # noqa: E402
from clairify_cli.worlds.scene.model import Content, Device, Vessel  # noqa: E402

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.poses import Matrix as Array

BEAKER = Cup(0.035, 0.09, 0.003, 0.004)
BOTTLE = Cup(0.033, 0.12, 0.003, 0.004)
BOX = (0.2, 0.2, 0.1)

contents = st.lists(
    st.builds(
        Content,
        st.sampled_from(("water", "ethanol", "salt")),
        st.floats(0.0, 500.0),
        st.sampled_from((0.8, 1.0, 2.1)),
        st.booleans(),
    ),
    max_size=5,
).map(tuple)


@given(contents, contents)
def test_adding_keeps_mass_and_volume_and_names_each_once(one: tuple[Content, ...], two: tuple[Content, ...]) -> None:
    both = amounts.together(one, two)
    assert amounts.grams(both) == pytest.approx(amounts.grams(one) + amounts.grams(two), rel=1e-12)
    assert amounts.millilitres(both) == pytest.approx(amounts.millilitres(one) + amounts.millilitres(two), rel=1e-12)
    names = [(c.substance, c.density, c.solid) for c in both]
    assert len(names) == len(set(names))


@given(contents, st.floats(0.0, 1.0))
def test_dividing_keeps_each_substance(one: tuple[Content, ...], part: float) -> None:
    halves = amounts.together(amounts.share(one, part), amounts.share(one, 1.0 - part))
    whole = amounts.together(one)
    assert amounts.grams(halves) == pytest.approx(amounts.grams(whole), rel=1e-12, abs=1e-12)


@given(st.floats(0.02, 0.98), st.floats(2.0, 130.0))
def test_drawn_contents_keep_their_volume_under_a_level_surface(share: float, degrees: float) -> None:
    radius, length, tilt = 0.03, 0.1, math.radians(degrees)
    corners, triangles = tilted(radius, length, share, tilt)
    assert volume(corners, triangles) == pytest.approx(share * math.pi * radius**2 * length, rel=0.04, abs=2e-6)
    heights = corners @ np.array([-math.sin(tilt), 0.0, math.cos(tilt)])
    on_top = np.isclose(heights, heights.max(), atol=1e-4)
    assert on_top.sum() >= 3
    assert np.ptp(corners[on_top][:, :2], axis=0).max() > 0.005


def volume(corners: Array, triangles: list[list[int]]) -> float:
    """The volume of a convex solid, as a sum of pyramids over its triangles."""
    spokes = corners[np.array(triangles)] - corners.mean(axis=0)
    return float(np.abs(np.linalg.det(spokes)).sum() / 6)


def side_grasp(height: float, turn: float) -> Array:
    """The pose in the tool frame of a vessel that is gripped from the side, turned about its axis by `turn`."""
    grasp: Array = np.eye(4)
    upright = np.column_stack(([0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]))
    grasp[:3, :3] = upright @ poses.rotation_about(np.array([0.0, 0.0, 1.0]), turn)
    grasp[:3, 3] = -grasp[:3, 2] * height
    return grasp


@settings(max_examples=12, deadline=None)
@given(
    yaw=st.floats(-3.1, 3.1),
    turn=st.floats(-3.1, 3.1),
    direction=st.sampled_from((1, -1)),
    source=st.sampled_from((BEAKER, BOTTLE, Cup(0.02, 0.06, 0.002, 0.003))),
    target=st.sampled_from((BEAKER, BOTTLE, Cup(0.036, 0.03, 0.003, 0.003))),
    held=st.floats(0.3, 0.7),
)
def test_the_source_and_the_finger_never_enter_the_target(
    yaw: float, turn: float, direction: Literal[1, -1], source: Cup, target: Cup, held: float
) -> None:
    stands = poses.matrix(Pose((0.5, 0.1, 0.2)))
    grasp = side_grasp(held * source.height, turn)
    top = stands[2, 3] + target.height
    tools = pour_poses(source, grasp, target, stands, yaw=yaw, direction=direction)
    towards = direction * np.array([-math.sin(yaw), math.cos(yaw), 0.0])
    before = math.inf
    for tool, tilt in zip(tools, tilts(), strict=True):
        thing = tool @ grasp
        # It leans by so much, to that side, and the hand still points along the approach.
        assert thing[2, 2] == pytest.approx(math.cos(math.radians(tilt)), abs=1e-9)
        assert thing[:3, 2] @ towards == pytest.approx(math.sin(math.radians(tilt)), abs=1e-9)
        assert tool[:3, 2] == pytest.approx([math.cos(yaw), math.sin(yaw), 0.0], abs=1e-9)
        across = np.cross([0.0, 0.0, 1.0], towards)
        turned = np.column_stack([np.cross(across, thing[:3, 2]), across, thing[:3, 2]])
        lip = thing[:3, 3] + turned @ [source.radius, 0.0, source.height]
        for d, s in ((0.0, 0.0), (0.0, 0.5), (0.0, 1.0)):
            point = thing[:3, 3] + turned @ [source.radius + d, 0.0, s * source.height]
            outside(point, stands, target, top)
        for along in (-FINGER_HALF, FINGER_HALF):
            for d in (0.0, FINGER_DEPTH - 0.001):
                grip = held * source.height + along
                outside(thing[:3, 3] + turned @ [source.radius + d, 0.0, grip], stands, target, top)
        assert np.linalg.norm(lip[:2] - stands[:2, 3]) < target.radius - target.wall
        assert lip[2] <= before + 0.001
        before = lip[2]
    assert before < top + 0.05


def outside(point: Array, stands: Array, target: Cup, top: float) -> None:
    """A point is over the rim, or beside the target."""
    beside = math.hypot(*(point[:2] - stands[:2, 3])) > target.radius
    assert beside or point[2] > top


def vessel(kind: str = "beaker", mass: float = 120.0) -> Vessel:
    return Vessel("beaker-1", "beaker", kind, BEAKER, Pose((0.0, 0.0, 0.0)), 250.0, mass)


def plate(**ratings: float) -> Device:
    return Device("plate", "plate", "hotplate", BOX, Pose((0.0, 0.0, 0.0)), "plate-top", tuple(ratings.items()))


def test_the_closed_form_is_what_small_steps_give() -> None:
    beaker, water = vessel(), (Content("water", 100.0),)
    found = thermal.Body(beaker, water, plate(power=200.0), 25.0, 20.0).heated(80.0)
    assert found.reached and found.celsius == pytest.approx(80.0)
    capacity = 120.0 * 0.84 + 100.0 * 4.18
    area = 2.0 * math.pi * 0.035 * (0.09 + 0.035)
    warm, dt = 25.0, 0.05
    for _ in range(round(found.seconds / dt)):
        warm += dt * (0.6 * 200.0 - 10.0 * area * (warm - 20.0)) / capacity
    assert warm == pytest.approx(80.0, abs=0.05)


def test_more_water_takes_longer_and_more_power_less() -> None:
    water = (Content("water", 100.0),)
    base = thermal.Body(vessel(), water, plate(power=200.0), 20.0).heated(60.0).seconds
    assert thermal.Body(vessel(), amounts.share(water, 2.0), plate(power=200.0), 20.0).heated(60.0).seconds > base
    assert thermal.Body(vessel(), water, plate(power=400.0), 20.0).heated(60.0).seconds < base


def test_water_boils_and_oil_does_not() -> None:
    water, oil = (Content("water", 50.0),), (Content("silicone oil", 50.0),)
    boiled = thermal.Body(vessel(), water, plate(), 25.0).heated(140.0)
    assert not boiled.reached and boiled.celsius == pytest.approx(100.0)
    assert "boils" in boiled.remarks[0]
    assert thermal.Body(vessel(), oil, plate(), 25.0).heated(140.0).reached


def test_what_the_hotplate_cannot_do_is_said() -> None:
    water = (Content("water", 200.0),)
    weak = thermal.Body(vessel(), water, plate(power=10.0), 25.0).heated(90.0)
    assert not weak.reached and "too weak" in weak.remarks[0]
    assert weak.celsius == pytest.approx(25.0 + 6.0 / (10.0 * 2.0 * math.pi * 0.035 * 0.125), abs=1.0)
    low = thermal.Body(vessel(), (), plate(hottest=80.0), 25.0).heated(90.0)
    assert not low.reached and low.celsius == pytest.approx(80.0)


def test_cooling_in_ice_and_in_air() -> None:
    water = (Content("water", 100.0),)
    bath = Device("bath", "bath", "ice-bath", BOX, Pose((0.0, 0.0, 0.0)), "bath-top")
    ice = thermal.Body(vessel(), water, bath, 25.0).cooled(5.0)
    air = thermal.Body(vessel(), water, None, 80.0).cooled(30.0)
    assert ice.reached and air.reached and 10.0 < ice.seconds < air.seconds
    assert not thermal.Body(vessel(), water, None, 25.0).cooled(5.0).reached
    assert thermal.Body(vessel(), water, None, 80.0).kept(air.seconds) == pytest.approx(30.0, abs=1e-6)
    assert thermal.Body(vessel(), water, plate(), 80.0).kept(3600.0) == 80.0


def test_what_is_there_already_takes_no_time() -> None:
    for now in (60.0, 60.2):
        found = thermal.Body(vessel(), (Content("water", 10.0),), plate(), now).heated(60.0)
        assert found.reached and found.seconds == 0.0

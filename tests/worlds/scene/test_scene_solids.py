"""Convex parts: what fits into a cup and a tray, and that the outline is around all of them."""

from __future__ import annotations

import math

import pytest

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Solid, Sphere, Tray
from clairify_cli.worlds.scene.solids import WALLS, outline, parts


def inside(solid: Solid, x: float, y: float, z: float) -> bool:
    """Whether a point of the thing's frame is within a part."""
    px, py, pz = solid.pose.position
    turn = 2 * math.atan2(solid.pose.orientation[2], solid.pose.orientation[3])
    dx, dy = x - px, y - py
    dx, dy, dz = math.cos(turn) * dx + math.sin(turn) * dy, math.cos(turn) * dy - math.sin(turn) * dx, z - pz
    shape = solid.shape
    if isinstance(shape, Cylinder):
        return math.hypot(dx, dy) <= shape.radius and 0 <= dz <= shape.height
    assert isinstance(shape, Box)
    return abs(dx) <= shape.size[0] / 2 and abs(dy) <= shape.size[1] / 2 and 0 <= dz <= shape.size[2]


def test_a_cup_is_closed_and_has_its_inner_radius() -> None:
    cup = Cup(0.036, 0.1, 0.004, 0.005)
    solids = parts(cup)
    assert len(solids) == WALLS + 1
    inner = cup.radius - cup.wall
    for step in range(360):
        turn = math.pi * step / 180
        x, y = math.cos(turn), math.sin(turn)
        for z in (0.006, 0.05, 0.099):
            assert not any(inside(one, (inner - 1e-6) * x, (inner - 1e-6) * y, z) for one in solids)
            reach = cup.radius / math.cos(math.pi / WALLS) - inner
            through = [inner + reach * share / 20 for share in range(1, 20)]
            assert any(inside(one, r * x, r * y, z) for r in through for one in solids)
        assert any(inside(one, inner * x, inner * y, 0.002) for one in solids)
    touching = min(math.dist(one.pose.position[:2], (0, 0)) - one.shape.size[0] / 2 for one in solids[1:])
    assert touching == pytest.approx(inner)


def test_the_outline_is_around_all_parts() -> None:
    cup = Cup(0.036, 0.1, 0.004, 0.005)
    hull = outline(cup)
    assert isinstance(hull, Cylinder)
    farthest = 0.0
    for one in parts(cup)[1:]:
        assert isinstance(one.shape, Box)
        a, b, c = one.shape.size
        farthest = max(farthest, math.hypot(math.hypot(*one.pose.position[:2]) + a / 2, b / 2))
        assert one.pose.position[2] + c == pytest.approx(hull.height)
    assert farthest == pytest.approx(hull.radius)
    assert hull.radius < 0.038


def test_a_tray_is_five_boxes_that_share_no_room() -> None:
    tray = Tray((0.24, 0.2, 0.15), 0.005)
    solids = parts(tray)
    assert len(solids) == 5
    assert outline(tray) == Box((0.24, 0.2, 0.15))
    volume = sum(math.prod(one.shape.size) for one in solids if isinstance(one.shape, Box))
    assert volume == pytest.approx(0.24 * 0.2 * 0.15 - 0.23 * 0.19 * 0.145)
    assert not any(inside(one, 0.1149, 0.0949, 0.0051) for one in solids)
    for x, y in ((0.119, 0.0), (0.0, 0.099), (-0.119, 0.0), (0.0, -0.099), (0.119, 0.099)):
        assert any(inside(one, x, y, 0.149) for one in solids)


def test_other_shapes_are_their_own_part() -> None:
    for shape in (Box((0.1, 0.1, 0.1)), Sphere(0.1), Cylinder(0.1, 0.2)):
        assert outline(shape) == shape
        assert [one.shape for one in parts(shape)] == [shape]

"""Convex parts: what fits into a cup and a tray, and that the outline is around all of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Solid, Sphere, Tray
from clairify_cli.worlds.scene.printer import print_scene
from clairify_cli.worlds.scene.reader import read_scene
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


# ---------------------------------------- What is printed is read back the same, and no text makes the reader fall over


EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "scenes").glob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]


@pytest.mark.parametrize("text", [*TEXTS, *stored(__file__, "PRINTED")])
def test_what_is_printed_is_read_back_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES[0].parent)
    scene, found = read_scene(Source(text))
    assert scene is not None and found == []
    printed = print_scene(scene)
    back, found = read_scene(Source(printed))
    assert (back, found) == (scene, [])
    assert print_scene(scene) == printed


def test_meshes_are_printed_as_seen_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES[0].parents[1])
    (text,) = (one for one in TEXTS if "mesh" in one)
    scene, _ = read_scene(Source(text), Path("scenes"))
    assert scene is not None and "mesh: scenes/half-apple.obj" in print_scene(scene)


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(TEXTS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.text(max_size=4)), min_size=1, max_size=6),
)
def test_no_text_makes_the_reader_fall_over(text: str, changes: list[tuple[float, int, str]]) -> None:
    for where, length, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + length :]
    scene, found = read_scene(Source(text), EXAMPLES[0].parent)
    assert (scene is None) == any(one.is_error for one in found)
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="scene: 1\n{}[],'\"&*!#-x?|>%@\t\ufeff\0é", max_size=60))
def test_nor_does_any_other(text: str) -> None:
    read_scene(Source(text))
    read_scene(Source("scene: 1\nitems: " + text))

"""What is printed is read back the same, whatever is in a scene, and no text makes the reader fall over."""

from __future__ import annotations

import math
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.worlds.geometry import UPRIGHT, Box, Cup, Cylinder, Pose, Shape, Sphere, Tray
from clairify_cli.worlds.scene import model, sizes
from clairify_cli.worlds.scene.furniture import TABLE, basin
from clairify_cli.worlds.scene.printer import print_scene
from clairify_cli.worlds.scene.reader import read_scene

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "scenes").glob("*.yaml"))

lengths = st.floats(0.001, 0.08) | st.sampled_from([0.01, 0.036, 0.07])
printable = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
names = st.text(printable, min_size=1, max_size=12).filter(lambda text: bool(text.strip()))
colours = st.tuples(*[st.floats(0, 1)] * 4) | st.sampled_from([*sizes.COLOURS.values(), sizes.GLASS])
frictions = st.floats(0, 2) | st.just(sizes.FRICTION)
masses = st.floats(0.1, 20_000)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    made = draw(st.sampled_from([Box, Cylinder, Sphere]))
    if made is Box:
        return Box((draw(lengths), draw(lengths), draw(lengths)))
    return Cylinder(draw(lengths), draw(lengths)) if made is Cylinder else Sphere(draw(lengths))


@st.composite
def cups(draw: st.DrawFn) -> Cup:
    radius, height = draw(st.floats(0.005, 0.039)), draw(st.floats(0.02, 0.2))
    return Cup(radius, height, draw(st.floats(0.001, 0.004)), draw(st.floats(0.001, 0.01)))


def corners(at: float) -> st.SearchStrategy[tuple[float, float, float]]:
    return st.tuples(*[st.floats(at, at + 0.9)] * 3)


@st.composite
def orientations(draw: st.DrawFn) -> tuple[float, float, float, float]:
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return UPRIGHT
    if kind == 1:
        half = math.radians(draw(st.floats(-180, 180))) / 2
        return (0.0, 0.0, math.sin(half), math.cos(half))
    raw = draw(st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: math.hypot(*q) > 0.1))
    norm = math.hypot(*raw)
    return (raw[0] / norm, raw[1] / norm, raw[2] / norm, raw[3] / norm)


@st.composite
def contents(draw: st.DrawFn) -> tuple[model.Content, ...]:
    one = st.builds(model.Content, names, st.floats(0, 20), st.floats(0.8, 20) | st.just(1.0), st.booleans())
    return tuple(draw(st.lists(one, max_size=2)))


@st.composite
def scenes(draw: st.DrawFn) -> model.Scene:
    """Benches on which each thing has a field of 0.4 m for itself, high over one another where need be."""
    home = draw(st.just(model.Robot(Pose((0.0, 0.0, 0.0))).home) | st.tuples(*[st.floats(-0.07, -0.05)] * 3))
    home = home if len(home) == 7 else (home[0], home[1], home[2], -0.07 + 10 * (home[0] - 0.07), 0.0, 1.0, 0.0)
    spots = iter([(x, y) for x in (0.45, 0.3) for y in (-0.5, -0.3, -0.1, 0.1, 0.3, 0.5)])

    def pose(z: float = 0.0) -> Pose:
        x, y = next(spots)
        moved = draw(st.floats(-0.01, 0.01))
        return Pose((x + moved, y, z), draw(st.just(UPRIGHT)))

    def turned(thing: Pose) -> Pose:
        # Far enough above the table for whatever way it is turned.
        return Pose((*thing.position[:2], 0.12), draw(orientations()))

    place = model.Place("slot", draw(names | st.just("slot")), pose().position)
    kind = draw(st.sampled_from(sizes.DEVICES))
    size = draw(st.just(sizes.DEVICE_SIZES[kind]) | st.just((0.1, 0.12, 0.03)))
    device = model.Device(
        "device",
        draw(names),
        kind,
        size,
        pose(),
        draw(st.sampled_from(["device", "top"])),
        draw(st.just(sizes.DEVICE_RATINGS[kind]) | st.just((("power", 350.5), ("most", 3.25)))),
        draw(colours),
    )
    x, y, z = device.pose.position
    top = model.Place(device.top, device.name, (x, y, z + size[2]), "device")
    tray = draw(st.just(Tray((0.1, 0.12, 0.05), 0.003)) | st.just(Cup(0.05, 0.05, 0.004, 0.003)))
    container = model.Container(
        "box", draw(names), draw(st.sampled_from(sizes.CONTAINERS)), tray, pose(), draw(colours)
    )
    places = (place, top, *([basin(container)] if container.kind == "sink" else []))
    vessels = []
    for number, stands in enumerate((*places[:2], None)):
        kind = draw(st.sampled_from(sizes.VESSELS))
        capacity = draw(st.floats(60, 300))
        shape = draw(cups() | st.just(sizes.cup_for(kind, capacity)))
        vessels.append(
            model.Vessel(
                f"vessel{number}",
                draw(names),
                kind,
                shape,
                pose() if stands is None else Pose(stands.position),
                capacity,
                draw(masses | st.just(sizes.mass_for(shape))),
                draw(contents()),
                kind == "bottle" and draw(st.booleans()),
                None if stands is None else stands.id,
                draw(colours),
                draw(frictions),
            )
        )
    items = tuple(
        model.Item(f"item{n}", draw(names), draw(names | st.sampled_from(sorted(sizes.ITEMS))), draw(shapes()),
                   turned(pose()), draw(masses), draw(colours), draw(frictions))
        for n in range(2)
    )  # fmt: skip
    obstacle = model.Obstacle("obstacle", draw(names), draw(shapes()), turned(pose()), draw(colours))
    spans = st.tuples(lengths, lengths, lengths)
    kept = st.builds(Pose, st.tuples(*[st.floats(0.7, 0.9)] * 3), orientations())
    zone = model.Zone("zone", draw(names), (0.4, draw(st.floats(-0.3, 0.3))), (draw(lengths), 0.5))
    return model.Scene(
        draw(names),
        model.Robot(draw(st.just(Pose((0.0, 0.0, 0.0))) | st.just(Pose((0.01, -0.02, 0.0)))), home),
        draw(st.just(TABLE) | st.just(model.Table((1.5, 1.6), (0.3, 0.1), 0.03))),
        places,
        (zone,),
        tuple(vessels),
        items,
        (container,),
        (device,),
        (obstacle,),
        draw(st.floats(-50, 60)),
        draw(st.just(()) | st.tuples(st.builds(model.KeepOut, st.just("away"), names, spans, kept))),
        draw(st.none() | st.builds(model.Workspace, corners(0.0), corners(1.0))),
    )


def said(found: list[Diagnostic]) -> list[str]:
    return [f"{one.code} {one.message}" for one in found]


@settings(max_examples=150, deadline=None)
@given(scenes())
def test_what_is_printed_is_read_back_the_same(scene: model.Scene) -> None:
    text = print_scene(scene)
    back, found = read_scene(Source(text))
    assert back == scene, f"{said(found)}\n{text}"
    assert print_scene(back) == text


def test_examples_are_read_back_the_same() -> None:
    assert EXAMPLES
    for path in EXAMPLES:
        scene, found = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
        assert found == []
        assert scene is not None
        assert read_scene(Source(print_scene(scene, path.parent)), path.parent) == (scene, [])


TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]


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

"""The rules of scenes: first whether the text is a scene at all, then whether such a bench can be."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule


def _meant(name: str, allowed: Iterable[str]) -> str | None:
    near = nearest(name, allowed)
    return None if near is None else f"`{near}` is meant?"


@rule("RUN002", "not-a-scene", Severity.ERROR)
def not_a_scene(found: str) -> Message:
    """The text is no scene, or one of another version.

    Finds a text without `scene: 1` at its top level, by which a scene is told from other YAML.

    Wrong:
        scene: 7
        name: my bench

    Right:
        scene: 1
        name: my bench
    """
    return Message(f"{found}, where a scene begins with `scene: 1`", "write `scene: 1` on the first line")


@rule("RUN010", "unknown-place", Severity.ERROR)
def unknown_place(name: str, known: tuple[str, ...]) -> Message:
    """A thing stands at a place that is not there.

    Finds an `at` that names neither a place nor a device or sink.

    Wrong:
        vessels:
          beaker1: {capacity: 250 mL, at: slot9}

    Right:
        places:
          slot9: {at: [0.5, 0.1]}
        vessels:
          beaker1: {capacity: 250 mL, at: slot9}
    """
    there = f"the places are {listing(known)}" if known else "there are no places, devices or sinks"
    return Message(f"there is no place `{name}`", _meant(name, known) or there)


@rule("RUN011", "place-taken", Severity.ERROR)
def place_taken(one: str, place: str, other: str, first: Span) -> Message:
    """Two vessels stand at one place.

    Finds a place with more than one vessel; a place has room for one.

    Wrong:
        places:
          slot1: {at: [0.5, 0.1]}
        vessels:
          beaker1: {capacity: 250 mL, at: slot1}
          beaker2: {capacity: 250 mL, at: slot1}

    Right:
        places:
          slot1: {at: [0.5, 0.1]}
          slot2: {at: [0.5, -0.1]}
        vessels:
          beaker1: {capacity: 250 mL, at: slot1}
          beaker2: {capacity: 250 mL, at: slot2}
    """
    return Message(
        f"`{one}` is at `{place}`, where `{other}` is already",
        "a place has room for one vessel: put one of them elsewhere",
        related=(Related(f"`{other}`", first),),
    )


@rule("RUN012", "overlap", Severity.ERROR)
def overlap(one: str, other: str, first: Span | None) -> Message:
    """Two things are in one place.

    Finds things that reach into each other, and things that stand where the base of the robot is.

    Wrong:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
          block2: {kind: block, at: [0.51, 0.1]}

    Right:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
          block2: {kind: block, at: [0.6, 0.1]}
    """
    related = () if first is None else (Related(f"`{other}`", first),)
    return Message(
        f"`{one}` and `{other}` are in one place: they reach into each other", "move one of them", None, related
    )


@rule("RUN013", "out-of-reach", Severity.ERROR)
def out_of_reach(name: str, distance: float, nearest_: float, farthest: float) -> Message:
    """The arm cannot get there.

    Finds what is to be gripped, filled or put down nearer to the robot's base than the hand folds back, or farther
    than it stretches. The distance is that of the middle of a thing; of a place, of the middle of a vessel there.

    Wrong:
        items:
          block1: {kind: block, at: [0.75, 0.4]}

    Right:
        items:
          block1: {kind: block, at: [0.5, 0.3]}
    """
    side = "too near to" if distance < nearest_ else "too far from"
    return Message(
        f"`{name}` is {distance:.2f} m from the robot's base, {side} it for the arm",
        f"put it between {nearest_:.2f} m and {farthest:.2f} m from the base",
    )


@rule("RUN014", "off-the-table", Severity.ERROR)
def off_the_table(name: str, how: str) -> Message:
    """Something is not on the table.

    Finds things that stand beyond the edge of the table or reach over it, and things below its top.

    Wrong:
        table: {size: [1.0, 1.0], centre: [0.3, 0]}
        items:
          block1: {kind: block, at: [0.5, 0.6]}

    Right:
        table: {size: [1.0, 1.4], centre: [0.3, 0]}
        items:
          block1: {kind: block, at: [0.5, 0.6]}
    """
    return Message(f"`{name}` {how}", "move it, or make the table larger")


@rule("RUN015", "overfull", Severity.ERROR)
def overfull(name: str, volume: float, capacity: float) -> Message:
    """A vessel contains more than it holds.

    Finds contents whose volume, by mass and density, is more than the capacity.

    Wrong:
        vessels:
          beaker1: {capacity: 250 mL, at: [0.5, 0.1], contents: {water: 300 g}}

    Right:
        vessels:
          beaker1: {capacity: 400 mL, at: [0.5, 0.1], contents: {water: 300 g}}
    """
    return Message(
        f"`{name}` contains {volume:.0f} mL, more than its capacity of {capacity:.0f} mL",
        "take less of it, or a larger vessel",
    )


@rule("RUN016", "too-wide", Severity.WARNING)
def too_wide(name: str, width: float, most: float) -> Message:
    """A vessel is too wide for the hand.

    Finds vessels with an outer diameter of more than 74 mm, which the hand, 80 mm wide, cannot grip. One that only
    ever stands where it is may be as wide as it likes.

    Wrong:
        vessels:
          pot: {capacity: 1000 mL, at: [0.5, 0.1]}

    Right:
        vessels:
          pot: {capacity: 500 mL, at: [0.5, 0.1]}
    """
    return Message(
        f"`{name}` is {1000 * width:.0f} mm wide, and the hand grips {1000 * most:.0f} mm at most",
        "make it slimmer and taller, or let it stand where it is",
    )


@rule("RUN017", "bad-mesh", Severity.ERROR)
def bad_mesh(file: str, reason: str) -> Message:
    """The file of a mesh is missing or cannot be read.

    Finds meshes that are not there, are neither OBJ nor STL, have no points, are too large, or lie outside of the
    folder of the scene, which a scene from elsewhere has no business to read.

    Wrong:
        items:
          apple1: {mesh: ../../apple.obj, at: [0.5, 0.1]}

    Right:
        items:
          apple1: {kind: apple, at: [0.5, 0.1]}
    """
    return Message(
        f"the mesh `{file}` {reason}", "a mesh is a file .obj or .stl in the folder of the scene or below it"
    )


@rule("RUN018", "home-out-of-limits", Severity.ERROR)
def home_out_of_limits(joint: int, angle: float, low: float, high: float) -> Message:
    """The robot's home is beyond the limits of a joint.

    Finds an angle that the real arm cannot take.

    Wrong:
        robot: {home: [0, -0.5, 0, 0.5, 0, 1.7, 0.78]}

    Right:
        robot: {home: [0, -0.5, 0, -2.2, 0, 1.7, 0.78]}
    """
    return Message(
        f"joint {joint} is at {angle:.4g} rad in the robot's home, beyond its limits",
        f"joint {joint} goes from {low} to {high} rad",
    )


@rule("RUN020", "kept-away", Severity.WARNING)
def kept_away(name: str, zone: str | None) -> Message:
    """The arm may not go where something is.

    Finds what is to be gripped, filled or put down in a keep-out zone, or outside of the workspace. It can be there,
    but a plan that needs it is refused. What is looked at is the middle of a thing; of a place, that of a vessel there.

    Wrong:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
        keep-out:
          camera: {box: [0.2, 0.2, 0.5], at: [0.5, 0.15]}

    Right:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
        keep-out:
          camera: {box: [0.2, 0.2, 0.5], at: [0.5, 0.4]}
    """
    where = "outside of the workspace" if zone is None else f"in the keep-out zone `{zone}`"
    return Message(f"`{name}` is {where}, and the arm does not go there", "move it, or change where the arm may go")

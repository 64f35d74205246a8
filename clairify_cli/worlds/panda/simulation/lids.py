"""Lids of bottles: a plug that reaches into the mouth, a disc on the rim, a knob to pinch from above."""

from __future__ import annotations

from clairify_cli.worlds.geometry import Cup, Cylinder, Pose, Solid

LID = ".lid"
"""What the id of a lid ends with; before it stands that of its bottle."""

PLUG = 0.006
"""How far the plug reaches into the mouth, in m."""

PLAY = 0.0015
"""Between the plug and the wall, in m."""

DISC = 0.005
"""The thickness of the disc, in m."""

WIDER = 0.002
"""How much wider the disc's radius is than the bottle's, in m."""

KNOB_RADIUS = 0.012
KNOB_HEIGHT = 0.020
"""Of the knob, in m: what the fingers pinch."""

LID_HEIGHT = PLUG + DISC + KNOB_HEIGHT
"""From the plug's lowest point, the origin of a lid, to the top of its knob, in m."""

LID_MASS_G = 15.0

SEATED = 0.015
"""A lid closes its bottle if it is nearer than this to its seat, in m."""


def lid_of(bottle: str) -> str:
    """The id of a bottle's lid."""
    return f"{bottle}{LID}"


def seat(cup: Cup) -> Pose:
    """Where a lid sits, in the frame of its bottle."""
    return Pose((0.0, 0.0, cup.height - PLUG))


def lid_solids(cup: Cup) -> tuple[Solid, ...]:
    """The parts of the lid for a bottle of that shape: plug, disc, knob. Its origin is the middle of its bottom."""
    return (
        Solid(Cylinder(cup.radius - cup.wall - PLAY, PLUG), Pose((0.0, 0.0, 0.0))),
        Solid(Cylinder(cup.radius + WIDER, DISC), Pose((0.0, 0.0, PLUG))),
        Solid(Cylinder(KNOB_RADIUS, KNOB_HEIGHT), Pose((0.0, 0.0, PLUG + DISC))),
    )


def lid_outline(cup: Cup) -> Cylinder:
    """One cylinder around a lid."""
    return Cylinder(cup.radius + WIDER, LID_HEIGHT)

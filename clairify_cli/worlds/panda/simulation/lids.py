"""Lids of bottles: a plug that reaches into the mouth, a disc on the rim, a knob to pinch from above."""

from __future__ import annotations

from clairify_cli.worlds.geometry import Cup, Cylinder, Pose, Solid

LID = ".lid"
"""The suffix that makes a lid's id from its bottle's."""

PLUG = 0.006
"""How far the plug reaches into the mouth, in m."""

PLAY = 0.0015
"""The gap between the plug and the wall, in m."""

DISC = 0.005
"""The thickness of the disc, in m."""

WIDER = 0.002
"""How much wider the disc's radius is than the bottle's, in m."""

KNOB_RADIUS = 0.012
KNOB_HEIGHT = 0.020
"""The size of the knob, which the fingers pinch, in m."""

LID_HEIGHT = PLUG + DISC + KNOB_HEIGHT
"""The height from the plug's lowest point, the origin of a lid, to the top of its knob, in m."""

LID_MASS_G = 15.0

SEATED = 0.015
"""The largest distance (m) from its seat at which a lid closes its bottle."""


def lid_of(bottle: str) -> str:
    """Return the id of a bottle's lid."""
    return f"{bottle}{LID}"


def seat(cup: Cup) -> Pose:
    """Return the pose of a lid on its bottle, in the bottle's frame."""
    return Pose((0.0, 0.0, cup.height - PLUG))


def lid_solids(cup: Cup) -> tuple[Solid, ...]:
    """Return the parts of the lid for a bottle: plug, disc and knob. Its origin is the middle of its bottom."""
    return (
        Solid(Cylinder(cup.radius - cup.wall - PLAY, PLUG), Pose((0.0, 0.0, 0.0))),
        Solid(Cylinder(cup.radius + WIDER, DISC), Pose((0.0, 0.0, PLUG))),
        Solid(Cylinder(KNOB_RADIUS, KNOB_HEIGHT), Pose((0.0, 0.0, PLUG + DISC))),
    )


def lid_outline(cup: Cup) -> Cylinder:
    """Return one cylinder around a lid."""
    return Cylinder(cup.radius + WIDER, LID_HEIGHT)

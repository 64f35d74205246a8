"""Objects as solids for the simulator and the planner: convex parts, and one convex outline around them.

Everything is in m in the object's own frame, with the origin at the middle of its bottom.
"""

from __future__ import annotations

import math

from clairify_cli.worlds.geometry import Box, Cup, Cylinder, Pose, Shape, Solid, Tray

WALLS = 12
"""The number of flat pieces of a cup's wall."""


def parts(shape: Shape | Cup | Tray) -> tuple[Solid, ...]:
    """Return the convex parts of a shape: itself; a disc and `WALLS` boxes for a cup; bottom and four boxes for a tray.

    The boxes of a cup stand around its axis, each with its inner face at the inner radius (`radius - wall`), so a
    sphere of that radius just fits, and wide enough to leave no gap. Their outer corners are at `radius / cos(π /
    WALLS)`. The first one is in the direction of x.
    """
    if isinstance(shape, Cup):
        return _cup(shape)
    if isinstance(shape, Tray):
        return _tray(shape)
    return (Solid(shape, Pose((0.0, 0.0, 0.0))),)


def outline(shape: Shape | Cup | Tray) -> Shape:
    """Return one convex shape around a shape: a cylinder around a cup, a box around a tray."""
    if isinstance(shape, Cup):
        return Cylinder(shape.radius / math.cos(math.pi / WALLS), shape.height)
    if isinstance(shape, Tray):
        return Box(shape.size)
    return shape


def _cup(cup: Cup) -> tuple[Solid, ...]:
    width = 2 * cup.radius * math.tan(math.pi / WALLS)
    wall = Box((cup.wall, width, cup.height - cup.bottom))
    middle = cup.radius - cup.wall / 2
    solids = [Solid(Cylinder(cup.radius, cup.bottom), Pose((0.0, 0.0, 0.0)))]
    for number in range(WALLS):
        angle = 2 * math.pi * number / WALLS
        position = (middle * math.cos(angle), middle * math.sin(angle), cup.bottom)
        solids.append(Solid(wall, Pose(position, (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2)))))
    return tuple(solids)


def _tray(tray: Tray) -> tuple[Solid, ...]:
    x, y, z = tray.size
    wall, height = tray.wall, z - tray.wall
    along_x, along_y = Box((x, wall, height)), Box((wall, y - 2 * wall, height))
    return (
        Solid(Box((x, y, wall)), Pose((0.0, 0.0, 0.0))),
        Solid(along_x, Pose((0.0, (y - wall) / 2, wall))),
        Solid(along_x, Pose((0.0, (wall - y) / 2, wall))),
        Solid(along_y, Pose(((x - wall) / 2, 0.0, wall))),
        Solid(along_y, Pose(((wall - x) / 2, 0.0, wall))),
    )

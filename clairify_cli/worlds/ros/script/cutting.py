"""Cut a motion into several of limited duration: the same path, with rests in between."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np

from clairify_cli.worlds.panda.arm.timing import STEP
from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script import pace
from clairify_cli.worlds.ros.script.quintic import Curve
from clairify_cli.worlds.ros.script.values import Motion, Script

RAMP = 0.5
"""How much longer (s) a part takes, about, since it begins and ends at rest."""


def cut(script: Script, limits: JointLimits, longest: float) -> Script:
    """Return the script with no motion longer than `longest` s (more than 3 `RAMP`), within its share of the limits."""
    commands = itertools.chain.from_iterable(
        _pieces(one, limits, script.scale, longest) if isinstance(one, Motion) else (one,) for one in script.commands
    )
    return replace(script, commands=tuple(commands))


def _pieces(motion: Motion, limits: JointLimits, scale: float, longest: float) -> list[Motion]:
    if motion.seconds <= longest:
        return [motion]
    curve, count = Curve(motion.points), math.ceil(motion.seconds / (longest - RAMP))
    while True:
        edges = _edges(curve, count)
        pieces = [_piece(motion, curve, edges[n], edges[n + 1], limits, scale) for n in range(count)]
        if all(one.seconds <= longest for one in pieces):
            starts = [motion.start, *(one.end for one in pieces)]
            return [
                replace(one, points=(replace(one.points[0], positions=start), *one.points[1:]))
                for one, start in zip(pieces, starts, strict=False)
            ]
        count += 1


def _edges(curve: Curve, count: int) -> list[float]:
    """Return the times (s) that cut a motion into `count` parts: near equal parts, where the arm is slowest.

    A pour is slow while it gives its dose, so a rest there changes the vessel's tilting speed least.
    """
    whole = float(curve.times[-1])
    found = [0.0]
    for number in range(1, count):
        near = whole * (number + np.linspace(-0.2, 0.2, 41)) / count
        found.append(float(near[np.abs(curve.at(near, 1)).max(axis=1).argmin()]))
    return [*found, whole]


def _piece(motion: Motion, curve: Curve, begin: float, end: float, limits: JointLimits, scale: float) -> Motion:
    """Return the part of a motion between two times, from rest to rest."""
    rows = curve.at(np.linspace(begin, end, math.ceil((end - begin) / STEP) + 1))
    points, strays = pace.paced(rows, limits, scale, gentle=scale)
    return replace(motion, points=points, deviation=round(motion.deviation + strays, 6))

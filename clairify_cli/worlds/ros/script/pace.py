"""The pace of a robot relative to the twin: never faster, and never above the allowed share of its limits.

A motion through free space is stretched uniformly, so it stays the motion that was checked: a stretch k divides its
velocities by k, its accelerations by k² and its jerks by k³. A pour is stretched only where it is too fast, because the
poured amount depends on how long the vessel is tilted how far; its slow part, which makes the dose, is mostly slow
enough as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script.stream import STEP, Stream

MOST = 0.5
"""The largest share of the velocity limits that a robot may use."""

ROOM = 0.98
"""The share of the allowance that is used: the curve between two waypoints differs slightly from the stream."""

GENTLE = 0.5
"""The share of the acceleration and jerk limits that is used at any speed; the rest is left to the controller."""

SLOWEST = 0.01
"""The lowest velocity limit (rad/s) that is used unless `scale` asks for less; a joint that may not move at all
is left to the limit checks."""

AROUND = 24
"""How many rows before and after a fast part of a pour it is gradually slowed down and sped up."""

_ROUNDS = 60
_NONE = 1e-9
"""A velocity (rad/s) that stands in for 0, to avoid a division by zero."""

Array = NDArray[np.float64]


def paced(
    stream: Stream, limits: JointLimits, scale: float, *, evenly: bool, hand: Array | None = None
) -> tuple[Stream, float]:
    """Return a stream slow enough for a share of the velocity limits, and its stretch.

    `hand` (n,) is the speed of the hand at each row as a multiple of its limit. The stream is stretched `evenly`, or
    else only where it is too fast; the stretch is then 1.0. Raises ValueError unless `scale` is above 0 and at most
    `MOST`.
    """
    check_scale(scale)
    if len(stream.times) < 2:
        return stream, 1.0
    velocity, acceleration, jerk = _allowed(stream, limits, scale)
    if hand is not None:  # no joint may be faster than when the hand is at its limit
        velocity = np.minimum(velocity, np.abs(stream.velocities) / np.maximum(hand / ROOM, 1.0)[:, None] + _NONE)
    allowed = velocity, acceleration, jerk
    if evenly:
        stretch = max(1.0, float(_demands(stream, allowed).max()))
        return _at(stream, np.full(len(stream.times), stretch)), stretch
    return _locally(stream, allowed), 1.0


def check_scale(scale: float) -> None:
    """Raise ValueError unless a share of the velocity limits is above 0 and at most `MOST`."""
    if not 0.0 < scale <= MOST:
        raise ValueError(f"a speed scale is above 0 and at most {MOST}, not {scale}")


def fastest(limits: JointLimits, scale: float, positions: Array, velocities: Array) -> Array:
    """Return the allowed speed (rad/s) of each joint at positions (…, 7) with these velocities, at a scale.

    It is lower towards an end of the joint's range: see `JointLimits`.
    """
    most = np.broadcast_to(scale * np.array(limits.velocity), positions.shape)
    if limits.offset is None or limits.deceleration is None:
        return most
    left = np.where(velocities > 0.0, np.array(limits.upper) - positions, positions - np.array(limits.lower))
    slowed = np.sqrt(2.0 * np.array(limits.deceleration) * np.maximum(left, 0.0)) - np.array(limits.offset)
    return np.asarray(np.minimum(most, np.maximum(slowed, 0.0)))


def _allowed(stream: Stream, limits: JointLimits, scale: float) -> tuple[Array, Array, Array]:
    least = np.minimum(SLOWEST, scale * np.array(limits.velocity))
    velocity = np.maximum(fastest(limits, scale, stream.positions, stream.velocities), least)
    return ROOM * velocity, GENTLE * np.array(limits.acceleration), GENTLE * np.array(limits.jerk)


def _demands(stream: Stream, allowed: Sequence[Array]) -> Array:
    """Return the stretch (n,) that each row needs for its velocity, acceleration and jerk."""
    jerks = np.gradient(stream.accelerations, stream.times, axis=0)
    orders = enumerate(zip((stream.velocities, stream.accelerations, jerks), allowed, strict=True), 1)
    shares = [(np.abs(values) / most).max(axis=1) ** (1.0 / order) for order, (values, most) in orders]
    return np.asarray(np.max(shares, axis=0))


def _locally(stream: Stream, allowed: Sequence[Array]) -> Stream:
    """Stretch gradually where it is too fast; if slowing down is itself too sudden, slow down a longer part."""
    wanted = np.maximum(1.0, _demands(stream, allowed))
    for _ in range(_ROUNDS):
        found = _at(stream, _gradual(wanted))
        over = _demands(found, allowed)
        if float(over.max()) <= 1.0:
            return found
        wanted = wanted * np.where(over > 1.0, over * 1.02, 1.0)
    stretch = float(over.max())
    return Stream(found.times * stretch, found.positions, found.velocities / stretch, found.accelerations / stretch**2)


def _gradual(wanted: Array) -> Array:
    """Smooth the wanted stretch (n,) without falling below it: the maximum around each row, averaged."""
    wide = np.pad(wanted, 2 * AROUND, mode="edge")
    most = np.lib.stride_tricks.sliding_window_view(wide, 2 * AROUND + 1).max(axis=1)
    return np.asarray(np.lib.stride_tricks.sliding_window_view(most, 2 * AROUND + 1).mean(axis=1))


def _at(stream: Stream, stretch: Array) -> Stream:
    """Return the stream with its time stretched by a factor (n,) at each row."""
    passed = STEP * (stretch[1:] + stretch[:-1]) / 2
    times = np.concatenate(((0.0,), np.cumsum(passed)))
    rate = np.gradient(stretch, STEP)[:, None]
    stretch = stretch[:, None]
    velocities = stream.velocities / stretch
    accelerations = stream.accelerations / stretch**2 - stream.velocities * rate / stretch**3
    return Stream(times, stream.positions, velocities, accelerations)

"""The speed of a robot compared with the twin: never faster, and never above the allowed fraction of its limits.

A motion through free space is stretched as a whole: it stays the motion that was checked, only slower, so that with a
stretch k its velocities fall by k, its accelerations by k² and its jerks by k³. A pour is stretched only where it is
too fast: how much comes out depends on how long the vessel is tilted how far, and its slow part, in which the dose is
made, is mostly slow enough as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.ros.profile.values import JointLimits
from clairify_cli.worlds.ros.script.stream import STEP, Stream

MOST = 0.5
"""The largest share of the velocity limits that a robot is given."""

ROOM = 0.98
"""The share of what is allowed that is used: the curve between two waypoints is not quite the stream."""

GENTLE = 0.5
"""The share of the limits of acceleration and jerk that is used, at any speed: what is left is the controller's."""

SLOWEST = 0.01
"""Slower than this, in rad/s, nothing is made unless that is asked for: a joint that may not move at all is for the
limits to refuse."""

AROUND = 24
"""Where a pour is too fast it is slowed down so many rows before, and afterwards, gradually."""

_ROUNDS = 60
_NONE = 1e-9
"""What a joint may move (rad/s) that does not, so that shares of what is allowed are numbers."""

Array = NDArray[np.float64]


def paced(
    stream: Stream, limits: JointLimits, scale: float, *, evenly: bool, hand: Array | None = None
) -> tuple[Stream, float]:
    """A stream as slow as it must be at a share of the limits of velocity, and by how much it was stretched.

    `hand` (n,) is the speed of the hand at each row, as a multiple of the speed that it may have. Stretched
    `evenly` or, else, only where it is too fast; then 1.0 comes back. ValueError where `scale` is not above 0 and at
    most `MOST`.
    """
    check_scale(scale)
    if len(stream.times) < 2:
        return stream, 1.0
    velocity, acceleration, jerk = _allowed(stream, limits, scale)
    if hand is not None:  # stretched so that no joint is faster than this, the hand is not too fast either
        velocity = np.minimum(velocity, np.abs(stream.velocities) / np.maximum(hand / ROOM, 1.0)[:, None] + _NONE)
    allowed = velocity, acceleration, jerk
    if evenly:
        stretch = max(1.0, float(_demands(stream, allowed).max()))
        return _at(stream, np.full(len(stream.times), stretch)), stretch
    return _locally(stream, allowed), 1.0


def check_scale(scale: float) -> None:
    """Raises ValueError where a share of the velocity limits is not above 0 and at most `MOST`."""
    if not 0.0 < scale <= MOST:
        raise ValueError(f"a speed scale is above 0 and at most {MOST}, not {scale}")


def fastest(limits: JointLimits, scale: float, positions: Array, velocities: Array) -> Array:
    """How fast (rad/s) each joint may be at positions (…, 7) where it moves with such velocities, at a scale.

    Towards an end of its range it may be slower: see `JointLimits`.
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
    """(n,): by how much the time must be stretched at each row for its velocity, acceleration and jerk."""
    jerks = np.gradient(stream.accelerations, stream.times, axis=0)
    orders = enumerate(zip((stream.velocities, stream.accelerations, jerks), allowed, strict=True), 1)
    shares = [(np.abs(values) / most).max(axis=1) ** (1.0 / order) for order, (values, most) in orders]
    return np.asarray(np.max(shares, axis=0))


def _locally(stream: Stream, allowed: Sequence[Array]) -> Stream:
    """Stretched where it is too fast, gradually: where slowing down itself is too sudden, more of it is slowed down."""
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
    """(n,): nowhere less than what is wanted, and changing slowly: the most around each row, averaged."""
    wide = np.pad(wanted, 2 * AROUND, mode="edge")
    most = np.lib.stride_tricks.sliding_window_view(wide, 2 * AROUND + 1).max(axis=1)
    return np.asarray(np.lib.stride_tricks.sliding_window_view(most, 2 * AROUND + 1).mean(axis=1))


def _at(stream: Stream, stretch: Array) -> Stream:
    """The stream with its time stretched by so much at each row (n,)."""
    passed = STEP * (stretch[1:] + stretch[:-1]) / 2
    times = np.concatenate(((0.0,), np.cumsum(passed)))
    rate = np.gradient(stretch, STEP)[:, None]
    stretch = stretch[:, None]
    velocities = stream.velocities / stretch
    accelerations = stream.accelerations / stretch**2 - stream.velocities * rate / stretch**3
    return Stream(times, stream.positions, velocities, accelerations)

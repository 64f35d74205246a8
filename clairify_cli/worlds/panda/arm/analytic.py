"""Closed-form joint angles for a pose of the wrist, for given angles of joint 7, the redundant one.

Derived from the URDF's geometry. Given joint 7, the wrist's centre W is known. The shoulder S, the axis of the elbow E
and W form a triangle with two fixed sides: the law of cosines gives joint 4. The forearm is perpendicular to the axis
of joint 6 and at a known angle to the line WS, which leaves two directions; they give joints 5 and 6, and the upper
arm, whose orientation is that of the Euler angles z-y-z: joints 1, 2 and 3, in two ways. In total there are up to eight
solutions for each angle of joint 7.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER

SHOULDER = 0.333
"""The height of the arm's shoulder above its base, in m."""

UPPER_ARM = 0.316
FOREARM = 0.384
"""The distances (m) from the shoulder to the elbow and from there to the wrist's centre, along the links."""

ELBOW = 0.0825
"""The offset (m) of the elbow's axis from both links."""

WRIST = 0.088
"""The distance (m) of joint 7's axis from the wrist's centre."""

LENGTHS = (math.hypot(UPPER_ARM, ELBOW), math.hypot(FOREARM, ELBOW))
"""The straight distances (m) from the shoulder to the elbow's axis and from there to the wrist's centre."""

_BEND = math.atan2(FOREARM, -ELBOW) - math.atan2(-UPPER_ARM, -ELBOW)
"""The angle of the triangle at the elbow, from the upper arm to the forearm, at joint 4 = 0."""

_TURN = 2 * math.pi

Array = NDArray[np.float64]


def solutions(
    wrist: poses.Matrix, last: Array, lower: Array = LOWER, upper: Array = UPPER
) -> tuple[Array, NDArray[np.int64]]:
    """Return joint angles (m, 7) within limits (by default the real arm's), and which of the eight kinds (m,) each is.

    `wrist` is the pose of link 7's frame in the base's frame, including the turn by joint 7; `last` (n,) has angles of
    joint 7 in rad.
    """
    # Vectors are along the first axis, angles of joint 7 along the last, elbow and side in between.
    cosine, sine = np.cos(last), np.sin(last)
    # The frame of link 6: link 7's without the turn of joint 7, and without the quarter turn about x before it.
    x7, y7 = wrist[:3, 0, None], wrist[:3, 1, None]
    x6 = cosine * x7 - sine * y7
    z6 = sine * x7 + cosine * y7
    to_shoulder = WRIST * x6 - wrist[:3, 3, None]
    to_shoulder[2] += SHOULDER
    distance = np.sqrt(_dot(to_shoulder, to_shoulder))
    to_shoulder /= distance
    one, other = LENGTHS
    bend = (one * one + other * other - distance**2) / (2 * one * other)
    bend = np.arccos(np.where(np.abs(bend) <= 1, bend, np.nan))
    # Two directions perpendicular to joint 6's axis: one as close as possible to the line to the shoulder, one across.
    first = to_shoulder - _dot(to_shoulder, z6) * z6
    share = np.sqrt(_dot(first, first))
    safe = np.maximum(share, 1e-9)
    first /= safe
    second = _cross(z6, first)
    q4 = np.stack((bend - _BEND, _TURN - bend - _BEND))
    # The line from the wrist to the shoulder in link 4's plane: along its x, and along the forearm.
    cos4, sin4 = np.cos(q4), np.sin(q4)
    flat_x = (ELBOW - ELBOW * cos4 - UPPER_ARM * sin4) / distance
    flat_y = (ELBOW * sin4 - UPPER_ARM * cos4 - FOREARM) / distance
    cos_angle = np.where(np.abs(flat_y) <= share, flat_y / safe, np.nan)
    sin_angle = np.sqrt(1.0 - np.minimum(cos_angle * cos_angle, 1.0))
    sides = np.stack((sin_angle, -sin_angle), axis=1)
    forearm = cos_angle[:, None] * first[:, None, None] + sides * second[:, None, None]
    across = np.where(np.abs(flat_x) < 1e-9, np.nan, flat_x)[:, None]
    x4 = (to_shoulder[:, None, None] - flat_y[:, None] * forearm) / across
    z4 = _cross(x4, forearm)
    x6, z6, cos4, sin4 = x6[:, None, None], z6[:, None, None], cos4[:, None], sin4[:, None]
    q5 = np.arctan2(_dot(z6, x4), _dot(z6, z4))
    x5 = np.cos(q5) * x4 - np.sin(q5) * z4
    q6 = np.arctan2(_dot(x6, forearm), _dot(x6, x5))
    # The frame of link 3: its z is along the upper arm, its y against the elbow's axis.
    x3 = cos4 * x4[2] - sin4 * forearm[2]
    z3 = sin4 * x4 + cos4 * forearm
    q2 = np.arctan2(np.hypot(z3[0], z3[1]), z3[2])
    rows = np.empty((2, 2, 2, len(last), 7))
    for flip, sign in enumerate((1.0, -1.0)):
        rows[:, :, flip, :, 0] = np.arctan2(sign * z3[1], sign * z3[0])
        rows[:, :, flip, :, 1] = sign * q2
        rows[:, :, flip, :, 2] = np.arctan2(-sign * z4[2], -sign * x3)
    rows[..., 3] = q4[:, None, None]
    rows[..., 4] = q5[:, :, None]
    rows[..., 5] = np.where(q6 < LOWER[5], q6 + _TURN, q6)[:, :, None]
    rows[..., 6] = last
    flat = rows.reshape(-1, 7)
    # Without a solution the angles are NaN, for which every comparison is false.
    good = ((flat >= lower) & (flat <= upper)).all(axis=1)
    return flat[good], np.flatnonzero(good) // len(last)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _cross(a: Array, b: Array) -> Array:
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))

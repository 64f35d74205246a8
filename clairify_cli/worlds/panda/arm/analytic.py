"""All joint angles for a pose of the wrist in closed form, for given angles of joint 7, which is the free one.

Derived from the URDF's geometry. With joint 7 given, the wrist's centre W is known. The shoulder S, the axis of the
elbow E and W form a triangle with two fixed sides: the law of cosines gives joint 4. The forearm is at right angles to
the axis of joint 6 and at a known angle to the line WS, which leaves two directions; they give joints 5 and 6, and the
upper arm, whose orientation is that of the Euler angles z-y-z: joints 1, 2 and 3, in two ways. In all, up to eight
solutions for each angle of joint 7.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clairify_cli.worlds.panda import poses
from clairify_cli.worlds.panda.arm.kinematics import LOWER, UPPER

_SHOULDER = 0.333
_UPPER_ARM = 0.316
_ELBOW = 0.0825
_FOREARM = 0.384
_WRIST = 0.088

_LENGTHS = (math.hypot(_UPPER_ARM, _ELBOW), math.hypot(_FOREARM, _ELBOW))
_BEND = math.atan2(_FOREARM, -_ELBOW) - math.atan2(-_UPPER_ARM, -_ELBOW)
"""The angle of the triangle at the elbow, counted from the upper arm to the forearm, where joint 4 is 0."""

_TURN = 2 * math.pi

Array = NDArray[np.float64]


def solutions(wrist: poses.Matrix, last: Array) -> tuple[Array, NDArray[np.int64]]:
    """(m, 7) joint angles within the real limits, and (m,) which of the eight kinds each is of.

    `wrist` is the pose of the frame of link 7 in that of the base, with its turn by joint 7; `last` (n,) has angles of
    joint 7 in rad.
    """
    count = len(last)
    cosine, sine = np.cos(last)[:, None], np.sin(last)[:, None]
    # The frame of link 6: that of link 7 without the turn of joint 7, and without the quarter turn about x before it.
    x6 = cosine * wrist[:3, 0] - sine * wrist[:3, 1]
    z6 = sine * wrist[:3, 0] + cosine * wrist[:3, 1]
    centre = wrist[:3, 3] - _WRIST * x6
    to_shoulder = np.array((0.0, 0.0, _SHOULDER)) - centre
    distance = np.sqrt(np.einsum("ij,ij->i", to_shoulder, to_shoulder))
    to_shoulder = to_shoulder / distance[:, None]
    one, other = _LENGTHS
    bend = (one * one + other * other - distance**2) / (2 * one * other)
    bend = np.arccos(np.where(np.abs(bend) <= 1, bend, np.nan))
    found: list[Array] = []
    kinds: list[NDArray[np.int64]] = []
    # Two directions at right angles to joint 6's axis: as far as can be along the line to the shoulder, and across.
    along = np.einsum("ij,ij->i", to_shoulder, z6)[:, None]
    first = to_shoulder - along * z6
    share = np.sqrt(np.einsum("ij,ij->i", first, first))
    first = first / np.maximum(share, 1e-9)[:, None]
    second = np.cross(z6, first)
    for elbow, q4 in enumerate((bend - _BEND, _TURN - bend - _BEND)):
        usable = (q4 >= LOWER[3]) & (q4 <= UPPER[3])
        if not usable.any():
            continue
        # The line from the wrist to the shoulder in the plane of link 4: along its x, and along the forearm.
        cos4, sin4 = np.cos(q4), np.sin(q4)
        flat = np.stack((-_ELBOW * cos4 - _UPPER_ARM * sin4 + _ELBOW, _ELBOW * sin4 - _UPPER_ARM * cos4 - _FOREARM), 1)
        flat /= distance[:, None]
        angle = np.arccos(np.where(np.abs(flat[:, 1]) <= share, flat[:, 1] / np.maximum(share, 1e-9), np.nan))
        for side, turn in enumerate((angle, -angle)):
            forearm = np.cos(turn)[:, None] * first + np.sin(turn)[:, None] * second
            x4 = (to_shoulder - flat[:, 1:] * forearm) / np.where(np.abs(flat[:, :1]) < 1e-9, np.nan, flat[:, :1])
            z4 = np.cross(x4, forearm)
            q5 = np.arctan2(np.einsum("ij,ij->i", z6, x4), np.einsum("ij,ij->i", z6, z4))
            x5 = np.cos(q5)[:, None] * x4 - np.sin(q5)[:, None] * z4
            q6 = np.arctan2(np.einsum("ij,ij->i", x6, forearm), np.einsum("ij,ij->i", x6, x5))
            q6 = np.where(q6 < LOWER[5], q6 + _TURN, q6)
            # The frame of link 3: its z is along the upper arm, its y against the elbow's axis.
            x3 = cos4[:, None] * x4 - sin4[:, None] * forearm
            z3 = sin4[:, None] * x4 + cos4[:, None] * forearm
            y3 = -z4
            q2 = np.arctan2(np.hypot(z3[:, 0], z3[:, 1]), z3[:, 2])
            for flip, sign in enumerate((1.0, -1.0)):
                q1 = np.arctan2(sign * z3[:, 1], sign * z3[:, 0])
                q3 = np.arctan2(sign * y3[:, 2], -sign * x3[:, 2])
                rows = np.stack((q1, sign * q2, q3, q4, q5, q6, last), axis=1)
                with np.errstate(invalid="ignore"):
                    good = np.all((rows >= LOWER) & (rows <= UPPER), axis=1)
                found.append(rows[good])
                kinds.append(np.full(int(good.sum()), 4 * elbow + 2 * side + flip, dtype=np.int64))
    if not found or not count:
        return np.empty((0, 7)), np.empty(0, dtype=np.int64)
    return np.concatenate(found), np.concatenate(kinds)

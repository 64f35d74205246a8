"""Poses as 4x4 matrices, and conversion from and to `Pose`: a 3x3 rotation, and a position (m) as last column."""

from __future__ import annotations

import math

import numpy as np
import pinocchio
from numpy.typing import NDArray

from clairify_cli.worlds.geometry import Pose, Quaternion, Vector

Matrix = NDArray[np.float64]
"""(4, 4): a rigid transformation."""


def matrix(pose: Pose) -> Matrix:
    """Return the pose as a 4x4 matrix; the quaternion (x, y, z, w) need not have length 1."""
    turn = pinocchio.Quaternion(*pose.orientation[3:], *pose.orientation[:3]).normalized()
    return np.asarray(pinocchio.SE3(turn, np.array(pose.position)).homogeneous)


def quaternion(rotation: NDArray[np.float64]) -> Quaternion:
    """Return the unit quaternion (x, y, z, w), w ≥ 0, of a 3x3 rotation."""
    x, y, z, w = pinocchio.Quaternion(np.ascontiguousarray(rotation)).normalized().coeffs().tolist()
    return (x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w)


def pose_of(transformation: Matrix) -> Pose:
    """Return the pose of a 4x4 matrix."""
    x, y, z = (float(value) for value in transformation[:3, 3])
    return Pose((x, y, z), quaternion(transformation[:3, :3]))


def inverse(transformation: Matrix) -> Matrix:
    """Return the inverse of a rigid transformation."""
    result = np.eye(4)
    result[:3, :3] = transformation[:3, :3].T
    result[:3, 3] = -transformation[:3, :3].T @ transformation[:3, 3]
    return result


def translation(offset: Vector) -> Matrix:
    """Return the translation by `offset` m."""
    result = np.eye(4)
    result[:3, 3] = offset
    return result


def rotation_about(axis: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """Return the 3x3 rotation by `angle` rad about an axis, a unit vector (3,)."""
    return np.asarray(pinocchio.exp3(angle * axis))


def turn_between(start: NDArray[np.float64], goal: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rotation vector (3,) in rad, in the world's frame, that turns the 3x3 rotation `start` into `goal`."""
    return np.asarray(pinocchio.log3(goal @ start.T))


def between(start: Matrix, goal: Matrix, share: float) -> Matrix:
    """Interpolate poses at a share from 0 to 1: positions on a line, orientations on the shortest arc (slerp)."""
    result = np.eye(4)
    result[:3, :3] = pinocchio.exp3(share * turn_between(start[:3, :3], goal[:3, :3])) @ start[:3, :3]
    result[:3, 3] = start[:3, 3] + share * (goal[:3, 3] - start[:3, 3])
    return result


def tilt(start: NDArray[np.float64], rotation: NDArray[np.float64]) -> float:
    """Return the tilt (rad), at `rotation` (3x3), of the vertical that was fixed to a frame at `start` (3x3).

    Turning about the vertical is not a tilt.
    """
    up = rotation @ start.T[:, 2]
    return math.acos(min(1.0, max(-1.0, float(up[2]))))

"""The limits of the real Panda, by joint from 1 to 7, and of its hand.

From Franka Emika's "Robot and interface specifications" (Control Parameters, Franka Emika Robot). PyBullet's URDF
allows more for joints 2, 4 and 6 than the arm does.
"""

from __future__ import annotations

LOWER = (-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973)
UPPER = (2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973)
"""Joint angles in rad."""

VELOCITY = (2.1750, 2.1750, 2.1750, 2.1750, 2.6100, 2.6100, 2.6100)
"""rad/s"""

ACCELERATION = (15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0)
"""rad/s²"""

JERK = (7500.0, 3750.0, 5000.0, 6250.0, 7500.0, 10000.0, 10000.0)
"""rad/s³"""

TORQUE = (87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0)
"""Nm"""

WIDEST = 0.08
"""The largest opening of the fingers, in m."""

GRIP_FORCE = 70.0
"""The largest grip force of the hand, in N."""

PAYLOAD_G = 3000.0
"""The largest payload of the arm, in g."""

REACH = 0.855
"""The radius of the workspace, in m."""

HOTTEST = 60.0
"""The highest temperature (°C) of a gripped object; our choice, not the manufacturer's."""

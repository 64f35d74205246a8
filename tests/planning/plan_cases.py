"""Domains and problems that the cases of plans are held against."""

from __future__ import annotations

from case_tables import stored

GRIPPER = stored(__file__, "GRIPPER")

TWO_BALLS = stored(__file__, "TWO_BALLS")

FUEL = stored(__file__, "FUEL")

ONE_TRUCK = stored(__file__, "ONE_TRUCK")

COSTLY = TWO_BALLS.rstrip()[:-1] + "\n  (:metric minimize (total-cost)))\n"

TASKS = {"gripper": (GRIPPER, TWO_BALLS), "costly": (GRIPPER, COSTLY), "fuel": (FUEL, ONE_TRUCK)}

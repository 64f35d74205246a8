"""Domains and problems that the cases of plans are held against."""

from __future__ import annotations

from case_tables import stored

GRIPPER = stored(__file__, "GRIPPER")

TWO_BALLS = """\
(define (problem two-balls)
  (:domain gripper)
  (:objects room-a room-b - room ball1 ball2 - ball left right - hand)
  (:init (at-robby room-a) (at ball1 room-a) (at ball2 room-a) (free left) (free right))
  (:goal (at ball1 room-b)))
"""

FUEL = stored(__file__, "FUEL")

ONE_TRUCK = """\
(define (problem one-truck)
  (:domain fuel)
  (:objects t1 - truck depot mill shop - place)
  (:init (at t1 depot) (road depot mill) (road mill shop) (= (fuel t1) 5) (= (way depot mill) 3) (= (way mill shop) 3)
    (washed t1) (= (spent) 0))
  (:goal (and (at t1 shop) (not (dirty t1)))))
"""

COSTLY = TWO_BALLS.rstrip()[:-1] + "\n  (:metric minimize (total-cost)))\n"

TASKS = {"gripper": (GRIPPER, TWO_BALLS), "costly": (GRIPPER, COSTLY), "fuel": (FUEL, ONE_TRUCK)}

(define (problem ZTRAVEL-2-3)
  (:domain zeno-travel)
  (:objects plane1 plane2 - aircraft person1 person2 person3 - person city0 city1 city2 - city
    fl0 fl1 fl2 fl3 - flevel)
  (:init (at plane1 city1) (fuel-level plane1 fl2) (at plane2 city0) (fuel-level plane2 fl3) (at person1 city2)
    (at person2 city1) (at person3 city2) (next fl0 fl1) (next fl1 fl2) (next fl2 fl3))
  (:goal (and)))

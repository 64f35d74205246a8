(define (problem spanner-3)
  (:domain spanner)
  (:objects bob - man spanner1 spanner2 spanner3 - spanner nut1 nut2 nut3 - nut
    shed location1 location2 gate - location)
  (:init (at bob shed) (at spanner1 location1) (useable spanner1) (at spanner2 location1) (useable spanner2)
    (at spanner3 location2) (useable spanner3) (loose nut1) (at nut1 gate) (loose nut2) (at nut2 gate) (loose nut3)
    (at nut3 gate) (link shed location1) (link location1 location2) (link location2 gate))
  (:goal (and)))

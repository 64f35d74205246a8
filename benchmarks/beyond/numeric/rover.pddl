; A rover has energy that its panels restore in the sun; the goals are negative, numeric and propositional.
(define (domain rover-energy)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents)
  (:types waypoint)
  (:predicates (at ?w - waypoint) (sunny ?w - waypoint) (sampled ?w - waypoint) (full) (near ?a ?b - waypoint))
  (:functions (energy))
  (:action go
    :parameters (?a ?b - waypoint)
    :precondition (and (at ?a) (near ?a ?b) (>= (energy) 8))
    :effect (and (not (at ?a)) (at ?b) (decrease (energy) 8)))
  (:action recharge
    :parameters (?w - waypoint)
    :precondition (and (at ?w) (sunny ?w) (<= (energy) 80))
    :effect (increase (energy) 20))
  (:action sample
    :parameters (?w - waypoint)
    :precondition (and (at ?w) (not (full)) (>= (energy) 3))
    :effect (and (sampled ?w) (full) (decrease (energy) 3)))
  (:action drop
    :parameters ()
    :precondition (full)
    :effect (not (full))))

(define (problem rover-energy-1)
  (:domain rover-energy)
  (:objects w1 w2 w3 - waypoint)
  (:init (at w1) (sunny w2) (near w1 w2) (near w2 w3) (near w3 w2) (near w2 w1) (= (energy) 9))
  (:goal (and (sampled w3) (sampled w1) (not (full)) (>= (energy) 5))))

; Deadlines, closing windows and a metric with a weight.
(define (domain airport)
  (:requirements :typing :durative-actions :timed-initial-literals :negative-preconditions)
  (:types plane gate)
  (:predicates (docked ?p - plane ?g - gate) (taken ?g - gate) (serviced ?p - plane) (airborne ?p - plane) (runway)
    (curfew))
  (:durative-action service
    :parameters (?p - plane ?g - gate)
    :duration (= ?duration 25)
    :condition (over all (docked ?p ?g))
    :effect (at end (serviced ?p)))
  (:durative-action take-off
    :parameters (?p - plane ?g - gate)
    :duration (= ?duration 7)
    :condition (and (at start (docked ?p ?g)) (at start (serviced ?p)) (at start (runway)) (over all (not (curfew))))
    :effect (and (at start (not (docked ?p ?g))) (at start (not (taken ?g))) (at start (not (runway)))
      (at end (runway)) (at end (airborne ?p)))))

(define (problem airport-2)
  (:domain airport)
  (:objects p1 p2 - plane g1 g2 - gate)
  (:init (docked p1 g1) (docked p2 g2) (taken g1) (taken g2) (runway) (at 45 (curfew)))
  (:goal (and (airborne p1) (airborne p2)))
  (:metric minimize (* 2 (total-time))))

; Sledges carry supplies from camp to camp; a road of steps with a cost to minimise.
(define (domain expedition)
  (:requirements :typing :fluents)
  (:types sledge camp)
  (:predicates (at ?s - sledge ?c - camp) (next ?a ?b - camp))
  (:functions (load ?s - sledge) (most ?s - sledge) (depot ?c - camp) (days))
  (:action forward
    :parameters (?s - sledge ?a ?b - camp)
    :precondition (and (at ?s ?a) (next ?a ?b) (>= (load ?s) 1))
    :effect (and (not (at ?s ?a)) (at ?s ?b) (decrease (load ?s) 1) (increase (days) 1)))
  (:action back
    :parameters (?s - sledge ?a ?b - camp)
    :precondition (and (at ?s ?b) (next ?a ?b) (>= (load ?s) 1))
    :effect (and (not (at ?s ?b)) (at ?s ?a) (decrease (load ?s) 1) (increase (days) 1)))
  (:action store
    :parameters (?s - sledge ?c - camp)
    :precondition (and (at ?s ?c) (>= (load ?s) 1))
    :effect (and (decrease (load ?s) 1) (increase (depot ?c) 1)))
  (:action fetch
    :parameters (?s - sledge ?c - camp)
    :precondition (and (at ?s ?c) (>= (depot ?c) 1) (< (load ?s) (most ?s)))
    :effect (and (increase (load ?s) 1) (decrease (depot ?c) 1))))

(define (problem expedition-1)
  (:domain expedition)
  (:objects s - sledge c0 c1 c2 c3 - camp)
  (:init (at s c0) (next c0 c1) (next c1 c2) (next c2 c3) (= (load s) 0) (= (most s) 3)
    (= (depot c0) 12) (= (depot c1) 0) (= (depot c2) 0) (= (depot c3) 0) (= (days) 0))
  (:goal (and (at s c3) (>= (depot c1) 1)))
  (:metric minimize (days)))

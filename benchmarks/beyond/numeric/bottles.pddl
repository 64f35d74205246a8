; Effects that depend on conditions, and quantified goals over numbers.
(define (domain bottles)
  (:requirements :adl :numeric-fluents)
  (:types bottle)
  (:predicates (labelled ?b - bottle) (capped ?b - bottle))
  (:functions (level ?b - bottle) (reserve))
  (:action dose
    :parameters (?b - bottle)
    :precondition (and (not (capped ?b)) (>= (reserve) 10))
    :effect (and (increase (level ?b) 10) (decrease (reserve) 10)))
  (:action seal
    :parameters (?b - bottle)
    :precondition (>= (level ?b) 20)
    :effect (and (capped ?b) (when (= (level ?b) 20) (labelled ?b)))))

(define (problem bottles-2)
  (:domain bottles)
  (:objects b1 b2 - bottle)
  (:init (= (level b1) 0) (= (level b2) 10) (= (reserve) 35))
  (:goal (and (forall (?b - bottle) (and (capped ?b) (labelled ?b))) (>= (reserve) 5))))

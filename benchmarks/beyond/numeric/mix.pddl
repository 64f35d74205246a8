; Solutions are mixed to a ratio: products and quotients by constants in conditions and effects.
(define (domain mix)
  (:requirements :typing :numeric-fluents)
  (:types tank)
  (:predicates (ready ?t - tank))
  (:functions (acid ?t - tank) (water ?t - tank))
  (:action add-acid :parameters (?t - tank) :precondition (<= (acid ?t) 9) :effect (increase (acid ?t) 1))
  (:action add-water
    :parameters (?t - tank)
    :precondition (<= (water ?t) 20)
    :effect (increase (water ?t) (* 2 1.5)))
  (:action approve
    :parameters (?t - tank)
    :precondition (and (= (water ?t) (* 3 (acid ?t))) (>= (/ (acid ?t) 2) 1))
    :effect (ready ?t)))

(define (problem mix-1)
  (:domain mix)
  (:objects t1 - tank)
  (:init (= (acid t1) 0) (= (water t1) 0))
  (:goal (ready t1)))

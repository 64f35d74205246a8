; An agent carries water to plants on a grid of numbers.
(define (domain plants)
  (:requirements :typing :numeric-fluents)
  (:types plant)
  (:functions (x) (y) (px ?p - plant) (py ?p - plant) (carried) (poured ?p - plant) (need ?p - plant))
  (:action right :precondition (<= (x) 3) :effect (increase (x) 1))
  (:action left :precondition (>= (x) 1) :effect (decrease (x) 1))
  (:action up :precondition (<= (y) 3) :effect (increase (y) 1))
  (:action down :precondition (>= (y) 1) :effect (decrease (y) 1))
  (:action draw
    :precondition (and (= (x) 0) (= (y) 0) (<= (carried) 4))
    :effect (increase (carried) 1))
  (:action pour
    :parameters (?p - plant)
    :precondition (and (= (x) (px ?p)) (= (y) (py ?p)) (>= (carried) 1))
    :effect (and (decrease (carried) 1) (increase (poured ?p) 1))))

(define (problem plants-2)
  (:domain plants)
  (:objects fern rose - plant)
  (:init (= (x) 1) (= (y) 1) (= (carried) 0) (= (px fern) 2) (= (py fern) 0) (= (px rose) 0) (= (py rose) 2)
    (= (poured fern) 0) (= (poured rose) 0) (= (need fern) 1) (= (need rose) 2))
  (:goal (and (= (poured fern) (need fern)) (= (poured rose) (need rose)))))

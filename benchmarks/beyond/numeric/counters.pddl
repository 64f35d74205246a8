; Counters are to differ by one from each to the next: numeric conditions and goals between functions.
(define (domain counters)
  (:requirements :typing :numeric-fluents)
  (:types counter)
  (:functions (value ?c - counter) (max-int))
  (:action increment
    :parameters (?c - counter)
    :precondition (<= (+ (value ?c) 1) (max-int))
    :effect (increase (value ?c) 1))
  (:action decrement
    :parameters (?c - counter)
    :precondition (>= (value ?c) 1)
    :effect (decrease (value ?c) 1)))

(define (problem counters-3)
  (:domain counters)
  (:objects c0 c1 c2 - counter)
  (:init (= (max-int) 6) (= (value c0) 4) (= (value c1) 1) (= (value c2) 0))
  (:goal (and (<= (+ (value c0) 1) (value c1)) (<= (+ (value c1) 1) (value c2)))))

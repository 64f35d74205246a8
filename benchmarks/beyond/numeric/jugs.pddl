; Water is poured from jug to jug until it is measured: an assignment from a difference.
(define (domain jugs)
  (:requirements :typing :numeric-fluents :equality :negative-preconditions)
  (:types jug)
  (:functions (amount ?j - jug) (capacity ?j - jug))
  (:action fill
    :parameters (?j - jug)
    :precondition (< (amount ?j) (capacity ?j))
    :effect (assign (amount ?j) (capacity ?j)))
  (:action empty
    :parameters (?j - jug)
    :precondition (> (amount ?j) 0)
    :effect (assign (amount ?j) 0))
  (:action pour-all
    :parameters (?from ?to - jug)
    :precondition (and (not (= ?from ?to)) (> (amount ?from) 0)
      (<= (+ (amount ?from) (amount ?to)) (capacity ?to)))
    :effect (and (increase (amount ?to) (amount ?from)) (assign (amount ?from) 0)))
  (:action pour-some
    :parameters (?from ?to - jug)
    :precondition (and (not (= ?from ?to)) (< (amount ?to) (capacity ?to))
      (> (+ (amount ?from) (amount ?to)) (capacity ?to)))
    :effect (and (decrease (amount ?from) (- (capacity ?to) (amount ?to))) (assign (amount ?to) (capacity ?to)))))

(define (problem jugs-5-3)
  (:domain jugs)
  (:objects big small - jug)
  (:init (= (capacity big) 5) (= (capacity small) 3) (= (amount big) 0) (= (amount small) 0))
  (:goal (= (amount big) 4)))

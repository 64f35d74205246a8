; A day's work of a crew: each sleeps once, meals after exercise, an order of tasks.
(define (domain crew)
  (:requirements :typing :durative-actions)
  (:types member device)
  (:predicates (free ?m - member) (rested ?m - member) (fit ?m - member) (fed ?m - member) (idle ?d - device))
  (:durative-action sleep
    :parameters (?m - member)
    :duration (= ?duration 60)
    :condition (at start (free ?m))
    :effect (and (at start (not (free ?m))) (at end (free ?m)) (at end (rested ?m))))
  (:durative-action exercise
    :parameters (?m - member ?d - device)
    :duration (= ?duration 20)
    :condition (and (at start (free ?m)) (at start (idle ?d)) (over all (rested ?m)))
    :effect (and (at start (not (free ?m))) (at start (not (idle ?d))) (at end (free ?m)) (at end (idle ?d))
      (at end (fit ?m))))
  (:durative-action eat
    :parameters (?m - member)
    :duration (= ?duration 15)
    :condition (and (at start (free ?m)) (at start (fit ?m)))
    :effect (and (at start (not (free ?m))) (at end (free ?m)) (at end (fed ?m)))))

(define (problem crew-2)
  (:domain crew)
  (:objects ada ben - member bike - device)
  (:init (free ada) (free ben) (idle bike))
  (:goal (and (fed ada) (fed ben)))
  (:metric minimize (total-time)))

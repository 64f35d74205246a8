; Conditions at the end, and effects at the start that another action needs.
(define (domain painting)
  (:requirements :typing :durative-actions)
  (:types wall)
  (:predicates (primed ?w - wall) (wet ?w - wall) (painted ?w - wall) (brush) (ladder ?w - wall) (aired))
  (:durative-action prime
    :parameters (?w - wall)
    :duration (= ?duration 6)
    :condition (and (at start (brush)) (over all (ladder ?w)))
    :effect (and (at start (not (brush))) (at start (wet ?w)) (at end (brush)) (at end (primed ?w))))
  (:durative-action air
    :parameters ()
    :duration (= ?duration 8)
    :effect (at end (aired)))
  (:durative-action paint
    :parameters (?w - wall)
    :duration (= ?duration 9)
    :condition (and (at start (brush)) (at start (primed ?w)) (over all (ladder ?w)) (at end (aired)))
    :effect (and (at start (not (brush))) (at end (brush)) (at end (painted ?w)) (at end (not (wet ?w)))))
  (:durative-action shift-ladder
    :parameters (?a ?b - wall)
    :duration (= ?duration 2)
    :condition (at start (ladder ?a))
    :effect (and (at start (not (ladder ?a))) (at end (ladder ?b)))))

(define (problem painting-2)
  (:domain painting)
  (:objects north south - wall)
  (:init (brush) (ladder north))
  (:goal (and (painted north) (painted south))))

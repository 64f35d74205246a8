; Bread bakes as long as the cook wants between two bounds: duration inequalities.
(define (domain oven)
  (:requirements :typing :durative-actions :duration-inequalities)
  (:types loaf)
  (:predicates (raw ?l - loaf) (baked ?l - loaf) (hot) (cold))
  (:durative-action heat
    :parameters ()
    :duration (and (>= ?duration 10) (<= ?duration 40))
    :condition (at start (cold))
    :effect (and (at start (not (cold))) (at start (hot)) (at end (not (hot))) (at end (cold))))
  (:durative-action bake
    :parameters (?l - loaf)
    :duration (= ?duration 12)
    :condition (and (at start (raw ?l)) (over all (hot)))
    :effect (and (at start (not (raw ?l))) (at end (baked ?l)))))

(define (problem oven-2)
  (:domain oven)
  (:objects rye wheat - loaf)
  (:init (cold) (raw rye) (raw wheat))
  (:goal (and (baked rye) (baked wheat) (cold))))

; Fuses are mended only while a match burns: required concurrency, conditions over all.
(define (domain match-cellar)
  (:requirements :typing :durative-actions)
  (:types match fuse)
  (:predicates (light ?m - match) (handfree) (unused ?m - match) (mended ?f - fuse))
  (:durative-action light-match
    :parameters (?m - match)
    :duration (= ?duration 5)
    :condition (and (at start (unused ?m)) (over all (light ?m)))
    :effect (and (at start (not (unused ?m))) (at start (light ?m)) (at end (not (light ?m)))))
  (:durative-action mend-fuse
    :parameters (?f - fuse ?m - match)
    :duration (= ?duration 2)
    :condition (and (at start (handfree)) (over all (light ?m)))
    :effect (and (at start (not (handfree))) (at end (mended ?f)) (at end (handfree)))))

(define (problem match-cellar-3)
  (:domain match-cellar)
  (:objects m1 m2 - match f1 f2 f3 - fuse)
  (:init (handfree) (unused m1) (unused m2))
  (:goal (and (mended f1) (mended f2) (mended f3)))
  (:metric minimize (total-time)))

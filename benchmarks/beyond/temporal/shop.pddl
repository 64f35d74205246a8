; A shop is open for a while: timed initial literals open and close it.
(define (domain shop)
  (:requirements :typing :durative-actions :timed-initial-literals)
  (:types place)
  (:predicates (at ?p - place) (open ?p - place) (way ?a ?b - place) (bought) (home ?p - place))
  (:durative-action walk
    :parameters (?a ?b - place)
    :duration (= ?duration 10)
    :condition (and (at start (at ?a)) (at start (way ?a ?b)))
    :effect (and (at start (not (at ?a))) (at end (at ?b))))
  (:durative-action buy
    :parameters (?p - place)
    :duration (= ?duration 5)
    :condition (and (over all (at ?p)) (over all (open ?p)))
    :effect (at end (bought))))

(define (problem shop-1)
  (:domain shop)
  (:objects flat baker - place)
  (:init (at flat) (home flat) (way flat baker) (way baker flat) (at 20 (open baker)) (at 60 (not (open baker))))
  (:goal (and (bought) (at flat))))

; Two lifts work at the same time; each mutex keeps a passenger out of both.
(define (domain lifts)
  (:requirements :typing :durative-actions :negative-preconditions)
  (:types lift floor person)
  (:predicates (lift-at ?l - lift ?f - floor) (waits ?p - person ?f - floor) (aboard ?p - person ?l - lift)
    (above ?a ?b - floor) (busy ?l - lift))
  (:durative-action up
    :parameters (?l - lift ?a ?b - floor)
    :duration (= ?duration 4)
    :condition (and (at start (lift-at ?l ?a)) (at start (above ?b ?a)) (at start (not (busy ?l))))
    :effect (and (at start (not (lift-at ?l ?a))) (at end (lift-at ?l ?b))))
  (:durative-action down
    :parameters (?l - lift ?a ?b - floor)
    :duration (= ?duration 3)
    :condition (and (at start (lift-at ?l ?a)) (at start (above ?a ?b)) (at start (not (busy ?l))))
    :effect (and (at start (not (lift-at ?l ?a))) (at end (lift-at ?l ?b))))
  (:durative-action board
    :parameters (?p - person ?l - lift ?f - floor)
    :duration (= ?duration 1)
    :condition (and (at start (waits ?p ?f)) (over all (lift-at ?l ?f)))
    :effect (and (at start (not (waits ?p ?f))) (at start (busy ?l)) (at end (not (busy ?l))) (at end (aboard ?p ?l))))
  (:durative-action leave
    :parameters (?p - person ?l - lift ?f - floor)
    :duration (= ?duration 1)
    :condition (and (at start (aboard ?p ?l)) (over all (lift-at ?l ?f)))
    :effect (and (at start (not (aboard ?p ?l))) (at end (waits ?p ?f)))))

(define (problem lifts-1)
  (:domain lifts)
  (:objects fast slow - lift f1 f2 f3 - floor ann bob - person)
  (:init (lift-at fast f1) (lift-at slow f3) (waits ann f1) (waits bob f3) (above f2 f1) (above f3 f2))
  (:goal (and (waits ann f3) (waits bob f1))))

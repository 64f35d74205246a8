; Time and numbers together: driving needs fuel at the start and takes as long as the road.
(define (domain vans)
  (:requirements :typing :durative-actions :numeric-fluents)
  (:types van place parcel)
  (:predicates (at ?v - van ?p - place) (lies ?x - parcel ?p - place) (in ?x - parcel ?v - van))
  (:functions (fuel ?v - van) (minutes ?a ?b - place))
  (:durative-action drive
    :parameters (?v - van ?a ?b - place)
    :duration (= ?duration (minutes ?a ?b))
    :condition (and (at start (at ?v ?a)) (at start (>= (fuel ?v) 2)))
    :effect (and (at start (not (at ?v ?a))) (at end (at ?v ?b)) (at start (decrease (fuel ?v) 2))))
  (:durative-action load
    :parameters (?x - parcel ?v - van ?p - place)
    :duration (= ?duration 1)
    :condition (and (at start (lies ?x ?p)) (over all (at ?v ?p)))
    :effect (and (at start (not (lies ?x ?p))) (at end (in ?x ?v))))
  (:durative-action unload
    :parameters (?x - parcel ?v - van ?p - place)
    :duration (= ?duration 1)
    :condition (and (at start (in ?x ?v)) (over all (at ?v ?p)))
    :effect (and (at start (not (in ?x ?v))) (at end (lies ?x ?p)))))

(define (problem vans-1)
  (:domain vans)
  (:objects v - van depot shop - place x y - parcel)
  (:init (at v depot) (lies x shop) (lies y depot) (= (fuel v) 5)
    (= (minutes depot shop) 15) (= (minutes shop depot) 12) (= (minutes depot depot) 1) (= (minutes shop shop) 1))
  (:goal (and (lies x depot) (lies y shop))))

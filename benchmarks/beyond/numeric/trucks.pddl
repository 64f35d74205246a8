; Fuel is used by the distance and bought again; the metric is the money that is spent.
(define (domain trucks)
  (:requirements :strips :typing :numeric-fluents)
  (:types locatable place - object truck package - locatable)
  (:predicates (at ?x - locatable ?p - place) (in ?x - package ?t - truck) (pump ?p - place) (road ?a ?b - place))
  (:functions (fuel ?t - truck) (tank ?t - truck) (distance ?a ?b - place) (spent))
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b) (>= (fuel ?t) (distance ?a ?b)))
    :effect (and (not (at ?t ?a)) (at ?t ?b) (decrease (fuel ?t) (distance ?a ?b))))
  (:action refuel
    :parameters (?t - truck ?p - place)
    :precondition (and (at ?t ?p) (pump ?p) (< (fuel ?t) (tank ?t)))
    :effect (and (assign (fuel ?t) (tank ?t)) (increase (spent) 5)))
  (:action load
    :parameters (?x - package ?t - truck ?p - place)
    :precondition (and (at ?x ?p) (at ?t ?p))
    :effect (and (not (at ?x ?p)) (in ?x ?t)))
  (:action unload
    :parameters (?x - package ?t - truck ?p - place)
    :precondition (and (in ?x ?t) (at ?t ?p))
    :effect (and (not (in ?x ?t)) (at ?x ?p))))

(define (problem trucks-1)
  (:domain trucks)
  (:objects t - truck p - package a b c - place)
  (:init (at t a) (at p c) (pump b) (road a b) (road b a) (road b c) (road c b)
    (= (distance a b) 3) (= (distance b a) 3) (= (distance b c) 4) (= (distance c b) 4)
    (= (fuel t) 5) (= (tank t) 8) (= (spent) 0))
  (:goal (at p a))
  (:metric minimize (spent)))

; A trader buys cheap and sells dear with limited money and room.
(define (domain market)
  (:requirements :typing :numeric-fluents)
  (:types place good)
  (:predicates (here ?p - place) (way ?a ?b - place))
  (:functions (cash) (room) (held ?g - good) (price ?g - good ?p - place) (stock ?g - good ?p - place))
  (:action travel
    :parameters (?a ?b - place)
    :precondition (and (here ?a) (way ?a ?b) (>= (cash) 1))
    :effect (and (not (here ?a)) (here ?b) (decrease (cash) 1)))
  (:action buy
    :parameters (?g - good ?p - place)
    :precondition (and (here ?p) (>= (cash) (price ?g ?p)) (>= (room) 1) (>= (stock ?g ?p) 1))
    :effect (and (decrease (cash) (price ?g ?p)) (decrease (room) 1) (decrease (stock ?g ?p) 1) (increase (held ?g) 1)))
  (:action sell
    :parameters (?g - good ?p - place)
    :precondition (and (here ?p) (>= (held ?g) 1))
    :effect (and (increase (cash) (price ?g ?p)) (increase (room) 1) (increase (stock ?g ?p) 1) (decrease (held ?g) 1))))

(define (problem market-1)
  (:domain market)
  (:objects village town - place wool - good)
  (:init (here village) (way village town) (way town village) (= (cash) 10) (= (room) 3) (= (held wool) 0)
    (= (price wool village) 3) (= (price wool town) 7) (= (stock wool village) 9) (= (stock wool town) 0))
  (:goal (>= (cash) 20)))

(define (domain grid-visit-all) (:requirements :typing) (:types place - object)
 (:predicates (connected ?x ?y - place) (at-robot ?x - place) (visited ?x - place))
 (:action move :parameters (?c ?n - place) :precondition (and (at-robot ?c) (connected ?c ?n)) :effect (and (not (at-robot ?c)) (at-robot ?n) (visited ?n))))

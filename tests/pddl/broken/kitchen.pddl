; A robot with one hand washes dishes. This domain has no faults; broken problems and goals belong to it.
(define (domain kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    cup bowl - dish
    dish sponge - item
    item place - object
  )
  (:constants sink - place)
  (:predicates
    (at ?i - item ?p - place)
    (robot-at ?p - place)
    (clean ?d - dish)
    (holding ?i - item)
    (hand-empty)
  )

  (:action go
    :parameters (?from ?to - place)
    :precondition (robot-at ?from)
    :effect (and (robot-at ?to) (not (robot-at ?from)))
  )

  (:action take
    :parameters (?i - item ?p - place)
    :precondition (and (robot-at ?p) (at ?i ?p) (hand-empty))
    :effect (and (holding ?i) (not (at ?i ?p)) (not (hand-empty)))
  )

  (:action put
    :parameters (?i - item ?p - place)
    :precondition (and (robot-at ?p) (holding ?i))
    :effect (and (at ?i ?p) (hand-empty) (not (holding ?i)))
  )

  (:action wash
    :parameters (?d - dish ?s - sponge)
    :precondition (and (robot-at sink) (holding ?d) (at ?s sink) (not (clean ?d)))
    :effect (clean ?d)
  )
)

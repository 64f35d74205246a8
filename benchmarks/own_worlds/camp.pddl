; A camp in the woods. You gather wood and cook.
(define (domain camp)
  (:requirements :strips :negative-preconditions)
  (:predicates
    (spot ?x) ; ?x is a spot
    (item ?x) ; ?x is an item
    (firewood ?x) ; ?x is firewood
    (food ?x) ; ?x is food
    (you-at ?x) ; you are at ?x
    (trail ?x ?y) ; a trail leads from ?x to ?y
    (lying-at ?i ?x) ; ?i lies at ?x
    (in-pack ?i) ; ?i is in the backpack
    (fireplace ?x) ; ?x has a fireplace
    (burning ?x) ; a fire burns at ?x
    (cooked ?f) ; ?f is cooked
  )
  (:action hike :parameters (?x ?y) :precondition (and (spot ?x) (spot ?y) (you-at ?x) (trail ?x ?y)) :effect (and (you-at ?y) (not (you-at ?x))))
  (:action pack :parameters (?i ?x) :precondition (and (item ?i) (you-at ?x) (lying-at ?i ?x)) :effect (and (in-pack ?i) (not (lying-at ?i ?x))))
  (:action unpack :parameters (?i ?x) :precondition (and (item ?i) (you-at ?x) (in-pack ?i)) :effect (and (lying-at ?i ?x) (not (in-pack ?i))))
  (:action light :parameters (?w ?x) :precondition (and (firewood ?w) (you-at ?x) (fireplace ?x) (in-pack ?w) (not (burning ?x))) :effect (and (burning ?x) (not (in-pack ?w))))
  (:action cook :parameters (?f ?x) :precondition (and (food ?f) (you-at ?x) (burning ?x) (in-pack ?f)) :effect (cooked ?f))
)

; A farm in the morning
(define (domain farm)
  (:requirements :strips)
  (:predicates (place ?p) (animal ?a) (vessel ?v) (farmer ?p) (way ?p ?q) (stands ?a ?p) (lies ?v ?p) (carries ?v) (full ?v) (well ?p) (watered ?a))
  (:action go :parameters (?p ?q) :precondition (and (place ?p) (place ?q) (farmer ?p) (way ?p ?q)) :effect (and (farmer ?q) (not (farmer ?p))))
  (:action take :parameters (?v ?p) :precondition (and (vessel ?v) (farmer ?p) (lies ?v ?p)) :effect (and (carries ?v) (not (lies ?v ?p))))
  (:action drop :parameters (?v ?p) :precondition (and (vessel ?v) (farmer ?p) (carries ?v)) :effect (and (lies ?v ?p) (not (carries ?v))))
  (:action fill :parameters (?v ?p) :precondition (and (vessel ?v) (farmer ?p) (well ?p) (carries ?v)) :effect (full ?v))
  (:action water :parameters (?a ?v ?p) :precondition (and (animal ?a) (farmer ?p) (stands ?a ?p) (carries ?v) (full ?v)) :effect (and (watered ?a) (not (full ?v)))))

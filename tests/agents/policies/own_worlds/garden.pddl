; A gardener tends plants. Things lie around and have to be found.
(define (domain garden)
  (:requirements :strips)
  (:predicates (spot ?x) (tool ?x) (plant ?x) (gardener-at ?x) (path ?a ?b) (lying ?t ?x) (growing ?p ?x) (well ?x) (have ?t)
    (can ?t) (full ?t) (dry ?p) (watered ?p) (picked ?p) (ripe ?p))
  ; Walk to a spot.
  (:action walk :parameters (?a ?b)
    :precondition (and (spot ?a) (spot ?b) (gardener-at ?a) (path ?a ?b))
    :effect (and (gardener-at ?b) (not (gardener-at ?a))))
  ; Take a tool.
  (:action take :parameters (?t ?a)
    :precondition (and (tool ?t) (gardener-at ?a) (lying ?t ?a))
    :effect (and (have ?t) (not (lying ?t ?a))))
  (:action leave :parameters (?t ?a)
    :precondition (and (tool ?t) (spot ?a) (gardener-at ?a) (have ?t))
    :effect (and (lying ?t ?a) (not (have ?t))))
  (:action fill :parameters (?t ?a)
    :precondition (and (can ?t) (have ?t) (gardener-at ?a) (well ?a))
    :effect (full ?t))
  ; Water a plant.
  (:action water :parameters (?p ?t ?a)
    :precondition (and (plant ?p) (gardener-at ?a) (growing ?p ?a) (can ?t) (have ?t) (full ?t))
    :effect (and (watered ?p) (not (dry ?p)) (not (full ?t))))
)

; The store of a chemical laboratory.
(define (domain lab-store)
  (:requirements :adl)
  (:types
    room storage product person - object
    fridge cupboard safe - storage    ; where products are kept
    bottle jar badge glove - product
  )
  (:predicates
    (person-in ?r - room)               ; the technician is in ?r
    (door ?a - room ?b - room)          ; a door leads from ?a to ?b
    (badge-needed ?r - room)            ; only who has a badge enters ?r
    (stands-in ?s - storage ?r - room)
    (is-open ?s - storage)              ; ?s is open
    (holds ?s - storage ?p - product)
    (on-bench ?p - product ?r - room)
    (technician-has ?p - product)
    (wearing-gloves)                    ; the technician wears gloves
    (toxic ?p - product)                ; ?p may only be touched with gloves
    (weighed ?p - product)              ; ?p has been weighed
    (balance-in ?r - room))             ; there is a balance in ?r
  (:action enter
    :parameters (?a - room ?b - room)
    :precondition (and (person-in ?a) (door ?a ?b) (not (badge-needed ?b)))
    :effect (and (person-in ?b) (not (person-in ?a))))
  (:action enter-with-badge
    :parameters (?a - room ?b - room ?c - badge)
    :precondition (and (person-in ?a) (door ?a ?b) (badge-needed ?b) (technician-has ?c))
    :effect (and (person-in ?b) (not (person-in ?a))))
  (:action open
    :parameters (?s - storage ?r - room)
    :precondition (and (person-in ?r) (stands-in ?s ?r) (not (is-open ?s)))
    :effect (is-open ?s))
  (:action close
    :parameters (?s - storage ?r - room)
    :precondition (and (person-in ?r) (stands-in ?s ?r) (is-open ?s))
    :effect (not (is-open ?s)))
  (:action put-on-gloves
    :parameters (?g - glove)
    :precondition (technician-has ?g)
    :effect (and (wearing-gloves) (not (technician-has ?g))))
  (:action take-out
    :parameters (?p - product ?s - storage ?r - room)
    :precondition (and (person-in ?r) (stands-in ?s ?r) (is-open ?s) (holds ?s ?p) (imply (toxic ?p) (wearing-gloves)))
    :effect (and (technician-has ?p) (not (holds ?s ?p))))
  (:action take-up
    :parameters (?p - product ?r - room)
    :precondition (and (person-in ?r) (on-bench ?p ?r) (imply (toxic ?p) (wearing-gloves)))
    :effect (and (technician-has ?p) (not (on-bench ?p ?r))))
  (:action put-down
    :parameters (?p - product ?r - room)
    :precondition (and (person-in ?r) (technician-has ?p))
    :effect (and (on-bench ?p ?r) (not (technician-has ?p))))
  (:action put-in
    :parameters (?p - product ?s - storage ?r - room)
    :precondition (and (person-in ?r) (stands-in ?s ?r) (is-open ?s) (technician-has ?p))
    :effect (and (holds ?s ?p) (not (technician-has ?p))))
  (:action weigh
    :parameters (?p - product ?r - room)
    :precondition (and (person-in ?r) (balance-in ?r) (technician-has ?p))
    :effect (weighed ?p)))

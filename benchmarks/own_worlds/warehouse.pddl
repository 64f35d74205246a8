; A picker works in a warehouse with aisles, racks and pallets.
(define (domain warehouse)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    place - object ; a place in the warehouse
    rack - object  ; a rack with goods
    box - object   ; a cardboard box
    good - object  ; something that is sold
    equipment - object
    knife ladder - equipment)
  (:predicates
    (picker ?p - place)                 ; the picker is at ?p
    (adjacent ?p - place ?q - place)
    (rack-at ?r - rack ?p - place)
    (high ?r - rack)                    ; ?r can only be reached with a ladder
    (box-on ?b - box ?r - rack)
    (taped ?b - box)                    ; ?b is closed with tape
    (packed ?g - good ?b - box)         ; ?g is packed in ?b
    (standing ?e - equipment ?p - place)
    (lying ?g - good ?p - place)
    (holding ?g - good)
    (using ?e - equipment)
    (labelled ?g - good))
  (:action walk
    :parameters (?p - place ?q - place)
    :precondition (and (picker ?p) (adjacent ?p ?q))
    :effect (and (picker ?q) (not (picker ?p))))
  (:action fetch
    :parameters (?e - equipment ?p - place)
    :precondition (and (picker ?p) (standing ?e ?p))
    :effect (and (using ?e) (not (standing ?e ?p))))
  (:action cut
    :parameters (?b - box ?r - rack ?p - place ?k - knife)
    :precondition (and (picker ?p) (rack-at ?r ?p) (box-on ?b ?r) (not (high ?r)) (taped ?b) (using ?k))
    :effect (not (taped ?b)))
  (:action cut-up-high
    :parameters (?b - box ?r - rack ?p - place ?k - knife ?l - ladder)
    :precondition (and (picker ?p) (rack-at ?r ?p) (box-on ?b ?r) (high ?r) (using ?l) (taped ?b) (using ?k))
    :effect (not (taped ?b)))
  (:action pick
    :parameters (?g - good ?b - box ?r - rack ?p - place)
    :precondition (and (picker ?p) (rack-at ?r ?p) (box-on ?b ?r) (not (taped ?b)) (packed ?g ?b))
    :effect (and (holding ?g) (not (packed ?g ?b))))
  (:action lift
    :parameters (?g - good ?p - place)
    :precondition (and (picker ?p) (lying ?g ?p))
    :effect (and (holding ?g) (not (lying ?g ?p))))
  (:action drop
    :parameters (?g - good ?p - place)
    :precondition (and (picker ?p) (holding ?g))
    :effect (and (lying ?g ?p) (not (holding ?g))))
  (:action label
    :parameters (?g - good)
    :precondition (holding ?g)
    :effect (labelled ?g)))

; A garden with beds, a greenhouse and a shed.
(define (domain garden)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    area - object
    plant - object
    thing - object
    flowerpot - object
    can seed tool - thing
    key - thing)
  (:predicates
    (at ?a - area)                        ; you are in ?a
    (path ?a - area ?b - area)            ; a path leads from ?a to ?b
    (gate ?a - area ?b - area)            ; there is a gate between ?a and ?b
    (shut ?a - area ?b - area)            ; the gate between ?a and ?b is locked
    (grows ?p - plant ?a - area)
    (thirsty ?p - plant)
    (watered ?p - plant)
    (pruned ?p - plant)
    (on-ground ?t - thing ?a - area)
    (pot-at ?f - flowerpot ?a - area)
    (upright ?f - flowerpot)              ; nobody has turned ?f over yet
    (under ?t - thing ?f - flowerpot)
    (hold ?t - thing)
    (tap ?a - area)
    (filled ?c - can)
    (sharp ?t - tool)
    (planted ?s - seed ?a - area)
    (bed ?a - area))
  (:action walk
    :parameters (?a ?b - area)
    :precondition (and (at ?a) (path ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action pass
    :parameters (?a ?b - area)
    :precondition (and (at ?a) (gate ?a ?b) (not (shut ?a ?b)))
    :effect (and (at ?b) (not (at ?a))))
  (:action unlock
    :parameters (?a ?b - area ?k - key)
    :precondition (and (at ?a) (gate ?a ?b) (shut ?a ?b) (hold ?k))
    :effect (and (not (shut ?a ?b)) (not (shut ?b ?a))))
  (:action turn
    :parameters (?f - flowerpot ?a - area)
    :precondition (and (at ?a) (pot-at ?f ?a) (upright ?f))
    :effect (not (upright ?f)))
  (:action get
    :parameters (?t - thing ?a - area)
    :precondition (and (at ?a) (on-ground ?t ?a))
    :effect (and (hold ?t) (not (on-ground ?t ?a))))
  (:action get-under
    :parameters (?t - thing ?f - flowerpot ?a - area)
    :precondition (and (at ?a) (pot-at ?f ?a) (not (upright ?f)) (under ?t ?f))
    :effect (and (hold ?t) (not (under ?t ?f))))
  (:action lay
    :parameters (?t - thing ?a - area)
    :precondition (and (at ?a) (hold ?t))
    :effect (and (on-ground ?t ?a) (not (hold ?t))))
  (:action fill
    :parameters (?c - can ?a - area)
    :precondition (and (at ?a) (tap ?a) (hold ?c))
    :effect (filled ?c))
  (:action water
    :parameters (?p - plant ?c - can ?a - area)
    :precondition (and (at ?a) (grows ?p ?a) (hold ?c) (filled ?c))
    :effect (and (watered ?p) (not (thirsty ?p)) (not (filled ?c))))
  (:action prune
    :parameters (?p - plant ?t - tool ?a - area)
    :precondition (and (at ?a) (grows ?p ?a) (hold ?t) (sharp ?t))
    :effect (pruned ?p))
  (:action sow
    :parameters (?s - seed ?a - area)
    :precondition (and (at ?a) (bed ?a) (hold ?s))
    :effect (and (planted ?s ?a) (not (hold ?s)))))

; A small farm. The farmer walks between yards, opens gates and looks after animals.
(define (domain farm)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    yard - object    ; a yard or building of the farm
    animal - object  ; an animal
    thing - object   ; something that can be carried
    bucket - thing   ; a bucket
    well - object    ; a well
    fodder - thing   ; hay, oats or another fodder
  )
  (:predicates
    (farmer-in ?y - yard)          ; the farmer is in ?y
    (path ?a ?b - yard)            ; a path leads from ?a to ?b
    (gate-shut ?a ?b - yard)       ; the gate between ?a and ?b is shut
    (lives ?n - animal ?y - yard)  ; ?n lives in ?y
    (at-yard ?t - thing ?y - yard) ; ?t is in ?y
    (well-in ?w - well ?y - yard)  ; ?w is in ?y
    (holds ?t - thing)             ; the farmer holds ?t
    (hands-free)                   ; the farmer holds nothing
    (full ?b - bucket)             ; ?b is full of water
    (fed ?n - animal)              ; ?n is fed
    (watered ?n - animal)          ; ?n has drunk
  )
  (:action walk
    :parameters (?a ?b - yard)
    :precondition (and (farmer-in ?a) (path ?a ?b) (not (gate-shut ?a ?b)))
    :effect (and (farmer-in ?b) (not (farmer-in ?a))))
  (:action open-gate
    :parameters (?a ?b - yard)
    :precondition (and (farmer-in ?a) (path ?a ?b) (gate-shut ?a ?b))
    :effect (and (not (gate-shut ?a ?b)) (not (gate-shut ?b ?a))))
  (:action pick
    :parameters (?t - thing ?y - yard)
    :precondition (and (farmer-in ?y) (at-yard ?t ?y) (hands-free))
    :effect (and (holds ?t) (not (at-yard ?t ?y)) (not (hands-free))))
  (:action leave
    :parameters (?t - thing ?y - yard)
    :precondition (and (farmer-in ?y) (holds ?t))
    :effect (and (at-yard ?t ?y) (hands-free) (not (holds ?t))))
  (:action fill
    :parameters (?b - bucket ?w - well ?y - yard)
    :precondition (and (farmer-in ?y) (well-in ?w ?y) (holds ?b) (not (full ?b)))
    :effect (full ?b))
  (:action feed
    :parameters (?n - animal ?f - fodder ?y - yard)
    :precondition (and (farmer-in ?y) (lives ?n ?y) (holds ?f))
    :effect (and (fed ?n) (hands-free) (not (holds ?f))))
  (:action water
    :parameters (?n - animal ?b - bucket ?y - yard)
    :precondition (and (farmer-in ?y) (lives ?n ?y) (holds ?b) (full ?b))
    :effect (and (watered ?n) (not (full ?b))))
)

; A knight in an old castle. There are chests, levers and portcullises.
(define (domain castle)
  (:requirements :adl)
  (:types
    chamber - object    ; a chamber of the castle
    portcullis - object ; an iron gate
    lever - object      ; a lever on a wall
    chest - object      ; a chest for treasures
    treasure - object   ; something of value
    torch - object      ; a torch
    sword ring goblet - treasure
    person - object     ; somebody who lives here
  )
  (:predicates
    (knight-in ?c - chamber)                         ; the knight is in ?c
    (passage ?a - chamber ?b - chamber)              ; a passage leads from ?a to ?b
    (bars ?p - portcullis ?a - chamber ?b - chamber) ; ?p bars the way from ?a to ?b
    (lowered ?p - portcullis)                        ; ?p is down
    (moves ?l - lever ?p - portcullis)               ; ?l raises ?p
    (lever-in ?l - lever ?c - chamber)
    (chest-in ?x - chest ?c - chamber)
    (lid-down ?x - chest)                            ; ?x is closed
    (holds ?x - chest ?t - treasure)
    (lies-in ?t - treasure ?c - chamber)
    (bears ?t - treasure)                            ; the knight bears ?t
    (lives-in ?p - person ?c - chamber)
    (owns ?p - person ?t - treasure)
    (polished ?s - sword))
  (:action walk
    :parameters (?a - chamber ?b - chamber)
    :precondition (and (knight-in ?a) (passage ?a ?b) (not (exists (?p - portcullis) (and (bars ?p ?a ?b) (lowered ?p)))))
    :effect (and (knight-in ?b) (not (knight-in ?a))))
  (:action pull
    :parameters (?l - lever ?p - portcullis ?c - chamber)
    :precondition (and (knight-in ?c) (lever-in ?l ?c) (moves ?l ?p) (lowered ?p))
    :effect (not (lowered ?p)))
  (:action lift-lid
    :parameters (?x - chest ?c - chamber)
    :precondition (and (knight-in ?c) (chest-in ?x ?c) (lid-down ?x))
    :effect (not (lid-down ?x)))
  (:action take-from-chest
    :parameters (?t - treasure ?x - chest ?c - chamber)
    :precondition (and (knight-in ?c) (chest-in ?x ?c) (not (lid-down ?x)) (holds ?x ?t))
    :effect (and (bears ?t) (not (holds ?x ?t))))
  (:action pick-up
    :parameters (?t - treasure ?c - chamber)
    :precondition (and (knight-in ?c) (lies-in ?t ?c))
    :effect (and (bears ?t) (not (lies-in ?t ?c))))
  (:action lay-down
    :parameters (?t - treasure ?c - chamber)
    :precondition (and (knight-in ?c) (bears ?t))
    :effect (and (lies-in ?t ?c) (not (bears ?t))))
  (:action present
    :parameters (?t - treasure ?p - person ?c - chamber)
    :precondition (and (knight-in ?c) (lives-in ?p ?c) (bears ?t))
    :effect (and (owns ?p ?t) (not (bears ?t))))
  (:action polish
    :parameters (?s - sword)
    :precondition (bears ?s)
    :effect (polished ?s)))

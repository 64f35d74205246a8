; A theatre before the first night. A dresser runs through its rooms and gets everybody ready.
(define (domain theatre)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room trunk person thing - object
    costume prop key - thing
  )
  (:predicates
    (dresser-in ?r - room)             ; the dresser is in ?r
    (passage ?a - room ?b - room)      ; a passage leads from ?a to ?b
    (dark ?r - room)                   ; it is dark in ?r
    (lamp-in ?r - room)                ; ?r has a lamp to be switched on
    (board-in ?r - room)               ; ?r has an ironing board
    (stands ?t - trunk ?r - room)      ; ?t stands in ?r
    (closed ?t - trunk)                ; ?t is closed
    (bolted ?t - trunk)                ; ?t is bolted
    (fits ?k - key ?t - trunk)         ; ?k opens ?t
    (lying ?x - thing ?r - room)       ; ?x lies in ?r
    (packed ?x - thing ?t - trunk)     ; ?x is packed in ?t
    (carrying ?x - thing)              ; the dresser carries ?x
    (waits ?p - person ?r - room)      ; ?p waits in ?r
    (creased ?c - costume)             ; ?c is creased
    (wears ?p - person ?c - costume)   ; ?p wears ?c
    (has ?p - person ?x - thing)       ; ?p has ?x
  )
  (:action walk
    :parameters (?a - room ?b - room)
    :precondition (and (dresser-in ?a) (passage ?a ?b))
    :effect (and (dresser-in ?b) (not (dresser-in ?a))))
  (:action light
    :parameters (?r - room)
    :precondition (and (dresser-in ?r) (lamp-in ?r) (dark ?r))
    :effect (not (dark ?r)))
  (:action unbolt
    :parameters (?t - trunk ?k - key ?r - room)
    :precondition (and (dresser-in ?r) (stands ?t ?r) (bolted ?t) (carrying ?k) (fits ?k ?t))
    :effect (not (bolted ?t)))
  (:action open
    :parameters (?t - trunk ?r - room)
    :precondition (and (dresser-in ?r) (stands ?t ?r) (closed ?t) (not (bolted ?t)))
    :effect (not (closed ?t)))
  (:action pick-up
    :parameters (?x - thing ?r - room)
    :precondition (and (dresser-in ?r) (not (dark ?r)) (lying ?x ?r))
    :effect (and (carrying ?x) (not (lying ?x ?r))))
  (:action unpack
    :parameters (?x - thing ?t - trunk ?r - room)
    :precondition (and (dresser-in ?r) (stands ?t ?r) (packed ?x ?t) (not (closed ?t)))
    :effect (and (carrying ?x) (not (packed ?x ?t))))
  (:action lay-down
    :parameters (?x - thing ?r - room)
    :precondition (and (dresser-in ?r) (carrying ?x))
    :effect (and (lying ?x ?r) (not (carrying ?x))))
  (:action iron
    :parameters (?c - costume ?r - room)
    :precondition (and (dresser-in ?r) (board-in ?r) (carrying ?c) (creased ?c))
    :effect (not (creased ?c)))
  (:action dress
    :parameters (?p - person ?c - costume ?r - room)
    :precondition (and (dresser-in ?r) (waits ?p ?r) (carrying ?c) (not (creased ?c)))
    :effect (and (wears ?p ?c) (not (carrying ?c))))
  (:action hand
    :parameters (?x - prop ?p - person ?r - room)
    :precondition (and (dresser-in ?r) (waits ?p ?r) (carrying ?x))
    :effect (and (has ?p ?x) (not (carrying ?x))))
)

; A nurse walks through a hospital, takes medicine out of cabinets and gives it to patients.
(define (domain hospital)
  (:requirements :strips :typing :negative-preconditions)
  (:types
    room - object
    ward corridor - room
    patient - object
    cabinet - object     ; a cabinet for medicine
    thing - object
    drug - thing         ; a drug that a patient takes
    badge - thing        ; a badge that unlocks a cabinet
    floor - object)
  (:predicates
    (nurse-in ?r - room)                   ; the nurse is in ?r
    (joins ?a ?b - room)                   ; a door joins ?a and ?b
    (on-floor ?r - room ?f - floor)
    (lift ?r - room)                       ; the lift stops at ?r
    (lies-in ?p - patient ?r - room)       ; ?p lies in bed in ?r
    (stands-in ?c - cabinet ?r - room)     ; ?c stands in ?r
    (locked ?c - cabinet)                  ; ?c is locked
    (kept-in ?t - thing ?c - cabinet)      ; ?t is kept in ?c
    (dropped-in ?t - thing ?r - room)      ; ?t lies on the floor of ?r
    (carrying ?t - thing)                  ; the nurse carries ?t
    (fits ?b - badge ?c - cabinet)         ; ?b unlocks ?c
    (washed)                               ; the nurse has washed her hands
    (basin ?r - room)                      ; there is a basin in ?r
    (treated ?p - patient ?d - drug)       ; ?p has been given ?d
    (examined ?p - patient))               ; ?p has been examined
  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (nurse-in ?from) (joins ?from ?to))
    :effect (and (nurse-in ?to) (not (nurse-in ?from))))
  (:action ride
    :parameters (?from ?to - room ?f - floor)
    :precondition (and (nurse-in ?from) (lift ?from) (lift ?to) (on-floor ?to ?f))
    :effect (and (nurse-in ?to) (not (nurse-in ?from))))
  (:action unlock
    :parameters (?c - cabinet ?b - badge ?r - room)
    :precondition (and (nurse-in ?r) (stands-in ?c ?r) (locked ?c) (carrying ?b) (fits ?b ?c))
    :effect (not (locked ?c)))
  (:action get
    :parameters (?t - thing ?c - cabinet ?r - room)
    :precondition (and (nurse-in ?r) (stands-in ?c ?r) (kept-in ?t ?c) (not (locked ?c)))
    :effect (and (carrying ?t) (not (kept-in ?t ?c))))
  (:action pick
    :parameters (?t - thing ?r - room)
    :precondition (and (nurse-in ?r) (dropped-in ?t ?r))
    :effect (and (carrying ?t) (not (dropped-in ?t ?r))))
  (:action leave
    :parameters (?t - thing ?r - room)
    :precondition (and (nurse-in ?r) (carrying ?t))
    :effect (and (dropped-in ?t ?r) (not (carrying ?t))))
  (:action wash
    :parameters (?r - room)
    :precondition (and (nurse-in ?r) (basin ?r))
    :effect (washed))
  (:action give
    :parameters (?d - drug ?p - patient ?r - room)
    :precondition (and (nurse-in ?r) (lies-in ?p ?r) (carrying ?d) (washed))
    :effect (and (treated ?p ?d) (not (carrying ?d))))
  (:action examine-patient
    :parameters (?p - patient ?r - room)
    :precondition (and (nurse-in ?r) (lies-in ?p ?r) (washed))
    :effect (examined ?p)))

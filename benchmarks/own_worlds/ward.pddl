; A hospital ward at night. A nurse brings medicine to patients.
(define (domain ward)
  (:requirements :strips :typing :negative-preconditions)
  (:types room patient cabinet item - object medicine card cup - item)
  (:predicates
    (nurse-at ?r - room) ; the nurse is in ?r
    (next-to ?a ?b - room) ; a door joins ?a and ?b
    (sleeps ?p - patient ?r - room) ; ?p lies in ?r
    (cabinet-at ?c - cabinet ?r - room) ; ?c is in ?r
    (stored ?i - item ?c - cabinet) ; ?i is in ?c
    (on-table ?i - item ?r - room) ; ?i is on the table of ?r
    (carrying ?i - item) ; the nurse carries ?i
    (opened ?c - cabinet) ; ?c is open
    (locked ?c - cabinet) ; ?c is locked
    (treated ?p - patient ?m - medicine) ; ?p has got ?m
    (awake ?p - patient) ; ?p is awake
  )
  (:action go :parameters (?from ?to - room)
    :precondition (and (nurse-at ?from) (next-to ?from ?to))
    :effect (and (nurse-at ?to) (not (nurse-at ?from))))
  (:action unlock :parameters (?c - cabinet ?k - card ?r - room)
    :precondition (and (nurse-at ?r) (cabinet-at ?c ?r) (locked ?c) (carrying ?k))
    :effect (not (locked ?c)))
  (:action open :parameters (?c - cabinet ?r - room)
    :precondition (and (nurse-at ?r) (cabinet-at ?c ?r) (not (locked ?c)) (not (opened ?c)))
    :effect (opened ?c))
  (:action take-from :parameters (?i - item ?c - cabinet ?r - room)
    :precondition (and (nurse-at ?r) (cabinet-at ?c ?r) (opened ?c) (stored ?i ?c))
    :effect (and (carrying ?i) (not (stored ?i ?c))))
  (:action take :parameters (?i - item ?r - room)
    :precondition (and (nurse-at ?r) (on-table ?i ?r))
    :effect (and (carrying ?i) (not (on-table ?i ?r))))
  (:action lay :parameters (?i - item ?r - room)
    :precondition (and (nurse-at ?r) (carrying ?i))
    :effect (and (on-table ?i ?r) (not (carrying ?i))))
  (:action wake :parameters (?p - patient ?r - room)
    :precondition (and (nurse-at ?r) (sleeps ?p ?r) (not (awake ?p)))
    :effect (awake ?p))
  (:action give :parameters (?m - medicine ?p - patient ?r - room)
    :precondition (and (nurse-at ?r) (sleeps ?p ?r) (awake ?p) (carrying ?m))
    :effect (and (treated ?p ?m) (not (carrying ?m))))
)
